//! A guessed launch, what other guesses show, and how the launch is kept.

use ::render::{Page, Tone};
use launch::Level;
use launch::sanitise::{visible, visible_line};
use launch_guess::Elsewhere;
use std::path::Path;

/// Findings of other guesses, at most.
const MOST_ELSEWHERE: usize = 3;

/// The LAUNCH.toml of a guess.
pub fn guess(page: Page, launch: &str) -> String {
    let heading = page.paint(Tone::Strong, "the guessed launch");
    let mut text = format!("{heading}\n");
    for line in launch.lines() {
        text.push_str(&format!("  {}\n", visible(line)));
    }
    text.push('\n');
    text
}

/// What other guesses show.
pub fn elsewhere(page: Page, found: &[Elsewhere]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n{}\n",
        page.paint(
            Tone::Strong,
            "not in this launch, but in others that fit the text"
        )
    );
    for Elsewhere { change, finding } in found.iter().take(MOST_ELSEWHERE) {
        let line = match finding.spans.first() {
            Some(place) => format!("line {}", place.line),
            None => "the launch".to_owned(),
        };
        let certain = if finding.level == Level::Error {
            "it depends on the guess"
        } else {
            "it may depend on the guess"
        };
        let sentence = format!(
            "with {change}: [{}] in {line}: {}; {certain}",
            finding.mistake, finding.message
        );
        text.push_str(&page.wrap("  - ", "    ", &visible_line(&sentence)));
    }
    let more = found.len().saturating_sub(MOST_ELSEWHERE);
    if more > 0 {
        text.push_str(&format!("    and {more} more\n"));
    }
    text
}

/// How the launch is kept, or where it was.
pub fn keep(page: Page, program: &str, file: &str, save: Option<&Path>) -> String {
    match save {
        None => {
            let command = page.command(&format!("{program} run {file} --save LAUNCH.toml"));
            format!("keep the launch and correct it: {}\n", visible(&command))
        }
        Some(save) => {
            let save = save.display().to_string();
            let command = page.command(&format!("{program} simulate {save}"));
            format!("the launch is kept; run it again: {}\n", visible(&command))
        }
    }
}
