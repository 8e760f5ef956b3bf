//! The hints of an exercise as text.

use super::markdown::markdown;
use ::render::{Page, Tone, short_diff};
use course::{ExerciseName, OWN_TIERS, Remedy, TIERS};
use launch::Source;
use launch::sanitise::visible_line;

/// The hints that are made from the student's own kernel.
#[derive(Clone, Debug)]
pub enum OwnHints {
    /// The exercise has none.
    Absent,
    /// They come after the written ones.
    Unseen,
    /// The repair of the kernel, and how many tiers of it are shown.
    Repair {
        remedy: Box<Remedy>,
        kernel: Source,
        shown: u32,
    },
    /// The kernel passes.
    Passes,
    /// It does not compile, or has not the exercise's parameters.
    NotRun,
    /// No repair was found.
    NotFound,
}

/// The first `shown` written tiers, those from the student's kernel, and how to see the next one.
pub fn hint(
    page: Page,
    program: &str,
    exercise: &ExerciseName,
    tiers: &[String],
    shown: usize,
    own: &OwnHints,
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
    if shown < tiers.len() {
        return text + &format!("Not enough? {more}\n");
    }
    let check = format!("{program} check {slug}");
    match own {
        OwnHints::Absent => text.push_str("That was the last hint.\n"),
        OwnHints::Unseen => {
            text.push_str(&format!(
                "Not enough? The next hint is about your own kernel: {more}\n"
            ));
        }
        OwnHints::Repair {
            remedy,
            kernel,
            shown,
        } => {
            let shown = (*shown).min(OWN_TIERS);
            for tier in 1..=shown {
                text.push_str(&own_tier(page, remedy, kernel, tier));
            }
            text.push_str(&if shown < OWN_TIERS {
                format!("Not enough? {more}\n")
            } else {
                "That was the last hint.\n".to_owned()
            });
        }
        OwnHints::Passes => text.push_str("Your kernel passes: there is nothing to repair.\n"),
        OwnHints::NotRun => {
            let sentence = format!("Your kernel does not run yet; the report says why: {check}");
            text.push_str(&page.wrap("", "", &visible_line(&sentence)));
        }
        OwnHints::NotFound => {
            let sentence = "No small change was found with which your kernel is right: that was the last hint.";
            text.push_str(&page.wrap("", "", sentence));
        }
    }
    text
}

/// A tier about the student's own kernel: the place, what is wrong, or the change.
fn own_tier(page: Page, remedy: &Remedy, kernel: &Source, tier: u32) -> String {
    let number = TIERS as u32 + tier;
    let head = format!("Hint {number}, from your own kernel");
    let body = match tier {
        1 => page.wrap("  ", "  ", &visible_line(&place(remedy, &kernel.name))),
        2 => page.wrap("  ", "  ", &format!("{}.", capitalised(&remedy.title()))),
        _ => {
            let cases = match remedy.cases {
                1 => "the case that failed passes".to_owned(),
                cases => format!("all {cases} cases pass"),
            };
            let advice = format!(
                "With this change {cases}. {}.",
                capitalised(&remedy.advice())
            );
            let repaired = remedy.repaired(&kernel.text);
            let diff = short_diff(page, &kernel.text, &repaired);
            format!("{}\n{diff}", page.wrap("  ", "  ", &visible_line(&advice)))
        }
    };
    format!("{}\n\n{body}\n", page.paint(Tone::Strong, &head))
}

/// The lines that the change is about.
fn place(remedy: &Remedy, file: &str) -> String {
    let lines: Vec<String> = remedy.lines().iter().map(u32::to_string).collect();
    match lines.as_slice() {
        [line] => format!("Look at line {line} of {file}."),
        lines => format!("Look at lines {} of {file}.", lines.join(" and ")),
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use course::RepairKind;
    use launch::Replacement;

    fn shown(own_tiers: u32) -> String {
        let kernel = Source {
            name: "kernel.cl".to_owned(),
            text: "a\nif (i <= n)\n    b\n".to_owned(),
            defines: Vec::new(),
        };
        let remedy = Remedy {
            kind: Some(RepairKind::Comparison),
            message: "index n is no element".to_owned(),
            help: "write `<`".to_owned(),
            line: Some(2),
            edits: vec![Replacement {
                file: kernel.name.clone(),
                line: 2,
                column: 7,
                end_line: 2,
                end_column: 9,
                text: "<".to_owned(),
            }],
            second: None,
            cases: 128,
        };
        let exercise = ExerciseName {
            slug: "saxpy".to_owned(),
            number: 2,
            title: "saxpy".to_owned(),
        };
        let own = OwnHints::Repair {
            remedy: Box::new(remedy),
            kernel,
            shown: own_tiers,
        };
        let tiers = ["one", "two", "three"].map(str::to_owned);
        hint(Page::PLAIN, "grader", &exercise, &tiers, 3, &own)
    }

    #[test]
    fn the_place_comes_before_the_kind_and_the_kind_before_the_change() {
        let (place, kind, change) = (shown(1), shown(2), shown(3));
        assert!(
            place.contains("  Look at line 2 of kernel.cl.\n"),
            "{place}"
        );
        assert!(
            !place.contains("comparison") && !place.contains("<"),
            "{place}"
        );
        assert!(kind.contains("  A comparison is wrong.\n"), "{kind}");
        assert!(!kind.contains("index n") && !kind.contains("<"), "{kind}");
        assert!(change.contains("all 128 cases pass"), "{change}");
        assert!(
            change.contains("\n  -if (i <= n)\n  +if (i < n)\n"),
            "{change}"
        );
        assert!(change.ends_with("That was the last hint.\n"), "{change}");
    }
}
