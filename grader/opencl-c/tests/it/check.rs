//! Whole programs: `tests/ok/*.cl` are accepted without a word, and their printed form is accepted and
//! prints as itself; `tests/err/*.cl` get the diagnostics in the `.out` beside each.
//! `UPDATE=1 cargo test` writes the `.out` files.

use opencl_c::check::{Checked, Rejected};
use opencl_c::compile;
use opencl_c::diagnostic::{Diagnostic, Severity};
use opencl_c::preprocessor::{NoIncludes, Options, Standard};
use opencl_c::print::print;
use opencl_c::source::SourceMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn read(text: &str) -> Result<Checked, Rejected> {
    // A program of a later version says so in its first line.
    let first = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// std: "));
    let options = Options {
        standard: first.map_or(Standard::V1_2, |flag| {
            Standard::from_flag(flag).expect("a version")
        }),
        ..Options::default()
    };
    compile("k.cl", text, &options, &mut NoIncludes)
}

fn programs(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let mut programs: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
            (path, text)
        })
        .collect();
    programs.sort();
    assert!(!programs.is_empty());
    programs
}

/// A line for each diagnostic and each thing it adds.
fn describe(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let finding = diagnostic.to_finding(sources);
        let mut severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Unsupported => "unsupported",
        }
        .to_owned();
        if diagnostic.mistake.is_some() {
            severity += &format!("[{}]", finding.mistake);
        }
        for (index, span) in finding.spans.iter().enumerate() {
            let place = format!("{}:{}-{}", span.line, span.column, span.end_column);
            let _ = match index {
                0 => writeln!(out, "{place}: {severity}: {}", finding.message),
                _ => writeln!(out, "    {place}: {}", span.label),
            };
            if index == 0 && !span.label.is_empty() {
                let _ = writeln!(out, "    ^ {}", span.label);
            }
        }
        if !finding.help.is_empty() {
            let _ = writeln!(out, "    = {}", finding.help);
        }
        if let Some(suggestion) = &diagnostic.suggestion {
            let mut old = sources.use_site(suggestion.origin);
            old.end = old.end.max(sources.use_site(suggestion.end).end);
            let old = sources.text(old);
            let _ = writeln!(out, "    {old} -> {}", suggestion.replacement);
        }
        for step in finding.macro_backtrace {
            let _ = writeln!(out, "    {}: {}", step.line, step.label);
        }
    }
    out
}

#[test]
fn well_formed_programs_are_accepted_and_print_as_themselves() {
    for (path, text) in programs("ok") {
        let checked = match read(&text) {
            Ok(checked) => checked,
            Err(rejected) => panic!(
                "{}:\n{}",
                path.display(),
                describe(&rejected.sources, &rejected.diagnostics)
            ),
        };
        // What a compiler only warns of may be what a program is there to show.
        let mut warnings = checked.warnings;
        warnings.retain(|warning| !warning.message.contains("(Clang: -W"));
        let warnings = describe(&checked.program.sources, &warnings);
        assert_eq!(warnings, "", "{}", path.display());
        let version = text
            .lines()
            .next()
            .filter(|line| line.starts_with("// std: "));
        let printed = format!(
            "{}\n{}",
            version.unwrap_or_default(),
            print(&checked.program)
        );
        let again = match read(&printed) {
            Ok(again) => print(&again.program),
            Err(rejected) => panic!(
                "{} does not read what it prints:\n{}\n{printed}",
                path.display(),
                describe(&rejected.sources, &rejected.diagnostics)
            ),
        };
        // Names grow by their numbers with each printing; the statements stay the same.
        let statements = |text: &str| text.matches(';').count();
        assert_eq!(
            statements(&again),
            statements(&printed),
            "{}",
            path.display()
        );
    }
}

#[test]
fn errors_are_as_written_beside_the_programs() {
    let mut checks = Vec::new();
    for (path, text) in programs("err") {
        let found = match read(&text) {
            Ok(_) => panic!("{} is accepted", path.display()),
            Err(rejected) => describe(&rejected.sources, &rejected.diagnostics),
        };
        let beside = path.with_extension("out");
        checks.push(testing::golden::check(beside, &found));
    }
    testing::golden::assert_all(checks);
}

#[test]
fn the_neighbours_of_an_unsupported_kernel_stay() {
    let text = "float twice(float x) { return 2 * x; }\n\
                int asked(int x) { return work_group_any(x); }\n\
                kernel void first(global float *y) { y[0] = twice(y[0]); }\n\
                kernel void second(global int *y) { y[0] = asked(y[0]); }\n\
                kernel void third(global int *y, atomic_int z) { y[0] = 1; }\n";
    let rejected = read(text).expect_err("work-group functions come later");
    let rest = rejected.rest.expect("a program without them");
    let names = rest.program.kernels().map(|(_, kernel)| &*kernel.name);
    assert_eq!(names.collect::<Vec<_>>(), ["first"]);
}

#[test]
fn nothing_stays_where_an_unsupported_type_may_be_used_anywhere() {
    let shared = "struct pair { atomic_int a; int b; };\n\
                  kernel void first(global struct pair *y) { y[0].b = 1; }\n";
    assert!(read(shared).expect_err("a type of 2.0").rest.is_none());
    let wrong = "kernel void first(global int *y) { y[0] = work_group_any(1); }\n\
                 kernel void second(global int *y) { z[0] = 1; }\n";
    assert!(read(wrong).expect_err("an error").rest.is_none());
}
