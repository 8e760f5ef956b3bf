//! Kernels that cheat (`cheats/`) fail where there is a device too. A device alone sees less than the
//! simulator: which cheats it lets pass, their heads say.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tests::{course, grader, project};

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut entries: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    entries.sort();
    entries
}

/// The value of a line of the head.
fn head<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut comments = text.lines().map_while(|line| line.strip_prefix("// "));
    comments
        .find_map(|line| line.strip_prefix(key))
        .map(str::trim)
}

/// The name of the verdict.
fn verdict(course: &Path, slug: &str, file: &Path, on: &str, seed: &str) -> String {
    let output = grader(course)
        .args([
            "check", slug, "--on", on, "--seed", seed, "--format", "json", "--file",
        ])
        .arg(file)
        .output()
        .expect("grader starts");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let verdict = &report["checks"][0]["verdict"];
    let name = verdict["mistake"].as_str().or(verdict["kind"].as_str());
    name.unwrap_or_default().to_owned()
}

#[test]
fn cheats_fail_where_there_is_a_device_too() {
    let course = course();
    let mut amiss = Vec::new();
    for folder in entries(&project().join("tests/cheats")) {
        let slug = folder
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        for file in entries(&folder) {
            let text = fs::read_to_string(&file).expect("a kernel");
            let seed = head(&text, "Seed:").unwrap_or("0");
            let both = verdict(course.path(), &slug, &file, "auto", seed);
            let alone = verdict(course.path(), &slug, &file, "device", seed);
            let is_let_pass = head(&text, "On a device alone:") == Some("passed");
            if both == "passed" || (alone == "passed") != is_let_pass {
                amiss.push(format!(
                    "{}: {both}, on a device alone {alone}",
                    file.display()
                ));
            }
        }
    }
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}
