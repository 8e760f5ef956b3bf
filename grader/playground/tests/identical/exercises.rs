//! Every exercise's solution, starter and mistakes: checked, and run on a case with a trace.

use super::module::Instance;
use playground::{Check, Run, TraceRequest};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use testing::project;

/// What somebody handed in for an exercise.
struct Work {
    exercise: String,
    files: BTreeMap<String, String>,
}

/// The exercises, as the page is told.
fn exercises() -> Vec<Value> {
    let told: Value = serde_json::from_str(&playground::exercises()).expect("JSON");
    told["exercises"].as_array().expect("a list").clone()
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

/// For each exercise its files, each from its name and starter.
fn works(contents: impl Fn(&str, &str, &str) -> String) -> Vec<Work> {
    let of = |exercise: Value| {
        let slug = text(&exercise["slug"]);
        let folder = format!("{:02}-{slug}", exercise["number"].as_u64().expect("one"));
        let files = exercise["files"].as_array().expect("files");
        let file = |file: &Value| {
            let (name, starter) = (text(&file["name"]), text(&file["starter"]));
            let contents = contents(&folder, &name, &starter);
            (name, contents)
        };
        Work {
            exercise: slug,
            files: files.iter().map(file).collect(),
        }
    };
    exercises().into_iter().map(of).collect()
}

fn starters() -> Vec<Work> {
    works(|_, _, starter| starter.to_owned())
}

fn solutions() -> Vec<Work> {
    works(|folder, name, _| {
        let path = project().join("solutions").join(folder).join(name);
        fs::read_to_string(path).expect("a solution")
    })
}

/// The check of a work, natively and in WebAssembly; the verdict.
#[track_caller]
fn assert_same_check(instance: &mut Instance, work: &Work, cases: Option<u32>) -> String {
    let check = Check {
        exercise: work.exercise.clone(),
        files: work.files.clone(),
        seed: Some(3),
        cases,
        replay: None,
        columns: Some(80),
        steps: None,
        repair: false,
    };
    let request = serde_json::to_string(&check).expect("JSON");
    let native = playground::check(&request);
    let there = instance.answer("check", &request);
    assert_eq!(native, there, "{}", work.exercise);
    let report: Value = serde_json::from_str(&native).expect("JSON");
    report["verdict"]["kind"]
        .as_str()
        .unwrap_or_else(|| panic!("{}: {native}", work.exercise))
        .to_owned()
}

#[test]
fn the_exercises_are_those_of_the_folder() {
    let folders = fs::read_dir(project().join("exercises")).expect("a folder");
    assert_eq!(exercises().len(), folders.count());
    for work in starters() {
        assert!(work.files.values().all(|starter| !starter.is_empty()));
    }
    assert_eq!(
        Instance::new().answer("exercises", ""),
        playground::exercises()
    );
}

#[test]
fn a_check_of_every_starter() {
    let mut instance = Instance::new();
    for work in starters() {
        let verdict = assert_same_check(&mut instance, &work, None);
        assert_ne!(verdict, "passed", "{}", work.exercise);
    }
}

/// Of these all corners: an interpreter is slow. The tests in the browser check every solution whole.
#[test]
fn a_check_of_some_solutions() {
    let mut instance = Instance::new();
    let some = ["saxpy", "reduce", "matmul-tiled"];
    for work in solutions() {
        if some.contains(&work.exercise.as_str()) {
            let verdict = assert_same_check(&mut instance, &work, Some(1));
            assert_eq!(verdict, "passed", "{}", work.exercise);
        }
    }
}

#[test]
fn a_run_of_every_solution_with_its_trace() {
    let mut instance = Instance::new();
    for work in solutions() {
        if !work.files.contains_key("kernel.cl") {
            continue;
        }
        let run = Run {
            exercise: work.exercise.clone(),
            files: work.files.clone(),
            replay: None,
            steps: None,
            trace: Some(TraceRequest {
                group: 0,
                most: 2000,
                values: true,
            }),
        };
        let request = serde_json::to_string(&run).expect("JSON");
        let native = playground::run(&request);
        assert_eq!(
            native,
            instance.answer("run", &request),
            "{}",
            work.exercise
        );
        let told: Value = serde_json::from_str(&native).expect("JSON");
        assert_eq!(told["end"], "completed", "{}", work.exercise);
        let steps = told["trace"]["steps"].as_array().expect("steps");
        assert!(!steps.is_empty(), "{}", work.exercise);
    }
}

/// Nothing of a starter's report depends on a device: it never gets there.
#[test]
fn the_text_of_a_report_is_what_the_command_prints() {
    for work in starters() {
        let check = Check {
            exercise: work.exercise.clone(),
            files: work.files.clone(),
            seed: None,
            cases: None,
            replay: None,
            columns: Some(80),
            steps: None,
            repair: false,
        };
        let request = serde_json::to_string(&check).expect("JSON");
        let told: Value = serde_json::from_str(&playground::check(&request)).expect("JSON");
        let snapshots = project().join("tests/snapshots").join(&work.exercise);
        let kept = fs::read_to_string(snapshots.join("starter.text.snap")).expect("a snapshot");
        let (_, printed) = kept[4..].split_once("---\n").expect("a head");
        assert_eq!(text(&told["text"]), printed, "{}", work.exercise);
    }
}

#[test]
fn a_report_of_a_pass_leads_to_the_exercise_that_follows() {
    let path = project().join("solutions/02-saxpy/kernel.cl");
    let solution = fs::read_to_string(path).expect("the solution");
    let check = Check {
        exercise: "saxpy".to_owned(),
        files: [("kernel.cl".to_owned(), solution)].into(),
        seed: None,
        cases: None,
        replay: None,
        columns: Some(80),
        steps: None,
        repair: false,
    };
    let request = serde_json::to_string(&check).expect("JSON");
    let told: Value = serde_json::from_str(&playground::check(&request)).expect("JSON");
    let report = text(&told["text"]);
    assert!(report.contains("Next: 03 map-contiguous"), "{report}");
}
