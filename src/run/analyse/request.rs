//! The request in a line of a batch.

use serde_json::Value;

use sparring_engine::search::{Limits, SearchStrategy, Settings};
use std::ops::RangeInclusive;
use std::time::Duration;

/// A position, its search limits and an id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// By default the line number.
    pub id: Option<Value>,
    pub position: String,
    pub roll: Option<String>,
    /// Moves from the position, apart from those in its text.
    pub moves: Vec<String>,
    pub limits: RequestLimits,
    /// Keys of the game's positions before this one, the oldest first.
    pub earlier: Vec<u64>,
}

/// A line's own search limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestLimits {
    pub depth: Option<u32>,
    /// In milliseconds.
    pub movetime: Option<u64>,
    pub nodes: Option<u64>,
}

impl RequestLimits {
    /// Applies the limits to `settings`. Without a depth, a limit implies the greatest of `depths`.
    ///
    /// # Errors
    /// A depth outside `depths`, or a limit of 0.
    pub fn applied<S: SearchStrategy>(
        self,
        settings: Settings<S>,
        depths: RangeInclusive<u32>,
    ) -> Result<Settings<S>, String> {
        let RequestLimits { depth, movetime, nodes } = self;
        let (shallowest, deepest) = depths.into_inner();
        if let Some(depth) = depth.filter(|depth| !(shallowest..=deepest).contains(depth)) {
            return Err(format!(
                "depth: got {depth}, expected {shallowest} to {deepest}; try \"depth\":{}",
                shallowest.max(1)
            ));
        }
        if movetime == Some(0) || nodes == Some(0) {
            return Err("got a movetime or nodes of 0, expected 1 or more; try \"nodes\":1000".to_owned());
        }
        let limited = movetime.is_some() || nodes.is_some();
        let limits = if limited {
            Limits { movetime: movetime.map(Duration::from_millis), nodes }
        } else {
            settings.limits
        };
        let depth = depth.unwrap_or(if limited { deepest } else { settings.depth });
        Ok(Settings { depth, limits, ..settings })
    }
}

/// A line's request, or why it cannot be read.
pub struct LineRequest {
    pub id: Option<Value>,
    /// An error is one line.
    pub request: Result<Request, String>,
}

impl LineRequest {
    pub fn refused(id: Option<Value>, why: String) -> LineRequest {
        LineRequest { id, request: Err(why) }
    }

    /// Reads a JSON object, or what `plain` reads; `None` without a request.
    pub fn read(line: &str, plain: impl Fn(&str) -> Result<Request, String>) -> Option<LineRequest> {
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        if line.starts_with('{') {
            return Some(object(line));
        }
        let request = plain(line);
        Some(LineRequest { id: request.as_ref().ok().and_then(|request| request.id.clone()), request })
    }
}

const OBJECT: &str = "an object such as {\"id\":1,\"position\":\"...\",\"depth\":5}";

/// Names of the position in an object.
const POSITION: [&str; 6] = ["position", "fen", "epd", "xgid", "gnubgid", "drawn"];

fn object(line: &str) -> LineRequest {
    let keys: Value = match serde_json::from_str(line) {
        Ok(keys) => keys,
        Err(error) => {
            let why = format!("got text that is no JSON ({error}), expected {OBJECT}; try jq -c . FILE");
            return LineRequest::refused(None, why);
        }
    };
    let id = keys.get("id").cloned().filter(|id| !id.is_null());
    LineRequest { id: id.clone(), request: Keys(&keys).request(id) }
}

/// A JSON object. Keys that are not asked for belong to the user.
struct Keys<'o>(&'o Value);

impl Keys<'_> {
    fn request(&self, id: Option<Value>) -> Result<Request, String> {
        let named: Vec<&str> = POSITION.into_iter().filter(|&key| self.get(key).is_some()).collect();
        let key = match named[..] {
            [] => return Err(format!("got no position, expected {OBJECT}; try \"position\"")),
            [key] => key,
            [key, other, ..] => {
                return Err(format!("got both {key} and {other}, expected {OBJECT}; try two lines"));
            }
        };
        let limits = RequestLimits {
            depth: self.number("depth", u32::MAX.into())?.map(|depth| depth as u32),
            movetime: self.number("movetime", u64::MAX)?,
            nodes: self.number("nodes", u64::MAX)?,
        };
        Ok(Request {
            id,
            position: self.text(key)?.unwrap_or_default(),
            roll: self.text("roll")?,
            moves: self.moves()?,
            limits,
            earlier: Vec::new(),
        })
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    fn read<T>(
        &self,
        key: &str,
        read: impl Fn(&Value) -> Option<T>,
        [expected, example]: [&str; 2],
    ) -> Result<Option<T>, String> {
        let refused = |value: &Value| {
            let got: String = value.to_string().chars().take(40).collect();
            let got = got.escape_debug();
            format!("{key}: got {got}, expected {expected}; try \"{key}\":{example}")
        };
        self.get(key).map(|value| read(value).ok_or_else(|| refused(value))).transpose()
    }

    fn text(&self, key: &str) -> Result<Option<String>, String> {
        self.read(key, |value| value.as_str().map(str::to_owned), ["text in quotes", "\"...\""])
    }

    fn number(&self, key: &str, most: u64) -> Result<Option<u64>, String> {
        let number = |value: &Value| value.as_u64().filter(|&number| number <= most);
        self.read(key, number, ["a whole number", "10"])
    }

    fn moves(&self) -> Result<Vec<String>, String> {
        let list = |value: &Value| match value {
            Value::String(text) => Some(text.split_whitespace().map(str::to_owned).collect()),
            Value::Array(moves) => moves.iter().map(|text| text.as_str().map(str::to_owned)).collect(),
            _ => None,
        };
        let moves = self.read("moves", list, ["a list of moves", "[\"e2e4\",\"e7e5\"]"])?;
        Ok(moves.unwrap_or_default())
    }
}
