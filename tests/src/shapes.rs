//! Holds results against what their readers take: the schemas and the XSD in `tests/shapes`, and the SARIF
//! standard's own schema, which the crate `serde-sarif` ships.

use crate::project;
use jsonschema::Validator;
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The format of a result that another program reads, as `--format` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// SARIF 2.1.0.
    Sarif,
    /// JUnit XML.
    Junit,
    /// Gradescope's results.json.
    Gradescope,
    /// GitHub Classroom's result in base64.
    Classroom,
    /// Exercism's results.json.
    Exercism,
}

impl Shape {
    /// Every one.
    pub const ALL: [Shape; 5] = [
        Shape::Sarif,
        Shape::Junit,
        Shape::Gradescope,
        Shape::Classroom,
        Shape::Exercism,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Sarif => "sarif",
            Shape::Junit => "junit",
            Shape::Gradescope => "gradescope",
            Shape::Classroom => "classroom",
            Shape::Exercism => "exercism",
        }
    }

    /// What is wrong with a result by its shape; nothing where it is valid.
    pub fn errors(self, text: &str) -> Vec<String> {
        match self {
            Shape::Junit => by_xsd(text),
            Shape::Classroom => match out_of_base64(text) {
                Ok(json) => by_schema(&CLASSROOM, &json),
                Err(error) => vec![error],
            },
            Shape::Sarif => by_schema(&SARIF, text),
            Shape::Gradescope => by_schema(&GRADESCOPE, text),
            Shape::Exercism => by_schema(&EXERCISM, text),
        }
    }

    /// The value of a JSON format.
    pub fn value(self, text: &str) -> Value {
        let json = match self {
            Shape::Classroom => out_of_base64(text).expect("base64"),
            _ => text.to_owned(),
        };
        serde_json::from_str(&json).expect("JSON")
    }
}

fn out_of_base64(text: &str) -> Result<String, String> {
    let bytes = data_encoding::BASE64.decode(text.trim_end().as_bytes());
    let bytes = bytes.map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

// Each is made once: a test validates dozens of results, and cargo says where SARIF's schema is.
static SARIF: LazyLock<Validator> = LazyLock::new(|| validator(&sarif_schema()));
static GRADESCOPE: LazyLock<Validator> = LazyLock::new(|| validator(&shape("gradescope.json")));
static CLASSROOM: LazyLock<Validator> = LazyLock::new(|| validator(&shape("classroom.json")));
static EXERCISM: LazyLock<Validator> = LazyLock::new(|| validator(&shape("exercism.json")));

fn validator(schema: &Value) -> Validator {
    jsonschema::validator_for(schema).expect("the schema is one")
}

fn by_schema(schema: &Validator, text: &str) -> Vec<String> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return vec![error.to_string()],
    };
    schema
        .iter_errors(&value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

fn shape(name: &str) -> Value {
    let path = project().join("tests/shapes").join(name);
    let text = fs::read_to_string(path).expect("a shape");
    serde_json::from_str(&text).expect("a schema is JSON")
}

fn by_xsd(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("junit.xml");
    fs::write(&file, text).expect("a file");
    let output = Command::new("xmllint")
        .args(["--noout", "--schema"])
        .arg(project().join("tests/shapes/junit.xsd"))
        .arg(&file)
        .output()
        .unwrap_or_else(|error| {
            panic!("xmllint is needed ({error}): ./setup --test installs it, or apt-get install libxml2-utils")
        });
    if output.status.success() {
        return Vec::new();
    }
    let told = String::from_utf8_lossy(&output.stderr);
    told.lines().map(str::to_owned).collect()
}

/// The schema of SARIF, in the sources of the crate that was made from it.
fn sarif_schema() -> Value {
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(project())
        .args(["metadata", "--locked", "--format-version", "1"])
        .output()
        .expect("cargo starts");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo's metadata");
    let packages = metadata["packages"].as_array().expect("packages");
    let manifest = packages
        .iter()
        .find(|package| package["name"] == "serde-sarif")
        .and_then(|package| package["manifest_path"].as_str())
        .expect("the crate serde-sarif");
    let file: PathBuf = Path::new(manifest).with_file_name("src/schema.json");
    let text = fs::read_to_string(&file).expect("the schema in the crate");
    let mut schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
    // A pattern of the standard's own with a bracket too many; nothing here says a language.
    for place in ["run", "toolComponent"] {
        schema["definitions"][place]["properties"]["language"]
            .as_object_mut()
            .and_then(|language| language.remove("pattern"))
            .expect("the language's pattern");
    }
    schema
}
