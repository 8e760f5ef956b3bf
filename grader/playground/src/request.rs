//! A request: the text of a LAUNCH.toml, and what it needs to run.

use crate::refusal;
use crate::trace::{TraceRequest, Traced};
use launch_file::{Answer, InMemory, json};
use serde::{Deserialize, Serialize};
use simulator::Options;
use std::collections::BTreeMap;

/// What is asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What findings call the LAUNCH.toml.
    pub name: String,
    /// The text of the LAUNCH.toml.
    pub launch: String,
    /// The files that it names, by their paths relative to it.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Work-items of a warp: 32 or 64.
    #[serde(default)]
    pub warp: Warp,
    /// Budget of steps, instructions times the work-items they span; the command's where it is absent.
    #[serde(default)]
    pub steps: Option<u64>,
    /// The work-group to trace.
    #[serde(default)]
    pub trace: Option<TraceRequest>,
}

/// An answer with its trace.
#[derive(Serialize)]
struct Reply<'t> {
    #[serde(flatten)]
    answer: Answer<'t>,
    trace: Traced<'t>,
}

/// Work-items of a warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Warp {
    /// 32.
    #[default]
    Of32,
    /// 64.
    Of64,
}

impl Request {
    /// Runs the launch on `threads` threads, 0 for as many as there are: the answer is the same on any
    /// number of them. What is wrong with the LAUNCH.toml itself is `{ "refused": finding }`.
    pub fn answer(&self, threads: usize) -> String {
        let default = Options::default();
        let options = Options {
            warp: match self.warp {
                Warp::Of32 => 32,
                Warp::Of64 => 64,
            },
            threads,
            steps: self.steps.unwrap_or(default.steps),
            trace: self.trace.map(TraceRequest::tracing),
            ..default
        };
        let mut files = InMemory::new(&self.files);
        match launch_file::run(&self.name, &self.launch, &mut files, &options) {
            Ok(simulation) => {
                let answer = launch_file::answer(&simulation.ending);
                match Traced::of(&simulation.ending) {
                    Some(trace) => json(&Reply { answer, trace }),
                    None => json(&answer),
                }
            }
            Err(refused) => refusal::of(refused.finding),
        }
    }
}

impl TryFrom<u8> for Warp {
    type Error = String;

    fn try_from(lanes: u8) -> Result<Warp, String> {
        match lanes {
            32 => Ok(Warp::Of32),
            64 => Ok(Warp::Of64),
            _ => Err(format!("a warp has 32 or 64 work-items, not {lanes}")),
        }
    }
}

impl From<Warp> for u8 {
    fn from(warp: Warp) -> u8 {
        match warp {
            Warp::Of32 => 32,
            Warp::Of64 => 64,
        }
    }
}
