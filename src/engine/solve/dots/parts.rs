//! The parts of a position: sets of boxes that no undrawn edge joins. A move changes one part, so a
//! child is named by naming that part again.

use arrayvec::ArrayVec;

use super::graph::{Graph, MAX_BOXES};
use super::key::Name;

/// The parts of a position with their names, and its name.
pub(super) struct Parts {
    parts: ArrayVec<(u64, Name), MAX_BOXES>,
    name: Name,
}

impl Parts {
    /// The parts of a set of undrawn edges.
    #[inline]
    pub fn of(graph: &Graph, mut open: u64) -> Parts {
        let mut parts = Parts { parts: ArrayVec::new(), name: Name::default() };
        while open != 0 {
            let part = graph.part(open);
            open &= !part;
            let name = graph.name(part);
            parts.name = parts.name + name;
            parts.parts.push((part, name));
        }
        parts
    }

    /// The name of the position after some edges, all of one part, are drawn.
    #[inline]
    pub fn without(&self, graph: &Graph, edges: u64) -> Name {
        let found = self.parts.iter().find(|(part, _)| part & edges != 0);
        let &(part, name) = found.expect("an undrawn edge belongs to a part");
        self.name - name + graph.name(part & !edges)
    }
}
