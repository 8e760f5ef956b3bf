//! What a warp waits for, in the order of its program: pieces of straight code, each with the operations and loads
//! that depend on each other.
//!
//! A warp issues in order, so that one piece ends before the next begins; within a piece only dependences count,
//! because compilers issue loads as early as they can. Compilers unroll an innermost loop: the loads of a few
//! iterations are in flight together, unless a store lies between them, which might change what they load.

use crate::access::{Access, Kind};
use crate::graph::{Graph, Node, Operation};
use opencl_c::types::AddressSpace;

/// Iterations of a loop with an unknown trip count that a compiler issues together.
const UNROLLED: f64 = 4.0;

/// The same at most where the trip count is known.
const UNROLLED_WHOLLY: f64 = 16.0;

/// The instructions of an unrolled body: of a larger one fewer iterations are issued together.
const UNROLLED_INSTRUCTIONS: f64 = 32.0;

/// A place in the reading.
#[derive(Clone, Debug)]
pub(crate) enum Mark {
    /// A loop begins.
    Enter,
    /// An iteration begins; it stands for this number of them.
    Round(f64),
    /// An iteration ends: the values of variables before and after it.
    EndRound(Vec<(Node, Node)>),
    /// A loop ends.
    Leave {
        /// Whether its trip count is known at compile time.
        is_constant: bool,
        /// Whether its trip count is known before it begins.
        is_countable: bool,
    },
    Barrier,
}

/// What a step waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Wait {
    Operation(Operation),
    /// A load: the number of its request.
    Load(usize),
    Local,
    Nothing,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) wait: Wait,
    /// Steps of the piece, by number.
    pub(crate) parents: Vec<u32>,
}

/// Straight code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// Executions by a warp.
    pub(crate) times: f64,
    /// Iterations that are issued together.
    pub(crate) together: f64,
    pub(crate) steps: Vec<Step>,
    /// What an iteration hands to the next: steps at its beginning and at its end.
    pub(crate) carried: Vec<(u32, u32)>,
    pub(crate) ends_in_barrier: bool,
}

struct Open {
    pieces: Vec<usize>,
    rounds: f64,
    /// Pieces when the current iteration began.
    begun: usize,
    times: f64,
    is_innermost: bool,
}

