//! The parts of a position: sets of boxes that no undrawn edge joins. A move changes one part, so
//! only that is named again.

use arrayvec::ArrayVec;

use super::graph::MAX_BOXES;
use super::key::{Name, Namer};

pub(super) struct Parts<'n> {
    namer: Namer<'n>,
    parts: ArrayVec<(u64, Name), MAX_BOXES>,
    name: Name,
}

/// A child: the name of the unchanged parts, and edges still to be named.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    named: Name,
    open: u64,
}

impl<'n> Parts<'n> {
    #[inline]
    pub fn of(namer: Namer<'n>, mut open: u64) -> Parts<'n> {
        let mut parts = Parts { namer, parts: ArrayVec::new(), name: Name::default() };
        while open != 0 {
            let part = namer.graph.part(open);
            open &= !part;
            let name = namer.name(part);
            parts.name = parts.name + name;
            parts.parts.push((part, name));
        }
        parts
    }

    /// The position after some edges, all of one part, are drawn. Prefetches its name.
    #[inline]
    pub fn without(&self, edges: u64) -> Rest {
        let found = self.parts.iter().find(|(part, _)| part & edges != 0);
        let &(part, name) = found.expect("an undrawn edge belongs to a part");
        let rest = Rest { named: self.name - name, open: part & !edges };
        self.namer.names.fetch(rest.open);
        rest
    }

    #[inline]
    pub fn name(&self, rest: Rest) -> Name {
        rest.named + self.namer.name(rest.open)
    }
}
