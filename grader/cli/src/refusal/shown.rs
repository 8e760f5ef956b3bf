//! A refused request as text: one sentence and its remedy.

use super::Refusal;
use ::render::{Page, Sources, Tone, findings};
use launch::sanitise::visible_line;
use std::fmt;

/// `error: SENTENCE`, then the remedy.
///
/// An error in a LAUNCH.toml is shown at its place.
pub fn refusal(page: Page, program: &str, refusal: &Refusal) -> String {
    if let Refusal::Launch(refused) = refusal {
        let found = std::slice::from_ref(&refused.finding);
        return findings(page, program, found, &Sources::of(&refused.texts));
    }
    let mut text = labelled(page, Tone::Bad, "error", &refusal.to_string());
    text.push_str(&page.wrap("  ", "  ", &visible_line(&refusal.remedy(program))));
    text
}

/// `note: SENTENCE`, for information that needs no action.
pub fn remark(page: Page, remark: &impl fmt::Display) -> String {
    labelled(page, Tone::Warning, "note", &remark.to_string())
}

fn labelled(page: Page, tone: Tone, label: &str, text: &str) -> String {
    let first = format!("{label}: ");
    page.wrap(&first, "  ", &visible_line(text))
        .replacen(label, &page.paint(tone, label), 1)
}
