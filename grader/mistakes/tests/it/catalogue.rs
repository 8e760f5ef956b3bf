//! Every mistake of the catalogue is what its page says.
//!
//! - Its page has a title, says why it hurts, cites a source and names a chapter.
//! - Of its two programs the wrong one is caught under its id and the right one draws no finding of
//!   level error, and not its own.
//! - `cases/ID/wrong-*.cl` are caught on the line that is marked `//~`; `cases/ID/right-*.cl` are not
//!   flagged with it.

use cases::Header;
use launch::{Evidence, Finding, Level, MistakeId};
use mistakes::{Allowed, Example, Mistake, SimulatedRun, catalogue};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing, Standard};
use simulator::{DeviceProfile, End, Options};
use std::path::{Path, PathBuf};

/// What all looks together find in a kernel that carries its launch at its head.
fn look(name: &str, text: &str) -> Vec<Finding> {
    let Header {
        launch,
        defines,
        standard,
        sub_group_size,
        non_uniform,
    } = cases::parse(text);
    let preprocessing = Preprocessing {
        defines,
        standard: Standard::from_flag(&standard).expect("a version"),
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
        sub_group_size,
        non_uniform,
        ..Options::default()
    };
    let outcome = simulator::simulate(program, &launch, &options)
        .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    let observed = mistakes::observed(&outcome.events).into_iter();
    findings.extend(observed.map(|(finding, _)| finding));
    if outcome.end == End::Completed {
        findings.extend(mistakes::measure(&SimulatedRun {
            program,
            kernel,
            launch: &launch,
            counters: &outcome.counters,
            warp: options.warp,
            profile: &DeviceProfile::default(),
            launch_is_given: false,
        }));
    }
    let findings = mistakes::explain_races(program, findings);
    mistakes::merge_findings(findings, &Allowed::of(&program.sources))
}

fn lines(findings: &[Finding], id: MistakeId) -> Vec<u32> {
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
        .join(mistake.id.as_str())
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
            look(mistake.id.as_str(), &format!("{head}{program}"))
        };
        let wrong = look_at(Example::Wrong);
        assert!(
            !lines(&wrong, mistake.id).is_empty(),
            "{}: the wrong program is not caught\n{}",
            mistake.id,
            told(&wrong)
        );
        let right = look_at(Example::Right);
        assert_no_error(mistake.id.as_str(), &right);
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
            id.as_str()
                .chars()
                .all(|c| c.is_ascii_lowercase() || c == '-'),
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
fn what_is_said_of_each_kernel_is_about_the_kernel_and_one_sentence() {
    let mut failures = String::new();
    for mistake in catalogue() {
        let wrong = kernels(mistake, "wrong-");
        for (name, text) in wrong.into_iter().chain(kernels(mistake, "right-")) {
            for finding in look(&name, &text) {
                for fault in cases::wording::faults(&finding) {
                    failures += &format!("{name}: {fault}\n");
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn what_is_said_of_text_that_is_no_program_is_about_the_text_and_one_sentence() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut failures = String::new();
    let mut said = 0;
    for folder in ["../opencl-c/tests/err", "../cli/tests/errors", "tests/mend"] {
        for entry in std::fs::read_dir(project.join(folder)).expect("the programs") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "cl") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a readable program");
            let options = Preprocessing::default();
            let linted = mistakes::lint("k.cl", &text, &options, &mut NoIncludes);
            said += linted.findings.len();
            for fault in linted.findings.iter().flat_map(cases::wording::faults) {
                failures += &format!("{}: {fault}\n", path.display());
            }
        }
    }
    assert!(said > 300, "{said}");
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn each_page_beside_the_catalogue_shows_what_draws_its_id_and_what_does_not() {
    for notice in mistakes::notices() {
        let (id, page) = (notice.id, notice.page());
        assert!(mistakes::find(id).is_none(), "{id} is a mistake");
        assert!(page.markdown.starts_with("# "), "{id}");
        for section in ["Why it hurts", "Right", "Source"] {
            let text = page.section(section).unwrap_or_default();
            assert!(text.len() > 20, "{id}: {section}");
        }
        for line in page.markdown.lines() {
            assert!(line.chars().count() <= 100, "{id}: {line}");
        }
        // Only the text of an exercise makes this a mistake: the program alone draws nothing.
        if id == MistakeId::WrongWorkItem {
            continue;
        }
        // What is told of a file of TOML has no program.
        let Some(wrong) = page.program(Example::Wrong) else {
            assert!(
                [
                    MistakeId::LaunchFile,
                    MistakeId::AnswersFile,
                    MistakeId::WrongAnswer
                ]
                .contains(&id),
                "{id}"
            );
            continue;
        };
        let right = page.program(Example::Right).expect("a right program");
        let drawn = |text: &str| {
            let options = Preprocessing::default();
            let linted = mistakes::lint("k.cl", text, &options, &mut NoIncludes);
            lines(&linted.findings, id).len()
        };
        assert!(drawn(wrong) > 0, "{id}: the wrong program draws nothing");
        assert_eq!(drawn(right), 0, "{id}: the right program draws it");
    }
}
