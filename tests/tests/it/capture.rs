//! `grader capture` and `grader import`: the launches of real programs become folders, and the simulator leaves in
//! them what the program's device has left. The program is `captures/host.c`, on this machine's OpenCL.

use std::collections::BTreeMap;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;
use tests::{binaries, grader, project};

/// The layer, beside the programs: `./test` has built it there, or it is built now.
fn layer() -> PathBuf {
    static LAYER: OnceLock<PathBuf> = OnceLock::new();
    let layer = LAYER.get_or_init(|| {
        let layer = binaries().join(format!("{DLL_PREFIX}grader_capture{DLL_SUFFIX}"));
        if std::env::var_os("GRADER_BINARIES").is_some() && layer.is_file() {
            return layer;
        }
        let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        build.current_dir(project());
        build.args(["build", "--locked", "--quiet", "--package", "capture-layer"]);
        if binaries().ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo starts").success());
        layer
    });
    layer.clone()
}

/// The host program, compiled once.
fn host() -> &'static Path {
    static HOST: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, host) = HOST.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let program = folder.path().join("host");
        let compiled = Command::new("cc")
            .args([
                "-std=c99",
                "-Wall",
                "-Werror",
                "-Wno-deprecated-declarations",
            ])
            .arg(project().join("tests/captures/host.c"))
            .args(["-lOpenCL", "-o"])
            .arg(&program)
            .status();
        assert!(compiled.expect("a C compiler").success());
        (folder, program)
    });
    host
}

/// `grader capture OPTIONS -- HOST WORDS`.
fn capture(folder: &Path, options: &[&str], words: &[&str]) -> Output {
    let mut command = grader(folder);
    command
        .env("GRADER_CAPTURE_LAYER", layer())
        .arg("capture")
        .args(options)
        .arg("--")
        .arg(host())
        .args(words);
    command.output().expect("the command starts")
}

fn simulate(folder: &Path, launch: &str) -> Output {
    let mut command = grader(folder);
    command.arg("simulate").arg(launch);
    command.output().expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// What the host program has printed: kernel and buffer, and its bytes in hexadecimal digits.
fn printed(output: &Output) -> BTreeMap<(String, String), String> {
    let lines = text(&output.stdout).lines();
    let line = |line: &str| {
        let mut words = line.split(' ').map(str::to_owned);
        let mut word = || words.next().expect("three words");
        ((word(), word()), word())
    };
    lines.map(line).collect()
}

fn launch(folder: &Path, kernel: &str) -> String {
    let path = folder.join(format!("captured/{kernel}/LAUNCH.toml"));
    fs::read_to_string(path).expect("a launch")
}

#[test]
fn a_captured_program_says_what_it_says_alone_and_its_kernels_leave_the_same_in_the_simulator() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let alone = Command::new(host()).output().expect("the host program");
    let captured = capture(folder.path(), &[], &[]);
    assert_eq!(
        captured.status.code(),
        Some(0),
        "{}",
        text(&captured.stderr)
    );
    assert_eq!(captured.stdout, alone.stdout);
    let printed = printed(&alone);
    assert_eq!(printed.len(), 4);
    for ((kernel, buffer), digits) in &printed {
        // What is expected is what the program has read.
        let after = folder
            .path()
            .join(format!("captured/{kernel}/{buffer}-after.raw"));
        let after = fs::read(after).expect("the bytes after the launch");
        let after: String = after.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(after, *digits, "{kernel}");
        let simulated = simulate(folder.path(), &format!("captured/{kernel}/kernel.cl"));
        let printed = text(&simulated.stdout);
        assert_eq!(simulated.status.code(), Some(0), "{kernel}: {printed}");
        assert!(
            printed.contains(&format!("`{buffer}` is as expected")),
            "{printed}"
        );
    }
    let mirror = simulate(folder.path(), "captured/grey");
    assert!(text(&mirror.stdout).contains("`mirror` is as expected"));
}

