//! The output of `grader simulate --format json` and of the page in the browser: the types of its schema.

use crate::expected::Compared;
use crate::run::{Ending, Ran, Unsupported};
use launch::sanitise::escape_json;
use launch::{ElementType, Finding, Place, Scalar};
use serde::Serialize;
use simulator::math::Half;
use simulator::{Banked, LineCounters, Output, Traffic};
use std::collections::BTreeMap;

/// The whole answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer<'a> {
    /// A launch that ran, or whose errors are findings.
    Report(Box<Report<'a>>),
    /// A program beyond what is supported.
    Unsupported {
        /// The construct, with its place.
        unsupported: Construct<'a>,
    },
}

/// A construct that is not supported.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Construct<'a> {
    /// The unsupported construct.
    pub message: &'a str,
    /// The alternative; may be empty.
    pub help: &'a str,
    /// Its place; null if it has no single place.
    pub span: Option<&'a Place>,
}

/// The result of a launch. If nothing ran, there are only findings.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report<'a> {
    /// The findings: compile errors and warnings, then those of the run, in the order of the source.
    pub findings: &'a [Finding],
    /// The buffers with `show`, by the kernel's names for them.
    pub outputs: BTreeMap<&'a str, Contents>,
    /// The buffers and images with `expect`, each with the number of its values that are not as expected; left out
    /// where there are none, or where the run did not end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<Expectation<'a>>,
    /// The kernel's output.
    pub printf: &'a str,
    /// The counters of the memory system.
    pub counters: Counters<'a>,
    /// The end of the run.
    pub end: End,
}

/// The end of a run: outputs and counters are complete only if it completed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The program does not compile: nothing ran.
    #[default]
    NotBuilt,
    /// The launch breaks the rules of its device: nothing ran.
    Refused,
    /// Every work-item ended.
    Completed,
    /// All steps that a simulation may take were taken.
    OutOfSteps,
    /// It was interrupted.
    Interrupted,
}

impl From<simulator::End> for End {
    fn from(end: simulator::End) -> Self {
        match end {
            simulator::End::Completed => End::Completed,
            simulator::End::Refused => End::Refused,
            simulator::End::OutOfSteps => End::OutOfSteps,
            simulator::End::Cancelled => End::Interrupted,
        }
    }
}

/// A buffer after the launch.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contents {
    /// The element type as the LAUNCH.toml gives it: `float`, `int4`, `bytes`, ...
    #[serde(rename = "type")]
    pub element: String,
    /// The components of all elements in a row, as `values` takes them in a LAUNCH.toml: a vector of
    /// n gives n of them.
    pub values: Vec<Component>,
}

/// One component of an element.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Component {
    /// `null`: at least one of its bytes was never written.
    Undefined(()),
    /// A value of a signed integer type.
    Signed(i64),
    /// A value of an unsigned integer type; all 64 bits are kept.
    Unsigned(u64),
    /// A finite `half` or `float`, with enough digits to be unique.
    Single(f32),
    /// A finite `double`.
    Double(f64),
    /// `"nan"`, `"inf"` or `"-inf"`.
    NotFinite(&'static str),
}

/// A buffer or an image after the launch, beside what is expected in it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Expectation<'a> {
    /// The kernel's name for it.
    pub name: &'a str,
    /// Its values: those of all elements and their components.
    pub values: u64,
    /// How many of them are not as expected.
    pub different: u64,
    /// The first of those; null if all are as expected.
    pub first: Option<Unexpected<'a>>,
}

/// The first value that is not as expected.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unexpected<'a> {
    /// Index of its element.
    pub element: u64,
    /// The part of the element as the kernel writes it, such as `.s1` or `.mass`; empty for a whole one.
    pub part: &'a str,
    /// What is there after the launch.
    pub found: Component,
    /// What is expected.
    pub expected: Component,
}

/// Counts of a run.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counters<'a> {
    /// Sums over all lines.
    pub total: Counts<'a>,
    /// Each line that did something, by file and line.
    pub lines: Vec<Line<'a>>,
}

/// Counts of one source line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line<'a> {
    /// The file.
    pub file: &'a str,
    /// The line, from 1.
    pub line: u32,
    /// Its counters.
    #[serde(flatten)]
    pub counts: Counts<'a>,
}

