//! What bounds a kernel: the launches of `bounds/`, each built to be bound by what its name begins with, predicted for
//! a GPU whose latencies were measured. `UPDATE=1 cargo test -p tests bounds` writes the sentences anew.

use launch::Bottleneck;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tests::{grader, project};

fn launches() -> Vec<PathBuf> {
    let folder = fs::read_dir(project().join("tests/bounds")).expect("the launches");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let is_launch = |path: &PathBuf| path.extension().is_some_and(|it| it == "toml");
    let mut launches: Vec<PathBuf> = paths.filter(is_launch).collect();
    launches.sort();
    launches
}

fn predict(launch: &Path, more: &[&str]) -> String {
    let output = grader(launch.parent().expect("a folder"))
        .arg("predict")
        .arg(launch.file_name().expect("a name"))
        .arg("--profile")
        .arg(project().join("book/data/h100/profile.toml"))
        .args(more)
        .output()
        .expect("grader starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{launch:?}: {stderr}");
    String::from_utf8(output.stdout).expect("text")
}

/// The limit with which a launch's name begins.
fn intended(launch: &Path) -> Bottleneck {
    let name = launch.file_stem().expect("a name").to_str().expect("text");
    let mut all = Bottleneck::ALL.into_iter();
    all.find(|of| name == of.as_str() || name.starts_with(&format!("{of}-")))
        .unwrap_or_else(|| panic!("{name} names no limit"))
}

#[test]
fn a_kernel_that_is_built_to_be_bound_by_one_thing_is_said_to_be() {
    let mut seen = BTreeSet::new();
    for launch in launches() {
        let intended = intended(&launch);
        let answer: Value =
            serde_json::from_str(&predict(&launch, &["--format", "json"])).expect("JSON");
        assert_eq!(answer["bottleneck"], intended.as_str(), "{launch:?}");
        // Where lines break depends on how long the command's name is.
        let text = predict(&launch, &[]);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, from) = text.split_once("It is ").expect("a sentence");
        let (bound, remedy) = from.split_once(" What helps: ").expect("the page");
        testing::golden::assert(launch.with_extension("txt"), &format!("It is {bound}\n"));
        assert!(remedy.contains(&format!("explain {intended}.")), "{remedy}");
        seen.insert(intended);
    }
    assert_eq!(seen.len(), Bottleneck::ALL.len(), "{seen:?}");
}

#[test]
fn every_limit_has_a_page_with_its_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    let explain = |id: &str| {
        let output = grader(folder.path()).args(["explain", id]).output();
        let output = output.expect("grader starts");
        assert_eq!(output.status.code(), Some(0), "{id}");
        String::from_utf8(output.stdout).expect("text")
    };
    let list = explain("--list");
    for limit in Bottleneck::ALL {
        let page = explain(limit.as_str());
        for part in ["what bounds a kernel", "Bound by ", "What helps"] {
            assert!(page.contains(part), "no {part:?} in {page}");
        }
        assert!(list.contains(&format!("\n  {limit} ")), "{list}");
    }
}
