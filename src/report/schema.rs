//! The JSON Schema of all documents, made from types and comments of fields.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::{RecursiveTransform, Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::Value;

use super::documents::Printed;

const TITLE: &str = "Documents of sparring";

const ABOUT: &str = "What a command of sparring prints with --json: one document on one line. Keys keep their order and \
    their meaning between versions; new ones may be added. Every key of a kind of document is there, null if there is \
    no value, except that either `score` or `mate` is there. Times are in nanoseconds.";

pub struct Kind {
    command: &'static str,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Kind {
    /// A document with its program, as [`json`](super::json) writes it.
    pub const fn printed<D: JsonSchema + 'static>(command: &'static str) -> Kind {
        Kind { command, schema: |generator| generator.subschema_for::<Printed<'static, D>>() }
    }

    /// A document without the program.
    pub const fn alone<D: JsonSchema>(command: &'static str) -> Kind {
        Kind { command, schema: |generator| generator.subschema_for::<D>() }
    }
}

/// The JSON Schema, draft 2020-12: a document is of exactly one of these kinds and has only
/// the keys described.
pub fn schema(kinds: &[Kind]) -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let kind = |&Kind { command, schema }: &Kind| {
        let mut schema = schema(&mut generator);
        schema.insert("title".to_owned(), command.into());
        schema
    };
    let kinds: Vec<Schema> = kinds.iter().map(kind).collect();
    let mut schema = json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "description": ABOUT,
        "oneOf": kinds,
        "$defs": generator.take_definitions(true)
    });
    Closed.transform(&mut schema);
    RecursiveTransform(unwrap_lines).transform(&mut schema);
    schema.to_value()
}

fn unwrap_lines(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}

/// Forbids further keys in values that stand alone: kinds of documents, items of lists, values of
/// keys. Other schemas may be parts of another.
struct Closed;

impl Transform for Closed {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        if let Some(Value::Array(kinds)) = schema.get_mut("oneOf") {
            kinds.iter_mut().filter(|kind| kind.get("$ref").is_some()).for_each(close);
        }
        if let Some(Value::Object(keys)) = schema.get_mut("properties") {
            keys.values_mut().for_each(close);
        }
        if let Some(item) = schema.get_mut("items") {
            close(item);
        }
    }
}

fn close(schema: &mut Value) {
    if let Value::Object(schema) = schema
        && ["$ref", "anyOf", "properties"].iter().any(|form| schema.contains_key(*form))
    {
        schema.insert("unevaluatedProperties".to_owned(), false.into());
    }
}
