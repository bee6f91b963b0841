//! The engine's UCI options.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::Means;
use sparring_engine::search::{AnyStrategy, PlayStrategy, SearchStrategy, Strategy};

const MAX_THREADS: u64 = 256;
/// In MiB.
const MAX_HASH: u64 = 1 << 16;
const MAX_LINES: u64 = 256;
/// In milliseconds.
const MAX_OVERHEAD: u64 = 5000;

/// The default first. Only the fastest exact strategy is included.
const STRATEGIES: [AnyStrategy; 3] = [
    AnyStrategy::Play(PlayStrategy::Play),
    AnyStrategy::Play(PlayStrategy::Lazy),
    AnyStrategy::Exact(Strategy::Ybw),
];

/// All options but `Hash` and `Threads`, which only the searcher knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// `MultiPV`: number of best moves.
    pub lines: usize,
    /// `Move Overhead`: time lost per move in transit.
    pub overhead: Duration,
    pub strategy: AnyStrategy,
    /// `UCI_ShowWDL`: scores come with win, draw and loss probabilities.
    pub shows_wdl: bool,
    /// `UCI_Chess960`: castling is written as the king taking its own rook.
    pub chess960: bool,
}

impl Default for Options {
    fn default() -> Options {
        let overhead = Duration::from_millis(10);
        let [strategy, ..] = STRATEGIES;
        Options { lines: 1, overhead, strategy, shows_wdl: false, chess960: false }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Set,
    /// In MiB.
    Hash(usize),
    Threads(usize),
    /// An empty table.
    Clear,
}

impl Options {
    pub fn list() -> String {
        let (default, means) = (Options::default(), Means::default());
        let known: String = STRATEGIES.iter().map(|strategy| format!(" var {}", strategy.name())).collect();
        format!(
            "option name Hash type spin default {} min 1 max {MAX_HASH}\n\
             option name Clear Hash type button\n\
             option name Threads type spin default {} min 1 max {MAX_THREADS}\n\
             option name Ponder type check default false\n\
             option name MultiPV type spin default {} min 1 max {MAX_LINES}\n\
             option name Move Overhead type spin default {} min 0 max {MAX_OVERHEAD}\n\
             option name Strategy type combo default {}{known}\n\
             option name UCI_ShowWDL type check default {}\n\
             option name UCI_Chess960 type check default {}\n",
            means.hash,
            means.threads,
            default.lines,
            default.overhead.as_millis(),
            default.strategy.name(),
            default.shows_wdl,
            default.chess960
        )
    }

    /// Reads the arguments of `setoption`, case-insensitive as the protocol says.
    ///
    /// # Errors
    /// One line: an unknown option or a refused value.
    pub fn set(&mut self, words: &[&str]) -> Result<Effect, String> {
        let (name, value) = name_and_value(words)?;
        let value = value.as_str();
        let mut effect = Effect::Set;
        match name.to_ascii_lowercase().as_str() {
            "hash" => effect = Effect::Hash(spin(&name, value, 1..=MAX_HASH)? as usize),
            "threads" => effect = Effect::Threads(spin(&name, value, 1..=MAX_THREADS)? as usize),
            "clear hash" => effect = Effect::Clear,
            // `go ponder` says when to ponder.
            "ponder" => _ = check(&name, value)?,
            "multipv" => self.lines = spin(&name, value, 1..=MAX_LINES)? as usize,
            "move overhead" => {
                self.overhead = Duration::from_millis(spin(&name, value, 0..=MAX_OVERHEAD)?);
            }
            "strategy" => {
                let named = STRATEGIES.iter().find(|known| known.name().eq_ignore_ascii_case(value));
                self.strategy = *named.ok_or_else(|| {
                    let (got, known) = (shown(value), STRATEGIES.map(AnyStrategy::name));
                    format!("{name}: got '{got}', expected {}; try {}", known.join(" or "), known[0])
                })?;
            }
            "uci_showwdl" => self.shows_wdl = check(&name, value)?,
            "uci_chess960" => self.chess960 = check(&name, value)?,
            _ => {
                return Err(format!(
                    "got the option '{}', expected one that the answer to uci lists; try setoption name Hash value 16",
                    shown(&name)
                ));
            }
        }
        Ok(effect)
    }
}

/// Shortens and escapes foreign text.
pub(super) fn shown(text: &str) -> String {
    let short: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() { short + "..." } else { short }
}

fn name_and_value(words: &[&str]) -> Result<(String, String), String> {
    let Some((&"name", rest)) = words.split_first() else {
        return Err("got setoption without name, expected one; try setoption name Hash value 16".to_owned());
    };
    let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    Ok((rest[..end].join(" "), rest.get(end + 1..).unwrap_or_default().join(" ")))
}

fn spin(name: &str, text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    text.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        format!("{name}: got '{}', expected a whole number from {least} to {most}; try {least}", shown(text))
    })
}

fn check(name: &str, text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{name}: got '{}', expected true or false; try true", shown(text))),
    }
}
