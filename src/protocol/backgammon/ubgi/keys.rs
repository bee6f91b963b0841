//! Settings: keys of version 0.2, options of version 0.1.

use super::Ubgi;
use super::refused::{Refused, bad_command, bad_value, unsupported, wrong};
use sparring_engine::game::EquityEvaluator;
use sparring_engine::search::{Filter, MAX_DEPTH, Pruning};

const ALL: &str = "all";

const MAX_THREADS: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Variant,
    Ply,
    Filter,
    Threads,
    Mode,
}

/// A key, and the option of version 0.1 with the same values.
const KEYS: [(&str, &str, Key); 5] = [
    ("game.variant", "Variant", Key::Variant),
    ("engine.ply", "Ply", Key::Ply),
    ("engine.filter", "Filter", Key::Filter),
    ("engine.threads", "Threads", Key::Threads),
    ("engine.evalmode", "EvalMode", Key::Mode),
];

/// Options that change nothing: the same question always has the same answer.
const WITHOUT_EFFECT: [(&str, Check); 2] = [
    ("Seed", |value| match value.parse::<u32>() {
        Ok(_) => Ok(()),
        Err(_) => Err(wrong(value, format!("0 to {}", u32::MAX), "0")),
    }),
    ("Deterministic", |value| match value {
        "true" | "false" => Ok(()),
        _ => Err(wrong(value, "true or false", "true")),
    }),
];

/// Refuses a wrong value.
type Check = fn(&str) -> Result<(), Refused>;

fn key(name: &str) -> Result<Key, Refused> {
    let found = KEYS.into_iter().find(|(known, ..)| *known == name);
    found.map(|(.., key)| key).ok_or_else(|| {
        let names = KEYS.map(|(name, ..)| name).join(", ");
        unsupported(format!("got key '{}', expected {names}; try keys", name.escape_debug()))
    })
}

impl Ubgi<'_> {
    pub(super) fn set_key(&mut self, name: &str, value: &str) -> Result<(), Refused> {
        self.set(key(name)?, value)
    }

    pub(super) fn key(&self, name: &str) -> Result<String, Refused> {
        key(name).map(|key| self.get(key))
    }

    /// Reads `name <Name> value <Value>`.
    pub(super) fn set_option(&mut self, words: &[&str]) -> Result<(), Refused> {
        let ["name", name, "value", value] = *words else {
            return Err(bad_command("expected name N value V; try setoption name Threads value 2"));
        };
        if let Some((.., key)) = KEYS.iter().find(|(_, option, _)| option.eq_ignore_ascii_case(name)) {
            return self.set(*key, value);
        }
        if let Some((_, check)) = WITHOUT_EFFECT.iter().find(|(option, _)| option.eq_ignore_ascii_case(name))
        {
            return check(value);
        }
        let names = KEYS.iter().map(|(_, option, _)| *option).chain(WITHOUT_EFFECT.map(|(option, _)| option));
        let (name, names) = (name.escape_debug(), names.collect::<Vec<_>>().join(", "));
        Err(unsupported(format!("got option '{name}', expected {names}; try ubgi")))
    }

    fn set(&mut self, key: Key, value: &str) -> Result<(), Refused> {
        match key {
            Key::Variant if value == "backgammon" => {}
            Key::Variant => return Err(wrong(value, "backgammon", "backgammon")),
            Key::Ply => {
                let plies = value.parse().ok().filter(|ply| (1..=MAX_DEPTH + 1).contains(ply));
                let plies = plies.ok_or_else(|| wrong(value, format!("1 to {}", MAX_DEPTH + 1), "2"))?;
                self.thinker.settings.depth = plies - 1;
            }
            Key::Filter if value == ALL => {
                self.thinker.pruning = Pruning { filter: None, keep: None };
            }
            Key::Filter => {
                let filter = Filter::read(value, self.thinker.evaluator.scale());
                let filter = filter.map_err(|why| bad_value(format!("{why} or {ALL}")))?;
                self.thinker.pruning = Pruning { filter: Some(filter), keep: Some(1) };
            }
            Key::Threads => {
                let threads = value.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
                let threads = threads.ok_or_else(|| wrong(value, format!("1 to {MAX_THREADS}"), "2"))?;
                self.thinker = (self.make)(threads, &self.thinker).map_err(bad_value)?;
            }
            Key::Mode => {
                self.cubeful = match value {
                    "cubeful" => true,
                    "cubeless" => false,
                    _ => return Err(wrong(value, "cubeful or cubeless", "cubeful")),
                }
            }
        }
        Ok(())
    }

    fn get(&self, key: Key) -> String {
        match key {
            Key::Variant => "backgammon".to_owned(),
            Key::Ply => (self.thinker.settings.depth + 1).to_string(),
            Key::Filter => self.filter(self.thinker.pruning),
            Key::Threads => self.thinker.engine.pool().threads().to_string(),
            Key::Mode => if self.cubeful { "cubeful" } else { "cubeless" }.to_owned(),
        }
    }

    fn filter(&self, pruning: Pruning) -> String {
        let scale = self.thinker.evaluator.scale();
        pruning.filter.map_or(ALL.to_owned(), |filter| format!("{},{}", filter.most, filter.units(scale)))
    }

    pub(super) fn keys(&self) -> Vec<String> {
        let (most, ply, filter) = (MAX_DEPTH + 1, self.depth + 1, self.filter(self.filter));
        vec![
            "key game.variant enum backgammon backgammon".to_owned(),
            format!("key engine.ply int 1..{most} {ply} 1 values each play at once"),
            format!("key engine.filter string * {filter} most plays and how far behind the best, or all"),
            format!("key engine.threads int 1..{MAX_THREADS} {} ! workers", self.threads),
            "key engine.evalmode enum cubeful|cubeless cubeful plays by score and cube, or by points"
                .to_owned(),
        ]
    }

    /// The lines of version 0.1.
    pub(super) fn options(&self) -> Vec<String> {
        let (most, ply, filter) = (MAX_DEPTH + 1, self.depth + 1, self.filter(self.filter));
        vec![
            "option name Variant type combo default backgammon var backgammon".to_owned(),
            format!("option name Ply type spin default {ply} min 1 max {most}"),
            format!("option name Filter type string default {filter}"),
            format!("option name Threads type spin default {} min 1 max {MAX_THREADS}", self.threads),
            "option name EvalMode type combo default cubeful var cubeful var cubeless".to_owned(),
            format!("option name Seed type spin default 0 min 0 max {}", u32::MAX),
            "option name Deterministic type check default true".to_owned(),
        ]
    }
}
