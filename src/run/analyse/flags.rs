//! The flags by which answers were made. They stand in every answer, so that no file is gone on
//! with by others.

use sparring_engine::game::MAX_PLY;
use sparring_engine::search::{SearchStrategy, Settings};

/// The flags of a search, those by default included.
pub(super) fn of<S: SearchStrategy>(settings: &Settings<S>) -> String {
    let Settings { limits, .. } = settings;
    let number = |name: &str, n: Option<u64>| n.map(|n| format!("--{name} {n}"));
    let depth = Some(settings.depth).filter(|&depth| depth < MAX_PLY || !limits.may_stop_early());
    let flags = [
        Some(format!("--strategy {}", settings.strategy.name())),
        number("depth", depth.map(u64::from)),
        number("par-depth", Some(settings.par_depth.into()).filter(|&levels| levels > 1)),
        number("movetime", limits.movetime.map(|time| time.as_millis() as u64)),
        number("nodes", limits.nodes),
        number("multipv", Some(settings.lines as u64).filter(|&lines| lines > 1)),
    ];
    flags.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
