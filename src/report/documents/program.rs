//! The program that made a document, and the JSON line of a document with it.

use schemars::JsonSchema;
use serde::Serialize;

/// The program that made a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Program {
    /// The program's version.
    pub version: &'static str,
    /// The commit it was built from, "with changes" if its source was changed since; null if it was
    /// not built in a checkout of its own.
    pub commit: Option<&'static str>,
}

/// A document, and the program that printed it.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
#[schemars(rename = "{D}")]
pub struct Printed<'d, D> {
    /// The document.
    #[serde(flatten)]
    document: &'d D,
    /// What made it.
    #[serde(flatten)]
    program: Program,
}

/// A document as one line of JSON.
pub fn json(document: &impl Serialize, program: Program) -> String {
    serde_json::to_string(&Printed { document, program }).expect("documents are plain data")
}
