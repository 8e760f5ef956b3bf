//! What a class gets wrong in each exercise: by mistake and by repair, with an example and the chapter to teach again.

use super::counted;
use crate::gone_wrong::{Example, Made};
use crate::overview::Overview;
use crate::text::html_text;
use std::fmt::Write;

/// The most mistakes of an exercise that are shown in full.
const SHOWN: usize = 6;

pub(super) fn html(overview: &Overview) -> String {
    let mut text = String::new();
    for ((slug, title, _), gone_wrong) in overview.exercises.iter().zip(&overview.gone_wrong) {
        let made = gone_wrong.by_mistake();
        if made.is_empty() {
            continue;
        }
        let wrong: usize = made.iter().map(|one| one.submissions).sum();
        let _ = writeln!(
            text,
            "<h3 dir=\"auto\">{}: {}</h3>\n<p class=\"soft\">{wrong} of {} fell short.</p>",
            html_text(slug),
            html_text(title),
            counted(gone_wrong.checked, "submission")
        );
        let chapter = overview.chapter_of(slug);
        for one in made.iter().take(SHOWN) {
            text.push_str(&card(one, chapter));
        }
        let rest: Vec<String> = made
            .iter()
            .skip(SHOWN)
            .map(|one| format!("{} ({})", html_text(one.label), one.submissions))
            .collect();
        if !rest.is_empty() {
            let _ = writeln!(text, "<p>And {}.</p>", rest.join(", "));
        }
    }
    text
}

fn card(made: &Made<'_>, chapter: &str) -> String {
    let entry = crate::overview::entry_of(made.label);
    let mut text = format!(
        "<section class=\"made\"><h4>{}: {}</h4>\n",
        html_text(made.label),
        counted(made.submissions, "submission")
    );
    if let Some(entry) = entry {
        let _ = writeln!(
            text,
            "<p>{}.</p>",
            html_text(entry.page().title().trim_end_matches('.'))
        );
    }
    let repairs: Vec<String> = made
        .repairs
        .iter()
        .filter_map(|(kind, submissions)| Some(format!("{} ({submissions})", (*kind)?.title())))
        .collect();
    if !repairs.is_empty() {
        let _ = writeln!(
            text,
            "<p>By the change that repairs it: {}.</p>",
            repairs.join(", ")
        );
    }
    if let Some(example) = made.example {
        text.push_str(&shown(example));
    }
    let _ = match entry {
        Some(entry) => writeln!(
            text,
            "<p><b>Teach again:</b> chapter {} of the book and its page <code>mistakes/{2}</code>, which \
             <code>grader explain {2}</code> shows; the exercise's chapter is <code>{1}</code>.</p>",
            entry.chapter,
            html_text(chapter),
            html_text(made.label)
        ),
        None => writeln!(
            text,
            "<p><b>Teach again:</b> the exercise's chapter of the book, <code>{}</code>.</p>",
            html_text(chapter)
        ),
    };
    text.push_str("</section>\n");
    text
}

fn shown(example: &Example) -> String {
    let mut text = String::new();
    if !example.lines.is_empty() {
        text.push_str("<pre>");
        for line in &example.lines {
            let code = html_text(&line.text);
            let number = line.number;
            let _ = match line.is_marked {
                true => writeln!(text, "<b>{number:>4}</b> <mark>{code}</mark>"),
                false => writeln!(text, "<b>{number:>4}</b> {code}"),
            };
        }
        text.push_str("</pre>\n");
    }
    if let Some((before, after)) = &example.change {
        let _ = match before.is_empty() {
            true => writeln!(
                text,
                "<p>It passes with <code>{}</code>.</p>",
                html_text(after)
            ),
            false => writeln!(
                text,
                "<p>It passes with <code>{}</code> in place of <code>{}</code>.</p>",
                html_text(after),
                html_text(before)
            ),
        };
    }
    if !example.case.is_empty() {
        let _ = writeln!(
            text,
            "<p class=\"soft\">Fails with {}.</p>",
            html_text(&example.case)
        );
    }
    text
}
