//! The JSON Schema that the binary prints, and what it says of a document.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use super::binary::process;

/// What `sparring help json` prints.
pub static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let output = process(&["help", "json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
});

static VALIDATOR: LazyLock<Validator> =
    LazyLock::new(|| jsonschema::draft202012::new(&SCHEMA).expect("the schema is one"));

/// Whether the schema describes this document.
pub fn described(document: &Value) -> bool {
    VALIDATOR.is_valid(document)
}

/// Asserts that the schema describes this document. Says what is wrong with it as the kind of
/// document that fits best.
pub fn assert_described(document: &Value) {
    if described(document) {
        return;
    }
    let kinds = SCHEMA["oneOf"].as_array().unwrap();
    let faults = kinds.iter().map(|kind| {
        let mut kind = kind.clone();
        kind["$defs"] = SCHEMA["$defs"].clone();
        let validator = jsonschema::draft202012::new(&kind).unwrap();
        let faults = validator.iter_errors(document).map(|error| error.to_string());
        (kind["title"].clone(), faults.collect::<Vec<_>>())
    });
    let (kind, faults) = faults.min_by_key(|(_, faults)| faults.len()).unwrap();
    panic!("as the document of {kind}: {faults:#?}\n{document}");
}
