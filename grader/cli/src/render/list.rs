//! The list of exercises as text.

use super::json::Listed;
use super::{Page, Tone};
use course::State;
use launch::sanitise::visible_line;

/// One line an exercise, and what is done of the whole.
pub fn list(page: Page, program: &str, exercises: &[Listed<'_>]) -> String {
    let width = |text: &str| textwrap::core::display_width(text);
    let widest = exercises
        .iter()
        .map(|exercise| width(exercise.slug))
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for exercise in exercises {
        let (mark, tone) = match exercise.state {
            State::Passed => ("done", Tone::Good),
            State::Begun => ("open", Tone::Warning),
            State::Untouched => ("    ", Tone::Faint),
        };
        let slug = visible_line(exercise.slug);
        let points = format!("{}/{}", exercise.points, exercise.of);
        let head = format!(
            " {:02} {slug}{:gap$} ",
            exercise.number,
            "",
            gap = widest.saturating_sub(width(&slug)),
        );
        let tail = format!(" {points:>7}  ");
        let indent = " ".repeat(width(&head) + mark.len() + width(&tail));
        let first = format!("{head}{mark}{tail}");
        let teaches = page.wrap(&first, &indent, &visible_line(exercise.teaches));
        text.push_str(&teaches.replacen(mark, &page.paint(tone, mark), 1));
    }
    let passed = exercises
        .iter()
        .filter(|exercise| exercise.state == State::Passed);
    let points: u32 = exercises.iter().map(|exercise| exercise.points).sum();
    let of: u32 = exercises.iter().map(|exercise| exercise.of).sum();
    text.push_str(&format!(
        "\n{} of {} exercises, {points} of {of} points",
        passed.count(),
        exercises.len()
    ));
    let open = exercises
        .iter()
        .find(|exercise| exercise.state != State::Passed);
    if let Some(open) = open {
        let command = format!("{program} check {}", open.slug);
        text.push_str(&format!(
            ".\nNext: edit {}, then {}\n",
            visible_line(open.file),
            page.command(&command)
        ));
    } else {
        text.push_str(": all done.\n");
    }
    text
}
