//! `tests/ok/*.cl` compile without a word; `tests/err/*.cl` say what stands in the `.out` beside each.
//! `UPDATE=1 cargo test` writes the `.out` files: read what changed before it is committed.

use opencl_c::compile;
use opencl_c::diagnostic::Diagnostic;
use opencl_c::preprocessor::{NoIncludes, Options};
use opencl_c::source::SourceMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// What is said of a program, each message with the line it is about and what is marked in it.
fn said(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a case");
    let name = path.file_name().expect("a file").to_string_lossy();
    match compile(&name, &text, &Options::default(), &mut NoIncludes) {
        Ok(checked) => shown(&checked.warnings, &checked.program.sources),
        Err(rejected) => shown(&rejected.diagnostics, &rejected.sources),
    }
}

fn shown(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let mut out = String::new();
    let write = "a string takes it";
    for diagnostic in diagnostics {
        let severity = format!("{:?}", diagnostic.severity).to_lowercase();
        writeln!(out, "{severity}: {}", diagnostic.message).expect(write);
        let finding = diagnostic.to_finding(sources);
        for span in &finding.spans {
            let file = sources.files().find(|(_, file)| *file.name == *span.file);
            let line = file
                .and_then(|(_, file)| file.text.lines().nth(span.line as usize - 1))
                .unwrap_or_default();
            let width = if span.line == span.end_line {
                (span.end_column - span.column).max(1)
            } else {
                1
            };
            let (mark, before) = (
                if span.primary { "^" } else { "-" }.repeat(width as usize),
                " ".repeat(span.column as usize - 1),
            );
            writeln!(out, "{:4} | {line}", span.line).expect(write);
            writeln!(out, "     | {before}{mark} {}", span.label).expect(write);
        }
        for step in &finding.macro_backtrace {
            writeln!(out, "     = {} on line {}", step.label, step.line).expect(write);
        }
        if !diagnostic.help.is_empty() {
            writeln!(out, "     = help: {}", diagnostic.help).expect(write);
        }
        if let Some(suggestion) = &diagnostic.suggestion {
            writeln!(out, "     = write `{}`", suggestion.replacement).expect(write);
        }
    }
    out.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

#[test]
fn good_programs_compile_without_a_word() {
    let failures: Vec<_> = cases("ok")
        .iter()
        .map(|path| (path, said(path)))
        .filter(|(_, said)| !said.is_empty())
        .map(|(path, said)| format!("--- {}\n{said}", path.display()))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn broken_programs_are_explained_as_the_files_beside_them_say() {
    let mut failures = String::new();
    for path in cases("err") {
        let found = said(&path);
        let beside = path.with_extension("out");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&beside, &found).expect("the file beside can be written");
            continue;
        }
        let wanted = fs::read_to_string(&beside).unwrap_or_default();
        if found != wanted || !found.contains("error: ") && !found.contains("unsupported: ") {
            write!(
                failures,
                "--- {}: found\n{found}\n--- expected\n{wanted}\n",
                path.display()
            )
            .expect("a string takes it");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
