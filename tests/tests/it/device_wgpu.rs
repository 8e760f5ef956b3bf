//! `grader-wgpu` as the device, on Mesa's Vulkan driver for processors.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tests::{binaries, grader, project};

/// The description of Mesa's Vulkan driver for processors.
fn driver() -> PathBuf {
    let folder = Path::new("/usr/share/vulkan/icd.d");
    let entries = fs::read_dir(folder).expect("Vulkan drivers; `./setup --test` installs one");
    let mut paths = entries.map(|entry| entry.expect("an entry").path());
    let is_it = |path: &PathBuf| path.to_string_lossy().contains("/lvp_icd.");
    paths
        .find(is_it)
        .expect("Mesa's driver; `./setup --test` installs it")
}

/// Checks an answer of an exercise on that device alone: its exit code and its report.
fn checked(exercise: &str, file: &str) -> (Option<i32>, String) {
    let mut command: Command = grader(project());
    command
        .env("GRADER_DEVICE", binaries().join("grader-wgpu"))
        // Of several adapters the one of Mesa for processors.
        .env("VK_DRIVER_FILES", driver())
        .env("VK_ICD_FILENAMES", driver())
        .args([
            "check", exercise, "--on", "device", "--cases", "20", "--file",
        ])
        .arg(project().join("solutions").join(file));
    let output = command.output().expect("grader starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), text + &errors)
}

/// The solution that has no form in WGSL.
const REFUSED: &str = "last-group";

#[test]
fn every_solution_but_one_passes_on_vulkan() {
    let entries = fs::read_dir(project().join("solutions")).expect("the solutions");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut folders: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    folders.sort();
    let mut failed = Vec::new();
    for folder in folders {
        let file = format!("{folder}/kernel.cl");
        let (_, exercise) = folder.split_once('-').expect("a number and a name");
        if exercise == REFUSED || !project().join("solutions").join(&file).exists() {
            continue;
        }
        let (code, report) = checked(exercise, &file);
        let passed = |line: &str| line.starts_with(" ok ") && line.contains(" cases on llvmpipe");
        // Questions are not answered by a file alone, which costs their points.
        let asks = project()
            .join("solutions")
            .join(&folder)
            .join("answers.toml")
            .exists();
        if !report.lines().any(passed) || code != Some(0) && !asks {
            failed.push(format!("{exercise}:\n{report}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn wrong_values_are_seen_on_vulkan() {
    let (code, report) = checked("saxpy", "02-saxpy/mistakes/alpha-times-y.cl");
    assert_eq!(code, Some(1), "{report}");
}

/// It is the machine that falls short, not the kernel.
#[test]
fn what_does_not_translate_costs_no_points() {
    let (code, report) = checked(REFUSED, "40-last-group/kernel.cl");
    assert_eq!(code, Some(2), "{report}");
    assert!(report.contains("does not order memory"), "{report}");
}

#[test]
fn adapters_come_behind_the_devices_of_opencl_and_are_taken_by_their_number() {
    let here = |arguments: &[&str]| {
        let mut command: Command = grader(project());
        command
            .env_remove("GRADER_DEVICE")
            .env("VK_DRIVER_FILES", driver())
            .env("VK_ICD_FILENAMES", driver())
            .args(arguments);
        let output = command.output().expect("grader starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    let (_, listed) = here(&["devices", "--format", "json"]);
    let listed: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    let devices = listed["devices"].as_array().expect("devices");
    for (index, device) in devices.iter().enumerate() {
        assert_eq!(device["index"], index);
    }
    let is_adapter = |device: &serde_json::Value| {
        let platform = device["platform"].as_str();
        platform.is_some_and(|platform| platform.starts_with("WebGPU"))
    };
    let number = devices.iter().position(is_adapter).expect("an adapter");
    assert!(devices[number..].iter().all(is_adapter), "{listed:#}");
    let solution = project().join("solutions/02-saxpy/kernel.cl");
    let (code, report) = here(&[
        "check",
        "saxpy",
        "--on",
        "device",
        "--device",
        &number.to_string(),
        "--cases",
        "5",
        "--file",
        &solution.to_string_lossy(),
    ]);
    assert_eq!(code, Some(0), "{report}");
    assert!(report.contains("llvmpipe"), "{report}");
}
