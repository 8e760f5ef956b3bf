//! Kernels of the course in the simulator: the buffers after a launch, and what one work-group asked of
//! memory step by step.

use launch_file::{Ending, InMemory, Ran};
use simulator::{AccessKind, End, Options, Request, RequestCost, Trace, TraceStep, Tracing};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Bytes of a sector.
pub(crate) const SECTOR: i64 = 32;

/// Why a figure could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The launch is wrong, or its kernel: what was said of it.
    Refused(String),
    /// The run did not end, or made a mistake.
    NotWhole(&'static str),
    /// The launch has no such buffer, or it was not written whole.
    Buffer(&'static str),
    /// The trace has no such step.
    Step(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Refused(why) => write!(f, "the launch is refused: {why}"),
            Fault::NotWhole(kernel) => write!(f, "the run of {kernel} is not whole"),
            Fault::Buffer(name) => {
                write!(f, "the buffer {name} is not there, or not written whole")
            }
            Fault::Step(what) => write!(f, "the trace has no step of {what}"),
        }
    }
}

impl std::error::Error for Fault {}

/// A kernel and how it is launched.
pub(crate) struct Launched {
    /// The kernel's name.
    pub(crate) kernel: &'static str,
    /// Its program.
    pub(crate) source: &'static str,
    pub(crate) global: Vec<usize>,
    pub(crate) local: Vec<usize>,
    /// In the syntax of a LAUNCH.toml, without the heads.
    pub(crate) arguments: Vec<String>,
}

/// A buffer of numbers that count up, as an argument.
pub(crate) fn iota(element: &str, len: usize) -> String {
    format!("buffer = \"{element}\"\nlen = {len}\ninit = \"iota\"")
}

/// A buffer for results, as an argument.
pub(crate) fn empty(element: &str, len: usize) -> String {
    format!("buffer = \"{element}\"\nlen = {len}\ninit = \"uninit\"")
}

/// A number, as an argument.
pub(crate) fn scalar(kind: &str, value: impl fmt::Display) -> String {
    format!("scalar = \"{kind}\"\nvalue = {value}")
}

/// A launch that ran whole and without a mistake.
pub(crate) struct Run {
    ran: Box<Ran>,
    trace: Trace,
}

impl Launched {
    /// Runs it, and follows one of its work-groups.
    pub(crate) fn run(&self, group: usize) -> Result<Run, Fault> {
        let mut launch = format!(
            "source = \"kernel.cl\"\nkernel = \"{}\"\nglobal = {:?}\nlocal = {:?}\n",
            self.kernel, self.global, self.local
        );
        for argument in &self.arguments {
            launch += &format!("[[arg]]\n{argument}\n");
        }
        let files = BTreeMap::from([("kernel.cl".to_owned(), self.source.to_owned())]);
        let options = Options {
            trace: Some(Tracing {
                group,
                most: 1 << 20,
                values: false,
            }),
            ..Options::default()
        };
        let simulation =
            launch_file::run("LAUNCH.toml", &launch, &mut InMemory::new(&files), &options)
                .map_err(|refused| Fault::Refused(refused.finding.message))?;
        let Ending::Ran(mut ran) = simulation.ending else {
            return Err(Fault::NotWhole(self.kernel));
        };
        let trace = ran.outcome.trace.take();
        let Some(trace) = trace.filter(|trace| trace.complete) else {
            return Err(Fault::NotWhole(self.kernel));
        };
        if ran.outcome.end != End::Completed || !ran.outcome.events.is_empty() {
            return Err(Fault::NotWhole(self.kernel));
        }
        Ok(Run { ran, trace })
    }
}

impl Run {
    /// A buffer of numbers of 4 bytes after the launch.
    fn words(&self, name: &'static str) -> Result<impl Iterator<Item = [u8; 4]>, Fault> {
        let output = self.ran.outcome.outputs.iter().find(|it| it.name == name);
        let output = output
            .filter(|output| output.defined.iter().all(|&defined| defined))
            .ok_or(Fault::Buffer(name))?;
        Ok(output.bytes.as_chunks().0.iter().copied())
    }

    /// A buffer of `uint` after the launch.
    pub(crate) fn uints(&self, name: &'static str) -> Result<Vec<usize>, Fault> {
        let words = self.words(name)?;
        Ok(words
            .map(|word| u32::from_le_bytes(word) as usize)
            .collect())
    }

    pub(crate) fn steps(&self) -> &[TraceStep] {
        &self.trace.steps
    }

    /// The accesses of the traced work-group to an object, in their order.
    pub(crate) fn accesses<'r>(
        &'r self,
        object: &'r str,
        kind: AccessKind,
    ) -> impl Iterator<Item = &'r [Request]> {
        self.trace.steps.iter().filter_map(move |step| match step {
            TraceStep::Access {
                kind: done,
                requests,
                ..
            } if *done == kind && self.is_of(requests, object) => Some(requests.as_slice()),
            _ => None,
        })
    }

    /// Is this what somebody asked of the object?
    pub(crate) fn is_of(&self, requests: &[Request], object: &str) -> bool {
        let mut runs = requests.iter().flat_map(|request| &request.runs);
        runs.next()
            .and_then(|run| self.trace.objects.get(run.object))
            .is_some_and(|name| name == object)
    }
}

/// The bytes' places that a request touches: for each work-item, the first.
pub(crate) fn touched(request: &Request) -> impl Iterator<Item = (usize, i64)> {
    request.runs.iter().flat_map(|run| {
        (0..run.lanes).map(|index| (run.first + index, run.offset + run.stride * index as i64))
    })
}

/// The sectors that requests of global memory move, each once a request.
pub(crate) fn moved(requests: &[Request]) -> u64 {
    let of = |request: &Request| match request.cost {
        RequestCost::Global { sectors } => sectors,
        RequestCost::Local { .. } => 0,
    };
    requests.iter().map(of).sum()
}

/// The numbers of the sectors in which a request's accesses lie.
pub(crate) fn sectors(requests: &[Request]) -> BTreeSet<i64> {
    let all = requests.iter().flat_map(touched);
    all.map(|(_, offset)| offset.div_euclid(SECTOR)).collect()
}
