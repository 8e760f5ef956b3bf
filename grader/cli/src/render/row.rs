//! The output of `grader predict` for several launches, one after the other.

use super::predict::{Predicted, PredictionJson};
use ::render::{Page, Tone};
use launch::sanitise::visible_line;
use predictor::{Profile, back_to_back};
use serde::Serialize;
use std::fmt::Write;

/// Several launches, one after the other.
pub struct Launches<'a> {
    pub profile: &'a Profile,
    pub launches: Vec<InRow<'a>>,
    /// Buffers that stay on the device between launches.
    pub kept: Vec<String>,
}

/// One of several launches.
pub struct InRow<'a> {
    /// The file as it was named.
    pub name: &'a str,
    /// Its transfers are those of buffers that no earlier launch, or no later one, uses.
    pub of: Predicted<'a>,
}

impl Launches<'_> {
    fn seconds(&self) -> Vec<f64> {
        let of = self.launches.iter();
        of.map(|launch| launch.of.prediction.seconds).collect()
    }

    /// Seconds from the start of the first launch to the end of the last.
    fn whole(&self) -> f64 {
        back_to_back(&self.seconds(), self.profile)
    }

    fn transfers(&self) -> [f64; 2] {
        [0, 1].map(|way| self.launches.iter().map(|it| it.of.transfers[way]).sum())
    }

    /// The index of the longest launch.
    fn dominating(&self) -> usize {
        let seconds = self.seconds();
        let longest = seconds.iter().enumerate();
        longest
            .max_by(|a, b| a.1.total_cmp(b.1))
            .map_or(0, |(place, _)| place)
    }
}

/// The launches as text.
pub fn row(page: Page, row: &Launches<'_>) -> String {
    let mut text = page.paint(
        Tone::Strong,
        &format!(
            "{} launches back to back, on {}",
            row.launches.len(),
            visible_line(&row.profile.device.name)
        ),
    );
    text.push_str("\n\n");
    let seconds = row.seconds();
    let sum: f64 = seconds.iter().sum();
    let share = |seconds: f64| 100.0 * seconds / sum.max(f64::MIN_POSITIVE);
    let kernel = |launch: &InRow<'_>| visible_line(&launch.of.shape.kernel);
    let widest = row.launches.iter().map(|it| kernel(it).chars().count());
    let wide = widest.max().unwrap_or(0).clamp(6, 24);
    // Writing into a String cannot fail.
    let _ = writeln!(
        text,
        "     {:wide$}  {:>10}  {:>10}  {:>6}  most of it is",
        "kernel", "work-items", "time", "share"
    );
    for (number, (launch, seconds)) in row.launches.iter().zip(&seconds).enumerate() {
        let name: String = kernel(launch).chars().take(wide).collect();
        let _ = writeln!(
            text,
            "  {:>2} {name:wide$}  {:>10}  {:>10}  {:>5.1}%  {}",
            number + 1,
            launch.of.shape.items(),
            studies::time(*seconds),
            share(*seconds),
            launch.of.prediction.bound().name()
        );
    }
    text.push('\n');
    let mut say = |line: String| text.push_str(&page.wrap("  ", "  ", &line));
    let whole = row.whole();
    let waits = whole - sum;
    let host = match waits > 0.005 * whole {
        true => format!(
            ", of which the device waits {} for the host, which takes {} for each launch",
            studies::time(waits),
            studies::time(row.profile.enqueue_interval)
        ),
        false => String::new(),
    };
    say(format!("Back to back: {}{host}.", studies::time(whole)));
    let longest = row.dominating();
    if let Some(launch) = row.launches.get(longest) {
        say(format!(
            "Launch {} takes longest, {} in {}: {:.0} % of the kernels' time.",
            longest + 1,
            kernel(launch),
            visible_line(launch.name),
            share(seconds[longest])
        ));
    }
    let [to, from] = row.transfers();
    if to + from > 0.0 {
        say(format!(
            "With copies to the device before the first launch that reads a buffer ({}) and back after the \
             last that writes it ({}): {}.",
            studies::time(to),
            studies::time(from),
            studies::time(whole + to + from)
        ));
    }
    match row.kept.as_slice() {
        [] => say("No buffer stays on the device: no `name` occurs in two launches.".to_owned()),
        kept => {
            let names: Vec<String> = kept
                .iter()
                .map(|name| format!("`{}`", visible_line(name)))
                .collect();
            say(format!(
                "Buffers that stay on the device: {}.",
                names.join(", ")
            ));
        }
    }
    let is_estimate = row.launches.iter().any(|launch| launch.of.work.is_estimate);
    let is_given = row
        .launches
        .iter()
        .any(|it| !it.of.work.given_rounds.is_empty());
    say(match (is_estimate, is_given) {
        (true, _) => "Confidence: partly estimated; some branches or indices depend on data the model cannot see.",
        (false, true) => "Confidence: exact counts, with the given trip counts.",
        (false, false) => "Confidence: exact counts, from the texts and the launches.",
    }
    .to_owned());
    text
}

/// Several launches as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct LaunchesJson {
    /// The device of the profile.
    pub device: String,
    /// Each launch, in order. Its copies are those of buffers that no earlier launch, or no later one, uses.
    pub launches: Vec<InRowJson>,
    /// Seconds from the start of the first launch to the end of the last.
    pub seconds: f64,
    /// Seconds of the copies to the device.
    pub upload: f64,
    /// Seconds of the copies back.
    pub download: f64,
    /// Seconds of the kernels and the copies.
    pub total: f64,
    /// The index of the longest launch, from 0.
    pub longest: usize,
    /// Buffers that stay on the device between launches.
    pub kept: Vec<String>,
}

/// One of several launches.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct InRowJson {
    /// The file as it was named.
    pub file: String,
    /// The prediction.
    pub prediction: PredictionJson,
}

pub fn row_json(row: &Launches<'_>) -> String {
    let [upload, download] = row.transfers();
    let seconds = row.whole();
    launch_file::json(&LaunchesJson {
        device: row.profile.device.name.clone(),
        launches: row
            .launches
            .iter()
            .map(|launch| InRowJson {
                file: launch.name.to_owned(),
                prediction: PredictionJson::of(&launch.of),
            })
            .collect(),
        seconds,
        upload,
        download,
        total: seconds + upload + download,
        longest: row.dominating(),
        kept: row.kept.clone(),
    })
}
