//! Text for other programs: made safe to show, and no longer than they take.

use launch::sanitise::{visible, visible_line};

/// The longest name or title, in bytes.
const MOST_OF_A_LINE: usize = 300;

/// Text on one line, with nothing invisible in it.
pub(crate) fn line(text: &str) -> String {
    let (head, rest) = split(text, MOST_OF_A_LINE);
    let mut line = noncharacters_gone(&visible_line(head));
    if !rest.is_empty() {
        line.push('…');
    }
    line
}

/// Text of several lines, of at most `most` bytes and a remark on what was cut.
pub(crate) fn block(text: &str, most: usize) -> String {
    // The stand-in for a control character takes up to three bytes.
    let (head, rest) = split(text, most);
    let mut shown = noncharacters_gone(&visible(head));
    let (kept, lost) = split(&shown, most);
    let is_cut = !rest.is_empty() || !lost.is_empty();
    shown.truncate(kept.len());
    if is_cut {
        shown.push_str(&format!("\n[cut here: {} bytes in all]\n", text.len()));
    }
    shown
}

/// The first bytes of a text, at most `most`, and the rest.
fn split(text: &str, most: usize) -> (&str, &str) {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.split_at(end)
}

/// XML has no way to write these two.
fn noncharacters_gone(text: &str) -> String {
    text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_cut_between_characters_and_says_so() {
        let long = "é\u{1b}".repeat(10_000_000 / 3);
        let shown = block(&long, 1001);
        assert!(shown.len() < 1100 && shown.contains("[cut here: 9999999 bytes in all]"));
        assert!(line(&long).len() < 1000 && line(&long).ends_with('…'));
        assert_eq!(block("as it\n\tis", 100), "as it\n\tis");
        assert_eq!(line("a\nb\u{ffff}"), "a␊b\u{fffd}");
    }
}
