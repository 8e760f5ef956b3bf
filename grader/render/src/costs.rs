//! The costs of a right kernel, next to their bounds and the costs of the course's own kernel.

use super::counterexample::facts;
use super::extent::Extent;
use super::quantity::count;
use super::{Page, Tone};
use course::{Costs, Report, Requirement};
use kernels::{Limit, Measure};
use launch::sanitise::visible_line;

/// Columns of the name of what is counted.
const NAME: usize = 30;

/// A block for each counted case; empty if there is none.
pub(super) fn costs(page: Page, report: &Report, extent: Extent) -> String {
    let mut text: String = report
        .costs
        .iter()
        .filter(|costs| !extent.is_brief() || !costs.are_met())
        .map(|costs| of_case(page, costs, extent))
        .collect();
    if report.uncounted {
        text.push_str(&page.wrap(
            " --  ",
            "     ",
            "not counted: the simulator cannot count what this kernel costs, which takes no points away",
        ));
        text.push('\n');
    }
    text
}

fn of_case(page: Page, costs: &Costs, extent: Extent) -> String {
    let head = match extent.is_brief() {
        true => "Counted in the simulator:".to_owned(),
        false => format!("Counted in the simulator for {}:", facts(&costs.case)),
    };
    let mut text = page.wrap("", "  ", &head);
    let is_shown = |it: &&Requirement| !extent.is_brief() || !it.met;
    for requirement in costs.requirements.iter().filter(is_shown) {
        text.push_str(&line(page, requirement, extent));
    }
    text.push('\n');
    text
}

fn line(page: Page, requirement: &Requirement, extent: Extent) -> String {
    let (mark, tone) = if requirement.met {
        ("ok", Tone::Good)
    } else {
        ("--", Tone::Bad)
    };
    let figure = |figure| quantity(requirement.measure, figure);
    let limit = match requirement.limit {
        Limit::AtMost(most) => format!("at most {}", figure(most)),
        Limit::AtLeast(least) => format!("at least {}", figure(least)),
    };
    let left = format!(
        " {mark}  {:<NAME$} {}, {limit}",
        name(requirement.measure),
        figure(requirement.own),
    );
    let right = format!("solution {}", figure(requirement.solution));
    let line = page.ends(&left, &right);
    let mut text = line.replacen(mark, &page.paint(tone, mark), 1);
    if !requirement.met && !extent.is_briefest() {
        let reason = visible_line(&format!("{limit}: {}", requirement.reason));
        text.push_str(&page.wrap("     = ", "       ", &reason));
    }
    if let Some(sentence) = costliest(requirement) {
        text.push_str(&page.wrap("     = ", "       ", &sentence));
    }
    text.replace('\u{a0}', " ")
}

/// The lines that add most to what exceeds a limit.
fn costliest(requirement: &Requirement) -> Option<String> {
    let part = match requirement.lines.len() {
        1 => "the largest part",
        _ => "the largest parts",
    };
    let (of, unit) = match requirement.measure {
        Measure::CoalescingEfficiency => (" of what is moved and not used", " B"),
        Measure::GlobalBytesMoved => ("", " B"),
        _ => ("", ""),
    };
    let lines: Vec<String> = requirement
        .lines
        .iter()
        .map(|share| format!("line {} ({}{unit})", share.line, count(share.value)))
        .collect();
    (!lines.is_empty()).then(|| format!("{part}{of}: {}", lines.join(" and ")))
}

/// The name of what is counted.
fn name(measure: Measure) -> &'static str {
    match measure {
        Measure::GlobalElementsRead => "elements read, global",
        Measure::LocalElementsRead => "elements read, local",
        Measure::GlobalElementsWritten => "elements written, global",
        Measure::GlobalBytesMoved => "bytes moved, global",
        Measure::GlobalRequests => "requests of warps, global",
        Measure::CoalescingEfficiency => "coalescing efficiency",
        Measure::BankConflict => "worst bank conflict",
        Measure::LocalReadsDuringCopies => "local reads during copies",
        Measure::Barriers => "barriers of a work-group",
        Measure::LocalBytes => "local memory of a work-group",
        Measure::ActiveLanes => "active lanes",
        Measure::GlobalAtomics => "atomic operations, global",
    }
}

/// A figure with its unit.
fn quantity(measure: Measure, figure: u64) -> String {
    let number = count(figure);
    match measure {
        Measure::CoalescingEfficiency | Measure::ActiveLanes | Measure::LocalReadsDuringCopies => {
            format!("{number} %")
        }
        Measure::BankConflict if figure <= 100 => "none".to_owned(),
        Measure::BankConflict => format!("{}.{:02}x", figure / 100, figure % 100),
        Measure::LocalBytes | Measure::GlobalBytesMoved => format!("{number} B"),
        _ => number,
    }
}
