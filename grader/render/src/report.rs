//! The report of one check as text: shortest truth first, then where, then why, then what to try.

use super::answers::answers;
use super::bottlenecks::bound_by;
use super::costs::costs;
use super::counterexample::counterexample;
use super::dissent::{asks, dissent, elsewhere};
use super::excerpt::Excerpts;
use super::extent::{Extent, others};
use super::findings::{Sources, counted_findings};
use super::messages::messages;
use super::outcome::outcome;
use super::repair::repair;
use super::{Page, Tone, unbroken};
use course::OWN_TIERS;
use course::{
    AnswerState, Answered, Blame, DeviceAlone, ExerciseName, Forecast, Prediction, Report,
    SIMULATOR, Severity, Skipped, Stage, Submission, Verdict,
};
use launch::sanitise::visible_line;
use launch::{Finding, Source};

/// The context of a report: the student's command and progress in the course.
#[derive(Clone, Debug)]
pub struct Setting<'a> {
    /// The command as it was typed, to be typed again.
    pub program: &'a str,
    /// The files that were checked, under the names they were given.
    pub submission: &'a Submission,
    /// The other arguments of a replay, with a leading blank: ` --file k.cl`.
    pub replay_arguments: &'a str,
    /// Has the program that is typed a debugger, which takes the same arguments?
    pub has_debugger: bool,
    /// Hint tiers the student has seen, and how many there are.
    pub hints: (u32, u32),
    /// May the course's own kernel be looked at once this one passed?
    pub solution: bool,
    /// The exercise after this one.
    pub next: Option<&'a ExerciseName>,
    /// Exercises passed, and how many there are; absent where nothing is kept.
    pub progress: Option<(usize, usize)>,
    /// Is the repair shown in full?
    pub repair: bool,
    /// May more hints follow from the student's own kernel, once all written ones are seen?
    pub own_hints: bool,
    /// How much of a failure is shown?
    pub extent: Extent,
}

impl<'a> Setting<'a> {
    /// The file that a report without a place is about: the kernel, or else the answers.
    fn main(&self) -> Option<&'a Source> {
        let Submission { kernel, answers } = self.submission;
        kernel.as_ref().or(answers.as_ref())
    }

    /// Its name.
    pub(super) fn file(&self) -> &'a str {
        self.main().map_or("", |source| &source.name)
    }

    /// Its text.
    pub(super) fn source(&self) -> &'a str {
        self.main().map_or("", |source| &source.text)
    }

    /// Every file.
    pub(super) fn sources(&self) -> Sources {
        let mut sources = Sources::default();
        let Submission { kernel, answers } = self.submission;
        for source in kernel.iter().chain(answers) {
            sources.add(source.name.as_str(), source.text.as_str());
        }
        sources
    }
}

/// A report as text. Ends with a line feed.
pub fn report(page: Page, report: &Report, setting: &Setting<'_>) -> String {
    let with = |extent, has_debugger| {
        let setting = Setting {
            extent,
            has_debugger,
            ..setting.clone()
        };
        account(page, report, &setting) + &what_next(page, report, &setting)
    };
    if report.verdict.blame() != Some(Blame::Kernel) {
        return with(Extent::All, setting.has_debugger);
    }
    let (extent, text) = setting.extent.fitting(|extent| with(extent, false));
    // The debugger is named where nothing has to go for it.
    let more = with(extent, setting.has_debugger);
    if extent.fits(&more) { more } else { text }
}

/// A report as text without the next steps, for readers outside of the command.
pub fn account(page: Page, report: &Report, setting: &Setting<'_>) -> String {
    let mut text = headline(page, report);
    text.push_str(&device_alone(page, report));
    text.push('\n');
    if report.verdict.blame().is_none() || report.verdict == Verdict::WrongAnswers {
        text.push_str(&passed(page, report));
    } else {
        text.push_str(&outcome(page, report, setting));
        text.push_str(&if report.elsewhere {
            elsewhere(page, report)
        } else {
            right_before(page, report)
        });
        text.push('\n');
        if setting.repair {
            text.push_str(&repair(page, report, setting));
        }
        if let Some(example) = &report.counterexample {
            text.push_str(&counterexample(page, report, example, setting));
            text.push('\n');
        }
    }
    if !setting.extent.is_briefest() {
        text.push_str(&still_open(page, report, setting));
        text.push_str(&answers(page, report));
    }
    text.push_str(&costs(page, report, setting.extent));
    text.push_str(&warnings(page, report, setting));
    text
}

