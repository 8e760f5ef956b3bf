//! Two kernels after the same launch, as data: outputs, counters, predicted times, and the costs of each line with the
//! lines matched by a diff.

use imara_diff::{Algorithm, Diff, InternedInput};
use launch::{Argument, Bottleneck, ElementType, Scalar};
use launch_file::{Component, Ran, components};
use serde::Serialize;
use simulator::{Counters, LineCounters, Output};
use std::collections::BTreeMap;

/// Two kernels after the same launch. Of each pair the first is that of A, the second that of B.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// The files, as they were named.
    pub files: [String; 2],
    /// Are all outputs equal?
    pub equal: bool,
    /// Each buffer after the launch.
    pub outputs: Vec<OutputPair>,
    /// The counters in which either has something, in a fixed order.
    pub counters: Vec<CounterPair>,
    /// The predicted times.
    pub prediction: PredictionPair,
    /// The lines whose costs or texts differ, in the order of the diff.
    pub lines: Vec<LinePair>,
    /// The number of errors that the simulator found in each; `grader simulate` shows them.
    pub errors: [usize; 2],
}

/// A buffer after both launches.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutputPair {
    /// The name that A's kernel has for it.
    pub name: String,
    /// The number of its values; a vector has several.
    pub values: usize,
    /// The number of values that differ.
    pub different: usize,
    /// The first value that differs; absent if all are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<FirstDifference>,
    /// The largest difference of two numbers; absent if all are equal, or one is no number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<f64>,
}

/// The first value that differs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirstDifference {
    /// Its index among the values.
    pub index: usize,
    /// Its values; null where it was never written.
    pub values: [Component; 2],
}

/// One counter of both.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CounterPair {
    /// What is counted, such as `global-bytes-moved`.
    pub what: String,
    /// The counts.
    pub counts: [u64; 2],
}

/// The predicted times of both.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictionPair {
    /// The device of the profile; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Seconds; null where there is no prediction.
    pub seconds: [Option<f64>; 2],
    /// What bounds each; null where there is no prediction.
    pub bottlenecks: [Option<Bottleneck>; 2],
    /// Why there is no prediction; empty where there is one.
    pub why_not: [String; 2],
}

/// A line of one or of both kernels.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinePair {
    /// The file, if it is included by both; absent for the kernels' own files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in A and in B, from 1; null where it is not there.
    pub lines: [Option<u32>; 2],
    /// Its text, without indentation.
    pub text: String,
    /// The counters that differ.
    pub counters: Vec<CounterPair>,
}

/// A kernel that ran: its file, the text of the file, and the run.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub name: &'a str,
    pub text: &'a str,
    pub ran: &'a Ran,
}

