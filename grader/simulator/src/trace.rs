//! What one work-group did, step by step: which lines ran for whom, which addresses each access
//! touched, which barriers were passed, and on request which values the variables and accesses had.
//!
//! Steps are kept as the executor has them, sets of work-items as ranges and addresses as runs, so
//! that a trace of a group of many work-items stays small.

use crate::code::{Code, Inst, MarkId, SiteId, VariableId};
use crate::counters::AccessKind;
use crate::mask::Mask;
use crate::shape::Shape;
use launch::Place;
use opencl_c::types::Scalar;

/// Which work-group to trace, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracing {
    /// The work-group's flat number; dimension 0 counts fastest.
    pub group: usize,
    /// Ranges and runs to keep, over all steps: what comes after them is left out.
    pub most: usize,
    /// Are values recorded? [`crate::simulate`] does it: [`TraceStep::Lines`] is then one statement, before it is
    /// executed.
    pub values: bool,
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
        /// The variables that are visible there, the one declared last first; empty where no values are recorded.
        variables: Vec<VariableValues>,
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
        /// What memory holds after the access, for each work-item of each run of the requests; none where values are
        /// not recorded.
        values: Option<Values>,
    },
    /// A barrier was passed.
    Barrier {
        /// Where.
        place: Place,
        /// By whom.
        active: Vec<LaneRange>,
    },
}

/// Values of scalars, one work-item's components after another's: a vector's or an array's elements, or one scalar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// What a component is.
    pub scalar: Scalar,
    /// The bits of each component; `None` where it has not been written.
    pub bits: Vec<Option<u64>>,
}

/// A variable that is visible at a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableValues {
    /// Its number: that of a function that is called twice has two.
    pub variable: u32,
    /// Its name.
    pub name: String,
    /// Its value for each active work-item; none where no active work-item has another than when it was recorded last.
    pub changed: Option<Values>,
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

/// Work-items whose values count as much as a range or a run.
const VALUES_AN_ENTRY: usize = 32;

/// Takes the steps down while the group runs.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    room: usize,
    steps: Vec<Recorded>,
    complete: bool,
    pub(crate) values: bool,
    /// The components of each variable of each work-item when they were recorded last, by its number.
    known: Vec<Vec<Vec<Option<u64>>>>,
}

#[derive(Clone, Debug)]
enum Recorded {
    Block(u32, Vec<LaneRange>),
    Statement(MarkId, Vec<LaneRange>, Vec<VariableValues>),
    Access(Accessed, Vec<Request>, Option<Values>),
    Barrier(SiteId, Vec<LaneRange>),
}

/// Where memory was accessed, how, and how many bytes by each work-item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accessed {
    pub(crate) site: SiteId,
    pub(crate) kind: AccessKind,
    pub(crate) size: usize,
}

impl Recorder {
    pub(crate) fn new(most: usize, values: bool) -> Recorder {
        Recorder {
            room: most,
            steps: Vec::new(),
            complete: true,
            values,
            known: Vec::new(),
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
        // With values, statements are recorded instead.
        if !self.values {
            let active = lane_ranges(mask);
            self.note(active.len(), Recorded::Block(block, active));
        }
    }

    /// A statement is about to be executed, where each of these variables is visible; `value` gives one of a
    /// work-item.
    pub(crate) fn statement<'v>(
        &mut self,
        mark: MarkId,
        mask: &Mask,
        visible: impl Iterator<Item = (VariableId, &'v str, Scalar)>,
        value: impl Fn(VariableId, Scalar, usize) -> Vec<Option<u64>>,
    ) {
        let active = lane_ranges(mask);
        let mut variables = Vec::new();
        for (variable, name, scalar) in visible {
            let number = variable as usize;
            if self.known.len() <= number {
                self.known.resize(number + 1, Vec::new());
            }
            let known = &mut self.known[number];
            let mut is_changed = false;
            let mut values = Values {
                scalar,
                bits: Vec::new(),
            };
            for lane in mask.iter() {
                let value = value(variable, scalar, lane);
                values.bits.extend(&value);
                if known.len() <= lane {
                    known.resize(lane + 1, Vec::new());
                }
                is_changed |= known[lane] != value;
                known[lane] = value;
            }
            variables.push(VariableValues {
                variable,
                name: name.to_owned(),
                changed: is_changed.then_some(values),
            });
        }
        let changed = variables.iter().filter(|it| it.changed.is_some()).count();
        let entries = active.len() + changed * mask.count.div_ceil(VALUES_AN_ENTRY);
        self.note(entries, Recorded::Statement(mark, active, variables));
    }

    pub(crate) fn barrier(&mut self, site: SiteId, mask: &Mask) {
        let active = lane_ranges(mask);
        self.note(active.len(), Recorded::Barrier(site, active));
    }

    pub(crate) fn access(
        &mut self,
        accessed: Accessed,
        requests: Vec<Request>,
        values: Option<Values>,
    ) {
        if requests.is_empty() {
            return;
        }
        let entries = requests.iter().map(|request| request.runs.len()).sum();
        self.note(entries, Recorded::Access(accessed, requests, values));
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
                variables: Vec::new(),
            },
            Recorded::Statement(mark, active, variables) => {
                let place = &code.stepping.marks[mark as usize].place;
                TraceStep::Lines {
                    lines: vec![(place.file.clone(), place.line)],
                    active,
                    variables,
                }
            }
            Recorded::Access(accessed, requests, values) => TraceStep::Access {
                place: site(accessed.site).place.clone(),
                text: site(accessed.site).text.clone(),
                kind: accessed.kind,
                size: accessed.size,
                requests,
                values,
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
