//! The smallest failing case: its sizes, the first wrong element and who owns it, and the command
//! that shows it again.

use super::{Page, Setting, Tone, unbroken};
use course::{
    Counterexample, ElementState, Explanation, OutsideWrite, Report, Verdict, WrongElement,
};
use kernels::Fact;
use launch::sanitise::visible_line;
use launch::{NdRange, Place, WorkItem};

/// The names of inputs, such as `x[1], x[2] and 3 more`.
pub(super) fn inputs(first: &[String], more: usize) -> String {
    let mut names = first.to_vec();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        Some((only, _)) => only.clone(),
        None => String::new(),
    }
}

/// The lines of places, if they are several and few; a single one is shown in the text.
fn lines_of(places: &[Place]) -> String {
    const MOST: usize = 4;
    let mut lines: Vec<u32> = places.iter().map(|place| place.line).collect();
    lines.dedup();
    match lines.split_last() {
        Some((last, others)) if (1..MOST).contains(&others.len()) => {
            let others: Vec<String> = others.iter().map(u32::to_string).collect();
            format!(" (read in lines {} and {last})", others.join(", "))
        }
        _ => String::new(),
    }
}

/// The block about a report's smallest failing case.
pub(super) fn counterexample(
    page: Page,
    report: &Report,
    example: &Counterexample,
    setting: &Setting<'_>,
) -> String {
    let head = match &example.shrinking {
        None => "The case:",
        Some(shrinking) if shrinking.complete => "The smallest case that shows it:",
        Some(_) => "A small case that shows it:",
    };
    let mut text = page.wrap(
        "",
        "  ",
        &format!(
            "{} {}",
            page.paint(Tone::Strong, head),
            facts(&example.case)
        ),
    );
    text.push_str(&page.wrap("    ", "    ", &range(&example.range)));
    let is_second = matches!(report.verdict, Verdict::Mistake { .. });
    let most = match setting.extent {
        extent if extent.is_briefest() && is_second => 0,
        extent if extent.is_brief() => 1,
        _ => usize::MAX,
    };
    for wrong in example.wrong.iter().take(most) {
        let line = format!(
            "{}[{}]: expected {}, got {}",
            visible_line(&wrong.buffer),
            wrong.index,
            page.paint(Tone::Good, &visible_line(&wrong.expected)),
            page.paint(Tone::Bad, &got(wrong)),
        );
        text.push_str(&page.wrap("    ", "      ", &line));
    }
    if let Some(shrinking) = &example.shrinking
        && setting.extent.is_all()
        && shrinking.from != example.case
    {
        let line = format!(
            "found from {}, in {} {}",
            facts(&shrinking.from),
            shrinking.launches,
            plural(shrinking.launches.into(), "launch", "launches"),
        );
        text.push_str(&page.wrap("    ", "      ", &line));
    }
    let again = format!(
        "{} check {} --replay {}{}",
        setting.program, report.exercise.slug, example.token, setting.replay_arguments
    );
    // Never wrapped: it is there to be copied.
    text.push_str(&format!("    again: {}\n", page.command(&again)));
    if setting.has_debugger {
        text.push_str("    step by step: the same with `debug` in place of `check`\n");
    }
    text
}

/// The smallest failing case of a report, in one line for an editor: its sizes, and the command that shows it again.
pub fn smallest_case(program: &str, report: &Report) -> Option<String> {
    let example = report.counterexample.as_ref()?;
    let case: Vec<String> = example.case.iter().map(fact).collect();
    Some(format!(
        "fails with {}; again: {program} check {} --replay {}",
        case.join(", "),
        report.exercise.slug,
        example.token
    ))
}

/// Columns of a title that fit in 80 behind `error[wrong]: `.
const LONGEST_TITLE: usize = 66;

/// The title of a failure whose first wrong element is this one.
pub(super) fn first_wrong(wrong: &WrongElement) -> String {
    let (buffer, index) = (&wrong.buffer, wrong.index);
    match wrong.state {
        ElementState::NeverWritten => format!("{buffer}[{index}] was never written"),
        ElementState::Unchanged => {
            format!("{buffer}[{index}] still holds its old value, {}", wrong.got)
        }
        ElementState::Written => {
            let title = format!(
                "{buffer}[{index}] is {}, but should be {}",
                wrong.got, wrong.expected
            );
            // Vectors may not fit in a line: the case below shows both values.
            if title.chars().count() <= LONGEST_TITLE {
                title
            } else {
                format!("{buffer}[{index}] has a wrong value")
            }
        }
    }
}

/// Further facts about a wrong element.
pub(super) fn more_wrong(wrong: &WrongElement) -> Vec<String> {
    let (buffer, index) = (&wrong.buffer, wrong.index);
    let mut facts = Vec::new();
    if let Some(owner) = &wrong.owner {
        facts.push(format!("{buffer}[{index}] belongs to {}", work_item(owner)));
    }
    if let (Some(ulps), true) = (wrong.ulps, wrong.allowed_ulps > 0.0)
        && wrong.state == ElementState::Written
        && ulps < 1e3
    {
        facts.push(format!(
            "it is {ulps:.1} ULP off; {} ULP are allowed for rounding",
            wrong.allowed_ulps
        ));
    }
    if wrong.wrong < wrong.of {
        facts.push(format!(
            "{} of {} elements of {buffer} {} wrong",
            wrong.wrong,
            wrong.of,
            plural(wrong.wrong as u64, "is", "are"),
        ));
    }
    facts
}

