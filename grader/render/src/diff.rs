//! The difference of two texts, as a unified diff.

use crate::{Page, Tone};
use launch::sanitise::{visible, visible_line};
use similar::{ChangeTag, TextDiff};

/// The lines around each change.
const CONTEXT: usize = 3;
/// The same where the diff stands within a report.
const SHORT_CONTEXT: usize = 1;

/// The changes from `old` to `new`, each with its name.
pub fn diff(page: Page, old: (&str, &str), new: (&str, &str)) -> String {
    let head = format!("--- {}\n+++ {}\n", visible_line(old.0), visible_line(new.0));
    head + &hunks(page, old.1, new.1, CONTEXT, "")
}

/// The changes from `old` to `new`, with few lines around them, indented.
pub fn short_diff(page: Page, old: &str, new: &str) -> String {
    hunks(page, old, new, SHORT_CONTEXT, "  ")
}

/// The changes from `old` to `new` for programs such as `patch` and `git apply`, byte by byte: not for a
/// terminal.
pub fn patch(name: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let name = visible_line(name);
    let mut unified = diff.unified_diff();
    unified
        .context_radius(CONTEXT)
        .header(&name, &name)
        .to_string()
}

fn hunks(page: Page, old: &str, new: &str, context: usize, indent: &str) -> String {
    let (old, new) = (visible(old), visible(new));
    let mut text = String::new();
    let diff = TextDiff::from_lines(&old, &new);
    for hunk in diff.unified_diff().context_radius(context).iter_hunks() {
        text.push_str(&format!("{indent}{}\n", hunk.header()));
        for line in hunk.iter_changes() {
            let shown = format!("{}{}", line.tag(), line.value().trim_end_matches('\n'));
            text.push_str(indent);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_diff_shows_the_line_before_and_after() {
        let text = short_diff(Page::PLAIN, "a\nb\nc\nd\n", "a\nb\nx\nd\n");
        assert_eq!(text, "  @@ -2,3 +2,3 @@\n   b\n  -c\n  +x\n   d\n");
    }

    #[test]
    fn a_patch_keeps_every_byte_and_says_where_the_last_line_has_no_end() {
        let text = patch("k.cl", "a\r\nb", "a\r\nc");
        let end = "\\ No newline at end of file\n";
        let expected = format!("--- k.cl\n+++ k.cl\n@@ -1,2 +1,2 @@\n a\r\n-b\n{end}+c\n{end}");
        assert_eq!(text, expected);
    }
}
