//! `grader calibrate` and `grader predict`, the real command: a device is measured, a launch is predicted
//! from the kept profile of another, several in a row, rounds that hang on data as a formula; what is outside
//! the model is refused with its place; a check shows what was predicted.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tests::pseudo_terminal::PseudoTerminal;
use tests::{course, grader, project};

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
        "The kernel takes",
        "It is bound by",
        "explain ",
        "With copies to the device",
        "The quickest work-group",
        "Confidence: exact counts, from the text",
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
            "for (;;) y[i] += 1.0f;",
            "too large, or a loop runs too long",
        ),
        (
            "y[i] = lgamma(y[i]);",
            ":5:12: the profile has no cost for `float lgamma`",
        ),
        ("printf(\"%d\", i);", ":5:5: `printf` is not supported"),
        ("goto end; end: ;", "`goto` is not supported"),
        // Nothing of this is laid out in memory to be refused.
        (
            "struct { float x[100000000]; } s; y[i] = s.x[i]; y[lgamma(y[i]) > 1.0f] = 1.0f;",
            "has no cost for `float lgamma`",
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

/// A kernel with a loop in line 5 whose rounds hang on data, and one in line 8 whose rounds are told.
const HALVED: &str = "kernel void k(global float *y, global const float *x, int n)\n{\n    int i = get_global_id(0);\n    \
                      float s = x[i];\n    while (s > 1.0f) {\n        s = sqrt(s) * 0.5f;\n    }\n    \
                      for (int k = 0; k < 4; ++k)\n        s = s * 0.5f + 1.0f;\n    y[i] = s;\n}\n";

#[test]
fn rounds_that_hang_on_data_are_a_formula_until_somebody_says_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    launch(folder.path(), HALVED);
    let profile = profile();
    let predict = |more: &[&str]| {
        let mut arguments = vec![
            "predict",
            "launch.toml",
            "--profile",
            profile.to_str().expect("text"),
        ];
        arguments.extend(more);
        run(folder.path(), &arguments)
    };
    let (code, text, stderr) = predict(&[]);
    assert_eq!(code, Some(2), "{stderr}");
    for part in [
        "cannot predict: launch.toml (code):5:5: this loop's trip count depends on data",
        "--trips 5=N",
    ] {
        assert!(stderr.contains(part), "no {part:?} in {stderr}");
    }
    for part in [
        "float sqrt",
        "n1: the trip count of the loop at launch.toml (code):5:5",
        "10000",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    assert!(!text.contains("The kernel takes"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    let (code, text, _) = predict(&["--format", "json"]);
    assert_eq!(code, Some(2));
    let formula: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(formula["symbols"][0]["line"], 5);
    assert!(formula.get("seconds").is_none());
    let roots = formula["costs"].as_array().expect("costs");
    let roots = roots.iter().find(|cost| cost["cost"] == "float sqrt");
    let factors = &roots.expect("square roots")["factors"];
    assert_eq!(factors[1]["symbols"][0], "n1");
    assert_eq!(factors[1]["count"], 1.0);
    // What is said is what the formula's times say.
    for time in formula["times"].as_array().expect("times") {
        let trips = format!("launch.toml (code):5={}", time["rounds"]);
        let (code, text, stderr) = predict(&["--format", "json", "--trips", &trips]);
        assert_eq!(code, Some(0), "{stderr}");
        let said: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(said["seconds"], time["seconds"]);
        assert_eq!(said["rounds"][0]["rounds"], time["rounds"]);
        assert_eq!(said["rounds"][0]["line"], 5);
    }
    let (code, text, _) = predict(&["--trips", "5=100"]);
    assert_eq!(code, Some(0));
    for part in [
        "5:5: 100 rounds, as given",
        "The kernel takes",
        "Confidence: exact counts, with",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
}

#[test]
fn rounds_that_are_no_rounds_of_a_loop_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    launch(folder.path(), HALVED);
    let profile = profile();
    let profile = profile.to_str().expect("text");
    for (trips, says) in [
        ("6=100", "the kernel has no loop in line 6"),
        ("other.cl:5=100", "no loop in line 5 of other.cl"),
        ("5:9=100", "the kernel has no loop in line 5, column 9"),
        (
            "8=100",
            ":8:5: this loop's trip count is known from the text and the launch",
        ),
        ("5=many", "wanted a whole number of rounds"),
        ("5", "wanted LINE=ROUNDS"),
        ("x=5", "wanted the line of a loop"),
    ] {
        let arguments = ["predict", "launch.toml", "--profile", profile];
        let all = [&arguments[..], &["--trips", trips]].concat();
        let (code, _, stderr) = run(folder.path(), &all);
        assert_eq!(code, Some(2), "{trips}: {stderr}");
        assert!(stderr.contains(says), "{trips}: {stderr}");
        let both = [&all[..], &["--trips", "launch.toml (code):5=3"]].concat();
        let (code, _, stderr) = run(folder.path(), &both);
        assert_eq!(code, Some(2), "{trips}: {stderr}");
    }
    let twice = ["--trips", "5=3", "--trips", "5:5=4"];
    let arguments = ["predict", "launch.toml", "--profile", profile];
    let (code, _, stderr) = run(folder.path(), &[&arguments[..], &twice].concat());
    assert_eq!(code, Some(2), "{stderr}");
    assert!(
        stderr.contains(":5:5: two different trip counts are given for this loop"),
        "{stderr}"
    );
}

#[test]
fn a_person_at_a_terminal_is_asked_for_the_rounds_and_nobody_else() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    launch(folder.path(), HALVED);
    let mut command = grader(folder.path());
    let profile = profile();
    command
        .args(["predict", "launch.toml", "--profile"])
        .arg(&profile);
    command.env("CI", "");
    let mut terminal = PseudoTerminal::run(&command, 80);
    terminal.wait("formula)?");
    terminal.type_in("often\n");
    terminal.wait("Enter a whole number");
    terminal.wait("formula)?");
    terminal.type_in("100\n");
    terminal.wait("100 rounds, as given");
    assert_eq!(terminal.end().code(), Some(0));
    let mut terminal = PseudoTerminal::run(&command, 80);
    terminal.wait("formula)?");
    terminal.type_in("\n");
    terminal.wait("most of it is");
    assert_eq!(terminal.end().code(), Some(2));
    command.env("CI", "true");
    let mut terminal = PseudoTerminal::run(&command, 80);
    terminal.wait("most of it is");
    assert!(!terminal.screen().contains("formula)?"));
    assert_eq!(terminal.end().code(), Some(2));
}

/// Two kernels, one after the other: `sums` goes from the one to the other.
fn pipeline(folder: &Path, name: [&str; 2], len: usize) {
    for (file, code, name, access) in [
        (
            "first.toml",
            "kernel void halve(global float *out, global const float *in)\n{\n    int i = get_global_id(0);\n    \
             out[i] = in[i] * 0.5f;\n}\n",
            name[0],
            "write",
        ),
        (
            "second.toml",
            "kernel void roots(global const float *in, global float *out)\n{\n    int i = get_global_id(0);\n    \
             float s = in[i];\n    for (int k = 0; k < 200; ++k)\n        s = sqrt(s) / 3.0f;\n    \
             out[i] = s;\n}\n",
            name[1],
            "read",
        ),
    ] {
        let kernel = if file == "first.toml" {
            "halve"
        } else {
            "roots"
        };
        let len = if file == "first.toml" { 1 << 20 } else { len };
        let other = if access == "write" { "read" } else { "write" };
        let text = format!(
            "code = \"\"\"\n{code}\"\"\"\nkernel = \"{kernel}\"\nglobal = [1048576]\nlocal = [256]\n\
             [[arg]]\nbuffer = \"float\"\nlen = {len}\naccess = \"{access}\"\n{name}\n\
             [[arg]]\nbuffer = \"float\"\nlen = 1048576\naccess = \"{other}\"\n"
        );
        fs::write(folder.join(file), text).expect("written");
    }
}

#[test]
fn launches_in_a_row_copy_only_what_no_launch_has_made() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let profile = profile();
    let profile = profile.to_str().expect("text");
    let predict = |files: &[&str]| -> Value {
        let mut arguments = vec!["predict", "--profile", profile, "--format", "json"];
        arguments.extend(files);
        let (code, text, stderr) = run(folder.path(), &arguments);
        assert_eq!(code, Some(0), "{stderr}");
        serde_json::from_str(&text).expect("JSON")
    };
    let number = |value: &Value| value.as_f64().expect("a number");
    let named = "name = \"sums\"";
    pipeline(folder.path(), [named, named], 1 << 20);
    let row = predict(&["first.toml", "second.toml"]);
    let [first, second] = ["first.toml", "second.toml"].map(|file| predict(&[file]));
    assert_eq!(row["longest"], 1);
    assert_eq!(row["kept"][0], "sums");
    // The input goes to the device, the output comes back; what is between them does neither.
    assert_eq!(row["upload"], first["upload"]);
    assert_eq!(row["download"], second["download"]);
    assert!(number(&second["upload"]) > 0.0 && number(&first["download"]) > 0.0);
    assert_eq!(row["launches"][1]["prediction"]["upload"], 0.0);
    let sum = number(&first["seconds"]) + number(&second["seconds"]);
    assert!(number(&row["seconds"]) >= sum, "{row}");
    // A host that enqueues them is not behind for longer than one launch takes it.
    let many = predict(&["first.toml"; 20]);
    let alone = number(&first["seconds"]);
    assert!(number(&many["seconds"]) >= 20.0 * alone);
    pipeline(folder.path(), ["", ""], 1 << 20);
    let apart = predict(&["first.toml", "second.toml"]);
    assert_eq!(apart["kept"].as_array().map(Vec::len), Some(0));
    assert!(number(&apart["upload"]) > number(&row["upload"]));
    assert_eq!(apart["seconds"], row["seconds"]);
    pipeline(folder.path(), [named, named], 1 << 19);
    let (code, text, stderr) = run(
        folder.path(),
        &["predict", "first.toml", "second.toml", "--profile", profile],
    );
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(
        stderr.contains("`sums` has 4194304 bytes in first.toml and 2097152 in second.toml"),
        "{stderr}"
    );
}

#[test]
fn the_text_of_several_launches_says_which_takes_longest() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let profile = profile();
    let profile = profile.to_str().expect("text");
    let named = "name = \"sums\"";
    pipeline(folder.path(), [named, named], 1 << 20);
    let arguments = ["predict", "first.toml", "second.toml", "--profile", profile];
    let (code, text, stderr) = run(folder.path(), &arguments);
    assert_eq!(code, Some(0), "{stderr}");
    for part in [
        "2 launches back to back, on NVIDIA H200",
        " 1 halve ",
        " 2 roots ",
        "Back to back: ",
        "Launch 2 takes longest, roots in second.toml: ",
        "Buffers that stay on the device: `sums`.",
        "Confidence: exact counts, from the text",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    // Rounds are said of the launch that has the loop; without them there is no sum.
    launch(folder.path(), HALVED);
    let with = [&arguments[..], &["launch.toml"]].concat();
    let (code, text, stderr) = run(folder.path(), &with);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(
        stderr.contains(":5:5: this loop's trip count depends on data"),
        "{stderr}"
    );
    let said = [&with[..], &["--trips", "launch.toml (code):5=7"]].concat();
    let (code, text, stderr) = run(folder.path(), &said);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        text.contains("Confidence: exact counts, with the given trip"),
        "{text}"
    );
    let wrong = [&said[..], &["--trips", "77=7"]].concat();
    let (code, _, stderr) = run(folder.path(), &wrong);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("no loop in line 77"), "{stderr}");
}