#[test]
fn another_kernel_than_the_captured_one_is_not_as_expected() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    capture(folder.path(), &["--kernel", "scale"], &[]);
    let kernel = folder.path().join("captured/scale/kernel.cl");
    let changed = fs::read_to_string(&kernel).expect("a kernel");
    fs::write(&kernel, changed.replace("s.factor *", "2.0f *")).expect("a kernel");
    let simulated = simulate(folder.path(), "captured/scale/LAUNCH.toml");
    assert_eq!(simulated.status.code(), Some(1));
    let printed = text(&simulated.stdout);
    assert!(
        printed.contains("`out` is not as expected: `out[16]` is"),
        "{printed}"
    );
    assert!(printed.contains("not as expected\n"), "{printed}");
}

#[test]
fn a_launch_is_chosen_by_the_kernels_name_and_its_number() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let options = ["--kernel", "scale", "--launch", "2"];
    assert_eq!(capture(folder.path(), &options, &[]).status.code(), Some(0));
    let launch = launch(folder.path(), "scale");
    assert!(launch.starts_with("# Launch 2 of scale"), "{launch}");
    assert!(
        launch.contains("# n\nscalar = \"uint\"\nvalue = 5\n"),
        "{launch}"
    );
    assert!(!folder.path().join("captured/move").exists());
}

#[test]
fn a_launch_that_waits_for_the_host_is_put_off_and_one_beyond_the_limit_is_left_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = capture(folder.path(), &["--limit", "600"], &[]);
    assert_eq!(output.status.code(), Some(0));
    let printed = text(&output.stderr);
    for part in [
        "launch 1 of move is not captured: its buffers take 768 bytes",
        "launch 1 of twice is not captured: a user event has no status yet",
    ] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
    assert!(launch(folder.path(), "twice").starts_with("# Launch 2 of twice"));
    let folders = fs::read_dir(folder.path().join("captured")).expect("a folder");
    assert_eq!(folders.count(), 2, "grey and twice");
}

#[test]
fn a_kernel_that_ends_its_program_is_captured_with_what_it_was_given() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = capture(folder.path(), &[], &["crash"]);
    let printed = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(printed.contains("a signal ended the program"), "{printed}");
    let simulated = simulate(folder.path(), "captured/stray");
    assert_eq!(simulated.status.code(), Some(1));
    let printed = text(&simulated.stdout);
    assert!(printed.contains("error[out-of-bounds]"), "{printed}");
}

#[test]
fn what_cannot_be_taken_is_named_with_the_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = capture(folder.path(), &[], &["binary"]);
    assert_eq!(output.status.code(), Some(2));
    let printed = text(&output.stderr);
    for part in [
        "the program ended with exit code 3",
        "known: not taken",
        "its program was made of a binary",
        "no launch could be taken",
    ] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
    assert!(!folder.path().join("captured").exists());
    let output = capture(folder.path(), &[], &["shared"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(!launch(folder.path(), "copy").contains("expect"));
}

#[test]
fn a_program_that_loads_no_layer_or_launches_nothing_is_refused_each_in_its_words() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let with = |program: &[&str], kernel: Option<&str>| {
        let mut command = grader(folder.path());
        command.env("GRADER_CAPTURE_LAYER", layer()).arg("capture");
        command.args(
            kernel
                .map(|kernel| ["--kernel", kernel])
                .into_iter()
                .flatten(),
        );
        let output = command.arg("--").args(program).output();
        let output = output.expect("the command starts");
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr).replace("\n  ", " ")
    };
    assert!(with(&["true"], None).contains("no loader of OpenCL has loaded the layer"));
    let host = host().to_str().expect("a plain path");
    assert!(with(&[host], Some("absent")).contains("no launch of `absent` was captured"));
    assert!(with(&["./no-such-program"], None).contains("cannot be started"));
    let mut without = grader(folder.path());
    without.env("GRADER_CAPTURE_LAYER", "absent.so");
    let without = without
        .args(["capture", "true"])
        .output()
        .expect("the command starts");
    assert!(text(&without.stderr).contains("the layer absent.so is not there"));
}

const SAXPY: &str = "kernel void saxpy(float a, global const float* x, global float* y, uint n) {\n\
    \x20   size_t i = get_global_id(0);\n\
    \x20   if (i < n) y[i] = a * x[i] + y[i];\n}\n";