/// The counters of a line, or of all lines.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts<'a> {
    /// The number of executions by work-items.
    pub executions: u64,
    /// Active lanes over all lanes of the warps that executed it, 0 to 1; null where none did.
    pub active_lane_share: Option<f64>,
    /// Loads from global and constant memory.
    pub global_loads: GlobalTraffic,
    /// Stores and atomics to global memory.
    pub global_stores: GlobalTraffic,
    /// Loads from local memory.
    pub local_loads: LocalTraffic,
    /// Stores and atomics to local memory.
    pub local_stores: LocalTraffic,
    /// Barriers that a work-group passed.
    pub barriers: u64,
    /// Operations of work-items, by type.
    pub operations: BTreeMap<&'a str, u64>,
}

/// Traffic with global memory.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GlobalTraffic {
    /// Requests of warps.
    pub requests: u64,
    /// Bytes that work-items requested.
    pub bytes_asked: u64,
    /// Bytes that sectors of 32 moved.
    pub bytes_moved: u64,
    /// Distinct requested bytes over moved bytes, 0 to 1; null if nothing was moved.
    pub efficiency: Option<f64>,
}

/// Traffic with local memory.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LocalTraffic {
    /// Requests of warps.
    pub requests: u64,
    /// Passes over the passes it takes without conflicts: 1 to 32; null without requests.
    pub bank_conflict_degree: Option<f64>,
}

/// The answer for a simulation.
pub fn answer(ending: &Ending) -> Answer<'_> {
    match ending {
        Ending::NotBuilt(findings) => Answer::Report(Box::new(Report {
            findings,
            ..Report::default()
        })),
        Ending::Unsupported(Unsupported {
            message,
            help,
            span,
        }) => Answer::Unsupported {
            unsupported: Construct {
                message,
                help,
                span: span.as_ref(),
            },
        },
        Ending::Ran(ran) => Answer::Report(Box::new(Report {
            findings: &ran.findings,
            outputs: ran
                .shown()
                .map(|(output, element)| {
                    let contents = Contents {
                        element: element.map_or("bytes".to_owned(), |element| element.to_string()),
                        values: components(output, element),
                    };
                    (output.name.as_str(), contents)
                })
                .collect(),
            expected: ran.compared.iter().map(comparison).collect(),
            printf: &ran.outcome.printf,
            counters: Counters {
                total: counts(&ran.outcome.counters.total),
                lines: ran
                    .outcome
                    .counters
                    .lines
                    .iter()
                    .map(|line| Line {
                        file: &line.file,
                        line: line.line,
                        counts: counts(line),
                    })
                    .collect(),
            },
            end: ran.outcome.end.into(),
        })),
    }
}

fn comparison(compared: &Compared) -> Expectation<'_> {
    Expectation {
        name: &compared.name,
        values: compared.values,
        different: compared.different,
        first: compared.first.as_ref().map(|first| Unexpected {
            element: first.element,
            part: &first.part,
            found: first.found,
            expected: first.expected,
        }),
    }
}

impl Ran {
    /// Is every value that is compared as expected?
    pub fn is_as_expected(&self) -> bool {
        self.compared.iter().all(|it| it.different == 0)
    }

    /// The buffers to show after the launch, with their element types; `None` for raw bytes.
    pub fn shown(&self) -> impl Iterator<Item = (&Output, Option<ElementType>)> {
        self.shown.iter().filter_map(|shown| {
            let is_it = |output: &&Output| output.argument == shown.argument;
            let output = self.outcome.outputs.iter().find(is_it)?;
            Some((output, shown.element))
        })
    }

    /// Work-items of the launch.
    pub fn work_items(&self) -> usize {
        self.launch.range.global.iter().product()
    }
}

/// A value as JSON text, for programs. Control characters are escaped, so that a terminal may show it.
pub fn json(value: &impl Serialize) -> String {
    let mut json =
        serde_json::to_string_pretty(value).expect("JSON takes string keys and any number");
    json.push('\n');
    escape_json(&json)
}

/// The components of all elements of a buffer, without the padding of vectors of three.
pub fn components(output: &Output, element: Option<ElementType>) -> Vec<Component> {
    let element = element.unwrap_or(ElementType::scalar(Scalar::UChar));
    let width = usize::from(element.width);
    let size = element.scalar.size();
    let mut values = Vec::with_capacity(output.bytes.len() / size);
    for start in (0..output.bytes.len()).step_by(element.size()) {
        for at in (start..).step_by(size).take(width) {
            let (Some(bytes), Some(defined)) = (
                output.bytes.get(at..at + size),
                output.defined.get(at..at + size),
            ) else {
                break;
            };
            values.push(if defined.iter().all(|&defined| defined) {
                component(bytes, element.scalar)
            } else {
                Component::Undefined(())
            });
        }
    }
    values
}

