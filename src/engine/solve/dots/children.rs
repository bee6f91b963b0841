//! The children of a node: which could reach the goal, their table entries, and their order.
//!
//! An order that keeps to few positions is better than one that finds good moves (`search`). Early
//! in a game nodes sort their children by the *work* left to refute them: the number of their own
//! children whose answer the table does not have. Where the expected answer is yes, one of those
//! that does not end at once counts as [`HARD`].
//!
//! Only pools of up to [`SORTERS`] sort: workers that search brothers at the same time would each
//! follow their own answers to different positions (`benches/results/engine-solve.md`).

use arrayvec::ArrayVec;

use super::moves::{Link, Links, Turn};
use super::parts::Parts;
use super::search::{Place, Search, Task, raised};
use super::shape::Shape;
use super::slot::Entry;
use crate::games::dots::MAX_EDGES;

/// Nodes with fewer undrawn edges do not look all children up first.
const LOOK_AHEAD_EDGES: u32 = 14;

const GROUP: usize = 4;

pub(super) type Places = ArrayVec<Place, MAX_EDGES>;

/// Smaller boards, larger pools and other rules keep the fixed order of children.
pub(super) const SORTED_EDGES: u32 = 36;
pub(super) const SORTERS: usize = 2;
const HARD: u32 = 4;
/// The number of first children among which an immediate end is sought.
const ENDS: usize = 4;
/// The cost of sorting in a simulated pool, in polls.
const COUNT_POLLS: u64 = 2;
const ENDS_A_POLL: u64 = 3;
/// Larger than the sort key of any work.
const LAST: u32 = 1 << 20;

