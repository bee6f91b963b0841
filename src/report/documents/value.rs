use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

/// The value of a position, serialised as exactly one of `score` or `mate`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Score for the mover, in the evaluator's unit.
    Score(i32),
    /// Expectation over dice for the mover, in the evaluator's unit.
    #[serde(rename = "score")]
    Expected(f64),
    /// No value was proved: the score is null.
    #[serde(rename = "score")]
    Unproved(()),
    /// Full moves to a forced mate; negative if the mover is mated, 0 if it is mated already.
    Mate(i32),
}

impl JsonSchema for Value {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"oneOf": [
            {
                "properties": {"score": {
                    "description": "The value of the best move for the side to move: centipawns, boxes still to gain, or \
                        the evaluator's unit (see `unit`); null if a solve proved no value. Absent if a mate is forced: \
                        then there is `mate` instead.",
                    "type": ["number", "null"]
                }},
                "required": ["score"]
            },
            {
                "properties": {"mate": {
                    "description": "Full moves to a forced mate; negative if the side to move is mated, 0 if it is mated \
                        already. Only if a mate is forced: otherwise there is `score` instead.",
                    "type": "integer"
                }},
                "required": ["mate"]
            }
        ]})
    }
}

impl Value {
    /// The value in words; `unit` is that of scores.
    pub fn text(&self, unit: &str) -> String {
        match self {
            Value::Score(score) => format!("{score} {unit}"),
            Value::Expected(score) => format!("{score:+.4} {unit}"),
            Value::Unproved(()) => "not proved".to_owned(),
            Value::Mate(n) if *n > 0 => format!("mate in {n}"),
            Value::Mate(n) => format!("mated in {}", -n),
        }
    }

    pub(crate) fn score(&self) -> String {
        match self {
            Value::Score(0) => "0".to_owned(),
            Value::Score(score) => format!("{score:+}"),
            Value::Expected(score) => format!("{score:+.4}"),
            Value::Unproved(()) | Value::Mate(_) => self.text(""),
        }
    }
}
