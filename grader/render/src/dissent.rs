//! The text about a device that differs from the simulator's proof, and about a kernel that depends on the
//! implementation.

use super::Page;
use course::{DependsOn, Dissent, LooksAt, Report, SecondOpinion, Stage, Verdict};
use launch::sanitise::visible_line;

/// The stage of a device that is at fault.
pub(super) fn dissent(page: Page, report: &Report, stage: &Stage, dissent: &Dissent) -> String {
    let head = format!(
        "{} is at fault, and the kernel is not: no points are lost",
        stage.device
    );
    let mut text = page.wrap(" --  ", "     ", &visible_line(&head));
    let mut say = |sentence: &str| {
        text.push_str(&page.wrap("     ", "     ", &visible_line(sentence)));
    };
    say(&format!(
        "{} {}",
        what_it_gave(dissent),
        why(report, dissent)
    ));
    if let Some(folder) = &dissent.kept {
        say(&format!(
            "The case is kept for the device's vendor in {folder}"
        ));
    }
    text
}

/// `With n = 2, work-group = 8 it leaves 1 in sums[0], where 3 belongs.`
fn what_it_gave(dissent: &Dissent) -> String {
    let Some(example) = &dissent.counterexample else {
        return String::new();
    };
    let facts: Vec<String> = example
        .case
        .iter()
        .map(|fact| format!("{} = {}", fact.name, fact.value))
        .collect();
    let what = match (&dissent.verdict, example.wrong.first()) {
        (Verdict::Crashed { how, .. }, _) => format!("it crashes ({how})"),
        (Verdict::OutOfTime { .. }, _) => "it does not end".to_owned(),
        (_, Some(wrong)) => format!(
            "it leaves {} in {}[{}], where {} belongs",
            wrong.got, wrong.buffer, wrong.index, wrong.expected
        ),
        _ => "it writes outside of the buffers".to_owned(),
    };
    format!("With {} {what}.", facts.join(", "))
}

fn why(report: &Report, dissent: &Dissent) -> String {
    let proven = report.stages.iter().find(|stage| stage.skipped.is_none());
    let cases = proven.map_or(0, |stage| stage.cases);
    let device = proven.map_or("the simulator", |stage| stage.device.as_str());
    let base = format!(
        "In {device} all {cases} cases are right, this one as well, and nothing depends on what the \
         language leaves open"
    );
    match dissent.unoptimised {
        SecondOpinion::Right => format!(
            "{base}; with its compiler's optimisation off (-cl-opt-disable) the same device is right in \
             all cases, so its optimiser is at fault."
        ),
        SecondOpinion::Wrong => {
            format!("{base}; the device is wrong with its compiler's optimisation off as well.")
        }
        SecondOpinion::Absent => format!("{base}."),
    }
}

/// Why a kernel fails although it is right in all cases here.
pub(super) fn elsewhere(page: Page, report: &Report) -> String {
    let sentence = format!(
        "the results depend on where the kernel runs: in another place, where all that differs from \
         device to device is different, this case comes out so. The kernel depends on {}",
        list(&report.looks_at)
    );
    page.wrap("  = ", "    ", &visible_line(&sentence))
}

/// The macros that a right kernel queries.
pub(super) fn asks(page: Page, report: &Report) -> String {
    if report.looks_at.is_empty() || report.elsewhere {
        return String::new();
    }
    let sentence = format!(
        "The kernel asks for {}: it differs from device to device, but the results do not depend on it",
        list(&report.looks_at)
    );
    page.wrap("     ", "     ", &visible_line(&sentence))
}

fn list(all: &[LooksAt]) -> String {
    let each: Vec<String> = all
        .iter()
        .map(|it| format!("{} (line {})", words(it), it.place.line))
        .collect();
    match each.as_slice() {
        [] => "what the language leaves open".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn words(it: &LooksAt) -> String {
    match it.what {
        DependsOn::Macro => format!("the macro `{}`", it.name),
        DependsOn::Address => "the number that an address is".to_owned(),
        DependsOn::Approximation => "how accurate a native_ or half_ function is".to_owned(),
        DependsOn::Conversion => {
            "a floating-point value converted to an integer type that cannot hold it".to_owned()
        }
        DependsOn::Division => "an integer divided by zero".to_owned(),
        DependsOn::Rounding => "whether a product and a sum are rounded once or twice".to_owned(),
        DependsOn::NanBits => "the bits of a NaN".to_owned(),
        DependsOn::AtomicOrder => {
            "the order in which atomic operations of different work-items come".to_owned()
        }
        DependsOn::ReductionOrder => {
            "the order in which a group adds or multiplies floating values".to_owned()
        }
    }
}