/// The file in which open questions are to be answered.
fn still_open(page: Page, report: &Report, setting: &Setting<'_>) -> String {
    if report.verdict == Verdict::AnswersRefused {
        return String::new();
    }
    let is_open = |answered: &&Answered| answered.state == AnswerState::Open;
    let open = report.answers.iter().filter(is_open).count();
    match (&setting.submission.answers, open) {
        (_, 0) | (None, _) => String::new(),
        (Some(file), open) => {
            let questions = match open {
                1 => "A question is".to_owned(),
                open => format!("{open} questions are"),
            };
            let line = format!("{questions} still open: answer in {}", file.name);
            page.wrap("", "  ", &visible_line(&line)) + "\n"
        }
    }
}

/// If a kernel fails that another engine found right in every case, the report says both: the cause may be
/// implementation-defined behaviour, or a compiler.
fn right_before(page: Page, report: &Report) -> String {
    let mut ran = report.stages.iter().filter(|stage| stage.skipped.is_none());
    let (Some(right), Some(failed)) = (ran.next(), ran.next()) else {
        return String::new();
    };
    if report.verdict.blame() != Some(Blame::Kernel) || report.verdict == Verdict::TooCostly {
        return String::new();
    }
    let sentence = format!(
        "in {} all {} cases came out right; this was seen on {} alone. Then the kernel may rely on \
         something that the language leaves open, or the device's compiler is at fault",
        right.device, right.cases, failed.device
    );
    page.wrap("  = ", "    ", &visible_line(&sentence))
}

fn headline(page: Page, report: &Report) -> String {
    let name = &report.exercise;
    let left = format!("{:02} {} · {}", name.number, name.slug, name.title);
    let points = format!("{}/{} points", report.points.earned, report.points.of);
    let line = page.ends(&visible_line(&left), &points);
    page.paint(Tone::Strong, line.trim_end()) + "\n"
}