impl Comparison {
    /// Compares two runs of the same launch.
    pub fn of(sides: [Side<'_>; 2], prediction: PredictionPair) -> Comparison {
        let outputs = outputs(sides[0].ran, sides[1].ran);
        Comparison {
            files: sides.map(|side| side.name.to_owned()),
            equal: outputs.iter().all(|output| output.different == 0),
            outputs,
            counters: counters(sides.map(|side| &side.ran.outcome.counters)),
            prediction,
            lines: lines(sides),
            errors: sides.map(|side| {
                let findings = side.ran.findings.iter();
                findings
                    .filter(|it| it.level == launch::Level::Error)
                    .count()
            }),
        }
    }
}

fn outputs(first: &Ran, second: &Ran) -> Vec<OutputPair> {
    let pair = |output: &Output| {
        let mut others = second.outcome.outputs.iter();
        let other = others.find(|other| other.argument == output.argument)?;
        let element = element_of(first, output.argument);
        let (ours, theirs) = (components(output, element), components(other, element));
        let different = |at: &usize| ours.get(*at) != theirs.get(*at);
        let places: Vec<usize> = (0..ours.len().max(theirs.len()))
            .filter(different)
            .collect();
        let largest = places.iter().map(|&at| {
            let distance = number(ours.get(at)?)? - number(theirs.get(at)?)?;
            Some(distance.abs())
        });
        let largest: Option<Vec<f64>> = largest.collect();
        Some(OutputPair {
            name: output.name.clone(),
            values: ours.len(),
            different: places.len(),
            first: places.first().map(|&at| FirstDifference {
                index: at,
                values: [&ours, &theirs]
                    .map(|values| values.get(at).copied().unwrap_or(Component::Undefined(()))),
            }),
            largest: largest.and_then(|all| all.into_iter().reduce(f64::max)),
        })
    };
    first.outcome.outputs.iter().filter_map(pair).collect()
}

/// The type of a buffer's elements; none for an image, whose bytes are compared.
fn element_of(ran: &Ran, argument: usize) -> Option<ElementType> {
    let shown = ran.shown.iter().find(|shown| shown.argument == argument);
    match (
        shown.and_then(|shown| shown.element),
        ran.launch.arguments.get(argument),
    ) {
        (Some(element), _) => Some(element),
        (None, Some(Argument::Buffer(buffer))) => Some(buffer.element),
        (None, _) => Some(ElementType::scalar(Scalar::UChar)),
    }
}

fn number(component: &Component) -> Option<f64> {
    match *component {
        Component::Signed(value) => Some(value as f64),
        Component::Unsigned(value) => Some(value as f64),
        Component::Single(value) => Some(value.into()),
        Component::Double(value) => Some(value),
        Component::Undefined(()) | Component::NotFinite(_) => None,
    }
}

/// The counters of a line, or of all, by name. Names sort in the order in which they are shown.
fn counts(line: &LineCounters) -> BTreeMap<(u8, String), u64> {
    let mut counts = BTreeMap::new();
    let mut put = |place: u8, name: &str, count: u64| {
        if count > 0 {
            counts.insert((place, name.to_owned()), count);
        }
    };
    put(0, "executions", line.executions);
    let global = [
        ("loads", &line.global_loads),
        ("stores", &line.global_stores),
    ];
    for ((what, traffic), place) in global.into_iter().zip([1, 2]) {
        put(
            place,
            &format!("global-{what}-bytes-moved"),
            traffic.bytes_moved,
        );
        put(place, &format!("global-{what}-requests"), traffic.requests);
    }
    let local = [("loads", &line.local_loads), ("stores", &line.local_stores)];
    for ((what, banked), place) in local.into_iter().zip([3, 4]) {
        put(place, &format!("local-{what}-passes"), banked.passes);
        put(place, &format!("local-{what}-requests"), banked.requests);
    }
    put(5, "barriers", line.barriers);
    put(
        6,
        "idle-lanes",
        line.lanes.saturating_sub(line.active_lanes),
    );
    put(7, "operations", line.operations.values().sum());
    for (name, count) in &line.operations {
        put(8, &format!("operations-{name}"), *count);
    }
    counts
}

/// The counters of two lines in which either has something.
fn pairs(lines: [Option<&LineCounters>; 2]) -> Vec<CounterPair> {
    let [first, second] = lines.map(|line| line.map(counts).unwrap_or_default());
    let mut names: Vec<_> = first.keys().chain(second.keys()).collect();
    names.sort();
    names.dedup();
    let pair = |key: &(u8, String)| CounterPair {
        what: key.1.clone(),
        counts: [&first, &second].map(|counts| counts.get(key).copied().unwrap_or(0)),
    };
    names.into_iter().map(pair).collect()
}

fn counters(both: [&Counters; 2]) -> Vec<CounterPair> {
    let mut pairs = pairs(both.map(|counters| Some(&counters.total)));
    let [first, second] = both.map(|counters| counters.local_bytes);
    if first > 0 || second > 0 {
        pairs.push(CounterPair {
            what: "local-bytes".to_owned(),
            counts: [first, second],
        });
    }
    pairs
}

/// The lines of both in the order of the diff, those that differ in text or in a counter.
fn lines(sides: [Side<'_>; 2]) -> Vec<LinePair> {
    let [first, second] = &sides;
    let input = InternedInput::new(first.text, second.text);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let [old, new] = [&input.before, &input.after];
    let mut next = [0, 0];
    let mut pairs_of = Vec::new();
    while (next[0] as usize) < old.len() || (next[1] as usize) < new.len() {
        let removed = (next[0] as usize) < old.len() && diff.is_removed(next[0]);
        let added = !removed && (next[1] as usize) < new.len() && diff.is_added(next[1]);
        let there = [!added, !removed];
        let token = if added {
            new[next[1] as usize]
        } else {
            old[next[0] as usize]
        };
        let lines = [0, 1].map(|side| there[side].then_some(next[side] + 1));
        next = [0, 1].map(|side| next[side] + u32::from(there[side]));
        let both = [
            lines[0].and_then(|line| counted(first, line)),
            lines[1].and_then(|line| counted(second, line)),
        ];
        let mut counters = pairs(both);
        counters.retain(|pair| pair.counts[0] != pair.counts[1]);
        let text = input.interner[token].trim();
        let is_changed = (removed || added) && !text.is_empty();
        if is_changed || !counters.is_empty() {
            pairs_of.push(LinePair {
                file: None,
                lines,
                text: text.to_owned(),
                counters,
            });
        }
    }
    pairs_of.extend(included(sides));
    pairs_of
}

/// The counters of a line of a kernel's own file.
fn counted<'a>(side: &Side<'a>, line: u32) -> Option<&'a LineCounters> {
    let lines = &side.ran.outcome.counters.lines;
    lines
        .iter()
        .find(|it| it.line == line && it.file == side.name)
}

/// The lines of files that both include: the same line of the same file.
fn included(sides: [Side<'_>; 2]) -> Vec<LinePair> {
    let mut both: BTreeMap<(&str, u32), [Option<&LineCounters>; 2]> = BTreeMap::new();
    for (at, side) in sides.iter().enumerate() {
        for line in &side.ran.outcome.counters.lines {
            if line.file != side.name {
                both.entry((&line.file, line.line)).or_default()[at] = Some(line);
            }
        }
    }
    let pair = |((file, line), both): ((&str, u32), [Option<&LineCounters>; 2])| {
        let mut counters = pairs(both);
        counters.retain(|pair| pair.counts[0] != pair.counts[1]);
        (!counters.is_empty()).then(|| LinePair {
            file: Some(file.to_owned()),
            lines: both.map(|counted| counted.map(|_| line)),
            text: String::new(),
            counters,
        })
    };
    both.into_iter().filter_map(pair).collect()
}
