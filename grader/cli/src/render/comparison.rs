//! Two kernels side by side: outputs, counters, predicted times, and the lines that moved what.

use super::{Page, Tone};
use crate::comparison::{Comparison, CounterPair, LinePair, OutputPair, PredictionPair};
use ::render::bottleneck_text;
use launch::digits::grouped;
use launch::sanitise::visible_line;
use launch_file::{Component, json};
use textwrap::core::display_width;

/// The longest name of a counter is this wide.
const NAME: usize = 32;

/// The most lines that are shown; the JSON has all.
const MOST_LINES: usize = 40;

/// The most counters that are shown of a line.
const MOST_OF_A_LINE: usize = 5;

/// Outputs, counters, times and lines. A's figures stand left of B's.
pub fn comparison(page: Page, program: &str, both: &Comparison) -> String {
    let [first, second] = both.files.each_ref().map(|name| visible_line(name));
    let mut text = format!(
        "A  {}\nB  {}\n\n",
        page.paint(Tone::Strong, &first),
        page.paint(Tone::Strong, &second)
    );
    for output in &both.outputs {
        text += &of_output(page, output);
    }
    text.push('\n');
    text += &head(page, "counter");
    for pair in &both.counters {
        text += &row(&pair.what, pair.counts);
    }
    text += &times(page, &both.prediction);
    text += &lines(page, both);
    for (side, errors) in ["A", "B"].iter().zip(both.errors) {
        if errors > 0 {
            let told = match errors {
                1 => {
                    format!("The simulator found 1 error in {side}: `{program} simulate` shows it.")
                }
                _ => format!(
                    "The simulator found {errors} errors in {side}: `{program} simulate` shows them."
                ),
            };
            text += "\n";
            text += &page.wrap("", "  ", &told);
        }
    }
    text
}

fn of_output(page: Page, output: &OutputPair) -> String {
    let name = visible_line(&output.name);
    let Some(first) = &output.first else {
        return format!(
            " {}  {name}: all {} values are equal\n",
            page.paint(Tone::Good, "ok"),
            count(output.values as u64)
        );
    };
    let [ours, theirs] = first.values.map(value);
    let mut told = format!(
        "{name}: {} of {} values differ, the first is {name}[{}]: {ours} in A, {theirs} in B",
        count(output.different as u64),
        count(output.values as u64),
        first.index
    );
    if let Some(largest) = output.largest.filter(|_| output.different > 1) {
        told += &format!("; they differ by up to {largest}");
    }
    page.wrap(
        &format!(" {}  ", page.paint(Tone::Bad, "--")),
        "     ",
        &told,
    )
}

fn value(value: Component) -> String {
    match value {
        Component::Undefined(()) => "never written".to_owned(),
        Component::NotFinite(name) => name.to_owned(),
        value => json(&value).trim().to_owned(),
    }
}

fn head(page: Page, what: &str) -> String {
    let line = format!("{what:<NAME$} {:>14} {:>14} {:>12}", "A", "B", "B / A");
    page.paint(Tone::Faint, &line) + "\n"
}

fn row(name: &str, counts: [u64; 2]) -> String {
    let ratio = match counts {
        [first, second] if first == second => "=".to_owned(),
        [0, _] => "new".to_owned(),
        [first, second] => ratio(second as f64 / first as f64),
    };
    format!(
        "{:<NAME$} {:>14} {:>14} {ratio:>12}\n",
        name.replace('-', " "),
        count(counts[0]),
        count(counts[1])
    )
}

fn ratio(ratio: f64) -> String {
    match ratio {
        0.0 => "none".to_owned(),
        10.0.. => format!("{ratio:.0}x"),
        0.1.. => format!("{ratio:.2}x"),
        _ => format!("{ratio:.4}x"),
    }
}

fn times(page: Page, prediction: &PredictionPair) -> String {
    let mut text = String::new();
    if let [Some(first), Some(second)] = prediction.seconds {
        text += &format!(
            "{:<NAME$} {:>14} {:>14} {:>12}\n",
            "predicted time",
            super::duration(first),
            super::duration(second),
            ratio(second / first)
        );
    }
    if let [Some(first), Some(second)] = prediction.bottlenecks {
        let bound = |it| bottleneck_text(it).name;
        let sentence = match first == second {
            true => format!("Both are bound by {}.", bound(first)),
            false => format!("A is bound by {}, B by {}.", bound(first), bound(second)),
        };
        text += &page.wrap("", "  ", &sentence);
    }
    if let Some(device) = &prediction.device {
        text += &page.wrap(
            "",
            "  ",
            &format!("The time is predicted for {}.", visible_line(device)),
        );
    }
    let [first, second] = &prediction.why_not;
    let told = match (first.is_empty(), second.is_empty()) {
        (true, true) => return text,
        (false, false) if first == second => format!("No time is predicted: {first}"),
        (false, _) => format!("No time is predicted for A: {first}"),
        (true, false) => format!("No time is predicted for B: {second}"),
    };
    text + &page.wrap("", "  ", &visible_line(&told))
}

fn lines(page: Page, both: &Comparison) -> String {
    if both.lines.is_empty() {
        return "\nNo line differs in its text or in a counter.\n".to_owned();
    }
    let mut text = format!(
        "\n{}\n",
        page.paint(Tone::Faint, "   A    B  line, and what it adds from A to B")
    );
    for line in both.lines.iter().take(MOST_LINES) {
        text += &of_line(page, line);
    }
    let more = both.lines.len().saturating_sub(MOST_LINES);
    if more > 0 {
        text += &format!("... {more} more lines; --format json has all\n");
    }
    text
}

fn of_line(page: Page, line: &LinePair) -> String {
    let number = |line: Option<u32>| line.map_or(String::new(), |line| line.to_string());
    let [first, second] = line.lines.map(number);
    let (mark, tone) = match line.lines {
        [Some(_), None] => ('-', Tone::Bad),
        [None, Some(_)] => ('+', Tone::Good),
        _ => (' ', Tone::Strong),
    };
    let mut shown = match &line.file {
        Some(file) => format!("in {}", visible_line(file)),
        None => visible_line(&line.text),
    };
    let room = page.width.saturating_sub(14);
    while display_width(&shown) > room {
        shown.pop();
    }
    let mut text = format!(
        "{first:>4} {second:>4} {mark}{}\n",
        page.paint(tone, &shown)
    );
    let mut changes: Vec<&CounterPair> = line.counters.iter().collect();
    // The sum stands for its parts.
    changes.retain(|pair| !pair.what.starts_with("operations-"));
    // Traffic says more than how often the line was executed.
    changes.sort_by_key(|pair| pair.what == "executions");
    let parts: Vec<String> = changes
        .iter()
        .take(MOST_OF_A_LINE)
        .map(|pair| change(pair))
        .collect();
    if !parts.is_empty() {
        text += &page.wrap("             ", "             ", &parts.join(", "));
    }
    text
}

/// `+2 048 global loads bytes moved`.
fn change(pair: &CounterPair) -> String {
    let [first, second] = pair.counts;
    let sign = if second > first { '+' } else { '-' };
    let name = pair.what.replace('-', " ");
    format!("{sign}{} {name}", count(first.abs_diff(second))).replace(' ', "\u{a0}")
}

/// A count with its digits in groups of three.
fn count(count: u64) -> String {
    grouped(count, ' ')
}
