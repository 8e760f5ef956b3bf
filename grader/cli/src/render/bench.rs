//! The output of `grader bench` and `grader tune`: the plan before, the results after.

use ::render::{Page, Tone, unbroken};
use launch::protocol::Device;
use launch::sanitise::visible_line;
use std::collections::HashSet;
use std::path::Path;
use studies::{Point, Study, Task, Tunable, Tuning};

/// Every study, with its question.
pub fn study_list(page: Page, program: &str) -> String {
    let mut text = String::new();
    for study in studies::studies() {
        let name = format!("  {:<15} ", study.name());
        let rest = " ".repeat(name.len());
        text.push_str(&page.wrap(&name, &rest, study.question()));
    }
    let head = page.paint(Tone::Strong, "The studies of the course");
    let how = page.wrap(
        "",
        "",
        &format!(
            "One of them: {}; each in turn: {}. With --quick, a few rough points.",
            unbroken(&format!("{program} bench NAME")),
            unbroken(&format!("{program} bench all"))
        ),
    );
    format!("{head}\n{text}\n{how}")
}

/// Every kernel that can be tuned.
pub fn tunable_list(page: Page, program: &str) -> String {
    let mut text = String::new();
    for tunable in studies::tunables() {
        let name = format!("  {:<22} ", tunable.name());
        let rest = " ".repeat(name.len());
        text.push_str(&page.wrap(&name, &rest, tunable.what()));
    }
    let head = page.paint(Tone::Strong, "Kernels that can be tuned");
    let how = page.wrap(
        "",
        "",
        &format!("One of them: {}", unbroken(&format!("{program} tune NAME"))),
    );
    format!("{head}\n{text}\n{how}")
}

/// A rounded duration.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match seconds {
        0..=1 => "a second".to_owned(),
        2..=90 => format!("{seconds} s"),
        _ => format!("{} min", seconds.div_ceil(60)),
    }
}

fn on(page: Page, device: &Device) -> String {
    let name = format!(
        "on {} ({}, driver {})",
        device.name, device.platform, device.driver
    );
    page.wrap("  ", "  ", &visible_line(&name))
}

/// The planned measurements.
pub fn plan(
    page: Page,
    study: &dyn Study,
    device: &Device,
    plan: &[Task],
    done: &HashSet<String>,
    profiling: bool,
) -> String {
    let title = format!("{}: {}", study.name(), study.question());
    let mut text = page.paint(Tone::Strong, page.wrap("", "  ", &title).trim_end());
    text.push('\n');
    text.push_str(&on(page, device));
    text.push_str(&page.wrap("  ", "  ", &format!("repeats {}", study.repeats())));
    if !profiling {
        text.push_str(&page.wrap(
            "  ",
            "  ",
            "The device does not tell when a command began and ended: all times are by the wall's clock, \
             and hold what a launch costs as well.",
        ));
    }
    let mut left = 0.0;
    for task in plan {
        let is_done = done.contains(&task.id);
        let (mark, time) = if is_done {
            ("done", String::new())
        } else {
            left += task.seconds;
            ("", format!(" (about {})", duration(task.seconds)))
        };
        let head = format!("  {mark:>4}  ");
        text.push_str(&page.wrap(&head, "        ", &format!("{}{time}", task.what)));
    }
    let rest = plan.iter().filter(|task| !done.contains(&task.id)).count();
    let sum = match rest {
        0 => "All of it is done; --again measures anew.".to_owned(),
        _ if rest == plan.len() => format!("about {} in all", duration(left)),
        _ => format!(
            "{rest} of {} left, about {}; --again begins anew",
            plan.len(),
            duration(left)
        ),
    };
    text.push_str(&page.wrap("  ", "  ", &sum));
    text.push('\n');
    text
}

/// The results of a study, and their files.
pub fn measured(
    page: Page,
    study: &dyn Study,
    points: &[Point],
    folder: &Path,
    charts: &[String],
) -> String {
    let mut text = String::new();
    for remark in study.remarks(points) {
        text.push_str(&page.wrap("- ", "  ", &remark));
    }
    let timed = points
        .iter()
        .filter(|point| point.outcome.seconds().is_some())
        .count();
    let skipped = points.len() - timed;
    let without = match skipped {
        0 => String::new(),
        1 => ", 1 could not be measured (the table says why)".to_owned(),
        _ => format!(", {skipped} could not be measured (the table says why)"),
    };
    let files = format!(
        "{timed} points{without}. In {}: {}.md (table), {}.csv (every sample), {} charts (.svg).",
        folder.display(),
        study.name(),
        study.name(),
        charts.len()
    );
    text.push_str(&page.wrap("", "", &visible_line(&files)));
    text
}

/// The results of a search for the best choice.
pub fn tuning(page: Page, tunable: &dyn Tunable, device: &Device, tuning: &Tuning) -> String {
    let title = format!("{}: {}", tunable.name(), tunable.what());
    let mut text = page.paint(Tone::Strong, page.wrap("", "  ", &title).trim_end());
    text.push('\n');
    text.push_str(&on(page, device));
    let tried = format!(
        "{} of {} legal choices tried",
        tuning.tried.len(),
        tuning.legal
    );
    text.push_str(&page.wrap("  ", "  ", &tried));
    text.push('\n');
    let mut timed: Vec<_> = tuning
        .tried
        .iter()
        .filter_map(|tried| Some((tried.seconds?, tried)))
        .collect();
    timed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let names: Vec<&str> = tunable
        .parameters()
        .iter()
        .map(|parameter| parameter.name)
        .collect();
    for (seconds, tried) in timed.iter().take(5) {
        let choice: Vec<String> = names
            .iter()
            .zip(&tried.choice.0)
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let energy = tried
            .joules
            .map_or(String::new(), |joules| format!(", {joules:.3} J"));
        let head = format!("  {:>10}  ", studies::time(*seconds));
        let rest = " ".repeat(head.chars().count());
        text.push_str(&page.wrap(&head, &rest, &format!("{}{energy}", choice.join(" "))));
    }
    let refused = tuning.tried.len() - timed.len();
    if refused > 0 {
        text.push_str(&page.wrap(
            "  ",
            "  ",
            &format!("{refused} did not run; the table says why"),
        ));
    }
    text
}
