//! The output of `grader watch` between two reports.

use crate::files::file_watcher::{FileWatcher, How, Why};
use ::render::{Page, Tone};
use course::Exercise;
use launch::sanitise::visible_line;
use textwrap::core::display_width;

/// The keys and their descriptions.
const KEYS: [(&str, &str); 5] = [
    ("n", "next"),
    ("h", "hint"),
    ("l", "list"),
    ("r", "reset"),
    ("q", "quit"),
];

pub fn watching(page: Page, exercise: &Exercise, files: &str, how: &How, keys: bool) -> String {
    let look = format!("looked at every {} s", FileWatcher::seconds());
    let how = match how {
        How::Events => "file events".to_owned(),
        How::Polling(Why::Asked) => look,
        How::Polling(Why::FileSystem(name)) => {
            format!("{look}: its file system, {name}, may not tell of a save")
        }
        How::Polling(Why::Refused(reason)) => {
            format!("{look}: the system tells of no saves, {reason}")
        }
    };
    let first = format!("Edit {files}: each save is checked ({how}).");
    let mut text = page.wrap("", "", &visible_line(&first));
    let teaches = visible_line(&exercise.manifest.teaches);
    text.push_str(&page.wrap("  ", "  ", &teaches));
    if !keys {
        let ways = "No keys here, for this is no terminal. Ctrl-C ends it.";
        text.push_str(&page.wrap("", "", ways));
    }
    text
}

/// A line between two reports.
pub fn again(page: Page, count: usize) -> String {
    let words = format!("-- saved: check {count} ");
    let line = format!("{words:-<width$}", width = page.width);
    format!("{}\n", page.paint(Tone::Faint, &line))
}

/// The status and the keys, on one line that leaves the last column free: a line of the full width would
/// wrap.
pub fn keys(page: Page, status: &str, tone: Tone) -> String {
    let most = page.width.saturating_sub(1);
    let words = KEYS.map(|(key, word)| format!("{key} {word}"));
    let letters = KEYS.map(|(key, _)| key.to_owned());
    let plain = [words.join("  "), letters.join(" ")]
        .into_iter()
        .find(|keys| display_width(keys) <= most)
        .unwrap_or_default();
    let painted = match plain.contains("next") {
        true => KEYS
            .map(|(key, word)| format!("{} {word}", page.paint(Tone::Strong, key)))
            .join("  "),
        false => page.paint(Tone::Strong, &plain),
    };
    let status = visible_line(status);
    if display_width(&status) + 3 + display_width(&plain) > most {
        return painted;
    }
    let gap = most - display_width(&status) - display_width(&plain);
    format!("{}{:gap$}{painted}", page.paint(tone, &status), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_are_on_one_line_whatever_the_width() {
        let status = "08 map-2d-horizontal-global 0/10 out-of-bounds";
        for (width, expected) in [
            (100, "08 map-2d-horizontal-global 0/10 out-of-bounds"),
            (80, "n next  h hint  l list  r reset  q quit"),
            (41, "n next  h hint  l list  r reset  q quit"),
            (39, "n h l r q"),
        ] {
            let page = Page {
                width,
                colour: false,
            };
            let line = keys(page, status, Tone::Bad);
            assert!(line.starts_with(expected), "{line}");
            assert!(display_width(&line) < width, "{line}");
            assert!(line.ends_with('q') || line.ends_with("quit"));
        }
    }
}
