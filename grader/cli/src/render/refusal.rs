//! A refused request as text: one sentence, and what mends it.

use super::sanitise::visible_line;
use super::{Page, Tone};
use crate::refusal::Refusal;
use std::fmt;

/// `error: SENTENCE`, then the remedy.
pub fn refusal(page: Page, program: &str, refusal: &Refusal) -> String {
    let mut text = labelled(page, Tone::Bad, "error", &refusal.to_string());
    text.push_str(&page.wrap("  ", "  ", &visible_line(&refusal.remedy(program))));
    text
}

/// `note: SENTENCE`, for what the student should know and need not act on.
pub fn remark(page: Page, remark: &impl fmt::Display) -> String {
    labelled(page, Tone::Warning, "note", &remark.to_string())
}

fn labelled(page: Page, tone: Tone, label: &str, text: &str) -> String {
    let first = format!("{label}: ");
    page.wrap(&first, "  ", &visible_line(text))
        .replacen(label, &page.paint(tone, label), 1)
}
