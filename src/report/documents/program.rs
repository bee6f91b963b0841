use schemars::JsonSchema;
use serde::Serialize;

/// The program that made a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Program {
    /// Version of the program.
    pub version: &'static str,
    /// Commit, "with changes" if the source was changed; null if not built in its own checkout.
    pub commit: Option<&'static str>,
}

/// A document with the program that printed it.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
#[schemars(rename = "{D}")]
pub struct Printed<'d, D> {
    #[serde(flatten)]
    document: &'d D,
    #[serde(flatten)]
    program: Program,
}

pub fn json(document: &impl Serialize, program: Program) -> String {
    serde_json::to_string(&Printed { document, program }).expect("documents are plain data")
}
