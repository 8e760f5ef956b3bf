//! Kernels that mean harm, or do it by mistake. Each file in `hostile/` says in its first line which
//! verdicts will do on a device, and in the file beside it what the simulator makes of it; whatever it
//! does, the command lives on, says what happened and stays brief.

use std::fs;
use std::path::Path;
use tests::{course, grader, project};

/// The most a report may say, in bytes, however much a kernel or a compiler says.
const MOST_OUTPUT: usize = 64 << 10;

#[test]
fn hostile_kernels_are_survived_and_told_apart() {
    let course = course();
    let mut tried = 0;
    for entry in fs::read_dir(project().join("tests/hostile")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "cl") {
            assert_eq!(checked(course.path(), &path), None);
            tried += 1;
        }
    }
    assert!(tried >= 10, "only {tried} files");
}

/// Checks one file; what is wrong with the outcome, if anything.
fn checked(course: &Path, path: &Path) -> Option<String> {
    let name = path.display();
    let source = fs::read_to_string(path).expect("a kernel file");
    let allowed = source
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// verdict: "));
    let allowed: Vec<&str> = allowed.expect("a label").split(", ").collect();
    let output = grader(course)
        .args(["check", "saxpy", "--on", "device"])
        .args(["--format", "json", "--file"])
        .arg(path)
        .output()
        .expect("grader starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.stdout.len() > MOST_OUTPUT || !stderr.is_empty() {
        let bytes = output.stdout.len();
        return Some(format!("{name}: {bytes} bytes of report, and: {stderr}"));
    }
    let report: serde_json::Value = match serde_json::from_slice(&output.stdout) {
        Ok(report) => report,
        Err(error) => return Some(format!("{name}: {error}")),
    };
    let verdict = report["checks"][0]["verdict"]["kind"]
        .as_str()
        .unwrap_or_default();
    let code = if verdict == "passed" { 0 } else { 1 };
    if !allowed.contains(&verdict) || output.status.code() != Some(code) {
        return Some(format!("{name}: {verdict}, {}", output.status));
    }
    None
}

#[test]
fn the_simulator_names_what_each_of_them_does() {
    let course = course();
    let mut seen = String::new();
    let mut files: Vec<_> = fs::read_dir(project().join("tests/hostile"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect();
    files.sort();
    for path in files {
        let output = grader(course.path())
            .args(["check", "saxpy", "--on", "simulator"])
            .args(["--format", "json", "--file"])
            .arg(&path)
            .output()
            .expect("grader starts");
        assert!(output.stdout.len() <= MOST_OUTPUT, "{}", path.display());
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let verdict = &report["checks"][0]["verdict"];
        let named = verdict["mistake"].as_str().or(verdict["kind"].as_str());
        let name = path.file_stem().expect("a name").to_string_lossy();
        let code = output.status.code().expect("an exit code");
        seen += &format!("{name}: {} ({code})\n", named.unwrap_or_default());
    }
    let expected = fs::read_to_string(project().join("tests/hostile/simulated.txt"));
    assert_eq!(seen, expected.unwrap_or_default());
}

#[test]
fn no_escape_of_a_file_or_a_name_reaches_the_terminal() {
    let course = course();
    let hostile = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}";
    let path = course.path().join(format!("{hostile}.cl"));
    let source = format!(
        "#warning {hostile}\nkernel void saxpy(float alpha, global float *x, global float *y, \
         uint n) {{\n    y[0] = {hostile} 1; // {hostile}\n}}\n"
    );
    fs::write(&path, source).expect("a written file");
    for format in ["text", "json"] {
        let output = grader(course.path())
            .args(["check", "saxpy", "--format", format, "--file"])
            .arg(&path)
            .output()
            .expect("grader starts");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains("compile-error"), "{text}");
        let is_bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!text.contains(is_bad), "{text:?}");
    }
}