/// The title of a failure whose first write outside a buffer is this one.
pub(super) fn outside(write: &OutsideWrite) -> String {
    let (buffer, index) = (&write.buffer, write.index);
    let side = if index < 0 {
        "before the beginning"
    } else {
        "past the end"
    };
    format!(
        "{buffer}[{index}] was written, {side} of {buffer} ({} {})",
        write.len,
        plural(write.len as u64, "element", "elements"),
    )
}

/// Further facts about a write outside a buffer.
pub(super) fn more_outside(write: &OutsideWrite) -> Vec<String> {
    let (buffer, index) = (&write.buffer, write.index);
    let mut facts = Vec::new();
    if let Some(owner) = &write.owner {
        facts.push(format!("index {index} is that of {}", work_item(owner)));
    }
    if let Some(value) = &write.value {
        facts.push(format!("{buffer}[{index}] now holds {value}"));
    }
    if write.count > 1 {
        facts.push(format!(
            "{} elements outside {buffer} were written",
            write.count
        ));
    }
    facts
}

/// A further buffer with wrong elements, in one sentence.
pub(super) fn also_wrong(wrong: &WrongElement) -> String {
    let (buffer, index) = (&wrong.buffer, wrong.index);
    match (wrong.wrong, wrong.of) {
        (1, _) => format!("{buffer}[{index}] is wrong, too"),
        (count, of) if count == of => format!("all {of} elements of {buffer} are wrong, too"),
        (count, of) => format!(
            "{count} of {of} elements of {buffer} are wrong, too, from {buffer}[{index}] on"
        ),
    }
}

/// A further buffer outside which something was written, in one sentence.
pub(super) fn also_outside(write: &OutsideWrite) -> String {
    let (buffer, index) = (&write.buffer, write.index);
    match write.count {
        0 | 1 => format!("{buffer}[{index}] was written, too"),
        count => format!("{count} elements outside {buffer} were written, too"),
    }
}

