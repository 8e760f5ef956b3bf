//! A check of several exercises: a line for each, and the total.

use ::render::{Page, Tone, lacks};
use course::{Blame, DeviceAlone, ExerciseName, Report, SIMULATOR, Skipped, Stage};
use launch::sanitise::visible_line;
use textwrap::core::display_width;

/// The columns of a time in the simulator and on a device, and of points.
const SIMULATOR_TIME: usize = 10;
const DEVICE_TIME: usize = 8;
const POINTS: usize = 6;

#[derive(Debug)]
pub struct Row<'a> {
    pub exercise: ExerciseName,
    /// The maximum of points.
    pub of: u32,
    /// The report, or why there is none, with the remedy.
    pub result: Result<&'a Report, String>,
}

/// A line for each exercise, and the total of passed exercises and points.
pub fn grid(page: Page, rows: &[Row<'_>]) -> String {
    let names: Vec<String> = rows.iter().map(name).collect();
    let widest = names.iter().map(|name| display_width(name));
    let widest = widest.max().unwrap_or(0).max("exercise".len());
    let head = format!(
        "     {:<widest$} {:>POINTS$}  verdict",
        "exercise", "points"
    );
    let times = columns("simulator", "device");
    let head = page.ends(&head, &times);
    let mut text = page.paint(Tone::Faint, head.trim_end()) + "\n";
    for (row, name) in rows.iter().zip(&names) {
        let (mark, tone, verdict) = verdict(row);
        let gap = widest - display_width(name);
        let left = format!(
            " {mark}  {name}{:gap$} {:>POINTS$}  {verdict}",
            "",
            points(row)
        );
        let times = times_of(row);
        // A long verdict takes precedence over the times.
        let fits = display_width(&left) + 1 + display_width(&times) <= page.width;
        let line = page.ends(left.trim_end(), if fits { &times } else { "" });
        text.push_str(&line.replacen(mark, &page.paint(tone, mark), 1));
        if let Err(reason) = &row.result {
            text.push_str(&page.wrap("       ", "       ", &visible_line(reason)));
        }
    }
    text.push_str(&sum(page, rows, widest));
    text.push_str(&not_run(page, rows));
    text.push_str(&device_alone(page, rows));
    text
}

fn name(row: &Row<'_>) -> String {
    format!(
        "{:02} {}",
        row.exercise.number,
        visible_line(&row.exercise.slug)
    )
}

fn verdict<'a>(row: &Row<'a>) -> (&'static str, Tone, &'a str) {
    match row.result {
        Err(_) => ("NO", Tone::Bad, "not checked"),
        Ok(report) => match report.verdict.blame() {
            None => ("ok", Tone::Good, report.verdict.label()),
            Some(Blame::Kernel) => ("--", Tone::Bad, report.verdict.label()),
            Some(Blame::Machine) => ("??", Tone::Warning, report.verdict.label()),
        },
    }
}

fn points(row: &Row<'_>) -> String {
    let earned = row.result.as_ref().map_or(0, |report| report.points.earned);
    format!("{earned}/{}", row.of)
}

/// The times of the cases, in the simulator and on the device.
fn times_of(row: &Row<'_>) -> String {
    let Ok(report) = row.result else {
        return String::new();
    };
    let simulator = report.stages.iter().filter(is_simulator);
    let device = report.stages.iter().filter(|stage| !is_simulator(stage));
    columns(&time(simulator), &time(device))
}

fn columns(simulator: &str, device: &str) -> String {
    format!("{simulator:>SIMULATOR_TIME$}{device:>DEVICE_TIME$}")
}

fn is_simulator(stage: &&Stage) -> bool {
    stage.device == SIMULATOR
}

/// The total time of the stages that ran to their end.
fn time<'a>(stages: impl Iterator<Item = &'a Stage>) -> String {
    let ran = stages.filter(|stage| stage.skipped.is_none());
    let times: Vec<f64> = ran
        .filter_map(|stage| Some(stage.times.as_ref()?.total_ms / 1e3))
        .collect();
    match times.as_slice() {
        [] => "-".to_owned(),
        times => format!("{:.2} s", times.iter().sum::<f64>()),
    }
}

fn sum(page: Page, rows: &[Row<'_>], widest: usize) -> String {
    let reports = || rows.iter().filter_map(|row| row.result.as_ref().ok());
    let has_passed = |report: &&&Report| report.verdict.blame().is_none();
    let passed = reports().filter(has_passed).count();
    let earned: u32 = reports().map(|report| report.points.earned).sum();
    let of: u32 = rows.iter().map(|row| row.of).sum();
    let tone = match passed == rows.len() {
        true => Tone::Good,
        false => Tone::Bad,
    };
    let count = format!("{passed} of {} exercises passed", rows.len());
    let points = format!("{earned}/{of}");
    let gap = (widest + 1 + POINTS).saturating_sub(count.len());
    let line = format!("     {count}{points:>gap$}");
    let stages = || reports().flat_map(|report| &report.stages);
    let times = columns(
        &time(stages().filter(is_simulator)),
        &time(stages().filter(|stage| !is_simulator(stage))),
    );
    let line = page.ends(&line, &times);
    line.replacen(&count, &page.paint(tone, &count), 1)
}

/// The reasons why passed kernels did not run on a device, each once.
fn not_run(page: Page, rows: &[Row<'_>]) -> String {
    let mut reasons: Vec<String> = Vec::new();
    for row in rows {
        let stages = row.result.iter().flat_map(|report| &report.stages);
        for stage in stages {
            let reason = match &stage.skipped {
                Some(Skipped::Unavailable { reason }) => reason.clone(),
                Some(Skipped::Lacks { standard }) => lacks(standard),
                _ => continue,
            };
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    let lines = reasons.iter().map(|reason| {
        let sentence = format!("not run on your device: {reason}");
        page.wrap(" --  ", "     ", &visible_line(&sentence))
    });
    lines.collect()
}

/// What a device alone found right.
fn device_alone(page: Page, rows: &[Row<'_>]) -> String {
    let reports = || rows.iter().filter_map(|row| row.result.as_ref().ok());
    let mut text = String::new();
    for report in reports() {
        if let Some(alone @ DeviceAlone::NotAnalysed(_)) = report.device_alone() {
            let sentence = format!("{} {alone}", report.exercise.slug);
            text.push_str(&page.wrap(" --  ", "     ", &visible_line(&sentence)));
        }
    }
    let unasked = reports().find_map(|report| {
        report
            .device_alone()
            .filter(|alone| *alone == DeviceAlone::SimulatorNotAsked)
    });
    if let Some(alone) = unasked {
        text.push_str(&page.wrap(" --  ", "     ", &format!("{alone}: no pass is kept")));
    }
    text
}
