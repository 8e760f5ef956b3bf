//! The output of `grader predict` for a launch with data-dependent loops: costs as formulas in the trip counts, and
//! times at some of them.

use super::predict::{part, place, short};
use ::render::{Page, Tone};
use launch::sanitise::visible_line;
use predictor::{At, Formula, Prediction, Profile, Shape, Term};
use serde::Serialize;
use std::fmt::Write;

/// A launch with open trip counts.
pub struct Open<'a> {
    pub shape: &'a Shape,
    pub profile: &'a Profile,
    pub open: &'a [At],
    pub formula: &'a Formula,
    /// Predictions, each with one trip count for all open loops.
    pub times: &'a [(u64, Prediction)],
}

fn symbol(number: usize) -> String {
    format!("n{}", number + 1)
}

/// Operations of a work-item, such as `3 + 2 n1`.
fn count(term: &Term) -> String {
    let mut text = String::new();
    for factor in &term.factors {
        if factor.count == 0.0 {
            continue;
        }
        let size = factor.count.abs();
        let symbols: Vec<String> = factor.symbols.iter().map(|&it| symbol(it)).collect();
        let sign = match (text.is_empty(), factor.count < 0.0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        if size != 1.0 || symbols.is_empty() {
            text.push_str(&short(size));
            if !symbols.is_empty() {
                text.push(' ');
            }
        }
        text.push_str(&symbols.join(" "));
    }
    if text.is_empty() {
        text.push('0');
    }
    if term.is_exact {
        text
    } else {
        format!("~ {text}")
    }
}

/// The formula as text.
pub fn formula(page: Page, open: &Open<'_>) -> String {
    let mut text = page.paint(
        Tone::Strong,
        &format!(
            "{} over {} work-items, on {}",
            visible_line(&open.shape.kernel),
            open.shape.items(),
            visible_line(&open.profile.device.name)
        ),
    );
    text.push_str("\n\n");
    let mut rows = vec![("launch", "1".to_owned())];
    let terms = open.formula.terms.iter();
    rows.extend(terms.map(|term| (term.what.as_str(), count(term))));
    let widest = |of: fn(&(&str, String)) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let what = widest(|row| row.0.len());
    let counts = widest(|row| row.1.len()).max("per work-item".len());
    // Writing into a String cannot fail.
    let _ = writeln!(text, "  {:what$}  {:>counts$}", "cost", "per work-item");
    for (name, count) in &rows {
        let _ = writeln!(text, "  {name:what$}  {count:>counts$}");
    }
    text.push('\n');
    let mut say = |line: String| text.push_str(&page.wrap("  ", "  ", &line));
    for (number, at) in open.open.iter().enumerate() {
        say(format!(
            "{}: the trip count of the loop at {}, each time that a work-item enters it.",
            symbol(number),
            place(at)
        ));
    }
    if open.formula.terms.iter().any(|term| !term.is_exact) {
        say("~ is an approximation: data that is in a cache is not fetched again.".to_owned());
    }
    text.push('\n');
    let all: Vec<String> = (0..open.open.len()).map(symbol).collect();
    let head = all.join(" = ");
    let wide = head.len().max(6);
    let _ = writeln!(text, "  {head:>wide$}  {:>10}  most of it is", "the kernel");
    for (rounds, prediction) in open.times {
        let _ = writeln!(
            text,
            "  {rounds:>wide$}  {:>10}  {}",
            studies::time(prediction.seconds),
            prediction.bound().name()
        );
    }
    text
}

/// A formula as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FormulaJson {
    /// The kernel.
    pub kernel: String,
    /// The device of the profile.
    pub device: String,
    /// Work-items of the launch.
    pub work_items: f64,
    /// Seconds of an empty launch.
    pub launch: f64,
    /// The loops whose trip counts are open.
    pub symbols: Vec<SymbolJson>,
    /// Each kind of cost.
    pub costs: Vec<TermJson>,
    /// Times at some trip counts, the same for each symbol.
    pub times: Vec<AtJson>,
}

/// A loop whose trip count is open.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct SymbolJson {
    /// Its name in the formulas.
    pub symbol: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A kind of cost as a formula: the sum of its factors, each times the trip counts of its symbols.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct TermJson {
    /// The cost's name.
    pub cost: String,
    /// The part of the device that it keeps busy: `base`, `operations`, `near` or `far`.
    pub part: &'static str,
    /// Whether it holds for any trip count. Otherwise it bends where a cache is full.
    pub exact: bool,
    /// The factors.
    pub factors: Vec<FactorJson>,
}

/// An amount for each iteration.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FactorJson {
    /// The symbols whose trip counts it is multiplied with; empty for a constant.
    pub symbols: Vec<String>,
    /// Operations or accesses of a work-item.
    pub count: f64,
    /// Seconds of the launch if nothing overlapped.
    pub seconds: f64,
}

/// The time at one trip count.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct AtJson {
    /// The trip count of each symbol.
    pub rounds: u64,
    /// Seconds of the kernel.
    pub seconds: f64,
    /// The part that takes longest: `base`, `operations`, `near` or `far`.
    pub bound: &'static str,
}

pub fn formula_json(open: &Open<'_>) -> String {
    let symbols = open.open.iter().enumerate();
    let costs = open.formula.terms.iter().map(|term| TermJson {
        cost: term.what.clone(),
        part: part(term.part),
        exact: term.is_exact,
        factors: term
            .factors
            .iter()
            .map(|factor| FactorJson {
                symbols: factor.symbols.iter().map(|&it| symbol(it)).collect(),
                count: factor.count,
                seconds: factor.seconds,
            })
            .collect(),
    });
    let times = open.times.iter().map(|(rounds, prediction)| AtJson {
        rounds: *rounds,
        seconds: prediction.seconds,
        bound: part(prediction.bound()),
    });
    launch_file::json(&FormulaJson {
        kernel: open.shape.kernel.clone(),
        device: open.profile.device.name.clone(),
        work_items: open.shape.items(),
        launch: open.formula.launch,
        symbols: symbols
            .map(|(number, at)| SymbolJson {
                symbol: symbol(number),
                file: at.file.clone(),
                line: at.line,
                column: at.column,
            })
            .collect(),
        costs: costs.collect(),
        times: times.collect(),
    })
}
