//! The hints of an exercise as text.

use super::markdown::markdown;
use ::render::{OwnHints, Page, Tone};
use course::{ExerciseName, OWN_TIERS, TIERS};
use launch::sanitise::visible_line;

/// The hints after the written ones, which follow from the student's own kernel.
#[derive(Clone, Debug)]
pub enum Own {
    /// The exercise has none.
    Absent,
    Unseen,
    /// The number of them to show, and the hints.
    Seen(u32, OwnHints),
}

/// The first `shown` written tiers, those from the student's kernel, and how to see the next one.
pub fn hint(
    page: Page,
    program: &str,
    exercise: &ExerciseName,
    tiers: &[String],
    shown: usize,
    own: &Own,
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
    let more = page.command(&format!("{program} hint {slug} --more"));
    let last = "That was the last hint.\n";
    text.push_str(&match own {
        _ if shown < tiers.len() => format!("Not enough? {more}\n"),
        Own::Absent => last.to_owned(),
        Own::Unseen => format!("Not enough? The next hint is about your own kernel: {more}\n"),
        Own::Seen(seen, hints) => match hints.why_none() {
            Some(why) => page.wrap("", "", why),
            None if *seen < OWN_TIERS => {
                own_tiers(page, hints, *seen) + &format!("Not enough? {more}\n")
            }
            None => own_tiers(page, hints, *seen) + last,
        },
    });
    text
}

/// The first tiers about the student's own kernel.
fn own_tiers(page: Page, hints: &OwnHints, seen: u32) -> String {
    let OwnHints::Repair {
        place,
        kind,
        change,
        diff,
    } = hints
    else {
        return String::new();
    };
    let sentences = [place, kind, change];
    let mut text = String::new();
    for (tier, sentence) in (1..=seen.min(OWN_TIERS)).zip(sentences) {
        let head = format!("Hint {}, from your own kernel", TIERS as u32 + tier);
        text.push_str(&page.paint(Tone::Strong, &head));
        let body = page.wrap("  ", "  ", &visible_line(sentence));
        text.push_str(&format!("\n\n{body}\n"));
        if tier == OWN_TIERS {
            text.push_str(&format!("{diff}\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(seen: u32) -> String {
        let exercise = ExerciseName {
            slug: "saxpy".to_owned(),
            number: 2,
            title: "saxpy".to_owned(),
        };
        let hints = OwnHints::Repair {
            place: "a place".to_owned(),
            kind: "a kind".to_owned(),
            change: "a change".to_owned(),
            diff: "  -old\n  +new\n".to_owned(),
        };
        let tiers = ["one", "two", "three"].map(str::to_owned);
        let own = Own::Seen(seen, hints);
        hint(Page::PLAIN, "grader", &exercise, &tiers, 3, &own)
    }

    #[test]
    fn the_place_comes_before_the_kind_and_the_kind_before_the_change() {
        let (place, kind, change) = (shown(1), shown(2), shown(3));
        assert!(
            place.contains("  a place\n") && !place.contains("a kind"),
            "{place}"
        );
        assert!(
            kind.contains("  a kind\n") && !kind.contains("a change"),
            "{kind}"
        );
        assert!(
            kind.ends_with("Not enough? grader hint saxpy --more\n"),
            "{kind}"
        );
        assert!(
            change.contains("  a change\n\n  -old\n  +new\n"),
            "{change}"
        );
        assert!(change.ends_with("That was the last hint.\n"), "{change}");
    }
}
