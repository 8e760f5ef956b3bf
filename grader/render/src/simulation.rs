//! The result of a simulated launch: findings, contents of buffers, printed text, memory traffic.

use super::findings::{counted_findings, told};
use super::memory_view::memory_view;
use super::values::{component, values};
use super::{Page, Sources, Tone, quantity};
use launch::sanitise::{visible, visible_line};
use launch_file::{Ending, Ran, Simulation, components};
use simulator::End;

/// More printed text than this, in lines, is left out.
const MOST_PRINTED: usize = 200;

/// The report of a simulation; `program` is the command as it was typed.
pub fn simulation(page: Page, program: &str, simulation: &Simulation) -> String {
    let sources = &Sources::of(&simulation.texts);
    match &simulation.ending {
        Ending::NotBuilt(found) => {
            let told = told(page, found);
            format!(
                "{}not run: {told}\n",
                super::findings(page, program, found, sources)
            )
        }
        Ending::Unsupported(unsupported) => {
            super::findings(page, program, &[unsupported.to_finding()], sources)
        }
        Ending::Ran(ran) => {
            let mut text =
                counted_findings(page, Some(program), &ran.findings, &ran.counts, sources);
            text.push_str(&outputs(page, ran));
            text.push_str(&expected(page, ran));
            text.push_str(&printed(page, &ran.outcome.printf));
            let moved = memory_view(page, &ran.outcome.counters);
            if !moved.is_empty() {
                text.push_str(&moved);
                text.push('\n');
            }
            text.push_str(&ended(page, ran));
            text
        }
    }
}

fn outputs(page: Page, ran: &Ran) -> String {
    let mut text = String::new();
    for (output, element) in ran.shown() {
        let components = components(output, element);
        let width = element.map_or(1, |element| usize::from(element.width));
        let name = page.paint(Tone::Strong, &visible_line(&output.name));
        let element = element.map_or("bytes".to_owned(), |element| element.to_string());
        let length = components.len() / width;
        text.push_str(&format!("{name}: {element}[{length}]\n"));
        text.push_str(&values(page, &components, width));
        text.push('\n');
    }
    text
}

/// Whether the launch left what is expected of it.
fn expected(page: Page, ran: &Ran) -> String {
    let mut text = String::new();
    for compared in &ran.compared {
        let name = visible_line(&compared.name);
        let within = match compared.tolerance {
            0.0 => String::new(),
            tolerance => format!(", within {tolerance:?}"),
        };
        let of = match compared.values {
            1 => "its one value".to_owned(),
            values => format!("all {} values", plain_count(values)),
        };
        let sentence = match &compared.first {
            None => format!("`{name}` is as expected: {of}{within}"),
            Some(first) => {
                let part = visible_line(&first.part);
                format!(
                    "`{name}` is not as expected: `{name}[{}]{part}` is {}, expected {}; {} of {} values differ{within}",
                    first.element,
                    component(&first.found),
                    component(&first.expected),
                    plain_count(compared.different),
                    plain_count(compared.values),
                )
            }
        };
        let tone = match &compared.first {
            None => Tone::Good,
            Some(_) => Tone::Bad,
        };
        let label = "expected";
        let line = page.wrap(&format!("{label}: "), "  ", &sentence);
        text += &line.replacen(label, &page.paint(tone, label), 1);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn plain_count(count: u64) -> String {
    quantity::count(count).replace('\u{a0}', " ")
}

fn printed(page: Page, printf: &str) -> String {
    if printf.is_empty() {
        return String::new();
    }
    let mut text = format!("{}\n", page.paint(Tone::Strong, "printed"));
    for line in printf.lines().take(MOST_PRINTED) {
        text.push_str(&format!("  {}\n", visible(line)));
    }
    let more = printf.lines().count().saturating_sub(MOST_PRINTED);
    if more > 0 {
        text.push_str(&format!("  ... {more} more lines\n"));
    }
    text.push('\n');
    text
}

/// That no performance finding can be expected of a launch of so few work-items.
fn too_small(page: Page, ran: &Ran) -> String {
    let least = mistakes::least_work_items(ran.warp);
    if ran.work_items() >= least || ran.outcome.counters.accesses.is_empty() {
        return String::new();
    }
    let sentence = format!(
        "Too small a launch to tell how fast it is: findings about performance need {least} work-items"
    );
    page.wrap("", "  ", &sentence)
}

/// The closing line: whether it ran to its end, how much there was of it, what was found.
fn ended(page: Page, ran: &Ran) -> String {
    let outcome = &ran.outcome;
    let mut told = told(page, &ran.findings);
    if !ran.is_as_expected() {
        told += ", not as expected";
    }
    let kernel = visible_line(&ran.launch.kernel);
    let work_items = match ran.work_items() {
        1 => "1 work-item".to_owned(),
        count => format!(
            "{} work-items",
            quantity::count(count as u64).replace('\u{a0}', " ")
        ),
    };
    let steps = quantity::count(outcome.steps).replace('\u{a0}', " ");
    match outcome.end {
        End::Completed => format!("{kernel}, {work_items}: {told}\n") + &too_small(page, ran),
        End::Refused => format!("{kernel} was not launched: {told}\n"),
        End::OutOfSteps => page.wrap(
            "",
            "  ",
            &format!(
                "{kernel} was stopped after {steps} steps, all that a simulation may take: {told}"
            ),
        ),
        End::Cancelled => format!("{kernel} was interrupted: {told}\n"),
    }
}