/// That a device alone found the kernel right, near the points that are given for it.
fn device_alone(page: Page, report: &Report) -> String {
    let Some(alone) = report.device_alone() else {
        return String::new();
    };
    let sentence = capitalised(&alone.to_string());
    let unseen = match alone {
        DeviceAlone::NotAnalysed(_) => "; races and stray reads went unseen",
        DeviceAlone::SimulatorNotAsked => "",
    };
    let line = format!("{sentence}{unseen}.");
    page.paint(Tone::Warning, &page.wrap("", "  ", &visible_line(&line)))
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// A line for each place where the cases ran, or should have.
fn passed(page: Page, report: &Report) -> String {
    let mut text: String = report
        .stages
        .iter()
        .map(|stage| passed_stage(page, report, stage))
        .collect();
    text.push_str(&asks(page, report));
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Why a device does not build a kernel of an exercise in a version of which it lacks a part.
pub fn lacks(standard: &str) -> String {
    format!("its compiler lacks something of OpenCL C {standard} that this kernel uses")
}

fn passed_stage(page: Page, report: &Report, stage: &Stage) -> String {
    let device = visible_line(&stage.device);
    if let Some(skipped) = &stage.skipped {
        let why = match skipped {
            Skipped::FailedBefore => String::new(),
            Skipped::NotAnalysed { finding } => {
                let line = finding.spans.first().map(|place| place.line);
                let line = line
                    .map(|line| format!(" (line {line})"))
                    .unwrap_or_default();
                format!(": {}{line}", finding.message)
            }
            Skipped::Unavailable { reason } => format!(": {reason}"),
            Skipped::Lacks { standard } => format!(": {}", lacks(standard)),
        };
        return page.wrap(
            " --  ",
            "     ",
            &visible_line(&format!("not run on {device}{why}")),
        );
    }
    if let Some(dissent_there) = &stage.dissent {
        return dissent(page, report, stage, dissent_there);
    }
    let cases = match (report.replayed, stage.cases) {
        (true, _) => "the replayed case".to_owned(),
        (false, 1) => "1 case".to_owned(),
        (false, cases) => format!("{cases} cases"),
    };
    let place = if stage.device == SIMULATOR {
        "in"
    } else {
        "on"
    };
    let ok = page.paint(Tone::Good, "ok");
    let times = stage.times.as_ref();
    let time = times
        .map(|times| format!("{:.2} s", times.total_ms / 1e3))
        .unwrap_or_default();
    let left = format!(" ok  {cases} {place} {device}");
    let mut text = page.ends(&left, &time).replacen("ok", &ok, 1);
    if let Some(times) = times
        && let Some(device) = times.device_ms
    {
        let line = format!(
            "     {:.0} ms to build it, {device:.2} ms in the kernel\n",
            times.build_ms
        );
        text.push_str(&page.paint(Tone::Faint, &line));
    }
    if let Some(foreseen) = times.and_then(|times| times.foreseen.as_ref()) {
        let line = foreseen_line(foreseen);
        let line = page.wrap("     ", "     ", &visible_line(&line));
        text.push_str(&page.paint(Tone::Faint, &line));
    }
    text
}

/// A launch and its prediction: `65536 work-items: kernel 1.20 ms, predicted 1.00 ms, bound by issue`.
fn foreseen_line(foreseen: &Forecast) -> String {
    let predicted = match &foreseen.prediction {
        Prediction::Predicted {
            predicted_ms,
            bottleneck,
            warps,
        } => {
            let bound = bottleneck.map(|it| format!(", {}", bound_by(it, *warps)));
            format!(
                "predicted {}{}",
                short_time(*predicted_ms),
                bound.unwrap_or_default()
            )
        }
        Prediction::Refused { why } => format!("not predicted: {why}"),
    };
    format!(
        "{} work-items: kernel {}, {predicted}",
        foreseen.work_items,
        short_time(foreseen.device_ms)
    )
}

/// Milliseconds in the unit that suits them.
fn short_time(milliseconds: f64) -> String {
    if milliseconds < 1.0 {
        format!("{:.1} \u{b5}s", milliseconds * 1e3)
    } else if milliseconds < 1e3 {
        format!("{milliseconds:.2} ms")
    } else {
        format!("{:.2} s", milliseconds / 1e3)
    }
}

fn warnings(page: Page, report: &Report, setting: &Setting<'_>) -> String {
    let warnings: Vec<_> = report
        .messages
        .iter()
        .filter(|message| message.severity == Severity::Warning)
        .cloned()
        .collect();
    let excerpts = Excerpts::of(setting.file(), setting.source());
    let mut text = String::new();
    if !warnings.is_empty() {
        text.push_str(&messages(page, &excerpts, &warnings));
        text.push('\n');
    }
    let told_above = matches!(
        report.verdict,
        Verdict::Mistake { .. } | Verdict::BuildFailed { .. } | Verdict::AnswersRefused
    );
    if !told_above && !report.findings.is_empty() {
        let is_cause = report.verdict == Verdict::TooCostly;
        text.push_str(&match setting.extent {
            Extent::Screen(_) if setting.extent.is_briefest() && !is_cause => {
                let also = format!("Also {}", others(None, &report.findings));
                page.wrap(
                    "",
                    "  ",
                    &visible_line(&(also + &where_all_is(report, setting))),
                ) + "\n"
            }
            Extent::Screen(_) => first_findings(page, report, setting, 1),
            Extent::All => first_findings(page, report, setting, report.findings.len()),
        });
    }
    text
}

/// The first findings of a report, and how many more there are.
pub(super) fn first_findings(
    page: Page,
    report: &Report,
    setting: &Setting<'_>,
    most: usize,
) -> String {
    let (shown, rest) = report.findings.split_at(report.findings.len().min(most));
    let shown: Vec<Finding> = shown.iter().map(|it| setting.extent.of(it)).collect();
    let program = (!setting.extent.is_briefest()).then_some(setting.program);
    let mut text = counted_findings(page, program, &shown, &[], &setting.sources());
    if let Some(first) = shown.first().filter(|_| !rest.is_empty()) {
        text.truncate(text.trim_end().len());
        let more = format!("and {}", others(Some(first), rest));
        let remark = match setting.extent {
            Extent::All => ": correct these first".to_owned(),
            Extent::Screen(_) => where_all_is(report, setting),
        };
        // It stands below the notes of the last finding.
        let last = text
            .lines()
            .rev()
            .find(|line| line.trim_start().starts_with("= "));
        let gutter = last.map_or(2, |line| line.len() - line.trim_start().len());
        let lead = format!("{:gutter$}= ", "");
        text.push('\n');
        text.push_str(&page.wrap(
            &lead,
            &" ".repeat(lead.len()),
            &visible_line(&(more + &remark)),
        ));
        text.push('\n');
    }
    text
}

/// The command that shows all that is known, behind a colon.
fn where_all_is(report: &Report, setting: &Setting<'_>) -> String {
    let command = format!(
        "{} check {} --all{}",
        setting.program, report.exercise.slug, setting.replay_arguments
    );
    format!(": {}", unbroken(&command))
}

fn what_next(page: Page, report: &Report, setting: &Setting<'_>) -> String {
    let program = setting.program;
    let slug = &report.exercise.slug;
    match report.verdict.blame() {
        Some(Blame::Machine) => String::new(),
        Some(Blame::Kernel) => {
            let (shown, of) = setting.hints;
            if of == 0 {
                return String::new();
            }
            let (tier, more) = match shown {
                0 => (1, ""),
                _ if shown < of => (shown + 1, " --more"),
                _ if setting.own_hints => {
                    let more = if shown < of + OWN_TIERS {
                        " --more"
                    } else {
                        ""
                    };
                    let command = page.command(&format!("{program} hint {slug}{more}"));
                    return format!("A hint from your own kernel: {command}\n");
                }
                _ => (of, ""),
            };
            let command = page.command(&format!("{program} hint {slug}{more}"));
            format!("Hint {tier} of {of}: {command}\n")
        }
        None if report.replayed => {
            let command = format!("{program} check {slug}");
            format!("Now all cases: {}\n", page.command(&command))
        }
        None if report.device_alone() == Some(DeviceAlone::SimulatorNotAsked) => {
            let command = format!("{program} check {slug}");
            format!("What counts: {}\n", page.command(&command))
        }
        None => {
            let mut text = String::new();
            if setting.solution {
                let command = format!("{program} solution {slug} --diff");
                text = format!("Beside the course's own: {}\n", page.command(&command));
            }
            let bar = setting
                .progress
                .map(|(passed, of)| format!("Progress {}", progress_bar(passed, of)))
                .unwrap_or_default();
            match setting.next {
                Some(next) => {
                    let left = format!("Next: {:02} {} · {}", next.number, next.slug, next.title);
                    text.push_str(&page.ends(&visible_line(&left), &bar));
                    let command = format!("{program} check {}", next.slug);
                    text.push_str(&format!("      {}\n", page.command(&command)));
                }
                None => text.push_str(&page.ends("That was the last open exercise.", &bar)),
            }
            text
        }
    }
}

/// `[####>-----] 2/5`: a cell a tenth, the arrow where the work goes on.
pub fn progress_bar(passed: usize, of: usize) -> String {
    const CELLS: usize = 10;
    let filled = (passed * CELLS).checked_div(of).unwrap_or(0).min(CELLS);
    let bar: String = (0..CELLS)
        .map(|cell| match cell.cmp(&filled) {
            std::cmp::Ordering::Less => '#',
            std::cmp::Ordering::Equal => '>',
            std::cmp::Ordering::Greater => '-',
        })
        .collect();
    format!("[{bar}] {passed}/{of}")
}
