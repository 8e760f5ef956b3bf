//! Every exercise's solution, starter and mistakes: checked, and run on a case with a trace.

use super::module::Instance;
use playground::{Check, Run, TraceRequest};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A kernel for an exercise.
struct Kernel {
    exercise: String,
    name: String,
    source: String,
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The slugs of the exercises, with their folders.
fn exercises() -> Vec<(String, String)> {
    let told: Value = serde_json::from_str(&playground::exercises()).expect("JSON");
    let of = |exercise: &Value| {
        let slug = exercise["slug"].as_str().expect("a slug").to_owned();
        let folder = format!("{:02}-{slug}", exercise["number"].as_u64().expect("one"));
        (slug, folder)
    };
    let exercises = told["exercises"].as_array().expect("a list");
    exercises.iter().map(of).collect()
}

fn kernels(path_in: impl Fn(&str) -> PathBuf) -> Vec<Kernel> {
    let of = |(exercise, folder): (String, String)| {
        let path = path_in(&folder);
        Kernel {
            exercise,
            name: path.display().to_string(),
            source: fs::read_to_string(&path).expect("a kernel"),
        }
    };
    exercises().into_iter().map(of).collect()
}

fn starters() -> Vec<Kernel> {
    kernels(|folder| project().join("exercises").join(folder).join("starter.cl"))
}

fn solutions() -> Vec<Kernel> {
    kernels(|folder| project().join("solutions").join(folder).join("kernel.cl"))
}

/// The check of a kernel, natively and in WebAssembly; the verdict.
#[track_caller]
fn assert_same_check(instance: &mut Instance, kernel: &Kernel, cases: Option<u32>) -> String {
    let check = Check {
        exercise: kernel.exercise.clone(),
        file: "kernel.cl".to_owned(),
        source: kernel.source.clone(),
        seed: Some(3),
        cases,
        replay: None,
    };
    let request = serde_json::to_string(&check).expect("JSON");
    let native = playground::check(&request);
    let there = instance.answer("check", &request);
    assert_eq!(native, there, "{}", kernel.name);
    let report: Value = serde_json::from_str(&native).expect("JSON");
    report["verdict"]["kind"]
        .as_str()
        .unwrap_or_else(|| panic!("{}: {native}", kernel.name))
        .to_owned()
}

#[test]
fn the_exercises_are_those_of_the_folder() {
    let folders = fs::read_dir(project().join("exercises")).expect("a folder");
    assert_eq!(exercises().len(), folders.count());
    assert_eq!(
        Instance::new().answer("exercises", ""),
        playground::exercises()
    );
}

#[test]
fn a_check_of_every_starter() {
    let mut instance = Instance::new();
    for kernel in starters() {
        let verdict = assert_same_check(&mut instance, &kernel, None);
        assert_ne!(verdict, "passed", "{}", kernel.name);
    }
}

/// Of these all corners: an interpreter is slow. The tests in the browser check every solution whole.
#[test]
fn a_check_of_some_solutions() {
    let mut instance = Instance::new();
    let some = ["saxpy", "reduce", "matmul-tiled"];
    for kernel in solutions() {
        if some.contains(&kernel.exercise.as_str()) {
            let verdict = assert_same_check(&mut instance, &kernel, Some(1));
            assert_eq!(verdict, "passed", "{}", kernel.name);
        }
    }
}

#[test]
fn a_run_of_every_solution_with_its_trace() {
    let mut instance = Instance::new();
    for kernel in solutions() {
        let run = Run {
            exercise: kernel.exercise.clone(),
            file: "kernel.cl".to_owned(),
            source: kernel.source.clone(),
            replay: None,
            trace: Some(TraceRequest {
                group: 0,
                most: 2000,
            }),
        };
        let request = serde_json::to_string(&run).expect("JSON");
        let native = playground::run(&request);
        assert_eq!(
            native,
            instance.answer("run", &request),
            "{}",
            kernel.exercise
        );
        let told: Value = serde_json::from_str(&native).expect("JSON");
        assert_eq!(told["end"], "completed", "{}", kernel.name);
        let steps = told["trace"]["steps"].as_array().expect("steps");
        assert!(!steps.is_empty(), "{}", kernel.name);
    }
}
