//! The request in a line of a batch.

use serde::Deserialize;
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

/// Keys of a JSON object. Others belong to the user and are ignored.
#[derive(Deserialize)]
struct Keys {
    #[serde(alias = "fen", alias = "epd", alias = "xgid", alias = "gnubgid", alias = "drawn")]
    position: Option<String>,
    roll: Option<String>,
    depth: Option<u32>,
    movetime: Option<u64>,
    nodes: Option<u64>,
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

fn object(line: &str) -> LineRequest {
    let expected = "an object such as {\"id\":1,\"position\":\"...\",\"depth\":5}";
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => {
            let why = format!("got text that is no JSON ({error}), expected {expected}; try jq -c . FILE");
            return LineRequest::refused(None, why);
        }
    };
    let id = value.get("id").cloned().filter(|id| !id.is_null());
    let keys: Keys = match serde_json::from_value(value) {
        Ok(keys) => keys,
        Err(error) => {
            let why = format!("got {error}, expected {expected}; try sparring help formats");
            return LineRequest::refused(id, why);
        }
    };
    let Some(position) = keys.position else {
        return LineRequest::refused(id, format!("got no position, expected {expected}; try \"position\""));
    };
    let limits = RequestLimits { depth: keys.depth, movetime: keys.movetime, nodes: keys.nodes };
    LineRequest {
        id: id.clone(),
        request: Ok(Request { id, position, roll: keys.roll, limits, ..Request::default() }),
    }
}
