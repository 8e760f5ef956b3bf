//! The catalogue of mistakes as text: one page of it, or its list.

use super::markdown::markdown;
use super::{Page, Tone};
use launch::Level;
use mistakes::Mistake;

/// The page of a mistake.
pub fn explanation(page: Page, mistake: &Mistake) -> String {
    let level = level(mistake.level);
    let head = page.ends(
        mistake.id,
        &format!("{level}, chapter {} of the book", mistake.chapter),
    );
    let text = markdown(page, "", &mistake.page().markdown);
    format!(
        "{}\n{text}",
        page.paint(Tone::Faint, head.trim_end()) + "\n"
    )
}

/// Every mistake, by how grave it is.
pub fn catalogue(page: Page, program: &str) -> String {
    let mut text = String::new();
    for (of, what) in [
        (Level::Error, "Errors: wrong answers, hangs, crashes"),
        (Level::Warning, "Warnings: suspicious"),
        (Level::Performance, "Performance: right answers, late"),
    ] {
        text.push_str(&page.paint(Tone::Strong, what));
        text.push('\n');
        let of_level = || mistakes::catalogue().filter(|mistake| mistake.level == of);
        let width = of_level().map(|it| it.id.len()).max().unwrap_or(0);
        for mistake in of_level() {
            let first = format!("  {:<width$}  ", mistake.id);
            let rest = " ".repeat(width + 4);
            text.push_str(&page.wrap(&first, &rest, mistake.page().title()));
        }
        text.push('\n');
    }
    let command = page.command(&format!("{program} explain ID"));
    text.push_str(&format!("More about one of them: {command}\n"));
    text
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Performance => "performance",
    }
}
