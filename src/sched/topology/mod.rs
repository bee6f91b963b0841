//! Distances between the processors of a machine.
//!
//! They follow the cost of a cache line: same core, last-level cache, memory node, package, or
//! none. `affinity.rs` places workers by them, and `neighbours.rs` orders victims.

pub(crate) mod affinity;
pub(crate) mod lscpu;
pub(crate) mod neighbours;
pub(crate) mod sysfs;

use std::collections::BTreeMap;

/// The processors that a pool may use, and the cores, caches, nodes and packages that they share.
///
/// ```
/// use sparring_sched::Topology;
///
/// let two_sockets: Topology = "2x8x2".parse().unwrap();
/// assert_eq!(two_sockets.processors(), 32);
/// let lines = "# CPU,Core,Socket,Node,,L2,L3\n0,0,0,0,,0,0\n1,1,0,0,,1,0";
/// let by_lscpu: Topology = lines.parse().unwrap();
/// assert_eq!(by_lscpu.processors(), 2);
/// ```
///
/// [`FromStr`](std::str::FromStr) reads two forms. `2x8x2` means two packages of eight cores of two
/// hardware threads (optional), each package with one last-level cache and memory node, and the
/// first threads of all cores numbered first. Any other text is read as the output of `lscpu -p`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// Ascending by number.
    processors: Vec<Processor>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Processor {
    pub(crate) number: usize,
    pub(crate) place: Place,
}

/// Parts around a processor, each named by its first processor in a [`Topology`]. Neighbours follow
/// each other in the order of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) package: usize,
    pub(crate) node: usize,
    pub(crate) cache: usize,
    pub(crate) core: usize,
}

/// The smallest part that two processors share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Distance {
    Core,
    Cache,
    Node,
    Package,
    Far,
}

impl Place {
    pub(crate) fn distance(self, other: Place) -> Distance {
        let shared = [
            (self.core == other.core, Distance::Core),
            (self.cache == other.cache, Distance::Cache),
            (self.node == other.node, Distance::Node),
            (self.package == other.package, Distance::Package),
        ];
        shared.into_iter().find_map(|(same, part)| same.then_some(part)).unwrap_or(Distance::Far)
    }
}

impl Topology {
    /// A topology. Part numbers need only be unique within a package.
    pub(crate) fn new(mut processors: Vec<Processor>) -> Topology {
        processors.sort_unstable_by_key(|processor| processor.number);
        let mut first = BTreeMap::new();
        for Processor { number, place } in &mut processors {
            let Place { package, node, cache, core } = *place;
            let mut name = |part: &'static str, id| *first.entry((part, package, id)).or_insert(*number);
            *place = Place {
                package: name("package", 0),
                node: name("node", node),
                cache: name("cache", cache),
                core: name("core", core),
            };
        }
        Topology { processors }
    }

    /// Returns separate cores behind one cache, for unknown machines.
    pub(crate) fn flat(numbers: impl IntoIterator<Item = usize>) -> Topology {
        let place = |core| Place { package: 0, node: 0, cache: 0, core };
        Topology::new(numbers.into_iter().map(|number| Processor { number, place: place(number) }).collect())
    }

    /// The number of processors.
    pub fn processors(&self) -> usize {
        self.processors.len()
    }

    pub(crate) fn numbers(&self) -> Vec<usize> {
        self.processors.iter().map(|processor| processor.number).collect()
    }

    pub(crate) fn place(&self, number: usize) -> Option<Place> {
        let found = self.processors.binary_search_by_key(&number, |processor| processor.number);
        found.ok().map(|nth| self.processors[nth].place)
    }

    pub(crate) fn is_flat(&self) -> bool {
        let mut cores = self.processors.iter().map(|Processor { number, place }| (number, place));
        cores.all(|(&number, place)| place.core == number && place.cache == self.processors[0].place.cache)
    }

    /// The processors in the order of `Pin::Compact` (`affinity.rs`).
    pub(crate) fn compact(&self) -> Vec<usize> {
        let mut order = self.processors.clone();
        order.sort_by_key(|processor| processor.place);
        order.into_iter().map(|processor| processor.number).collect()
    }

    pub(crate) fn cores(&self) -> Vec<usize> {
        self.rounds().into_iter().flatten().map(|processor| processor.number).collect()
    }

    pub(crate) fn spread(&self) -> Vec<usize> {
        let parts: [fn(&Place) -> usize; 3] =
            [|place| place.package, |place| place.node, |place| place.cache];
        self.rounds().iter().flat_map(|round| by_turns(round, &parts)).collect()
    }

    /// The first hardware threads of all cores by place, then the second ones, and so on.
    fn rounds(&self) -> Vec<Vec<Processor>> {
        let (mut rounds, mut seen): (Vec<Vec<Processor>>, _) = (Vec::new(), BTreeMap::new());
        for &processor in &self.processors {
            let round = seen.entry(processor.place.core).or_insert(0);
            match rounds.get_mut(*round) {
                Some(others) => others.push(processor),
                None => rounds.push(vec![processor]),
            }
            *round += 1;
        }
        rounds.iter_mut().for_each(|round| round.sort_by_key(|processor| processor.place));
        rounds
    }
}

