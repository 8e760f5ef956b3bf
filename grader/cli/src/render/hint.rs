//! The hints of an exercise as text.

use super::markdown::markdown;
use ::render::{Page, Tone};
use course::ExerciseName;
use launch::sanitise::visible_line;

/// The first `shown` tiers, and how to see the next one.
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
        text.push_str(&markdown(page, "  ", tier));
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
