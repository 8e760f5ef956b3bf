//! The JSON schemas of `--format json`, derived from the serialised types. The book publishes them, and the
//! tests validate real results against them.

use super::formula::FormulaJson;
use super::json::{Checks, Devices, Findings, List};
use super::predict::PredictionJson;
use super::row::LaunchesJson;
use crate::comparison::Comparison;
use class::Graded;
use course::Report;
use launch::Finding;
use launch_file::{Answer, RepairAnswer};
use launch_guess::RunAnswer;
use schemars::generate::SchemaSettings;
use schemars::transform::Transform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// A schema, named after its file without `.json`.
#[derive(Debug)]
pub struct Named {
    /// The name, such as `check`.
    pub name: &'static str,
    /// A short description.
    pub what: &'static str,
    pub schema: Schema,
}

pub fn all() -> [Named; 14] {
    [
        named::<Finding>(
            "finding",
            "one finding, as it stands in `lint`, `simulate` and `check`",
        ),
        named::<Checks<'_>>("check", "`grader check --format json`"),
        named::<Report>(
            "report",
            "the report of one check: what `check` has, without the file",
        ),
        named::<Graded>(
            "class",
            "the result of one submission, `results/*.json` of `grader class`",
        ),
        named::<Answer<'_>>("simulate", "`grader simulate --format json`"),
        named::<RunAnswer<'_>>("run", "`grader run --format json`"),
        named::<Comparison>("compare", "`grader compare --format json`"),
        named::<RepairAnswer<'_>>("repair", "`grader repair --format json`"),
        named::<Findings<'_>>("lint", "`grader lint --format json`"),
        named::<PredictionJson>("predict", "`grader predict --format json`"),
        named::<FormulaJson>(
            "predict-formula",
            "`grader predict --format json` where nobody says how often a loop runs that hangs on data",
        ),
        named::<LaunchesJson>(
            "predict-several",
            "`grader predict --format json` of several launches",
        ),
        named::<List<'_>>("list", "`grader list --format json`"),
        named::<Devices<'_>>("devices", "`grader devices --format json`"),
    ]
}

fn named<T: JsonSchema>(name: &'static str, what: &'static str) -> Named {
    let mut schema = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>();
    Closed.transform(&mut schema);
    schema.insert("title".to_owned(), Value::from(name));
    Named { name, what, schema }
}

/// Forbids unknown keys: the output has no others, and a schema that allowed them could not detect a misspelt
/// key.
struct Closed;

impl Transform for Closed {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(schema) = schema.as_object_mut() {
            close(schema);
        }
    }
}

fn close(schema: &mut Map<String, Value>) {
    if schema.contains_key("properties") && !schema.contains_key("additionalProperties") {
        schema.insert("unevaluatedProperties".to_owned(), Value::Bool(false));
    }
    // The branches of an object with keys of its own have the rest of its keys: only the whole object is
    // closed.
    let has_keys = schema.contains_key("properties");
    for (key, value) in schema {
        match (key.as_str(), value) {
            ("oneOf" | "anyOf" | "allOf", Value::Array(branches)) if !has_keys => {
                branches
                    .iter_mut()
                    .filter_map(Value::as_object_mut)
                    .for_each(close);
            }
            ("$defs" | "properties", Value::Object(members)) => {
                members
                    .values_mut()
                    .filter_map(Value::as_object_mut)
                    .for_each(close);
            }
            ("items", Value::Object(items)) => close(items),
            _ => {}
        }
    }
}
