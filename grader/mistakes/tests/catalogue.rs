//! Every mistake of the catalogue is what its page says.
//!
//! - Its page has a title, says why it hurts, cites a source and names a chapter.
//! - Of its two programs the wrong one is caught under its id and the right one draws no finding of
//!   level error, and not its own.
//! - `cases/ID/wrong-*.cl` are caught on the line that is marked `//~`; `cases/ID/right-*.cl` are not
//!   flagged with it.

use cases::Header;
use launch::{Evidence, Finding, Level};
use mistakes::{Allowed, Example, Mistake, Run, catalogue};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::{DeviceProfile, End, Options};
use std::path::{Path, PathBuf};

/// What all looks together find in a kernel that carries its launch at its head.
fn look(name: &str, text: &str) -> Vec<Finding> {
    let Header { launch, defines } = cases::parse(text);
    let preprocessing = Preprocessing {
        defines,
        ..Preprocessing::default()
    };
    let checked = match opencl_c::compile(name, text, &preprocessing, &mut NoIncludes) {
        Ok(checked) => checked,
        Err(rejected) => {
            let diagnostics = rejected.diagnostics.iter();
            return diagnostics
                .map(|diagnostic| diagnostic.to_finding(&rejected.sources))
                .collect();
        }
    };
    let program = &checked.program;
    let mut findings = mistakes::read(program);
    let mut launch = launch;
    let (_, kernel) = program
        .kernels()
        .find(|(_, kernel)| launch.kernel.is_empty() || *kernel.name == *launch.kernel)
        .unwrap_or_else(|| panic!("{name}: the kernel of the launch"));
    launch.kernel = kernel.name.to_string();
    let options = Options {
        steps: 4_000_000,
        ..Options::default()
    };
    let outcome = simulator::simulate(program, &launch, &options)
        .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    findings.extend(outcome.findings);
    if outcome.end == End::Completed {
        findings.extend(mistakes::measure(&Run {
            program,
            kernel,
            launch: &launch,
            counters: &outcome.counters,
            warp: options.warp,
            profile: &DeviceProfile::default(),
        }));
    }
    let findings = mistakes::explain_races(program, findings);
    mistakes::settle(findings, &Allowed::of(&program.sources))
}

fn lines(findings: &[Finding], id: &str) -> Vec<u32> {
    let of_id = findings.iter().filter(|finding| finding.mistake == id);
    of_id
        .map(|finding| finding.spans.first().map_or(0, |place| place.line))
        .collect()
}

fn told(findings: &[Finding]) -> String {
    let lines = findings.iter().map(|finding| {
        let line = finding.spans.first().map_or(0, |place| place.line);
        format!(
            "  {line}: {:?} {:?} [{}] {}\n",
            finding.evidence, finding.level, finding.mistake, finding.message
        )
    });
    lines.collect()
}

/// No finding of level error, save what is merely likely.
fn assert_no_error(name: &str, findings: &[Finding]) {
    let sure =
        |finding: &&Finding| finding.level == Level::Error && finding.evidence != Evidence::Likely;
    assert!(
        !findings.iter().any(|finding| sure(&finding)),
        "{name}: accused\n{}",
        told(findings)
    );
}

fn folder(mistake: &Mistake) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(mistake.id)
}

fn kernels(mistake: &Mistake, kind: &str) -> Vec<(String, String)> {
    let folder = folder(mistake);
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<(String, String)> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with(kind))
        })
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a readable kernel");
            (
                format!("{}/{}", mistake.id, path.file_name().unwrap().display()),
                text,
            )
        })
        .collect();
    found.sort();
    assert!(found.len() >= 5, "{}: {} {kind}", mistake.id, found.len());
    found
}

#[test]
fn each_wrong_kernel_is_caught_on_its_line() {
    let mut failures = String::new();
    for mistake in catalogue() {
        for (name, text) in kernels(mistake, "wrong-") {
            let marked: Vec<u32> = (1..)
                .zip(text.lines())
                .filter(|(_, line)| line.contains("//~"))
                .map(|(number, _)| number)
                .collect();
            assert!(!marked.is_empty(), "{name}: no line is marked //~");
            let findings = look(&name, &text);
            let caught = lines(&findings, mistake.id);
            if !marked.iter().all(|line| caught.contains(line)) {
                failures += &format!("{name}: wants {marked:?}\n{}", told(&findings));
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn no_right_kernel_is_flagged() {
    let mut failures = String::new();
    for mistake in catalogue() {
        for (name, text) in kernels(mistake, "right-") {
            let findings = look(&name, &text);
            assert_no_error(&name, &findings);
            if !lines(&findings, mistake.id).is_empty() {
                failures += &format!("{name}:\n{}", told(&findings));
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn the_wrong_program_of_each_page_is_caught_and_the_right_one_is_not() {
    for mistake in catalogue() {
        let head: String = mistake
            .launch
            .lines()
            .map(|line| format!("// {line}\n"))
            .collect();
        let look_at = |example| {
            let page = mistake.page();
            let program = page
                .program(example)
                .unwrap_or_else(|| panic!("{}: no {example:?} program", mistake.id));
            look(mistake.id, &format!("{head}{program}"))
        };
        let wrong = look_at(Example::Wrong);
        assert!(
            !lines(&wrong, mistake.id).is_empty(),
            "{}: the wrong program is not caught\n{}",
            mistake.id,
            told(&wrong)
        );
        let right = look_at(Example::Right);
        assert_no_error(mistake.id, &right);
        assert!(
            lines(&right, mistake.id).is_empty(),
            "{}: the right program is flagged\n{}",
            mistake.id,
            told(&right)
        );
    }
}

#[test]
fn each_page_has_a_title_a_reason_a_source_and_a_chapter() {
    let mut ids = Vec::new();
    for mistake in catalogue() {
        let page = mistake.page();
        let id = mistake.id;
        assert!(page.markdown.starts_with("# "), "{id}");
        assert!(!page.title().ends_with('.'), "{id}");
        for section in ["Why it hurts", "Wrong", "Right", "Source"] {
            let text = page.section(section).unwrap_or_default();
            assert!(text.len() > 20, "{id}: {section}");
        }
        assert!((1..=32).contains(&mistake.chapter), "{id}");
        assert!(
            id.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
            "{id}"
        );
        for line in page.markdown.lines() {
            assert!(line.chars().count() <= 100, "{id}: {line}");
        }
        assert!(!ids.contains(&id), "{id} stands twice in the catalogue");
        ids.push(id);
    }
}

#[test]
fn messages_are_one_sentence_in_the_learners_words() {
    for mistake in catalogue() {
        for (name, text) in kernels(mistake, "wrong-") {
            for finding in look(&name, &text) {
                let message = &finding.message;
                assert!(!message.ends_with('.'), "{name}: {message}");
                assert!(message.chars().count() <= 120, "{name}: {message}");
                assert!(
                    !message.starts_with(|c: char| c.is_ascii_uppercase()),
                    "{name}: {message}"
                );
                for word in ["invalid", "illegal", "please", "thread", "oops"] {
                    assert!(
                        !message
                            .to_lowercase()
                            .split_whitespace()
                            .any(|it| it == word),
                        "{name}: `{word}` in {message}"
                    );
                }
            }
        }
    }
}
