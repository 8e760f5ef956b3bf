//! Every verdict has a report that keeps to its page and lets no control character through, even
//! where every text in it is hostile.

use crate::hostile_reports::{HOSTILE, report, text, verdicts};
use course::{Report, Submission};
use grader::render::{self, Extent, Page, Setting, json};
use launch::Source;

fn shown(page: Page, report: &Report) -> String {
    let name = report.exercise.clone();
    let source = Source {
        name: text(),
        text: text(),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    let submission = Submission {
        kernel: Some(source.clone()),
        answers: Some(source),
    };
    render::report(
        page,
        report,
        &Setting {
            program: HOSTILE,
            submission: &submission,
            replay_arguments: HOSTILE,
            has_debugger: true,
            hints: (1, 3),
            solution: true,
            next: Some(&name),
            progress: Some((1, 2)),
            repair: true,
            own_hints: true,
            extent: Extent::All,
        },
    )
}

#[test]
fn no_control_character_gets_through() {
    let is_bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    for verdict in verdicts() {
        let report = report(verdict);
        for text in [shown(Page::PLAIN, &report), json::report(&report)] {
            assert!(!text.contains(is_bad), "{text:?}");
        }
    }
}

#[test]
fn a_failure_opens_with_its_verdict_and_blames_the_machine_only_for_the_machine() {
    for verdict in verdicts() {
        let report = report(verdict);
        let text = shown(Page::PLAIN, &report);
        let code = report.exit_code();
        assert_eq!(text.contains("error["), code != 0, "{text}");
        assert_eq!(text.contains("Hint 2 of 3"), code == 1, "{text}");
        assert_eq!(text.contains("doctor"), code == 2, "{text}");
    }
}
