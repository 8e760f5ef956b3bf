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

#[test]
fn solutions_pass_on_vulkan() {
    for (exercise, folder) in [
        ("saxpy", "02-saxpy"),
        ("reduce", "16-reduce"),
        ("matmul-tiled", "21-matmul-tiled"),
        ("convolve-vector", "24-convolve-vector"),
        ("box-blur", "42-box-blur"),
    ] {
        let (code, report) = checked(exercise, &format!("{folder}/kernel.cl"));
        assert_eq!(code, Some(0), "{report}");
        assert!(report.contains("llvmpipe"), "{report}");
    }
}

#[test]
fn wrong_values_are_seen_on_vulkan() {
    let (code, report) = checked("saxpy", "02-saxpy/mistakes/alpha-times-y.cl");
    assert_eq!(code, Some(1), "{report}");
}

/// It is the machine that falls short, not the kernel.
#[test]
fn what_does_not_translate_costs_no_points() {
    let (code, report) = checked("last-group", "40-last-group/kernel.cl");
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