impl Search<'_> {
    /// Fills `links` with the moves that could reach the goal, and returns the best bound of the
    /// others.
    #[inline]
    pub fn moves(&self, shape: &Shape, left: i32, goal: i32, links: &mut Links) -> i32 {
        let mut best = i32::MIN;
        if self.chains {
            self.graph.quiet_moves(shape, links);
        } else {
            self.graph.plain_moves(shape.drawn, self.rules, links);
        }
        links.retain(|link| {
            let most = link.at_most(Entry::unknown(left - link.taken()));
            best = best.max(if most < goal { most } else { i32::MIN });
            most >= goal
        });
        best
    }

    /// Names the children. Returns the score of the first that reaches the goal by its table entry.
    /// While one group is named, the entries of the next are prefetched.
    #[inline]
    pub fn look_ahead(
        &self,
        task: &Task<'_>,
        place: &Place,
        links: &[Link],
        places: &mut Places,
        goal: i32,
    ) -> Option<i32> {
        let open = self.graph.all & !place.drawn;
        let parts = Parts::of(self.namer(task), open);
        let asks = open.count_ones() >= LOOK_AHEAD_EDGES;
        let mut asked = 0;
        while asked < links.len() {
            let here = places.len();
            let group = &links[here..links.len().min(here + GROUP)];
            let rests: ArrayVec<_, GROUP> = group.iter().map(|link| parts.without(link.to & open)).collect();
            for (link, &rest) in group.iter().zip(&rests) {
                let key = parts.name(rest).key(self.chains);
                self.table.fetch(key);
                task.at.prefetches([self.table.cache_line(key)]);
                let hopeful = place.hopeful == (link.turn == Turn::Keeps);
                places.push(Place { drawn: link.to, key, left: place.left - link.taken(), hopeful });
            }
            let ready = if places.len() == links.len() { links.len() } else { here };
            let children = links.iter().zip(&*places).take(ready).skip(asked).filter(|_| asks);
            for (link, child) in children {
                let known = self.known(task, child.key, child.left);
                let score = known.map_or(i32::MIN, |known| link.at_least(known));
                if score >= goal {
                    return Some(score);
                }
            }
            asked = ready;
        }
        None
    }

    /// Sorts the children of a node by the work left in them, early in the game.
    #[inline]
    pub fn sort(
        &self,
        task: &Task<'_>,
        (place, shape): (&Place, &Shape),
        (links, places): (&mut Links, &mut Places),
        goal: i32,
    ) {
        let (undrawn, edges) = (self.graph.undrawn(shape.drawn), self.graph.undrawn(0));
        if self.sorts && 4 * undrawn >= 3 * edges {
            let deep = place.hopeful && 5 * undrawn >= 4 * edges;
            self.sort_by_work(task, shape, (links, places), goal, deep);
        }
    }

    /// Not inlined: three sets of moves would lie in the stack frame of every node.
    #[cold]
    #[inline(never)]
    fn sort_by_work(
        &self,
        task: &Task<'_>,
        shape: &Shape,
        (links, places): (&mut Links, &mut Places),
        goal: i32,
        deep: bool,
    ) {
        // Chains stay behind.
        let work = |(link, place): (&Link, &Place)| match (link.turn, link.gain) {
            (Turn::Passes, 0) => self.work(task, shape, place, 1 - goal, deep),
            _ => LAST,
        };
        let works = links.iter().zip(&*places).map(work);
        let mut order: ArrayVec<(u32, usize), MAX_EDGES> = works.zip(0..).collect();
        order.sort_unstable();
        *links = order.iter().map(|&(_, i)| links[i]).collect();
        *places = order.iter().map(|&(_, i)| places[i]).collect();
    }

    /// The work left to show that the value of a position is less than `goal`.
    fn work(&self, task: &Task<'_>, from: &Shape, place: &Place, goal: i32, deep: bool) -> u32 {
        let known = self.known(task, place.key, place.left).unwrap_or(Entry::unknown(place.left));
        let goal = raised(goal, place.left);
        if known.low >= goal || known.high < goal {
            return if known.high < goal { 0 } else { LAST };
        }
        task.at.pass(COUNT_POLLS);
        let shape = from.drawn_to(self.graph, place.drawn);
        let mut links = Links::new();
        self.moves(&shape, place.left, goal, &mut links);
        let mut places = Places::new();
        if self.look_ahead(task, place, &links, &mut places, goal).is_some() {
            return LAST;
        }
        let (mut work, mut sought) = (0, 0);
        for (link, child) in links.iter().zip(&places) {
            let known = self.known(task, child.key, child.left).unwrap_or(Entry::unknown(child.left));
            if link.at_most(known) < goal {
                continue;
            }
            let asks = deep && link.turn == Turn::Passes;
            sought += u64::from(asks);
            let hard = asks && !self.ends(task, &shape, child, link.gain - goal + 1);
            work += if hard { HARD } else { 1 };
        }
        task.at.pass(sought / ENDS_A_POLL);
        work
    }

    fn ends(&self, task: &Task<'_>, from: &Shape, place: &Place, goal: i32) -> bool {
        let goal = raised(goal, place.left);
        let shape = from.drawn_to(self.graph, place.drawn);
        let mut links = Links::new();
        self.moves(&shape, place.left, goal, &mut links);
        links.truncate(ENDS);
        self.look_ahead(task, place, &links, &mut Places::new(), goal).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dots::{Board, Rules, Size};
    use crate::solve::dots::graph::Graph;
    use crate::solve::dots::key::Key;
    use crate::solve::dots::names::Caches;
    use crate::solve::dots::node_counter::NodeCounter;
    use crate::solve::dots::search::Below;
    use crate::solve::dots::table::Table;
    use sparring_sched::Pool;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    fn with_search(
        (rows, columns): (usize, usize),
        sorts: bool,
        body: impl Fn(&Search<'_>, &mut Task<'_>) + Sync,
    ) {
        let graph = Graph::of(&Board::grid(Size::new(rows, columns).unwrap()));
        let search = Search {
            graph: &graph,
            names: &Caches::new(),
            rules: Rules::Standard,
            chains: true,
            sorts,
            table: &Table::new(1 << 20, true),
            split_edges: 64,
            nodes: NodeCounter::new(1),
            done: &AtomicU64::new(0),
            report: &|_| {},
        };
        let pool = Pool::new(1).unwrap();
        let scope = pool.cancel_scope();
        let run = pool.install_in(&scope, |at| {
            search.run(at, &Below::default(), |task| {
                body(&search, task);
                Ok(())
            })
        });
        run.unwrap();
    }

    fn with_children(body: impl Fn(&Search<'_>, &Task<'_>, &Shape, &mut Links, &mut Places) + Sync) {
        with_search((3, 4), true, |search, task| {
            let shape = Shape::empty(search.graph);
            let (mut links, mut places) = (Links::new(), Places::new());
            search.moves(&shape, LEFT, GOAL, &mut links);
            let place = search.place(task, 0, true);
            assert_eq!(search.look_ahead(task, &place, &links, &mut places, GOAL), None);
            body(search, task, &shape, &mut links, &mut places);
        });
    }

    const LEFT: i32 = 12;
    const GOAL: i32 = 2;

    fn order(
        search: &Search<'_>,
        task: &Task<'_>,
        shape: &Shape,
        links: &Links,
        places: &Places,
    ) -> Vec<u64> {
        let (mut links, mut places) = (links.clone(), places.clone());
        let place = search.place(task, shape.drawn, true);
        search.sort(task, (&place, shape), (&mut links, &mut places), GOAL);
        assert!(links.iter().zip(&places).all(|(link, place)| link.to == place.drawn));
        links.iter().map(|link| link.to).collect()
    }

    #[test]
    fn an_empty_table_leaves_the_order_as_it_is() {
        with_children(|search, task, shape, links, places| {
            let before: Vec<u64> = links.iter().map(|link| link.to).collect();
            assert_eq!(order(search, task, shape, links, places), before);
        });
    }

    #[test]
    fn first_comes_what_is_nearly_refuted_and_last_what_refutes() {
        with_children(|search, task, shape, links, places| {
            // The goal of the opponent in a child.
            let wanted = 1 - GOAL + 1;
            let store = |place: &Place, low, high| search.store(task, place, Entry { low, high, work: 1 });
            let named = |drawn| search.place(task, drawn, false);
            let [refuted, reached, nearly] = [links.len() - 1, 0, links.len() / 2].map(|i| links[i].to);
            store(&named(refuted), -LEFT, wanted - 2);
            store(&named(reached), wanted, LEFT);
            // All answers to a move but the first three.
            let mut answers = Links::new();
            search.moves(&shape.drawn_to(search.graph, nearly), LEFT, wanted, &mut answers);
            for answer in &answers[3..] {
                store(&named(answer.to), 2 - wanted, LEFT);
            }
            // Mirror images have one name.
            let mut sorted: Vec<Key> =
                order(search, task, shape, links, places).into_iter().map(|drawn| named(drawn).key).collect();
            sorted.dedup();
            let last = sorted.len() - 1;
            assert_eq!(
                [sorted[0], sorted[1], sorted[last]],
                [refuted, nearly, reached].map(|at| named(at).key)
            );
        });
    }

    #[test]
    fn answers_that_end_at_once_are_easier() {
        with_children(|search, task, shape, links, places| {
            let easy = links[links.len() / 2].to;
            let moves = |drawn, goal| {
                let mut links = Links::new();
                search.moves(&shape.drawn_to(search.graph, drawn), LEFT, goal, &mut links);
                links
            };
            // Each answer to a move is met by a reply that wins.
            for answer in moves(easy, 2 - GOAL) {
                let reply = search.place(task, moves(answer.to, GOAL)[0].to, false);
                search.store(task, &reply, Entry { low: -LEFT, high: -GOAL, work: 1 });
            }
            let first = order(search, task, shape, links, places)[0];
            let key = |drawn| search.place(task, drawn, false).key;
            assert_eq!(key(first), key(easy));
            assert_ne!(first, links[0].to);
        });
    }

    /// The value of 3 x 3 is -3 (`tests/solvers`).
    #[test]
    fn sorting_changes_the_nodes_and_no_answer() {
        let nodes = [true, false].map(|sorts| {
            let nodes = AtomicU64::new(0);
            with_search((3, 3), sorts, |search, task| {
                assert_eq!(search.at_least(task, 0, -3, true), Ok(-3));
                assert_eq!(search.at_least(task, 0, -1, false), Ok(-3));
                nodes.store(task.nodes, Relaxed);
            });
            nodes.into_inner()
        });
        assert_ne!(nodes[0], nodes[1]);
    }
}