fn floats(values: &[f32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

/// A dump of Intel's Intercept Layer as it writes one, with `after` in the folder of all launches.
fn dump(folder: &Path, after: &[f32]) -> PathBuf {
    let launch = folder.join("dump/Replay/Enqueue_4");
    let post = folder.join("dump/memDumpPostEnqueue");
    fs::create_dir_all(&launch).expect("a folder");
    fs::create_dir_all(&post).expect("a folder");
    let put = |name: &str, bytes: &[u8]| fs::write(launch.join(name), bytes).expect("a file");
    put("kernel.cl", format!("{SAXPY}\0").as_bytes());
    put(
        "buildOptions.txt",
        b"-cl-mad-enable -cl-intel-greater-than-4GB-buffer-required",
    );
    put("knlName.txt", b"saxpy");
    put("enqueueNumber.txt", b"4\n");
    put("worksizes.txt", b"4 \n2 \n0 \n");
    put("Argument0.bin", &2.0_f32.to_le_bytes());
    put("Argument1.bin", &0x5000_u64.to_le_bytes());
    put("Buffer1.bin", &floats(&[1.0, 2.0, 3.0]));
    put("Argument2.bin", &0x6000_u64.to_le_bytes());
    put("Buffer2.bin", &floats(&[10.0, 20.0, 30.0]));
    put("Argument3.bin", &3_u32.to_le_bytes());
    let after = floats(after);
    let name = "Enqueue_0004_Kernel_saxpy_Arg_2_Buffer_0002.bin";
    fs::write(post.join(name), after).expect("a file");
    launch
}

fn import(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = grader(folder);
    command.arg("import").args(arguments);
    command.output().expect("the command starts")
}

#[test]
fn a_dump_of_the_intercept_layer_becomes_a_launch_that_leaves_what_the_dump_has_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    dump(folder.path(), &[12.0, 24.0, 36.0]);
    let imported = import(folder.path(), &["dump", "--out", "here"]);
    let printed = text(&imported.stdout);
    assert_eq!(
        imported.status.code(),
        Some(0),
        "{}",
        text(&imported.stderr)
    );
    assert!(printed.contains("saxpy: here/LAUNCH.toml"), "{printed}");
    assert!(
        printed.contains("-cl-intel-greater-than-4GB-buffer-required is left"),
        "{printed}"
    );
    let simulated = simulate(folder.path(), "here/kernel.cl");
    let printed = text(&simulated.stdout);
    assert_eq!(simulated.status.code(), Some(0), "{printed}");
    assert!(
        printed.contains("`y` is as expected: all 3 values"),
        "{printed}"
    );
    let again = import(folder.path(), &["dump", "--out", "here"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("here is there already"));
}

#[test]
fn a_dump_whose_results_are_others_is_not_as_expected() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    dump(folder.path(), &[12.0, 24.0, 35.0]);
    import(folder.path(), &["dump/Replay/Enqueue_4"]);
    let mut command = grader(folder.path());
    command.args(["simulate", "captured", "--format", "json"]);
    let output = command.output().expect("the command starts");
    assert_eq!(output.status.code(), Some(1));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let expected = serde_json::json!([{
        "name": "y", "values": 3, "different": 1,
        "first": { "element": 2, "part": "", "found": 36.0, "expected": 35.0 },
    }]);
    assert_eq!(answer["expected"], expected);
}

#[test]
fn a_dump_that_cannot_be_taken_names_the_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let launch = dump(folder.path(), &[12.0, 24.0, 36.0]);
    let refused = || {
        let output = import(folder.path(), &["dump"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(!folder.path().join("captured").exists());
        text(&output.stdout).replace("\n    ", " ")
    };
    let copy = fs::read(launch.join("kernel.cl")).expect("a kernel");
    fs::rename(launch.join("kernel.cl"), launch.join("kernel.spv")).expect("a file");
    assert!(refused().contains("its program was made of SPIR-V"));
    fs::write(launch.join("kernel.cl"), copy).expect("a kernel");
    fs::remove_file(launch.join("Buffer1.bin")).expect("a file");
    assert!(refused().contains("argument 1 is an object that was created in a way"));
    let empty = import(folder.path(), &["dump/memDumpPostEnqueue"]);
    assert!(text(&empty.stderr).contains("there is no captured launch in"));
}
