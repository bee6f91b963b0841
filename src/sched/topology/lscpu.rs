//! A topology as text: a shape, or the output of `lscpu -p`.
//!
//! Its columns are processor, core, socket, memory node, an empty one, and one for each cache
//! level, the last level last. A socket without nodes or caches counts as one of each.

use crate::error::TopologyParseError;
use crate::topology::{Place, Processor, Topology};
use std::str::FromStr;

const MOST: usize = 4096;

impl FromStr for Topology {
    type Err = TopologyParseError;

    fn from_str(text: &str) -> Result<Topology, TopologyParseError> {
        let text = text.trim();
        if !text.contains([',', '\n']) {
            return shape(text).ok_or_else(|| TopologyParseError::new(text));
        }
        let mut processors: Vec<Processor> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let is_new = |new: &Processor| processors.iter().all(|known| known.number != new.number);
            match processor(line) {
                Some(Some(new)) if is_new(&new) => processors.push(new),
                Some(None) => {}
                _ => return Err(TopologyParseError::new(line)),
            }
        }
        if processors.is_empty() {
            return Err(TopologyParseError::new("no processor"));
        }
        Ok(Topology::new(processors))
    }
}

fn shape(text: &str) -> Option<Topology> {
    let numbers = text.split('x').map(|number| number.parse().ok().filter(|&number| number > 0));
    let (packages, cores, threads): (usize, usize, usize) = match numbers.collect::<Option<Vec<_>>>()?[..] {
        [packages, cores] => (packages, cores, 1),
        [packages, cores, threads] => (packages, cores, threads),
        _ => return None,
    };
    let all_cores = packages.checked_mul(cores)?;
    let all = all_cores.checked_mul(threads).filter(|&all| all <= MOST)?;
    let place = |number| {
        let core = number % all_cores;
        let package = core / cores;
        Place { package, node: package, cache: package, core }
    };
    Some(Topology::new((0..all).map(|number| Processor { number, place: place(number) }).collect()))
}

/// Parses the processor of a line; `Some(None)` if it is off, `None` if the line is malformed.
fn processor(line: &str) -> Option<Option<Processor>> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [number, core, package, ..] = fields[..] else { return None };
    let number = number.parse().ok()?;
    let blank = |field: &str| field.is_empty() || field == "-";
    if blank(core) && blank(package) {
        return Some(None);
    }
    let known = |field: Option<&&str>| match field {
        Some(field) if !blank(field) => field.parse().ok().map(Some),
        _ => Some(None),
    };
    let package = package.parse().ok()?;
    let node = known(fields.get(3))?.unwrap_or(package);
    let cache = known(fields.get(5..).and_then(<[_]>::last))?.unwrap_or(package);
    Some(Some(Processor { number, place: Place { package, node, cache, core: core.parse().ok()? } }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lscpu_of_a_virtual_machine() {
        let text = "# The following is the parsable format\n# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n\
                    0,0,0,0,,0,0,0,0\n1,1,0,0,,1,1,1,0\n";
        assert_eq!(text.parse::<Topology>().unwrap(), "1x2".parse().unwrap());
    }

    #[test]
    fn processors_that_are_off_are_left_out() {
        let some: Topology = "0,0,0,0,,0,0\n1,,,,,,\n2,-,-,-,,,\n3,1,0,0,,1,0".parse().unwrap();
        assert_eq!(some.numbers(), [0, 3]);
    }

    #[test]
    fn a_shape_is_what_its_lines_say() {
        let lines = "0,0,0,0,,0,0\n1,1,0,0,,1,0\n2,2,1,1,,2,1\n3,3,1,1,,3,1\n\
                     4,0,0,0,,0,0\n5,1,0,0,,1,0\n6,2,1,1,,2,1\n7,3,1,1,,3,1";
        assert_eq!("2x2x2".parse::<Topology>().unwrap(), lines.parse().unwrap());
    }

    #[test]
    fn what_is_no_topology_is_refused_by_what_it_says() {
        let wrong =
            ["", "8", "2x", "0x4", "2x2x2x2", "99999x99999", "0,0", "0,0,x", "0,0,0\n0,1,0", "# nothing,\n"];
        for text in wrong {
            let error = text.parse::<Topology>().unwrap_err().to_string();
            let said = text.lines().last().unwrap_or("").trim();
            assert!(error.contains(said) || error.contains("no processor"), "{text:?}: {error}");
        }
    }
}