/// The pieces of a warp. `live` are the accesses in the order of their requests.
pub(crate) fn pieces(
    graph: &Graph,
    (seen, fused): (&[bool], &[bool]),
    marks: &[(Node, Mark)],
    accesses: &[Access],
    live: &[usize],
) -> Vec<Piece> {
    let mut request_of = vec![None; accesses.len()];
    for (request, &access) in live.iter().enumerate() {
        request_of[access] = Some(request);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut times = 1.0;
    let mut start: Node = 0;
    let mut number: Vec<u32> = vec![u32::MAX; graph.len()];
    let end = graph.len() as Node;
    let last = [(end, Mark::Barrier)];
    let marks = marks.iter().chain(&last);
    for (at, mark) in marks {
        let empty = Vec::new();
        let carried = match mark {
            Mark::EndRound(carried) => carried,
            _ => &empty,
        };
        let is_barrier = matches!(mark, Mark::Barrier) && *at < end;
        let mut steps = Vec::new();
        let mut stores = false;
        for node in start..*at {
            let index = node as usize;
            if !seen[index] {
                continue;
            }
            let (operation, access, parents) = graph.vertex(node);
            let access = access.map(|access| (&accesses[access], request_of[access]));
            let wait = match access {
                Some((access, _)) if access.space == AddressSpace::Local => match access.kind {
                    Kind::Store => Wait::Nothing,
                    _ => Wait::Local,
                },
                Some((access, Some(request))) if access.kind == Kind::Load => Wait::Load(request),
                Some(_) => {
                    stores = true;
                    Wait::Nothing
                }
                None if fused[index] => Wait::Nothing,
                None => operation.map_or(Wait::Nothing, Wait::Operation),
            };
            let own = parents.iter().map(|&parent| number[parent as usize]);
            let parents = own.filter(|&own| own != u32::MAX).collect();
            number[index] = steps.len() as u32;
            steps.push(Step { wait, parents });
        }
        let mut handed = Vec::new();
        for &(before, after) in carried {
            let after = number[after as usize];
            if after == u32::MAX {
                continue;
            }
            // The value before is from outside: it becomes a step of its own, which waits for nothing.
            let first = steps.len() as u32;
            steps.push(Step {
                wait: Wait::Nothing,
                parents: Vec::new(),
            });
            for node in start..*at {
                let of = number[node as usize];
                if of != u32::MAX && graph.vertex(node).2.contains(&before) {
                    steps[of as usize].parents.push(first);
                }
            }
            handed.push((first, after));
        }
        number[start as usize..*at as usize].fill(u32::MAX);
        start = *at;
        if !steps.is_empty() || is_barrier {
            if let Some(open) = open.last_mut() {
                open.pieces.push(pieces.len());
            }
            pieces.push(Piece {
                times,
                together: if stores { 0.0 } else { 1.0 },
                steps,
                carried: handed,
                ends_in_barrier: is_barrier,
            });
        }
        match mark {
            Mark::Enter => {
                if let Some(outer) = open.last_mut() {
                    outer.is_innermost = false;
                }
                open.push(Open {
                    pieces: Vec::new(),
                    rounds: 0.0,
                    begun: 0,
                    times,
                    is_innermost: true,
                });
            }
            Mark::Round(represents) => {
                if let Some(open) = open.last_mut() {
                    open.rounds += represents;
                    open.begun = open.pieces.len();
                    times = open.times * represents;
                }
            }
            Mark::EndRound(_) => {
                if let Some(open) = open.last_mut() {
                    times = open.times;
                    // A barrier splits the iteration.
                    open.is_innermost &= open.pieces.len() <= open.begun + 1;
                }
            }
            Mark::Leave {
                is_constant,
                is_countable,
            } => {
                if let Some(left) = open.pop().filter(|left| left.is_innermost) {
                    let most = if *is_constant {
                        UNROLLED_WHOLLY
                    } else if *is_countable {
                        UNROLLED
                    } else {
                        1.0
                    };
                    for piece in left.pieces {
                        let piece = &mut pieces[piece];
                        let fit = UNROLLED_INSTRUCTIONS / piece.instructions().max(1) as f64;
                        if piece.together > 0.0 && !piece.ends_in_barrier {
                            piece.together = most.min(left.rounds).min(fit).max(1.0);
                        }
                    }
                }
            }
            Mark::Barrier => {}
        }
    }
    for piece in &mut pieces {
        piece.together = piece.together.max(1.0);
    }
    pieces
}

impl Piece {
    pub(crate) fn instructions(&self) -> usize {
        let steps = self.steps.iter();
        steps.filter(|step| step.wait != Wait::Nothing).count()
    }

    /// Seconds from its beginning until its last step is done, and those that each further iteration adds, given
    /// the latency of each step.
    pub(crate) fn path(&self, latency: &dyn Fn(Wait) -> f64) -> (f64, f64) {
        let own: Vec<f64> = self.steps.iter().map(|step| latency(step.wait)).collect();
        let whole = self.longest(&own, None).into_iter().fold(0.0, f64::max);
        // A cycle leads from a variable's value to its next one.
        let each = self.carried.iter().map(|&(first, last)| {
            let from_first = self.longest(&own, Some(first));
            from_first[last as usize]
        });
        (whole, each.fold(0.0, f64::max))
    }

    /// The longest path to each step: from any step, or from one of them.
    fn longest(&self, own: &[f64], from: Option<u32>) -> Vec<f64> {
        let mut longest = vec![f64::NEG_INFINITY; self.steps.len()];
        // The values that an iteration begins with have the last numbers.
        let firsts = self.carried.iter().map(|pair| pair.0);
        for first in firsts.filter(|&first| from.is_none_or(|from| from == first)) {
            longest[first as usize] = 0.0;
        }
        for (index, step) in self.steps.iter().enumerate() {
            let parents = step.parents.iter();
            let before = parents.map(|&parent| longest[parent as usize]);
            let start = if from.is_none() { 0.0 } else { longest[index] };
            longest[index] = before.fold(start, f64::max) + own[index];
        }
        longest
    }
}
