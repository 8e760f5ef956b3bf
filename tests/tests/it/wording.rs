//! What the reports of the exercises and the launches say, as their snapshots keep it, is worded as
//! findings are: one sentence each, about the kernel.

use launch::Finding;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tests::project;

/// Every finding in a document, wherever it stands.
fn findings(value: &Value, found: &mut Vec<Finding>) {
    match value {
        Value::Object(object) if object.contains_key("evidence") => {
            found.push(serde_json::from_value(value.clone()).expect("a finding"));
        }
        Value::Object(object) => object.values().for_each(|it| findings(it, found)),
        Value::Array(items) => items.iter().for_each(|it| findings(it, found)),
        _ => {}
    }
}

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            documents(&path, found);
        } else if is_document(&path) {
            found.push(path);
        }
    }
}

fn is_document(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.ends_with(".json") || name.ends_with(".json.snap")
}

#[test]
fn what_reports_say_of_a_kernel_is_about_the_kernel_and_one_sentence() {
    let mut failures = String::new();
    for (folder, least) in [("tests/launches", 5), ("tests/snapshots", 20)] {
        let mut paths = Vec::new();
        documents(&project().join(folder), &mut paths);
        let mut said = 0;
        for path in paths {
            let text = fs::read_to_string(&path).expect("a readable document");
            // A snapshot has a head of its own.
            let json = text.find('{').map_or("", |at| &text[at..]);
            let document = serde_json::from_str(json).expect("JSON");
            let mut found = Vec::new();
            findings(&document, &mut found);
            said += found.len();
            for fault in found.iter().flat_map(cases::wording::faults) {
                failures += &format!("{}: {fault}\n", path.display());
            }
        }
        assert!(said >= least, "{folder}: {said} findings");
    }
    assert!(failures.is_empty(), "\n{failures}");
}
