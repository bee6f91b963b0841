//! The arguments of `go`: `chequer` of version 0.2, `role chequer` and limits of version 0.1.

use std::time::Duration;

use super::refused::{Refused, bad_command, unsupported, wrong};
use sparring_engine::search::{DiceStrategy, Limits, MAX_DEPTH, Settings};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Chequer,
    Cube,
    /// The cube, and the play after a throw.
    Turn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Go {
    pub role: Role,
    /// True if asked with `role`, as version 0.1 does.
    pub is_named: bool,
    depth: Option<u32>,
    limits: Limits,
}

impl Go {
    /// Reads the words after `go`.
    ///
    /// # Errors
    /// If they are unknown or have a wrong value.
    pub fn read(words: &[&str]) -> Result<Go, Refused> {
        let (is_named, words) = match words {
            ["role", rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let role = |word: &str| match word {
            "chequer" => Some(Role::Chequer),
            "cube" => Some(Role::Cube),
            "turn" => Some(Role::Turn),
            _ => None,
        };
        let first = words.first().and_then(|word| role(word));
        if is_named && first.is_none() {
            return Err(bad_command("got another role, expected chequer, cube or turn; try go role chequer"));
        }
        let mut go =
            Go { role: first.unwrap_or(Role::Chequer), is_named, depth: None, limits: Limits::default() };
        let limits = &words[usize::from(first.is_some())..];
        for limit in limits.chunks(2) {
            let [name, value] = *limit else { return Err(unknown()) };
            go.limit(name, value)?;
        }
        Ok(go)
    }

    fn limit(&mut self, name: &str, value: &str) -> Result<(), Refused> {
        let number = |most: u64| {
            let number = value.parse().ok().filter(|n: &u64| (1..=most).contains(n));
            number.ok_or_else(|| wrong(value, format!("1 to {most}"), &format!("{name} 1")))
        };
        match name {
            // The mover's own play counts, as in engine.ply.
            "depth" => self.depth = Some(number(u64::from(MAX_DEPTH) + 1)? as u32 - 1),
            "movetime" => self.limits.movetime = Some(Duration::from_millis(number(3_600_000)?)),
            "nodes" => self.limits.nodes = Some(number(u64::MAX)?),
            "trials" => {
                return Err(unsupported(
                    "got trials, expected depth, movetime or nodes; try go role chequer",
                ));
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// The settings of this search. A limit alone takes the place of the usual depth.
    pub fn applied(&self, to: Settings<DiceStrategy>) -> Settings<DiceStrategy> {
        let limited = self.limits.may_stop_early();
        let depth = self.depth.unwrap_or(if limited { MAX_DEPTH } else { to.depth });
        Settings { depth, limits: if limited { self.limits } else { to.limits }, ..to }
    }
}

fn unknown() -> Refused {
    bad_command(
        "got more after go, expected chequer, cube or turn, then depth, movetime or nodes with a number; try go",
    )
}