/// Returns `processors`, which are in the order of places, so their `parts` take turns, the first
/// parts first.
fn by_turns(processors: &[Processor], parts: &[fn(&Place) -> usize]) -> Vec<usize> {
    let Some((part, smaller)) = parts.split_first() else {
        return processors.iter().map(|processor| processor.number).collect();
    };
    let same = |a: &Processor, b: &Processor| part(&a.place) == part(&b.place);
    let groups = processors.chunk_by(same).map(|group| by_turns(group, smaller).into_iter());
    let (mut groups, mut order) = (groups.collect::<Vec<_>>(), Vec::new());
    while !groups.is_empty() {
        groups.retain_mut(|group| group.next().map(|number| order.push(number)).is_some());
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topology(text: &str) -> Topology {
        text.parse().unwrap()
    }

    const HYBRID: &str = "0,0,0,0,,0,0,0\n1,0,0,0,,0,0,0\n2,1,0,0,,1,1,0\n3,1,0,0,,1,1,0\n\
                          4,2,0,0,,2,2,1\n5,3,0,0,,3,2,1\n6,4,0,0,,4,2,1\n7,5,0,0,,5,2,1";

    #[test]
    fn one_package_with_two_threads_a_core() {
        let one = topology("1x8x2");
        assert_eq!(one.compact(), [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]);
        assert_eq!(one.cores(), (0..16).collect::<Vec<_>>());
        assert_eq!(one.spread(), (0..16).collect::<Vec<_>>());
    }

    #[test]
    fn two_packages_with_two_threads_a_core() {
        let two = topology("2x4x2");
        assert_eq!(two.compact(), [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]);
        assert_eq!(two.cores(), (0..16).collect::<Vec<_>>());
        assert_eq!(two.spread(), [0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15]);
    }

    #[test]
    fn cores_of_one_thread_beside_cores_of_two() {
        let hybrid = topology(HYBRID);
        assert_eq!(hybrid.compact(), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(hybrid.cores(), [0, 2, 4, 5, 6, 7, 1, 3]);
        assert_eq!(hybrid.spread(), [0, 4, 2, 5, 6, 7, 1, 3]);
    }

    #[test]
    fn numbers_that_alternate_between_the_packages() {
        let even_and_odd = topology("0,0,0,0\n1,1,1,1\n2,2,0,0\n3,3,1,1");
        assert_eq!(even_and_odd.compact(), [0, 2, 1, 3]);
        assert_eq!(even_and_odd.cores(), [0, 2, 1, 3]);
        assert_eq!(even_and_odd.spread(), [0, 1, 2, 3]);
    }

    #[test]
    fn distances_are_by_the_smallest_part_that_is_shared() {
        let many =
            topology("0,0,0,0,,0\n1,0,0,0,,0\n2,1,0,0,,0\n3,2,0,0,,1\n4,3,0,1,,2\n5,4,1,2,,3\n6,4,1,2,,3");
        let from =
            |a: usize| [0, 1, 2, 3, 4, 5, 6].map(|b| many.place(a).unwrap().distance(many.place(b).unwrap()));
        use Distance::*;
        assert_eq!(from(0), [Core, Core, Cache, Node, Package, Far, Far]);
        assert_eq!(from(5), [Far, Far, Far, Far, Far, Core, Core]);
    }

    #[test]
    fn flat_is_what_has_neither_two_threads_of_a_core_nor_two_caches() {
        assert!(topology("1x8").is_flat() && Topology::flat([3, 5]).is_flat());
        assert!(!topology("1x8x2").is_flat() && !topology("2x8").is_flat() && !topology(HYBRID).is_flat());
    }

    #[test]
    fn orders_have_every_processor_once() {
        let mut seed = 1_u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % n) as usize
        };
        for _ in 0..500 {
            let count = 1 + random(24);
            let place = |package, node, cache, core| Place { package, node, cache, core };
            let topology = Topology::new(
                (0..count)
                    .map(|nth| Processor {
                        number: 3 * nth,
                        place: place(random(3), random(3), random(3), random(12)),
                    })
                    .collect(),
            );
            let first_threads = topology.rounds()[0].len();
            for order in [topology.compact(), topology.cores(), topology.spread()] {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, topology.numbers(), "{topology:?}");
            }
            for order in [topology.cores(), topology.spread()] {
                let mut cores: Vec<_> = order[..first_threads]
                    .iter()
                    .map(|&number| topology.place(number).unwrap().core)
                    .collect();
                cores.sort_unstable();
                cores.dedup();
                assert_eq!(cores.len(), first_threads, "a core came twice before all came once");
            }
        }
    }
}