/// An explanation as a sentence without a full stop.
pub(super) fn sentence_of(explanation: &Explanation) -> String {
    match explanation {
        Explanation::BelongsAt {
            buffer,
            index,
            belongs,
        } => format!("the value in {buffer}[{index}] is the right one for {buffer}[{belongs}]"),
        Explanation::DoneBy { buffer, index, by } => {
            format!("{buffer}[{index}] holds the value of {}", work_item(by))
        }
        Explanation::DoneTwice { buffer, index } => {
            format!("{buffer}[{index}] holds the result of doing the work on it twice")
        }
        Explanation::LastGroupOnly { buffer, group } => {
            format!("all wrong elements of {buffer} belong to the last work-group, number {group}")
        }
        Explanation::FirstGroupRight { buffer, groups: 2 } => format!(
            "in {buffer}, the elements of work-group 0 are right and those of work-group 1 are wrong"
        ),
        Explanation::FirstGroupRight { buffer, groups } => format!(
            "in {buffer}, the elements of work-group 0 are right and those of the other {} \
             work-groups are wrong",
            groups.saturating_sub(1)
        ),
        Explanation::OffByRounding { buffer, too_small } => {
            let (side, how) = if *too_small {
                ("small", "cut off where it has to be rounded")
            } else {
                ("large", "rounded where it has to be cut off")
            };
            format!(
                "every wrong element of {buffer} is one too {side}: where a floating-point number becomes an \
                 integer, see whether its fraction is {how}"
            )
        }
        Explanation::NeverWritten { buffer, count: 1 } => {
            format!("the only element of {buffer} was never written")
        }
        Explanation::NotReached {
            work_item,
            write,
            line,
            condition,
            holds,
            values,
            returns,
            ..
        } => {
            let is = match (values.is_empty(), holds) {
                (false, true) => format!("is {values}, which is true"),
                (false, false) => format!("is {values}, which is false"),
                (true, true) => "holds".to_owned(),
                (true, false) => "does not hold".to_owned(),
            };
            let item = id(&work_item.global);
            match returns {
                true => format!(
                    "work-item {item} returns in line {line}, before line {write}: `{condition}` {is}"
                ),
                false => format!(
                    "work-item {item} does not run line {write}: in line {line}, `{condition}` {is}"
                ),
            }
        }
        Explanation::WrittenBy {
            buffer,
            index,
            by,
            place,
            reads,
        } => {
            let (by, line) = (id(&by.global), place.line);
            match reads.as_slice() {
                [] => format!("work-item {by} writes {buffer}[{index}] in line {line}"),
                reads => {
                    let read: Vec<String> = reads
                        .iter()
                        .map(|read| format!("{}[{}]", read.buffer, read.index))
                        .collect();
                    let read = read.join(" and ");
                    format!("work-item {by} writes {buffer}[{index}] in line {line} from {read}")
                }
            }
        }
        Explanation::ValueOf {
            buffer,
            index,
            variable,
            places,
        } => {
            let lines: Vec<String> = places.iter().map(|place| place.line.to_string()).collect();
            match lines.as_slice() {
                [first @ .., last] if !first.is_empty() => format!(
                    "{buffer}[{index}] gets the value of `{variable}`, which the lines {} and {last} compute",
                    first.join(", ")
                ),
                lines => format!(
                    "{buffer}[{index}] gets the value of `{variable}`, which line {} computes",
                    lines.concat()
                ),
            }
        }
        Explanation::WrongInputs {
            buffer,
            index,
            missing,
            more_missing,
            are_read,
            surplus,
            more_surplus,
            places,
        } => {
            let element = format!("{buffer}[{index}]");
            let (missing, surplus) = (
                inputs(missing, *more_missing),
                inputs(surplus, *more_surplus),
            );
            let lines = lines_of(places);
            match (surplus.as_str(), missing.as_str()) {
                ("", missing) if *are_read => {
                    format!("{element} has to depend on {missing}, and does not{lines}")
                }
                ("", missing) => {
                    format!("{element} has to depend on {missing}, which no work-item reads")
                }
                (surplus, "") => format!("{element} depends on {surplus}, and must not{lines}"),
                (surplus, missing) => {
                    format!("{element} depends on {surplus}{lines}, and has to depend on {missing}")
                }
            }
        }
        Explanation::WrongEffect {
            buffer,
            index,
            input,
            grows,
            should_grow,
            factor,
        } => {
            let element = format!("{buffer}[{index}]");
            // Of a buffer that the kernel changes, the input is the element before the launch.
            let before = match *input == element {
                true => " before the launch",
                false => "",
            };
            let change = format!(
                "where {input} is 1 larger{before}, {element} changes by {grows}, and has to change by \
                 {should_grow}"
            );
            match factor {
                Some(factor) => {
                    format!(
                        "each input changes {element} by {factor} times what it has to: {change}"
                    )
                }
                None => change,
            }
        }
        Explanation::NeverWritten { buffer, count } => {
            format!("none of the {count} elements of {buffer} was ever written")
        }
        Explanation::Unchanged { buffer, count: 1 } => {
            format!("the only element of {buffer} was not changed")
        }
        Explanation::Unchanged { buffer, count } => {
            format!("none of the {count} elements of {buffer} was changed")
        }
        Explanation::All { buffer, count: 1 } => {
            format!("the only element of {buffer} is wrong")
        }
        Explanation::All { buffer, count } => {
            format!("all {count} elements of {buffer} are wrong")
        }
        Explanation::InputChanged { buffer } => {
            format!("{buffer} is an input: the kernel should only read it")
        }
        Explanation::EmptyCase => {
            "there is nothing to do in this case, and yet something was written".to_owned()
        }
        Explanation::NotAlone => "by itself this case does not crash: an earlier one damaged the \
                                  process, or it crashes only now and then"
            .to_owned(),
    }
}

fn got(wrong: &WrongElement) -> String {
    match wrong.state {
        ElementState::NeverWritten => "nothing: it was never written".to_owned(),
        ElementState::Unchanged => format!("{}, as before the launch", visible_line(&wrong.got)),
        ElementState::Written => visible_line(&wrong.got),
    }
}

/// `n = 5, work-group = 4`; no line is broken within a fact.
pub(super) fn facts(facts: &[Fact]) -> String {
    let facts: Vec<String> = facts.iter().map(|it| unbroken(&fact(it))).collect();
    facts.join(", ")
}

fn fact(fact: &Fact) -> String {
    visible_line(&format!("{} = {}", fact.name, fact.value))
}

fn range(range: &NdRange) -> String {
    let global = sizes(&range.global);
    let items = plural(
        range.global.iter().product::<usize>() as u64,
        "work-item",
        "work-items",
    );
    match &range.local {
        Some(local) => format!(
            "launched as {global} {items} in work-groups of {}",
            sizes(local)
        ),
        None => format!("launched as {global} {items}; the device chose the work-groups"),
    }
}

fn sizes(sizes: &[usize]) -> String {
    let numbers: Vec<String> = sizes.iter().map(usize::to_string).collect();
    numbers.join(" x ")
}

fn work_item(item: &WorkItem) -> String {
    format!(
        "work-item {}, local id {} of work-group {}",
        id(&item.global),
        id(&item.local),
        id(&item.group)
    )
}

/// An id: a number in one dimension, a tuple in more.
pub(super) fn id(id: &[usize]) -> String {
    match id {
        [one] => one.to_string(),
        more => {
            let numbers: Vec<String> = more.iter().map(usize::to_string).collect();
            format!("({})", numbers.join(","))
        }
    }
}

fn plural<'a>(count: u64, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}
