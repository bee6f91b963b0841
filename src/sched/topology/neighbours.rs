//! Distances between workers, and the order of victims for a thief.
//!
//! Stolen data moves slowly between packages. So a thief looks at the others in *rings*, nearest
//! first, in the order of [`Victims::Near`] (Min, Iancu and Yelick 2011; Acar, Blelloch and
//! Blumofe
//! 2002). A sweep looks at all rings, so a worker that has found nothing has looked everywhere, as
//! `sleep.rs` needs.

use crate::topology::{Distance, Place, Topology};
use std::fmt;

/// Victims that idle workers look at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Victims {
    /// Near ones: on the same core, then behind the same last-level cache, on the same memory node,
    /// in the same package, and the rest; random among equals.
    #[default]
    Near,
    /// All workers in random order.
    Uniform,
}

/// Writes `near` or `uniform`.
impl fmt::Display for Victims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Victims::Near => "near",
            Victims::Uniform => "uniform",
        })
    }
}

#[derive(Default)]
pub(crate) struct Neighbours {
    /// Empty unless all places are known.
    places: Box<[Place]>,
    victims: Victims,
}

/// The workers by their distance from one of them, nearest first. That one is in the first ring.
pub(crate) type Rings = Box<[Box<[u16]>]>;

impl Neighbours {
    pub(crate) fn new(processors: &[Option<usize>], topology: &Topology, victims: Victims) -> Neighbours {
        let places = processors.iter().map(|&processor| topology.place(processor?));
        Neighbours { places: places.collect::<Option<_>>().unwrap_or_default(), victims }
    }

    /// The distance between two workers; [`Distance::Core`] if unknown.
    fn distance(&self, a: usize, b: usize) -> Distance {
        match (self.places.get(a), self.places.get(b)) {
            (Some(&a), Some(&b)) => a.distance(b),
            _ => Distance::Core,
        }
    }

    pub(crate) fn are_far(&self, a: usize, b: usize) -> bool {
        self.distance(a, b) == Distance::Far
    }

    pub(crate) fn rings(&self, me: usize, workers: usize) -> Rings {
        let others = || (0..workers).filter(|&other| other != me);
        let nearest = others().map(|other| self.distance(me, other)).min();
        let distance = |other: u16| match self.victims {
            Victims::Near if usize::from(other) != me => Some(self.distance(me, other.into())),
            Victims::Near => nearest,
            Victims::Uniform => None,
        };
        let mut order: Vec<u16> = (0..workers as u16).collect();
        order.sort_by_key(|&other| distance(other));
        order.chunk_by(|&a, &b| distance(a) == distance(b)).map(Box::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rings(topology: &str, processors: &[usize], victims: Victims, me: usize) -> Vec<Vec<u16>> {
        let processors: Vec<_> = processors.iter().copied().map(Some).collect();
        let neighbours = Neighbours::new(&processors, &topology.parse().unwrap(), victims);
        neighbours.rings(me, processors.len()).iter().map(|ring| ring.to_vec()).collect()
    }

    #[test]
    fn two_packages_of_two_cores_of_two_threads() {
        let compact = [0, 4, 1, 5, 2, 6, 3, 7];
        let of = |me| rings("2x2x2", &compact, Victims::Near, me);
        assert_eq!(of(0), [&[0, 1][..], &[2, 3], &[4, 5, 6, 7]]);
        assert_eq!(of(5), [&[4, 5][..], &[6, 7], &[0, 1, 2, 3]]);
        assert_eq!(rings("2x2x2", &compact, Victims::Uniform, 5), [[0, 1, 2, 3, 4, 5, 6, 7]]);
    }

    #[test]
    fn one_ring_where_all_are_equally_near() {
        assert_eq!(rings("1x4", &[0, 1, 2, 3], Victims::Near, 2), [[0, 1, 2, 3]]);
        assert_eq!(rings("2x1", &[0, 1], Victims::Near, 1), [[0, 1]]);
        assert_eq!(rings("1x1", &[0], Victims::Near, 0), [[0]]);
    }

    #[test]
    fn nothing_is_known_if_one_worker_is_anywhere() {
        let neighbours = Neighbours::new(&[Some(0), None, Some(2)], &"2x2".parse().unwrap(), Victims::Near);
        assert_eq!(*neighbours.rings(0, 3), [Box::from([0, 1, 2])]);
        assert!(!neighbours.are_far(0, 2));
    }

    #[test]
    fn rings_have_every_worker_once_and_grow_in_distance() {
        let mut seed = 7_u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % n) as usize
        };
        for shape in ["1x8x2", "2x4x2", "4x4", "3x1x3"] {
            let topology: Topology = shape.parse().unwrap();
            let all = topology.processors();
            for _ in 0..50 {
                let processors: Vec<_> = (0..=random(all as u64)).map(|_| Some(random(all as u64))).collect();
                let neighbours = Neighbours::new(&processors, &topology, Victims::Near);
                let me = random(processors.len() as u64);
                let rings = neighbours.rings(me, processors.len());
                let mut members = rings.concat();
                members.sort_unstable();
                assert_eq!(members, (0..processors.len() as u16).collect::<Vec<_>>());
                assert!(rings[0].contains(&(me as u16)) && rings.iter().all(|ring| !ring.is_empty()));
                let distances = rings.iter().map(|ring| {
                    let others = ring.iter().map(|&other| usize::from(other)).filter(|&other| other != me);
                    let mut distances: Vec<_> = others.map(|other| neighbours.distance(me, other)).collect();
                    distances.dedup();
                    assert!(distances.len() <= 1, "a ring has one distance");
                    distances.pop()
                });
                assert!(distances.flatten().is_sorted_by(|a, b| a < b));
            }
        }
    }
}
