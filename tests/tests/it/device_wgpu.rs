//! `grader-wgpu` as the device, on Mesa's Vulkan driver for processors.

use std::process::Command;
use tests::{binaries, grader, project};

/// Checks an answer of an exercise on that device alone: its exit code and its report.
fn checked(exercise: &str, file: &str) -> (Option<i32>, String) {
    let mut command: Command = grader(project());
    command
        .env("GRADER_DEVICE", binaries().join("grader-wgpu"))
        // Of several adapters the one of Mesa for processors.
        .env(
            "VK_DRIVER_FILES",
            "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json",
        )
        .env(
            "VK_ICD_FILENAMES",
            "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json",
        )
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

/// Images have no form in WGSL yet: it is the machine that falls short, not the kernel.
#[test]
fn what_does_not_translate_costs_no_points() {
    let (code, report) = checked("box-blur", "42-box-blur/kernel.cl");
    assert_eq!(code, Some(2), "{report}");
    assert!(report.contains("image"), "{report}");
}
