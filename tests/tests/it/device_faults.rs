//! Right kernels that a device's compiler breaks (`device-faults/`, known of PoCL 3.1) lose no points: the
//! report says whose fault it is, and the case is kept so that its vendor can run it. What a device alone found
//! right is marked so.

use serde_json::Value;
use std::fs;
use std::path::Path;
use tests::{course, grader, project};

fn checked(course: &Path, slug: &str, file: &Path, format: &str) -> String {
    let output = grader(course)
        .args(["check", slug, "--format", format, "--file"])
        .arg(file)
        .output()
        .expect("grader starts");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_kernel_that_a_device_breaks_passes_and_the_case_is_kept() {
    let course = course();
    let mut faults = 0;
    for folder in fs::read_dir(project().join("tests/device-faults")).expect("a folder") {
        let folder = folder.expect("an entry").path();
        let slug = folder
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        for file in fs::read_dir(&folder).expect("a folder") {
            let file = file.expect("an entry").path();
            let json: Value =
                serde_json::from_str(&checked(course.path(), &slug, &file, "json")).expect("JSON");
            let report = &json["checks"][0];
            assert_eq!(report["verdict"]["kind"], "passed", "{}", file.display());
            assert_eq!(report["points"]["earned"], report["points"]["of"]);
            let stage = &report["stages"][1];
            let device = stage["device"].as_str().expect("a device");
            if !device.contains("PoCL 3.1") {
                continue;
            }
            let dissent = &stage["dissent"];
            let gave = dissent["verdict"]["kind"].as_str().unwrap_or_default();
            assert!(
                ["wrong", "wrote-outside"].contains(&gave),
                "{}: {gave}",
                file.display()
            );
            assert_eq!(dissent["unoptimised"], "right", "{}", file.display());
            let text = checked(course.path(), &slug, &file, "text");
            // The line breaks depend on the length of the device's name.
            let words: Vec<&str> = text.split_whitespace().collect();
            assert!(
                words
                    .join(" ")
                    .contains("is at fault, and the kernel is not"),
                "{text}"
            );
            runs_right(
                course.path(),
                Path::new(dissent["kept"].as_str().expect("a folder")),
            );
            faults += 1;
        }
    }
    assert!(
        faults == 0 || faults >= 2,
        "only {faults} of the known faults are seen"
    );
}

/// A `saxpy` that is right, behind this statement.
fn right_behind(statement: &str) -> String {
    format!(
        "kernel void saxpy(float alpha, global const float *x, global float *y, uint n)\n{{\n    \
         {statement}\n    uint i = get_global_id(0);\n    if (i < n)\n        y[i] = alpha * x[i] + y[i];\n}}\n"
    )
}

#[test]
fn a_pass_that_was_not_simulated_says_so_below_the_points() {
    let course = course();
    let file = course.path().join("own.cl");
    fs::write(
        &file,
        right_behind("if (__builtin_bitreverse32(0) > 32) return;"),
    )
    .expect("a file");
    let text = checked(course.path(), "saxpy", &file, "text");
    let mut lines = text.lines();
    assert!(
        lines.next().expect("a headline").ends_with("/10 points"),
        "{text}"
    );
    let next = lines.next().expect("a line");
    assert!(
        next.starts_with("Ran on the device alone: not simulated, `__builtin_bitreverse32`"),
        "{text}"
    );
    fs::write(&file, right_behind(";")).expect("a file");
    let text = checked(course.path(), "saxpy", &file, "text");
    assert!(!text.contains("device alone"), "{text}");
}

#[test]
fn a_pass_on_the_device_alone_is_not_recorded_and_takes_none_away() {
    let course = course();
    let check = |on: &str| {
        let output = grader(course.path())
            .args(["check", "saxpy", "--on", on])
            .output();
        String::from_utf8(output.expect("grader starts").stdout).expect("UTF-8")
    };
    let has_passed = || {
        let output = grader(course.path())
            .args(["list", "--format", "json"])
            .output();
        let json: Value =
            serde_json::from_slice(&output.expect("grader starts").stdout).expect("JSON");
        let exercises = json["exercises"].as_array().expect("exercises");
        exercises
            .iter()
            .any(|it| it["slug"] == "saxpy" && it["state"] == "passed")
    };
    fs::write(
        course.path().join("exercises/02-saxpy/kernel.cl"),
        right_behind(";"),
    )
    .expect("a file");
    let text = check("device");
    assert!(
        text.contains("the simulator, which sees races and stray reads"),
        "{text}"
    );
    assert!(text.contains("What counts: grader check saxpy"), "{text}");
    assert!(!has_passed());
    check("simulator");
    assert!(has_passed());
    check("device");
    assert!(has_passed());
}

/// The kept launch runs in the simulator, nothing is found, and what the device gave is written down.
fn runs_right(course: &Path, kept: &Path) {
    let output = grader(course)
        .arg("simulate")
        .arg(kept.join("LAUNCH.toml"))
        .output()
        .expect("grader starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("nothing found"),
        "{text}"
    );
    let account = fs::read_to_string(kept.join("README.txt")).expect("an account");
    assert!(account.contains("version  OpenCL"), "{account}");
    let values = account.contains("expected  ") && account.contains("got       ");
    assert!(values || account.contains(" is written"), "{account}");
}
