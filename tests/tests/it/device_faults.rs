//! Right kernels that a device's compiler breaks (`device-faults/`, known of PoCL 3.1) lose no points: the
//! report says whose fault it is, and the case is kept so that its vendor can run it.

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
            assert!(
                text.contains("is at fault, and the kernel is not"),
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
