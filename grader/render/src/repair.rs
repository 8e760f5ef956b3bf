//! The repair of a kernel that failed: the change, and how it was tried.

use super::{Page, Setting, short_diff};
use course::{Blame, Report, Verdict};

/// The change as a short diff under the sentence that says how it was tried, or that none was found.
pub(super) fn repair(page: Page, report: &Report, setting: &Setting<'_>) -> String {
    let Some(remedy) = &report.remedy else {
        return none_found(page, report, setting);
    };
    let tried = match remedy.cases {
        1 => "Tried: with this change the case that failed passes".to_owned(),
        cases => format!("Tried: with this change all {cases} cases pass"),
    };
    let source = setting.source();
    let repaired = remedy.repaired(source);
    format!("{tried}\n{}\n", short_diff(page, source, &repaired))
}

fn none_found(page: Page, report: &Report, setting: &Setting<'_>) -> String {
    if report.verdict.blame() != Some(Blame::Kernel) {
        return String::new();
    }
    let is_searched = matches!(
        report.verdict,
        Verdict::Mistake { .. }
            | Verdict::Wrong
            | Verdict::WroteOutside
            | Verdict::OutOfSteps { .. }
    );
    let sentence = match (setting.own_hints, is_searched) {
        (false, _) => "The exercise does not show repairs.",
        (true, true) => "No small change was found with which the kernel is right.",
        (true, false) => {
            "A repair is searched for where results are wrong or a mistake was observed."
        }
    };
    page.wrap("", "  ", sentence) + "\n"
}
