//! The hints of an exercise as text.

use super::{Page, Tone};
use course::ExerciseName;
use launch::sanitise::{visible, visible_line};

/// The first `shown` of the tiers, and how to see the next.
pub fn hint(
    page: Page,
    program: &str,
    exercise: &ExerciseName,
    tiers: &[String],
    shown: usize,
) -> String {
    let mut text = String::new();
    for (index, tier) in tiers.iter().take(shown).enumerate() {
        let head = format!("Hint {} of {}", index + 1, tiers.len());
        text.push_str(&page.paint(Tone::Strong, &head));
        text.push_str("\n\n");
        text.push_str(&body(page, tier));
        text.push('\n');
    }
    let slug = visible_line(&exercise.slug);
    if shown < tiers.len() {
        let command = page.command(&format!("{program} hint {slug} --more"));
        text.push_str(&format!("Not enough? {command}\n"));
    } else {
        text.push_str("That was the last hint.\n");
    }
    text
}

/// Markdown nearly as it is: paragraphs are wrapped, indented and fenced code is left alone.
fn body(page: Page, tier: &str) -> String {
    let mut text = String::new();
    let mut paragraph = String::new();
    let mut fenced = false;
    let flush = |paragraph: &mut String, text: &mut String| {
        text.push_str(&page.wrap("  ", "  ", &visible_line(paragraph)));
        paragraph.clear();
    };
    for line in tier.trim().lines() {
        let is_fence = line.trim_start().starts_with("```");
        let is_code = fenced || is_fence || line.starts_with("    ");
        if is_code || line.trim().is_empty() {
            flush(&mut paragraph, &mut text);
            if !is_fence {
                let line = if fenced {
                    format!("    {line}")
                } else {
                    line.to_owned()
                };
                text.push_str(visible(&line).trim_end());
                text.push('\n');
            }
            fenced ^= is_fence;
        } else {
            if line.trim_start().starts_with(['-', '*']) {
                flush(&mut paragraph, &mut text);
            }
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim());
        }
    }
    flush(&mut paragraph, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_wrapped_and_code_is_not() {
        let tier =
            "One paragraph that\ngoes on.\n\n```c\nint i =\n    0;\n```\n- first\n- second\n";
        assert_eq!(
            body(Page::PLAIN, tier),
            "  One paragraph that goes on.\n\n    int i =\n        0;\n  - first\n  - second\n"
        );
    }
}
