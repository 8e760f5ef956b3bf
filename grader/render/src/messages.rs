//! The messages of the device's compiler, with the student's lines.

use super::excerpt::{Excerpts, Grade, Spot};
use super::{Page, Tone};
use course::{Message, Severity};
use launch::sanitise::visible;

/// The most messages shown; what follows from the first errors is rarely worth reading.
const MOST: usize = 8;

/// The most lines of a raw log shown.
const MOST_LOG_LINES: usize = 20;

/// Longer messages are cut: a compiler quotes what it was given, whatever its length.
const MOST_CHARACTERS: usize = 400;

/// All messages, each with its line and a caret.
pub(super) fn messages(page: Page, excerpts: &Excerpts<'_>, messages: &[Message]) -> String {
    let mut text = String::new();
    for (index, message) in messages.iter().take(MOST).enumerate() {
        let grade = match message.severity {
            Severity::Error => Grade::Error,
            Severity::Warning => Grade::Warning,
            Severity::Note => Grade::Note,
        };
        let spot = message.line.map(|line| Spot {
            line,
            bytes: message
                .column
                .and_then(|column| excerpts.word_at(line, column)),
            label: String::new(),
        });
        let title = cut(&message.text);
        if index > 0 {
            text.push('\n');
        }
        text.push_str(&excerpts.message(page, grade, None, &title, spot.as_ref()));
    }
    if messages.len() > MOST {
        let more = format!("... and {} more", messages.len() - MOST);
        text.push('\n');
        text.push_str(&page.paint(Tone::Faint, &more));
        text.push('\n');
    }
    text
}

/// The beginning of a log that holds no message one could place.
pub(super) fn raw_log(log: &str) -> String {
    let mut text = String::new();
    let mut lines = log.lines().filter(|line| !line.trim().is_empty());
    for line in lines.by_ref().take(MOST_LOG_LINES) {
        text.push_str("    ");
        text.push_str(&visible(&cut(line)));
        text.push('\n');
    }
    let left = lines.count();
    if left > 0 {
        text.push_str(&format!("    ... and {left} more lines\n"));
    }
    text
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}
