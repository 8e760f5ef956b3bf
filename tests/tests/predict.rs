//! `grader calibrate` and `grader predict`, the real command: a device is measured, a launch is predicted
//! from the kept profile of another, what is outside the model is refused with its place.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tests::{grader, project};

/// A profile that was measured, of a device that the tests need not have.
fn profile() -> PathBuf {
    project().join("book/data/h200/profile.toml")
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = grader(folder)
        .env("XDG_DATA_HOME", folder.join("data"))
        .args(arguments)
        .output()
        .expect("grader starts");
    let stderr = String::from_utf8(stderr)
        .expect("text")
        .replace("\n  ", " ");
    assert!(!stderr.contains("panicked"), "{stderr}");
    (
        status.code(),
        String::from_utf8(stdout).expect("text"),
        stderr,
    )
}

fn launch(folder: &Path, code: &str) {
    let text = format!(
        "code = \"\"\"\n{code}\"\"\"\nkernel = \"k\"\nglobal = [65536]\nlocal = [256]\n\
         [[arg]]\nbuffer = \"float\"\nlen = 65536\n[[arg]]\nbuffer = \"float\"\nlen = 65536\naccess = \"read\"\n\
         [[arg]]\nscalar = \"int\"\nvalue = 65536\n"
    );
    fs::write(folder.join("launch.toml"), text).expect("written");
}

const SAXPY: &str = "kernel void k(global float *y, global const float *x, int n)\n{\n    int i = get_global_id(0);\n    \
                     if (i < n)\n        y[i] = 2.0f * x[i] + y[i];\n}\n";

fn predicted(folder: &Path) -> Value {
    let profile = profile();
    let profile = profile.to_str().expect("text");
    let (code, text, stderr) = run(
        folder,
        &[
            "predict",
            "launch.toml",
            "--profile",
            profile,
            "--format",
            "json",
        ],
    );
    assert_eq!(code, Some(0), "{stderr}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn twice_the_divisions_cost_more_and_the_table_names_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    launch(folder.path(), SAXPY);
    let plain = predicted(folder.path());
    let mut seconds = vec![plain["seconds"].as_f64().expect("a number")];
    for count in [64, 512] {
        let line = "        s = 1.5f + x[i] / s;\n".repeat(count);
        let code = format!(
            "kernel void k(global float *y, global const float *x, int n)\n{{\n    int i = get_global_id(0);\n    \
             if (i < n) {{\n        float s = y[i];\n{line}        y[i] = s;\n    }}\n}}\n"
        );
        launch(folder.path(), &code);
        let divided = predicted(folder.path());
        let costs = divided["costs"].as_array().expect("costs");
        let quotients = costs
            .iter()
            .find(|cost| cost["cost"] == "float /")
            .expect("divisions");
        assert_eq!(quotients["count"], count as f64);
        seconds.push(divided["seconds"].as_f64().expect("a number"));
    }
    assert!(
        seconds.is_sorted() && seconds[0] < seconds[2],
        "{seconds:?}"
    );
}

#[test]
fn the_table_has_every_cost_and_what_bounds_the_kernel() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    launch(folder.path(), SAXPY);
    let profile = profile();
    let profile = profile.to_str().expect("text");
    let (code, text, _) = run(
        folder.path(),
        &["predict", "launch.toml", "--profile", profile],
    );
    assert_eq!(code, Some(0));
    for part in [
        "k over 65536 work-items",
        "base cost",
        "coalesced global read",
        "float +",
        "The kernel:",
        "With copies to the device",
        "The quickest work-group",
        "How certain: all of it",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
}

#[test]
fn what_is_outside_the_model_is_refused_with_its_place_and_without_a_number() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let profile = profile();
    let profile = profile.to_str().expect("text");
    for (line, says) in [
        (
            "while (y[i] > 1.0f) y[i] *= 0.5f;",
            ":5:5: how often this loop runs hangs on data",
        ),
        (
            "for (;;) y[i] += 1.0f;",
            "too large, or a loop runs too often",
        ),
        (
            "y[i] = lgamma(y[i]);",
            ":5:12: the profile has no cost of `float lgamma`",
        ),
        ("printf(\"%d\", i);", ":5:5: `printf` is not followed"),
        ("goto end; end: ;", "`goto` goes is not followed"),
        // Nothing of this is laid out in memory to be refused.
        (
            "struct { float x[100000000]; } s; y[i] = s.x[i]; y[lgamma(y[i]) > 1.0f] = 1.0f;",
            "has no cost of `float lgamma`",
        ),
    ] {
        let code = format!(
            "kernel void k(global float *y, global const float *x, int n)\n{{\n    int i = get_global_id(0);\n\n    \
             {line}\n}}\n"
        );
        launch(folder.path(), &code);
        let (code, text, stderr) = run(
            folder.path(),
            &["predict", "launch.toml", "--profile", profile],
        );
        assert_eq!((code, text.as_str()), (Some(2), ""), "{line}: {stderr}");
        assert!(
            stderr.contains("cannot predict: ") && stderr.contains(says),
            "{line}: {stderr}"
        );
    }
}

