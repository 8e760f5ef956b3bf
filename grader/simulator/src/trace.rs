//! What one work-group did, step by step: which lines ran for whom, which addresses each access
//! touched, which barriers were passed.
//!
//! Steps are kept as the executor has them, sets of work-items as ranges and addresses as runs, so
//! that a trace of a group of many work-items stays small.

use crate::code::{Code, Inst, SiteId};
use crate::counters::AccessKind;
use crate::mask::Mask;
use crate::shape::Shape;
use launch::Place;

/// Which work-group to trace, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracing {
    /// The work-group's flat number; dimension 0 counts fastest.
    pub group: usize,
    /// Ranges and runs to keep, over all steps: what comes after them is left out.
    pub most: usize,
}

/// What the work-group did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The work-group's size in each dimension; work-items are given by their flat local id.
    pub local: Vec<usize>,
    /// The names of the objects in memory, by the numbers that runs use.
    pub objects: Vec<String>,
    /// Each step, in the order in which they happened.
    pub steps: Vec<TraceStep>,
    /// Were all steps kept?
    pub complete: bool,
}

/// One step of a work-group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceStep {
    /// A straight stretch of code began.
    Lines {
        /// Its lines, by file and number, in the order of its instructions.
        lines: Vec<(String, u32)>,
        /// For whom.
        active: Vec<LaneRange>,
    },
    /// Memory was accessed.
    Access {
        /// Where.
        place: Place,
        /// The expression, on one line.
        text: String,
        /// How.
        kind: AccessKind,
        /// Bytes of each work-item's access.
        size: usize,
        /// What each warp asked for.
        requests: Vec<Request>,
    },
    /// A barrier was passed.
    Barrier {
        /// Where.
        place: Place,
        /// By whom.
        active: Vec<LaneRange>,
    },
}

/// Consecutive work-items: the first, and one past the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneRange {
    /// The first.
    pub first: usize,
    /// One behind the last.
    pub end: usize,
}

/// What one warp asked of one memory at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What it cost there.
    pub cost: RequestCost,
    /// Who touched what.
    pub runs: Vec<AddressRun>,
}

/// What serving a request took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestCost {
    /// From global or constant memory.
    Global {
        /// Sectors of 32 bytes that moved.
        sectors: u64,
    },
    /// From local memory.
    Local {
        /// Passes it took.
        passes: u64,
        /// Passes it would take without bank conflicts.
        least: u64,
    },
}

/// Neighbouring work-items whose addresses lie at a constant distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRun {
    /// The first work-item.
    pub first: usize,
    /// How many they are.
    pub lanes: usize,
    /// Which object.
    pub object: usize,
    /// The first one's place in it, in bytes.
    pub offset: i64,
    /// Bytes from one to the next.
    pub stride: i64,
}

/// Takes the steps down while the group runs.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    room: usize,
    steps: Vec<Recorded>,
    complete: bool,
}

#[derive(Clone, Debug)]
enum Recorded {
    Block(u32, Vec<LaneRange>),
    Access(SiteId, AccessKind, usize, Vec<Request>),
    Barrier(SiteId, Vec<LaneRange>),
}

impl Recorder {
    pub(crate) fn new(most: usize) -> Recorder {
        Recorder {
            room: most,
            steps: Vec::new(),
            complete: true,
        }
    }

    fn note(&mut self, entries: usize, step: Recorded) {
        // Once a step did not fit, later ones would be in the wrong place.
        if !self.complete || entries > self.room {
            self.complete = false;
            return;
        }
        self.room -= entries;
        self.steps.push(step);
    }

    pub(crate) fn block(&mut self, block: u32, mask: &Mask) {
        let active = lane_ranges(mask);
        self.note(active.len(), Recorded::Block(block, active));
    }

    pub(crate) fn barrier(&mut self, site: SiteId, mask: &Mask) {
        let active = lane_ranges(mask);
        self.note(active.len(), Recorded::Barrier(site, active));
    }

    pub(crate) fn access(
        &mut self,
        site: SiteId,
        kind: AccessKind,
        size: usize,
        requests: Vec<Request>,
    ) {
        if requests.is_empty() {
            return;
        }
        let entries = requests.iter().map(|request| request.runs.len()).sum();
        self.note(entries, Recorded::Access(site, kind, size, requests));
    }

    pub(crate) fn into_trace(self, code: &Code, shape: &Shape) -> Trace {
        let lines = lines_of_blocks(code);
        let site = |site: SiteId| &code.sites[site as usize];
        let has_lines = |step: &Recorded| match step {
            Recorded::Block(block, _) => !lines[*block as usize].is_empty(),
            _ => true,
        };
        let steps = self.steps.into_iter().filter(has_lines);
        let steps = steps.map(|step| match step {
            Recorded::Block(block, active) => TraceStep::Lines {
                lines: lines[block as usize]
                    .iter()
                    .map(|&line| code.lines[line as usize].clone())
                    .collect(),
                active,
            },
            Recorded::Access(at, kind, size, requests) => TraceStep::Access {
                place: site(at).place.clone(),
                text: site(at).text.clone(),
                kind,
                size,
                requests,
            },
            Recorded::Barrier(at, active) => TraceStep::Barrier {
                place: site(at).place.clone(),
                active,
            },
        });
        Trace {
            local: shape.local[..shape.dimensions].to_vec(),
            objects: code
                .objects
                .iter()
                .map(|object| object.name.clone())
                .collect(),
            steps: steps.collect(),
            complete: self.complete,
        }
    }
}

/// For each block the lines of its instructions, each once.
fn lines_of_blocks(code: &Code) -> Vec<Vec<u32>> {
    let mut lines: Vec<Vec<u32>> = vec![Vec::new(); code.blocks.len()];
    let mut block = None;
    for (inst, &line) in code.insts.iter().zip(&code.inst_lines) {
        match inst {
            Inst::Block(number) => block = Some(*number as usize),
            Inst::End => {}
            _ => {
                if let Some(block) = block
                    && !lines[block].contains(&line)
                {
                    lines[block].push(line);
                }
            }
        }
    }
    lines
}

fn lane_ranges(mask: &Mask) -> Vec<LaneRange> {
    let mut lane_ranges: Vec<LaneRange> = Vec::new();
    for lane in mask.iter() {
        match lane_ranges.last_mut() {
            Some(last) if last.end == lane => last.end = lane + 1,
            _ => lane_ranges.push(LaneRange {
                first: lane,
                end: lane + 1,
            }),
        }
    }
    lane_ranges
}
