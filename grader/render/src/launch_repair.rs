//! The repair of a kernel with a launch of its own.

use super::{Page, Sources, Tone, diff, findings, quantity, short_diff};
use launch::Finding;
use launch::sanitise::visible_line;
use launch_file::{RepairEnding, Repairing, Wrong};

/// What is wrong, the change with which the kernel is right, and how it was tried.
pub fn launch_repair(page: Page, program: &str, repairing: &Repairing) -> String {
    let sources = &Sources::of(&repairing.texts);
    match &repairing.ending {
        RepairEnding::NotBuilt(found) => {
            let text = findings(page, program, found, sources);
            text + "not run: a repair is searched for where a program compiles\n"
        }
        RepairEnding::Unsupported(unsupported) => {
            findings(page, program, &[unsupported.to_finding()], sources)
        }
        RepairEnding::Right => "Nothing was found to repair.\n".to_owned(),
        RepairEnding::Stopped { steps } => {
            let steps = quantity::count(*steps);
            let sentence = format!(
                "The launch was stopped after {steps} steps, all that a simulation may take. Nothing was found \
                 to repair until then."
            );
            page.wrap("", "  ", &sentence)
        }
        RepairEnding::Wrong(wrong) => of_wrong(page, repairing, wrong),
    }
}

/// The change as a unified diff, for a terminal; none if none was found.
pub fn launch_repair_diff(page: Page, repairing: &Repairing) -> Option<String> {
    let (name, old, new) = changed(repairing)?;
    Some(diff(page, (name, old), (name, &new)))
}

/// The same byte by byte, for programs such as `patch`: not for a terminal.
pub fn launch_repair_patch(repairing: &Repairing) -> Option<String> {
    let (name, old, new) = changed(repairing)?;
    Some(super::patch(name, old, &new))
}

/// The program's name, its text, and its text with the change.
fn changed(repairing: &Repairing) -> Option<(&str, &str, String)> {
    let RepairEnding::Wrong(wrong) = &repairing.ending else {
        return None;
    };
    let text = &repairing.program.text;
    let new = wrong.remedy.as_ref()?.repaired(text);
    Some((&repairing.program.name, text, new))
}

fn of_wrong(page: Page, repairing: &Repairing, wrong: &Wrong) -> String {
    let mut text = error(page, &wrong.finding);
    let tried = match wrong.tried {
        1 => "1 change was tried".to_owned(),
        tried => format!("{} changes were tried", quantity::count(u64::from(tried))),
    };
    let Some(remedy) = &wrong.remedy else {
        let sentence =
            format!("No repair was found: {tried}, and with none of them the kernel is right.");
        text.push_str(&page.wrap("", "  ", &sentence));
        return text;
    };
    let advice = format!("Repair: {}", remedy.advice());
    text.push_str(&page.wrap("", "  ", &visible_line(&advice)));
    let results = match wrong.compared {
        0 => "All results may follow from the error, so none was compared.".to_owned(),
        bytes => format!(
            "The {} bytes of results that do not follow from the error stay the same.",
            quantity::count(bytes)
        ),
    };
    let sentence = format!("Tried: with this change the launch shows no error. {results}");
    text.push_str(&page.wrap("", "  ", &sentence));
    let old = &repairing.program.text;
    text + &short_diff(page, old, &remedy.repaired(old))
}

/// The error in one sentence, with its line.
fn error(page: Page, finding: &Finding) -> String {
    let line = finding.spans.first();
    let line = line.map(|place| format!(" (line {})", place.line));
    let head = format!("error[{}]", finding.mistake);
    let sentence = format!("{head}: {}{}", finding.message, line.unwrap_or_default());
    let text = page.wrap("", "  ", &visible_line(&sentence));
    text.replacen(&head, &page.paint(Tone::Bad, &head), 1)
}
