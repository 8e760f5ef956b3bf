//! What became of captured launches: where their folders are, and why some have none.

use super::{Page, Tone};
use crate::captures::written::Taken;
use crate::exercises::course_folder::as_typed;
use ::render::unbroken;
use launch::sanitise::visible_line;
use std::process::ExitStatus;

/// A line for each launch, with its notes; how the first is run, at the end.
pub fn captures(page: Page, program: &str, taken: &[Taken]) -> String {
    let mut text = String::new();
    let mut first = None;
    for it in taken {
        match it {
            Taken::Folder {
                kernel,
                launch,
                notes,
            } => {
                let launch = as_typed(launch).display().to_string();
                let kernel = page.paint(Tone::Strong, &visible_line(kernel));
                text += &format!("{kernel}: {}\n", visible_line(&launch));
                for note in notes {
                    text += &page.wrap("  note: ", "    ", &visible_line(&note.to_string()));
                }
                first.get_or_insert(launch);
            }
            Taken::Not(not_taken) => {
                let kernel = match not_taken.kernel.as_str() {
                    "" => "a launch".to_owned(),
                    kernel => visible_line(kernel),
                };
                let kernel = page.paint(Tone::Strong, &kernel);
                text += &format!("{kernel}: not taken\n");
                for reason in &not_taken.reasons {
                    text += &page.wrap("  ", "    ", &visible_line(&reason.to_string()));
                }
            }
        }
    }
    if let Some(launch) = first {
        let command = format!("{program} simulate {launch}");
        let sentence = format!("Run it: {}", unbroken(&visible_line(&command)));
        text += &page.wrap("", "  ", &sentence);
    }
    text
}

/// How the program has ended, where it was not well.
pub fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("the program ended with exit code {code}"),
        None => "a signal ended the program".to_owned(),
    }
}
