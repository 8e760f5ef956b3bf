//! What `grader lint --fix` writes: `mend/NAME.cl` becomes `mend/NAME.mended.cl`, and what is left to say
//! of that is in `mend/NAME.left`, which is there only where something is. `UPDATE=1` writes both.

use mistakes::{Mended, lint, mend};
use opencl_c::preprocessor::{NoIncludes, Options};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn mended(text: &str) -> Mended {
    mend("k.cl", text, &Options::default(), &mut NoIncludes)
}

fn errors(text: &str) -> usize {
    let linted = lint("k.cl", text, &Options::default(), &mut NoIncludes);
    let findings = linted.findings.iter();
    findings
        .filter(|it| it.level == launch::Level::Error)
        .count()
}

/// The cases: the path without its end, and the text.
fn cases() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mend");
    let entries = fs::read_dir(folder).expect("the cases");
    let mut cases: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            let name = path.to_string_lossy();
            name.ends_with(".cl") && !name.ends_with(".mended.cl")
        })
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a readable case");
            (path.with_extension(""), text)
        })
        .collect();
    cases.sort();
    assert!(!cases.is_empty());
    cases
}

fn told(mended: &Mended) -> String {
    let mut text = String::new();
    for finding in &mended.left.findings {
        let line = finding.spans.first().map_or(0, |place| place.line);
        let _ = writeln!(text, "{line}: [{}] {}", finding.mistake, finding.message);
    }
    text
}

#[test]
fn each_case_is_mended_as_written_beside_it() {
    let mut checks = Vec::new();
    for (case, text) in cases() {
        let mended = mended(&text);
        let (expected, left) = (
            case.with_extension("mended.cl"),
            case.with_extension("left"),
        );
        let said = told(&mended);
        checks.push(testing::golden::check(expected, &mended.text));
        checks.push(testing::golden::check(left, &said));
    }
    testing::golden::assert_all(checks);
}

#[test]
fn what_was_mended_is_mended_and_nothing_was_made_worse() {
    for (case, text) in cases() {
        let once = mended(&text);
        let twice = mended(&once.text);
        assert_eq!(twice.text, once.text, "{}", case.display());
        assert!(twice.changes.is_empty(), "{}", case.display());
        let left = once.left.findings.iter().flat_map(|it| &it.fix).count();
        assert_eq!(left, 0, "{}: a fix that was not applied", case.display());
    }
}

#[test]
fn no_wrong_program_of_the_front_ends_tests_is_mended_into_a_worse_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../opencl-c/tests/err");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the programs") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "cl") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable program");
        let once = mended(&text);
        seen += usize::from(!once.changes.is_empty());
        assert_eq!(mended(&once.text).text, once.text, "{}", path.display());
        assert_eq!(once.changes.is_empty(), once.text == text);
        let left = once.left.findings.iter().flat_map(|it| &it.fix).count();
        if left > 0 {
            eprintln!("REJ {} {left}", path.display());
        }
    }
    assert!(seen >= 8, "{seen}");
}

#[test]
fn a_right_program_is_left_as_it_is() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../opencl-c/tests/ok");
    for entry in fs::read_dir(folder).expect("the programs") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a readable program");
        assert_eq!(mended(&text).text, text, "{}", path.display());
    }
}

#[test]
fn a_change_is_told_with_its_line_in_the_text_as_it_was() {
    let text = "// one\r\n__global__ void f(float *a) {\r\n  a[threadIdx.x] = 1\r\n}\r\n";
    let mended = mended(text);
    let expected =
        "// one\r\n__kernel void f(__global float *a) {\r\n  a[get_local_id(0)] = 1;\r\n}\r\n";
    assert_eq!(mended.text, expected);
    let told: Vec<_> = mended
        .changes
        .iter()
        .map(|it| (it.line, it.was.as_str(), it.now.as_str()))
        .collect();
    let expected = [
        (2, "__global__", "__kernel"),
        (2, "", "__global "),
        (3, "threadIdx.x", "get_local_id(0)"),
        (3, "", ";"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn what_a_comment_allows_is_not_mended() {
    let text = "kernel void f(global float *a) {\n\
                a[0] *= 0.5; // grader: allow(double-literal)\n\
                a[1] *= 0.5;\n}\n";
    let changes = mended(text).changes;
    assert_eq!(changes.iter().map(|it| it.line).collect::<Vec<_>>(), [3]);
}

#[test]
fn a_long_text_of_one_line_is_mended_in_time() {
    let uses = "a[0] = threadIdx.x;".repeat(3_000);
    let text = format!("__global__ void f(int *a) {{ {uses} }}");
    let mended = mended(&text);
    assert_eq!(errors(&mended.text), 0);
    assert_eq!(mended.changes.len(), 3_002);
}

#[test]
fn a_text_with_a_line_missing_is_mended_once_and_for_all() {
    for (case, text) in cases() {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for left_out in 0..lines.len() {
            let (before, after) = (&lines[..left_out], &lines[left_out + 1..]);
            let text = [before, after].concat().concat();
            let once = mended(&text);
            let name = case.display();
            assert_eq!(mended(&once.text).text, once.text, "{name}: {left_out}");
        }
    }
}

/// What a program of one kernel leaves in its buffers.
fn outputs(text: &str, head: &str) -> Vec<Vec<u8>> {
    let text = format!("{head}{text}");
    let checked = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes);
    let program = checked.expect("a program").program;
    let mut launch = cases::parse(&text).launch;
    let (_, kernel) = program.kernels().next().expect("a kernel");
    launch.kernel = kernel.name.to_string();
    let outcome = simulator::simulate(&program, &launch, &simulator::Options::default());
    let outcome = outcome.expect("a run");
    assert_eq!(outcome.events, [], "the run");
    outcome.outputs.into_iter().map(|it| it.bytes).collect()
}

#[test]
fn a_double_that_becomes_a_float_leaves_every_result_as_it_was() {
    // Floats of all sizes, from a generator of congruences.
    let mut state = 1_u32;
    let floats = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from_bits(state)
    });
    let values: Vec<String> = floats
        .filter(|value| value.is_finite())
        .take(2000)
        .map(|value| format!("{value:e}"))
        .collect();
    let head = format!(
        "// global: 2000\n// buffer: x float 2000 values {} read\n// buffer: y float 24000 zeros\n",
        values.join(" ")
    );
    let text = "kernel void f(global const float *x, global float *y)\n{\n\
                int i = get_global_id(0);\n\
                global float *to = y + 12 * i;\n\
                to[0] = x[i] * 0.5;\nto[1] = 3.0 - x[i];\nto[2] = x[i] + 1048577.0;\n\
                to[3] = x[i] * 1.5e-3;\nto[4] = 0.1;\nto[5] = 16777217.0;\n\
                if (x[i] < 0.25) to[6] = 1.0;\nif (0.75 >= x[i]) to[7] = 1.0;\n\
                to[8] = x[i];\nto[8] *= 1.25;\nto[9] = x[i];\nto[9] -= 6.5;\n\
                to[10] = x[i] * -2.5;\nto[11] = x[i] * 340282346638528859811704183484516925440.0;\n}\n";
    let mended = mended(text);
    assert!(mended.changes.len() >= 11, "{:?}", mended.changes);
    assert_eq!(outputs(&mended.text, &head), outputs(text, &head));
}