pub(crate) fn component(bytes: &[u8], scalar: Scalar) -> Component {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(wide);
    match scalar {
        Scalar::UChar | Scalar::UShort | Scalar::UInt | Scalar::ULong => Component::Unsigned(bits),
        Scalar::Char => Component::Signed(bits as i8 as i64),
        Scalar::Short => Component::Signed(bits as i16 as i64),
        Scalar::Int => Component::Signed(bits as i32 as i64),
        Scalar::Long => Component::Signed(bits as i64),
        Scalar::Half => single(Half(bits as u16).to_f32()),
        Scalar::Float => single(f32::from_bits(bits as u32)),
        Scalar::Double => {
            let value = f64::from_bits(bits);
            not_finite(value).unwrap_or(Component::Double(value))
        }
    }
}

fn single(value: f32) -> Component {
    not_finite(value.into()).unwrap_or(Component::Single(value))
}

fn not_finite(value: f64) -> Option<Component> {
    let name = if value.is_nan() {
        "nan"
    } else if value == f64::INFINITY {
        "inf"
    } else if value == f64::NEG_INFINITY {
        "-inf"
    } else {
        return None;
    };
    Some(Component::NotFinite(name))
}

fn counts(line: &LineCounters) -> Counts<'_> {
    Counts {
        executions: line.executions,
        active_lane_share: (line.lanes > 0).then(|| line.active_lanes as f64 / line.lanes as f64),
        global_loads: global(&line.global_loads),
        global_stores: global(&line.global_stores),
        local_loads: local(&line.local_loads),
        local_stores: local(&line.local_stores),
        barriers: line.barriers,
        operations: line
            .operations
            .iter()
            .map(|(&name, &count)| (name, count))
            .collect(),
    }
}

fn global(traffic: &Traffic) -> GlobalTraffic {
    GlobalTraffic {
        requests: traffic.requests,
        bytes_asked: traffic.bytes_asked,
        bytes_moved: traffic.bytes_moved,
        efficiency: (traffic.bytes_moved > 0).then(|| traffic.efficiency()),
    }
}

fn local(banked: &Banked) -> LocalTraffic {
    LocalTraffic {
        requests: banked.requests,
        bank_conflict_degree: (banked.requests > 0).then(|| banked.conflict_degree()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(bytes: &[u8], element: &str) -> String {
        let output = Output {
            argument: 0,
            name: "x".to_owned(),
            bytes: bytes.to_vec(),
            defined: bytes.iter().map(|&byte| byte != 0xee).collect(),
        };
        let element = element.parse().expect("an element type");
        serde_json::to_string(&components(&output, Some(element))).expect("JSON")
    }

    #[test]
    fn a_run_that_was_stopped_says_so() {
        let told = |end: simulator::End| serde_json::to_string(&End::from(end)).expect("JSON");
        assert_eq!(told(simulator::End::Completed), "\"completed\"");
        assert_eq!(told(simulator::End::OutOfSteps), "\"out-of-steps\"");
        assert_eq!(told(simulator::End::Cancelled), "\"interrupted\"");
    }

    #[test]
    fn every_bit_of_a_long_integer_is_kept() {
        assert_eq!(values(&[0xff; 8], "ulong"), "[18446744073709551615]");
        let least = i64::MIN.to_le_bytes();
        assert_eq!(values(&least, "long"), "[-9223372036854775808]");
        assert_eq!(values(&[0x80, 0xff], "char"), "[-128,-1]");
    }

    #[test]
    fn floating_numbers_have_the_digits_that_tell_them_apart() {
        assert_eq!(values(&0.1_f32.to_le_bytes(), "float"), "[0.1]");
        assert_eq!(values(&0.1_f64.to_le_bytes(), "double"), "[0.1]");
        assert_eq!(values(&(-0.0_f32).to_le_bytes(), "float"), "[-0.0]");
        assert_eq!(
            values(&[0x00, 0x3c, 0x01, 0x00], "half"),
            "[1.0,5.9604645e-8]"
        );
    }

    #[test]
    fn what_json_has_no_number_for_is_text_and_what_was_not_written_is_null() {
        let bytes: Vec<u8> = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY]
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .chain([1, 2, 0xee, 4])
            .collect();
        assert_eq!(values(&bytes, "float"), r#"["nan","inf","-inf",null]"#);
    }

    #[test]
    fn the_padding_of_a_vector_of_three_is_not_shown() {
        assert_eq!(values(&[1, 2, 3, 9, 4, 5, 6, 9], "uchar3"), "[1,2,3,4,5,6]");
    }
}