/// A launch over data that counts from 0: each work-item halves its own number down to 1.
const HALVING: &str = "code = \"\"\"\nkernel void k(global float *y, global const int *x)\n{\n    int i = get_global_id(0);\n    \
                       float s = 1.0f;\n    for (int n = x[i]; n > 1; n /= 2)\n        s = s * 1.5f;\n    y[i] = s;\n}\n\"\"\"\n\
                       kernel = \"k\"\nglobal = [65536]\nlocal = [256]\n[[arg]]\nbuffer = \"float\"\nlen = 65536\n\
                       [[arg]]\nbuffer = \"int\"\nlen = 65536\ninit = \"iota\"\naccess = \"read\"\n";

#[test]
fn a_loop_that_hangs_on_data_is_counted_in_the_simulator_and_the_answer_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("launch.toml"), HALVING).expect("written");
    let kept = profile();
    let kept = kept.to_str().expect("text");
    let plain = ["predict", "launch.toml", "--profile", kept];
    let (code, _, stderr) = run(folder.path(), &plain);
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("hangs on data") && stderr.contains("--hybrid"),
        "{stderr}"
    );
    let hybrid = [&plain[..], &["--hybrid"]].concat();
    let (code, text, stderr) = run(folder.path(), &hybrid);
    assert_eq!(code, Some(0), "{stderr}");
    for part in [
        "Hybrid: counted by the simulator, in 18 of 256 work-groups",
        "float *",
        "How certain: as far as",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let (code, text, _) = run(
        folder.path(),
        &[&hybrid[..], &["--format", "json"]].concat(),
    );
    assert_eq!(code, Some(0));
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(told["model"], "hybrid");
    assert_eq!(told["counted_groups"], 18);
    assert_eq!(told["groups"], 256);
    let costs = told["costs"].as_array().expect("costs");
    let product = costs.iter().find(|cost| cost["cost"] == "float *");
    let count = product.and_then(|cost| cost["count"].as_f64());
    // Half of all numbers below 2^16 have 15 halvings, a quarter 14, and so on.
    let count = count.expect("products");
    assert!((13.5..=15.0).contains(&count), "{count}");
}

#[test]
fn a_kernel_in_error_is_not_counted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    launch(
        folder.path(),
        "kernel void k(global float *y, global const float *x, int n)\n{\n    y[n] = x[0];\n}\n",
    );
    let kept = profile();
    let kept = kept.to_str().expect("text");
    let arguments = ["predict", "launch.toml", "--profile", kept, "--hybrid"];
    let (code, text, stderr) = run(folder.path(), &arguments);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(
        stderr.contains("cannot predict: ")
            && stderr.contains(":3:5: the kernel is in error (out-of-bounds)"),
        "{stderr}"
    );
}

#[test]
fn a_program_in_error_and_a_profile_that_is_none_are_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    launch(
        folder.path(),
        "kernel void k(global float *y, global const float *x, int n) { y[0] = z; }\n",
    );
    let kept = profile();
    let kept = kept.to_str().expect("text");
    let (code, text, _) = run(
        folder.path(),
        &["predict", "launch.toml", "--profile", kept],
    );
    assert_eq!(code, Some(1));
    assert!(text.contains("`z`"), "{text}");
    let (code, _, stderr) = run(folder.path(), &["predict", "launch.toml"]);
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("no profile") && stderr.contains("calibrate"),
        "{stderr}"
    );
    fs::write(folder.path().join("p.toml"), "warp = 3\n").expect("written");
    let (code, _, stderr) = run(
        folder.path(),
        &["predict", "launch.toml", "--profile", "p.toml"],
    );
    assert_eq!(code, Some(2));
    assert!(stderr.contains("p.toml is no profile"), "{stderr}");
}

#[test]
fn a_device_is_calibrated_and_random_kernels_are_predicted_and_measured_on_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (code, text, stderr) = run(folder.path(), &["calibrate", "--quick"]);
    assert_eq!(code, Some(0), "{text}{stderr}");
    assert!(folder.path().join("data/grader/profile.toml").exists());
    let evaluate = ["predict", "--evaluate", "2", "--seed", "5"];
    let (code, text, stderr) = run(folder.path(), &evaluate);
    assert_eq!(code, Some(0), "{text}{stderr}");
    let csv = folder.path().join("bench/prediction/prediction.csv");
    let first = fs::read_to_string(&csv).expect("the kernels");
    assert_eq!(first.lines().count(), 1 + 2 * 3, "{first}");
    for column in first.lines().skip(1) {
        let predicted: f64 = column
            .split(',')
            .nth(3)
            .expect("a column")
            .parse()
            .expect("a number");
        assert!(predicted.is_finite() && predicted > 0.0, "{column}");
        let hybrid: f64 = column
            .split(',')
            .nth(5)
            .expect("a column")
            .parse()
            .expect("a number");
        assert!(hybrid.is_finite() && hybrid > 0.0, "{column}");
    }
    // What was measured is kept: the second time nothing is measured anew.
    let (code, _, _) = run(folder.path(), &evaluate);
    assert_eq!(code, Some(0));
    assert_eq!(fs::read_to_string(&csv).expect("the kernels"), first);
    // Those of another seed are not mixed with them, and take their place only when that is said.
    let (code, _, stderr) = run(
        folder.path(),
        &["predict", "--evaluate", "1", "--seed", "6"],
    );
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("not mixed") && stderr.contains("--again"),
        "{stderr}"
    );
    assert_eq!(fs::read_to_string(&csv).expect("the kernels"), first);
    let again = ["predict", "--evaluate", "1", "--seed", "6", "--again"];
    assert_eq!(run(folder.path(), &again).0, Some(0));
    assert_ne!(fs::read_to_string(&csv).expect("the kernels"), first);
}
