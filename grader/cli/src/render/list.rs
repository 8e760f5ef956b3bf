//! The list of exercises as text.

use super::json::Listed;
use crate::exercises::book_parts;
use ::render::{Page, Tone, progress_bar};
use course::State;
use launch::sanitise::visible_line;
use textwrap::core::display_width;

/// The longest of the words for a state.
const LONGEST_STATE: usize = 6;

/// The columns of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// One sentence about what it teaches.
    Teaches,
    Title,
}

/// The exercises by the book's parts, each with its state and points, and the total.
pub fn list(page: Page, program: &str, exercises: &[Listed<'_>], detail: Detail) -> String {
    let widest = exercises
        .iter()
        .map(|exercise| display_width(exercise.slug));
    let widest = widest.max().unwrap_or(0);
    let mut text = String::new();
    let mut part = None;
    for exercise in exercises {
        let of = book_parts::of_chapter(exercise.chapter);
        if of != part {
            if !text.is_empty() {
                text.push('\n');
            }
            if let Some(heading) = of {
                text.push_str(&format!("{}\n", page.paint(Tone::Strong, heading)));
            }
            part = of;
        }
        text.push_str(&entry(page, exercise, widest, detail));
    }
    text.push_str(&format!("\n{}", total(page, exercises)));
    text.push_str(&next(page, program, exercises));
    text
}

fn entry(page: Page, exercise: &Listed<'_>, widest: usize, detail: Detail) -> String {
    let (state, tone) = state(exercise);
    let slug = visible_line(exercise.slug);
    let gap = widest.saturating_sub(display_width(&slug));
    let head = format!(" {:02} {slug}{:gap$}  ", exercise.number, "");
    let points = format!("{}/{}", exercise.points, exercise.of);
    let first = format!("{head}{state:<LONGEST_STATE$} {points:>6}  ");
    let rest = " ".repeat(display_width(&first));
    let words = match detail {
        Detail::Teaches => exercise.teaches,
        Detail::Title => exercise.title,
    };
    let mut text = page.wrap(&first, &rest, &visible_line(words));
    let place = head.len()..head.len() + state.len();
    if text.get(place.clone()) == Some(state) {
        text.replace_range(place, &page.paint(tone, state));
    }
    text
}

/// The state as a word, because not everyone sees its colour.
fn state(exercise: &Listed<'_>) -> (&'static str, Tone) {
    match exercise.state {
        State::Passed if exercise.points >= exercise.of => ("passed", Tone::Good),
        State::Passed | State::Begun if exercise.points > 0 => ("partly", Tone::Warning),
        State::Passed => ("passed", Tone::Good),
        State::Begun => ("tried", Tone::Warning),
        State::Untouched => ("", Tone::Faint),
    }
}

fn total(page: Page, exercises: &[Listed<'_>]) -> String {
    let count = |state: State| {
        let of_it = exercises.iter().filter(|exercise| exercise.state == state);
        of_it.count()
    };
    let (passed, tried) = (count(State::Passed), count(State::Begun));
    let points: u32 = exercises.iter().map(|exercise| exercise.points).sum();
    let of: u32 = exercises.iter().map(|exercise| exercise.of).sum();
    let others = match tried {
        0 => String::new(),
        tried => format!(", {tried} tried"),
    };
    let all = exercises.len();
    let left = format!("{passed} of {all} exercises passed{others}; {points} of {of} points");
    page.ends(&left, &progress_bar(passed, all))
}

fn next(page: Page, program: &str, exercises: &[Listed<'_>]) -> String {
    let mut exercises = exercises.iter();
    match exercises.find(|exercise| exercise.state != State::Passed) {
        Some(open) => format!(
            "Next: edit {}, then {}\n      or {}, which checks at each save\n",
            visible_line(open.file),
            page.command(&format!("{program} check {}", open.slug)),
            page.command(&format!("{program} watch {}", open.slug)),
        ),
        None => "All done.\n".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(slug: &str, state: State, points: u32) -> Listed<'_> {
        Listed {
            number: 7,
            slug,
            title: "a title",
            teaches: "What a work-item is, told in so many words that they take more than a line.",
            chapter: "models/execution-model",
            state,
            points,
            of: 10,
            file: "kernel.cl",
        }
    }

    #[test]
    fn the_word_for_a_state_is_painted_wherever_else_it_stands() {
        let page = Page {
            width: 80,
            colour: true,
        };
        colored::control::set_override(true);
        let text = entry(page, &listed("passed", State::Passed, 10), 6, Detail::Title);
        assert!(text.starts_with(" 07 passed  \u{1b}"), "{text:?}");
    }

    #[test]
    fn part_of_the_points_is_a_state_of_its_own() {
        let word = |state_, points| state(&listed("a", state_, points)).0;
        assert_eq!(word(State::Untouched, 0), "");
        assert_eq!(word(State::Begun, 0), "tried");
        assert_eq!(word(State::Begun, 5), "partly");
        assert_eq!(word(State::Passed, 5), "partly");
        assert_eq!(word(State::Passed, 10), "passed");
    }

    #[test]
    fn the_list_keeps_to_its_page() {
        let exercises = [
            listed("map-2d-horizontal-global", State::Begun, 5),
            listed("b", State::Untouched, 0),
        ];
        for detail in [Detail::Teaches, Detail::Title] {
            let text = list(Page::PLAIN, "grader", &exercises, detail);
            assert!(text.starts_with("The models\n 07 map-2d"), "{text}");
            for line in text.lines() {
                assert!(display_width(line) <= 80, "{line}");
            }
        }
    }
}
