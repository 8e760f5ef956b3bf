//! The questions of an exercise, a line each: what was answered, and what it is worth.

use super::{Page, Tone};
use course::{AnswerState, Answered, Report, Verdict};
use launch::sanitise::visible_line;

/// The most columns that are set aside for an answer.
const MOST_COLUMNS: usize = 24;

/// A line for each question; empty if the exercise has none.
pub(super) fn answers(page: Page, report: &Report) -> String {
    // Of a file that was refused no answer is known.
    if report.answers.is_empty() || report.verdict == Verdict::AnswersRefused {
        return String::new();
    }
    let widest = |of: fn(&Answered) -> &str| {
        let columns = report.answers.iter().map(|it| of(it).chars().count());
        columns.max().unwrap_or_default()
    };
    let columns = (
        widest(|answered| &answered.key),
        widest(given).min(MOST_COLUMNS),
    );
    let mut text: String = report
        .answers
        .iter()
        .map(|answered| line(page, answered, columns))
        .collect();
    text.push('\n');
    text
}

/// The answer as written in the file.
fn given(answered: &Answered) -> &str {
    answered.given.as_deref().unwrap_or("?")
}

fn line(page: Page, answered: &Answered, (keys, answers): (usize, usize)) -> String {
    let (mark, tone, note) = match &answered.state {
        AnswerState::Right => ("ok", Tone::Good, String::new()),
        AnswerState::Wrong => ("--", Tone::Bad, answered.asks.clone()),
        AnswerState::Open => ("..", Tone::Faint, answered.asks.clone()),
        AnswerState::Waits { on } => ("..", Tone::Faint, format!("looked at once {on} is right")),
    };
    let left = format!(
        " {mark}  {:<keys$}  {:<answers$}",
        answered.key,
        given(answered)
    );
    let line = visible_line(&format!("{left}  {note}"));
    let rest = " ".repeat(keys + answers + 9);
    page.wrap("", &rest, line.trim_end())
        .replacen(mark, &page.paint(tone, mark), 1)
}
