//! The JSON Schema of all documents, made of their types and the comments of their fields.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::{RecursiveTransform, Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::Value;

use crate::documents::{
    AnalysisDocument, AnalysisError, BearoffDocument, BenchDocument, ChessMatchDocument, CountDocument,
    CubeDocument, CubeSeriesDocument, GameDocument, GeneratedDocument, MatchAnalysisDocument, MatchError,
    MatchLine, MatchesDocument, PlaysDocument, Printed, RolloutDocument, SearchDocument, SelfPlayDocument,
    SeriesDocument, SolveDocument, SuiteDocument,
};
use crate::granularity::GranularityDocument;
use crate::reproduce::ReproduceDocument;
use crate::scaling::ScalingDocument;
use crate::simulated_program::ProgramSimulation;
use crate::simulation::SimulationDocument;

const TITLE: &str = "Documents of sparring";

const ABOUT: &str = "What a command of sparring prints with --json: one document on one line. Keys keep their order and \
    their meaning between versions; new ones may be added. Every key of a kind of document is there, null if there is \
    no value, except that either `score` or `mate` is there. Times are in nanoseconds.";

/// A kind of document: which command prints it, and its schema.
type Kind = (&'static str, fn(&mut SchemaGenerator) -> Schema);

const KINDS: [Kind; 26] = [
    ("chess, backgammon or dots bestmove", printed::<SearchDocument>),
    ("chess, backgammon or dots analyse: a line", printed::<AnalysisDocument>),
    ("chess, backgammon or dots analyse: a line that could not be read", alone::<AnalysisError>),
    ("chess suite", printed::<SuiteDocument>),
    ("chess datagen", printed::<GeneratedDocument>),
    ("dots solve", printed::<SolveDocument>),
    ("chess or backgammon perft", printed::<CountDocument>),
    ("backgammon moves", printed::<PlaysDocument>),
    ("backgammon match between two players", printed::<SeriesDocument>),
    ("backgammon match with --length or --cube", printed::<CubeSeriesDocument>),
    ("backgammon match --side: one game against random plays", printed::<GameDocument>),
    ("chess, backgammon or dots play --as none: the engine against itself", printed::<SelfPlayDocument>),
    ("chess match", printed::<ChessMatchDocument>),
    ("backgammon bearoff", printed::<BearoffDocument>),
    ("backgammon rollout", printed::<RolloutDocument>),
    ("backgammon cube", printed::<CubeDocument>),
    ("backgammon analyse --match", printed::<MatchAnalysisDocument>),
    ("backgammon analyse --match with several files: a match", printed::<MatchLine>),
    ("backgammon analyse --match with several files: a file without one", printed::<MatchError>),
    ("backgammon analyse --match with several files: all matches", printed::<MatchesDocument>),
    ("simulate chess, backgammon or dots", printed::<SimulationDocument>),
    ("simulate sched", printed::<ProgramSimulation>),
    ("sched", printed::<BenchDocument>),
    ("reproduce A, B, C or D", printed::<ReproduceDocument>),
    ("reproduce scaling", printed::<ScalingDocument>),
    ("reproduce granularity", printed::<GranularityDocument>),
];

fn printed<D: JsonSchema + 'static>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Printed<'static, D>>()
}

fn alone<D: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<D>()
}

/// The JSON Schema, draft 2020-12, of every document that the program prints. A document is of
/// exactly one kind, and has no keys but those described.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let kind = |(command, schema): Kind| {
        let mut schema = schema(&mut generator);
        schema.insert("title".to_owned(), command.into());
        schema
    };
    let kinds: Vec<Schema> = KINDS.into_iter().map(kind).collect();
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

/// Makes one line of a comment's lines.
fn unwrap_lines(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}

/// Forbids keys that are not described, in every value that stands by itself: a kind of document,
/// an item of a list, the value of a key. Elsewhere a schema may be a part of another.
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

/// Forbids further keys. A value without keys does not mind.
fn close(schema: &mut Value) {
    if let Value::Object(schema) = schema
        && ["$ref", "anyOf", "properties"].iter().any(|form| schema.contains_key(*form))
    {
        schema.insert("unevaluatedProperties".to_owned(), false.into());
    }
}
