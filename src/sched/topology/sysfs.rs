//! The topology of this machine, from Linux's `/sys`. A processor whose files are missing counts as
//! a core of its own behind a common cache.

use crate::platform::Processors;
use crate::topology::{Place, Processor, Topology};
use std::fs::{read_dir, read_to_string};
use std::path::Path;

impl Topology {
    /// The topology of the processors that a pool built on the calling thread may use;
    /// empty if they are unknown.
    pub fn of_this_machine() -> Topology {
        Topology::of(&Processors::of_this_thread())
    }

    pub(crate) fn of(processors: &Processors) -> Topology {
        read(Path::new("/sys/devices/system"), processors.numbers().unwrap_or_default())
    }
}

fn read(system: &Path, numbers: &[usize]) -> Topology {
    let nodes = nodes(system);
    let processor = |&number: &usize| {
        let folder = system.join("cpu").join(format!("cpu{number}"));
        let first = |files: &[&str]| files.iter().find_map(|file| list(&folder.join(file))?.first().copied());
        let package = number_in(&folder.join("topology/physical_package_id")).unwrap_or(0);
        let node = nodes.iter().position(|node| node.contains(&number)).unwrap_or(package);
        let core = first(&["topology/core_cpus_list", "topology/thread_siblings_list"]).unwrap_or(number);
        let cache = last_level_cache(&folder.join("cache")).unwrap_or(package);
        Processor { number, place: Place { package, node, cache, core } }
    };
    Topology::new(numbers.iter().map(processor).collect())
}

fn nodes(system: &Path) -> Vec<Vec<usize>> {
    let folders = read_dir(system.join("node")).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut nodes: Vec<_> = folders.filter_map(|folder| list(&folder.join("cpulist"))).collect();
    nodes.sort_unstable();
    nodes
}

fn last_level_cache(folder: &Path) -> Option<usize> {
    let caches = read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let caches = caches.filter_map(|cache| Some((number_in(&cache.join("level"))?, cache)));
    let (_, last) = caches.max_by_key(|(level, _)| *level)?;
    list(&last.join("shared_cpu_list"))?.first().copied()
}

fn number_in(file: &Path) -> Option<usize> {
    read_to_string(file).ok()?.trim().parse().ok()
}

/// Reads a list of processors such as `0-3,8,10-11`.
fn list(file: &Path) -> Option<Vec<usize>> {
    let text = read_to_string(file).ok()?;
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        Some(first.parse::<usize>().ok()?..=last.parse().ok()?)
    };
    let ranges: Option<Vec<_>> = text.trim().split(',').filter(|part| !part.is_empty()).map(range).collect();
    Some(ranges?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{create_dir_all, remove_dir_all, write};
    use std::path::PathBuf;

    struct System(PathBuf);

    impl System {
        fn new(name: &str) -> System {
            let folder = std::env::temp_dir().join(format!("sparring-sysfs-{name}-{}", std::process::id()));
            create_dir_all(&folder).unwrap();
            System(folder)
        }

        fn file(&self, name: &str, text: impl ToString) {
            let file = self.0.join(name);
            create_dir_all(file.parent().unwrap()).unwrap();
            write(file, text.to_string() + "\n").unwrap();
        }

        fn processor(&self, number: usize, threads: &str, package: usize, cache: &str) {
            self.file(&format!("cpu/cpu{number}/topology/thread_siblings_list"), threads);
            self.file(&format!("cpu/cpu{number}/topology/physical_package_id"), package);
            for (index, level, shared) in [(0, 1, threads), (1, 1, threads), (2, 2, threads), (3, 3, cache)] {
                self.file(&format!("cpu/cpu{number}/cache/index{index}/level"), level);
                self.file(&format!("cpu/cpu{number}/cache/index{index}/shared_cpu_list"), shared);
            }
        }
    }

    impl Drop for System {
        fn drop(&mut self) {
            _ = remove_dir_all(&self.0);
        }
    }

    fn two_packages(name: &str) -> System {
        let system = System::new(name);
        for number in 0..8 {
            let (core, package) = (number % 4, number % 4 / 2);
            let cache = ["0-1,4-5", "2-3,6-7"][package];
            system.processor(number, &format!("{core},{}", core + 4), package, cache);
        }
        system.file("node/node0/cpulist", "0-1,4-5");
        system.file("node/node1/cpulist", "2-3,6-7");
        system.file("node/possible", "0-1");
        system
    }

    #[test]
    fn all_processors_of_a_machine() {
        let system = two_packages("all");
        let all: Vec<usize> = (0..8).collect();
        assert_eq!(read(&system.0, &all), "2x2x2".parse().unwrap());
    }

    #[test]
    fn a_mask_of_two_leaves_two() {
        let system = two_packages("mask");
        let threads_of_a_core = "1,0,0,0\n5,0,0,0".parse().unwrap();
        assert_eq!(read(&system.0, &[1, 5]), threads_of_a_core);
        let of_both_packages = "3,0,0,0\n5,1,1,1".parse().unwrap();
        assert_eq!(read(&system.0, &[3, 5]), of_both_packages);
    }

    #[test]
    fn packages_of_two_nodes_with_two_caches_each() {
        let system = System::new("nodes");
        let caches = ["0", "1", "2", "3"];
        (0..4).for_each(|number| system.processor(number, caches[number], 0, caches[number]));
        system.file("node/node0/cpulist", "0-1");
        system.file("node/node1/cpulist", "2-3");
        system.file("node/node2/cpulist", ""); // memory without processors
        let expected = "0,0,0,0,,0\n1,1,0,0,,1\n2,2,0,1,,2\n3,3,0,1,,3".parse().unwrap();
        assert_eq!(read(&system.0, &[0, 1, 2, 3]), expected);
    }

    #[test]
    fn without_files_a_machine_is_flat() {
        assert_eq!(read(Path::new("/there is no such folder"), &[2, 3, 9]), Topology::flat([2, 3, 9]));
    }

    #[test]
    fn this_machine_has_the_processors_of_the_mask() {
        let allowed = Processors::of_this_thread();
        assert_eq!(Topology::of_this_machine().numbers(), allowed.numbers().unwrap_or_default());
    }
}
