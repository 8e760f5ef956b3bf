//! A kernel run on one case of an exercise: what it leaves in the buffers, what its lines cost, and what
//! one of its work-groups did step by step.

use crate::exercises::{exercise, handed_in};
use crate::refusal;
use crate::trace::{TraceRequest, Traced};
use course::{Sample, sample};
use kernels::Fact;
use launch::{Argument, Launch, NdRange, Source};
use launch_file::{Answer, Prepared, Shown, answer, json, run_prepared};
use serde::{Deserialize, Serialize};
use simulator::Options;
use std::collections::BTreeMap;

/// The most elements of a launch's buffers that are shown, each.
const MOST_SHOWN_BYTES: usize = 1 << 16;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The exercise's slug.
    pub exercise: String,
    /// The student's files by name, as the exercise names them.
    pub files: BTreeMap<String, String>,
    /// The case, by its replay token; a small one of the course's choice where it is absent.
    #[serde(default)]
    pub replay: Option<String>,
    /// Budget of steps; the command's where it is absent.
    #[serde(default)]
    pub steps: Option<u64>,
    /// The work-group to trace.
    #[serde(default)]
    pub trace: Option<TraceRequest>,
}

/// What came of it.
#[derive(Serialize)]
struct Reply<'r> {
    case: &'r [Fact],
    token: &'r str,
    range: &'r NdRange,
    #[serde(flatten)]
    answer: Answer<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Traced<'r>>,
}

impl Run {
    pub(crate) fn answer(&self) -> String {
        self.answered().unwrap_or_else(refusal::of_request)
    }

    fn answered(&self) -> Result<String, String> {
        let exercise = exercise(&self.exercise)?;
        let kernel = handed_in(&exercise, &self.files).kernel.unwrap_or_default();
        let chosen =
            sample(&exercise, self.replay.as_deref()).map_err(|error| error.to_string())?;
        let Some(Sample {
            case,
            token,
            launch,
            standard,
        }) = chosen
        else {
            return Err("this exercise has no case to run".to_owned());
        };
        let range = launch.range.clone();
        let default = Options::default();
        let options = Options {
            steps: self.steps.unwrap_or(default.steps),
            trace: self.trace.map(TraceRequest::tracing),
            ..default
        };
        let prepared = Prepared {
            shown: shown(&launch),
            expected: Vec::new(),
            launch,
            names: Vec::new(),
        };
        let source = Source { standard, ..kernel };
        let ending =
            run_prepared(&source, prepared, &options).map_err(|refusal| refusal.to_string())?;
        Ok(json(&Reply {
            case: &case,
            token: &token,
            range: &range,
            answer: answer(&ending),
            trace: Traced::of(&ending),
        }))
    }
}

/// Every buffer that is small enough to be read.
fn shown(launch: &Launch) -> Vec<Shown> {
    let of = |(index, argument): (usize, &Argument)| match argument {
        Argument::Buffer(buffer) if buffer.contents.len() <= MOST_SHOWN_BYTES => Some(Shown {
            argument: index,
            element: Some(buffer.element),
        }),
        _ => None,
    };
    launch.arguments.iter().enumerate().filter_map(of).collect()
}
