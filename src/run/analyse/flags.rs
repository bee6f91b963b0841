//! The flags that determine answers. Every answer contains them, so that other runs cannot continue
//! its file.

use sparring_engine::game::{MAX_PLY, Score};
use sparring_engine::search::{Pruning, SearchStrategy, Settings};

pub(super) fn of<S: SearchStrategy>(settings: &Settings<S>) -> String {
    let Settings { limits, .. } = settings;
    let number = |name: &str, n: Option<u64>| n.map(|n| format!("--{name} {n}"));
    let depth = Some(settings.depth).filter(|&depth| depth < MAX_PLY || !limits.may_stop_early());
    let usual = Settings::<S>::depth(settings.depth).by(settings.strategy);
    let other = |n: u32, usual: u32| (n != usual).then_some(n.into());
    let flags = [
        Some(format!("--strategy {}", settings.strategy.name())),
        number("depth", depth.map(u64::from)),
        number("par-depth", other(settings.par_depth, usual.par_depth)),
        number("split-depth", other(settings.split_depth, usual.split_depth)),
        number("chunks", other(settings.chunks as u32, usual.chunks as u32)),
        number("movetime", limits.movetime.map(|time| time.as_millis() as u64)),
        number("nodes", limits.nodes),
        number("multipv", Some(settings.lines as u64).filter(|&lines| lines > 1)),
    ];
    flags.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The flags of pruning, each after a blank.
pub(super) fn of_pruning(Pruning { keep, filter }: Pruning, scale: Score) -> String {
    let keep = keep.map_or(String::new(), |keep| format!(" --keep {keep}"));
    let filter = filter.map(|filter| format!(" --filter {},{}", filter.most, filter.units(scale)));
    filter.unwrap_or_default() + &keep
}