#[test]
fn a_check_shows_what_was_predicted_beside_what_the_device_took() {
    let course = course();
    let folder = course.path();
    let saxpy = folder.join("exercises/02-saxpy/kernel.cl");
    fs::copy(project().join("solutions/02-saxpy/kernel.cl"), &saxpy).expect("a copy");
    let check = ["check", "saxpy", "--on", "device", "--cases", "20"];
    let json = [&check[..], &["--format", "json"]].concat();
    let times = |text: &str| -> Value {
        let checks: Value = serde_json::from_str(text).expect("JSON");
        checks["checks"][0]["stages"][0]["times"].clone()
    };
    // Without a profile nothing is said of it.
    let (code, text, stderr) = run(folder, &check);
    assert_eq!(code, Some(0), "{text}{stderr}");
    assert!(!text.contains("predicted"), "{text}");
    assert!(times(&run(folder, &json).1).get("foreseen").is_none());
    // The kept profile, as if it were of the device there is.
    let (_, devices, stderr) = run(folder, &["devices", "--format", "json"]);
    let devices: Value = serde_json::from_str(&devices).expect(&stderr);
    let kept = fs::read_to_string(profile()).expect("a profile");
    let about = |device: &Value| {
        let mut own = predictor::Profile::from_toml(&kept).expect("a profile");
        let text = |key: &str| device[key].as_str().expect("text").to_owned();
        own.device = predictor::About {
            name: text("name"),
            platform: text("platform"),
            driver: text("driver"),
        };
        own.to_toml().expect("TOML")
    };
    let own = about(&devices["devices"][0]);
    fs::create_dir_all(folder.join("data/grader")).expect("a folder");
    let path = folder.join("data/grader/profile.toml");
    fs::write(&path, &own).expect("written");
    let (code, text, stderr) = run(folder, &check);
    assert_eq!(code, Some(0), "{text}{stderr}");
    let line = text.lines().find(|line| line.contains("predicted"));
    let line = line.unwrap_or_else(|| panic!("no prediction in {text}"));
    assert!(
        line.contains("work-items: kernel ") && !line.contains("not predicted"),
        "{line}"
    );
    assert!(text.contains(", bound by "), "{text}");
    let (code, text, _) = run(folder, &json);
    assert_eq!(code, Some(0));
    let foreseen = &times(&text)["foreseen"];
    assert_eq!(foreseen["prediction"], "predicted");
    assert!(foreseen["bottleneck"].is_string(), "{foreseen}");
    for key in ["work_items", "device_ms", "predicted_ms"] {
        assert!(
            foreseen[key].as_f64().is_some_and(|it| it > 0.0),
            "{foreseen}"
        );
    }
    // So where the simulator went first.
    let both = ["check", "saxpy", "--cases", "20"];
    assert!(run(folder, &both).1.contains("predicted "));
    // What cannot be predicted is right all the same, and worth as much.
    fs::write(
        &saxpy,
        "kernel void saxpy(float alpha, global const float *x, global float *y, uint n)\n{\n    \
         uint i = get_global_id(0);\n    if (i < n) {\n        float v = alpha * x[i] + y[i];\n        \
         while (v != v + 0.0f && v > 1e38f)\n            v *= 1.0f;\n        y[i] = v;\n    }\n}\n",
    )
    .expect("written");
    let (code, text, stderr) = run(folder, &check);
    assert_eq!(code, Some(0), "{text}{stderr}");
    let words: Vec<&str> = text.split_whitespace().collect();
    let says = "not predicted: line 6: this loop's trip count depends on data";
    assert!(words.join(" ").contains(says), "{text}");
    // A profile of another device says nothing of this one; nor does a file that is none.
    for text in [kept.as_str(), "warp = 3\n"] {
        fs::write(&path, text).expect("written");
        let (code, text, _) = run(folder, &check);
        assert_eq!(code, Some(0));
        assert!(!text.contains("predicted"), "{text}");
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
        stderr.contains("depends on data") && stderr.contains("--hybrid"),
        "{stderr}"
    );
    let hybrid = [&plain[..], &["--hybrid"]].concat();
    let (code, text, stderr) = run(folder.path(), &hybrid);
    assert_eq!(code, Some(0), "{stderr}");
    for part in [
        "counted operations with the launch's data, in 18 of 256",
        "float *",
        "Confidence: counted;",
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
fn counting_takes_one_launch_and_nobody_says_its_rounds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let profile = profile();
    let profile = profile.to_str().expect("text");
    pipeline(folder.path(), [""; 2], 1 << 10);
    let hybrid = ["predict", "first.toml", "--hybrid", "--profile", profile];
    for (more, why) in [
        ("second.toml", "--hybrid takes one launch"),
        ("--trips=5=100", "cannot be used with"),
    ] {
        let (code, text, stderr) = run(folder.path(), &[&hybrid[..], &[more]].concat());
        assert_eq!((code, text.as_str()), (Some(2), ""), "{stderr}");
        assert!(stderr.contains(why), "{stderr}");
    }
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
            && stderr.contains(":3:5: the kernel has an error (out-of-bounds)"),
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
    // What is no prediction's fault is told beside it, and which cost is to blame for the rest.
    let told = fs::read_to_string(folder.path().join("bench/prediction/prediction.md"));
    let told = told.expect("the tables");
    assert!(
        told.contains("One kernel was measured again and again"),
        "{told}"
    );
    assert!(told.contains("| kernels | longest | number |"), "{told}");
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
