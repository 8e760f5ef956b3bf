//! The difference of two texts, as a unified diff.

use crate::{Page, Tone};
use imara_diff::{Algorithm, Diff, Hunk, InternedInput, Token};
use launch::sanitise::{visible, visible_line};
use std::ops::Range;

/// The lines around each change.
const CONTEXT: u32 = 3;
/// The same where the diff stands within a report.
const SHORT_CONTEXT: u32 = 1;

/// The changes from `old` to `new`, each with its name.
pub fn diff(page: Page, old: (&str, &str), new: (&str, &str)) -> String {
    let head = format!("--- {}\n+++ {}\n", visible_line(old.0), visible_line(new.0));
    head + &hunks(page, &visible(old.1), &visible(new.1), CONTEXT, "")
}

/// The changes from `old` to `new`, with few lines around them, indented.
pub fn short_diff(page: Page, old: &str, new: &str) -> String {
    hunks(page, &visible(old), &visible(new), SHORT_CONTEXT, "  ")
}

/// The changes from `old` to `new` for programs such as `patch` and `git apply`, byte by byte: not for a
/// terminal.
pub fn patch(name: &str, old: &str, new: &str) -> String {
    let name = visible_line(name);
    format!("--- {name}\n+++ {name}\n") + &hunks(Page::PLAIN, old, new, CONTEXT, "")
}

fn hunks(page: Page, old: &str, new: &str, context: u32, indent: &str) -> String {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let [old, new] = [&input.before, &input.after];
    let lines = |mark: char, tone: Option<Tone>, lines: &[Token]| -> String {
        let lines = lines.iter().map(|&line| {
            let line = input.interner[line];
            let (line, end) = match line.strip_suffix('\n') {
                Some(line) => (line, ""),
                None => (line, "\\ No newline at end of file\n"),
            };
            let shown = format!("{mark}{line}");
            let shown = tone.map_or(shown.clone(), |tone| page.paint(tone, &shown));
            match end {
                "" => format!("{indent}{shown}\n"),
                _ => format!("{indent}{shown}\n{indent}{end}"),
            }
        });
        lines.collect()
    };
    let of = |lines: Range<u32>| lines.start as usize..lines.end as usize;
    let changes: Vec<Hunk> = diff.hunks().collect();
    let mut text = String::new();
    // Changes whose lines around them meet stand in one hunk.
    for hunk in changes.chunk_by(|one, next| next.before.start - one.before.end <= 2 * context) {
        let ([first, ..], [.., last]) = (hunk, hunk) else {
            continue;
        };
        let above = context.min(first.before.start);
        let below = context.min(old.len() as u32 - last.before.end);
        let heads = [
            first.before.start - above..last.before.end + below,
            first.after.start - above..last.after.end + below,
        ];
        text += &format!(
            "{indent}@@ -{} +{} @@\n",
            named(&heads[0]),
            named(&heads[1])
        );
        let mut at = heads[0].start;
        for change in hunk {
            text += &lines(' ', None, &old[of(at..change.before.start)]);
            text += &lines('-', Some(Tone::Bad), &old[of(change.before.clone())]);
            text += &lines('+', Some(Tone::Good), &new[of(change.after.clone())]);
            at = change.before.end;
        }
        text += &lines(' ', None, &old[of(at..heads[0].end)]);
    }
    text
}

/// Lines of a text as the head of a hunk names them, from 1.
fn named(lines: &Range<u32>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        len => format!("{},{len}", lines.start + 1),
    }
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
    fn changes_whose_context_meets_stand_in_one_hunk() {
        let lines = |changed: &[u32]| -> String {
            let line = |at| format!("{at}{}\n", if changed.contains(&at) { "x" } else { "" });
            (0..9).map(line).collect()
        };
        let near = short_diff(Page::PLAIN, &lines(&[]), &lines(&[2, 5]));
        assert_eq!(
            near,
            "  @@ -2,6 +2,6 @@\n   1\n  -2\n  +2x\n   3\n   4\n  -5\n  +5x\n   6\n"
        );
        let far = short_diff(Page::PLAIN, &lines(&[]), &lines(&[2, 6]));
        assert_eq!(far.matches("@@ -").count(), 2, "{far}");
    }

    #[test]
    fn a_last_line_without_its_end_stays_within_the_report() {
        let text = short_diff(Page::PLAIN, "a", "b");
        let end = "  \\ No newline at end of file\n";
        assert_eq!(text, format!("  @@ -1 +1 @@\n  -a\n{end}  +b\n{end}"));
    }

    #[test]
    fn a_patch_keeps_every_byte_and_says_where_the_last_line_has_no_end() {
        let text = patch("k.cl", "a\r\nb", "a\r\nc");
        let end = "\\ No newline at end of file\n";
        let expected = format!("--- k.cl\n+++ k.cl\n@@ -1,2 +1,2 @@\n a\r\n-b\n{end}+c\n{end}");
        assert_eq!(text, expected);
    }

    #[test]
    fn a_patch_names_no_line_of_a_text_that_has_none() {
        let text = patch("k.cl", "", "a\n");
        assert_eq!(text, "--- k.cl\n+++ k.cl\n@@ -0,0 +1 @@\n+a\n");
    }
}
