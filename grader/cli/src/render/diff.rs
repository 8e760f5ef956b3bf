//! Two texts side by side, as a unified diff.

use ::render::{Page, Tone};
use launch::sanitise::{visible, visible_line};
use similar::{ChangeTag, TextDiff};

/// The changes from `old` to `new`, each with its name. Says so if there are none.
pub fn diff(page: Page, old: (&str, &str), new: (&str, &str)) -> String {
    let (old_text, new_text) = (visible(old.1), visible(new.1));
    let mut text = format!("--- {}\n+++ {}\n", visible_line(old.0), visible_line(new.0));
    let diff = TextDiff::from_lines(&old_text, &new_text);
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        text.push_str(&format!("{}\n", hunk.header()));
        for line in hunk.iter_changes() {
            let shown = format!("{}{}", line.tag(), line.value().trim_end_matches('\n'));
            text.push_str(&match line.tag() {
                ChangeTag::Equal => shown,
                ChangeTag::Delete => page.paint(Tone::Bad, &shown),
                ChangeTag::Insert => page.paint(Tone::Good, &shown),
            });
            text.push('\n');
        }
    }
    text
}
