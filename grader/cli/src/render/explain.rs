//! The catalogue of mistakes as text: one page of it, or its list.

use super::markdown::markdown;
use ::render::{Page, Tone, bottleneck_text};
use launch::{Bottleneck, Level};
use mistakes::{Mistake, Notice};

pub fn explanation(page: Page, mistake: &Mistake) -> String {
    let level = level(mistake.level);
    let head = page.ends(
        mistake.id.as_str(),
        &format!("{level}, chapter {} of the book", mistake.chapter),
    );
    let text = markdown(page, "", &mistake.page().markdown);
    format!(
        "{}\n{text}",
        page.paint(Tone::Faint, head.trim_end()) + "\n"
    )
}

/// The page of a finding's id that is not a mistake of the catalogue.
pub fn notice_explanation(page: Page, notice: &Notice) -> String {
    let head = page.ends(notice.id.as_str(), level(notice.level));
    let text = markdown(page, "", &notice.page().markdown);
    format!("{}\n\n{text}", page.paint(Tone::Faint, head.trim_end()))
}

/// The page of a bottleneck.
pub fn bottleneck_explanation(page: Page, bottleneck: Bottleneck) -> String {
    let about = bottleneck_text(bottleneck);
    let head = page.ends(bottleneck.as_str(), "what bounds a kernel");
    let mut source = format!(
        "# Bound by {}\n\n{}\n\n## What helps\n\n{}\n",
        about.name, about.meaning, about.remedy
    );
    if !about.findings.is_empty() {
        source.push_str("\n## Findings of this kind\n\n");
        for id in about.findings {
            source.push_str(&format!("- {id}\n"));
        }
    }
    let text = markdown(page, "", &source);
    format!("{}\n\n{text}", page.paint(Tone::Faint, head.trim_end()))
}

/// Every mistake, by severity, the other ids, and the bottlenecks.
pub fn catalogue(page: Page, program: &str) -> String {
    let mut text = String::new();
    for (of, what) in [
        (Level::Error, "Errors: wrong answers, hangs, crashes"),
        (Level::Warning, "Warnings: suspicious"),
        (Level::Performance, "Performance: right answers, late"),
    ] {
        text.push_str(&page.paint(Tone::Strong, what));
        text.push('\n');
        let of_level = mistakes::catalogue().filter(|mistake| mistake.level == of);
        let entries: Vec<_> = of_level.map(|it| (it.id.as_str(), it.page())).collect();
        push_entries(page, &mut text, &entries);
    }
    let what = "Beside the mistakes: what is found by reading";
    text.push_str(&page.paint(Tone::Strong, what));
    text.push('\n');
    let entries: Vec<_> = mistakes::notices()
        .map(|it| (it.id.as_str(), it.page()))
        .collect();
    push_entries(page, &mut text, &entries);
    text.push_str(&page.paint(Tone::Strong, "What bounds a kernel, as predicted"));
    text.push('\n');
    let entries: Vec<_> = Bottleneck::ALL
        .iter()
        .map(|bottleneck| (bottleneck.as_str(), bottleneck_text(*bottleneck).name))
        .collect();
    push_titles(page, &mut text, &entries);
    let command = page.command(&format!("{program} explain ID"));
    text.push_str(&format!("More about one of them: {command}\n"));
    text
}

/// Ids with the titles of their pages, followed by an empty line.
fn push_entries(page: Page, text: &mut String, entries: &[(&str, mistakes::Page)]) {
    let entries: Vec<_> = entries.iter().map(|(id, it)| (*id, it.title())).collect();
    push_titles(page, text, &entries);
}

fn push_titles(page: Page, text: &mut String, entries: &[(&str, &str)]) {
    let width = entries.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
    let rest = " ".repeat(width + 4);
    for (id, title) in entries {
        text.push_str(&page.wrap(&format!("  {id:<width$}  "), &rest, title));
    }
    text.push('\n');
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Performance => "performance",
    }
}
