//! The search for a change that makes a kernel right.

use crate::change::Change;
use crate::evidence::Evidence;
use crate::order::Order;
use crate::subject::Subject;
use opencl_c::program::Program;
use std::cmp::Reverse;
use std::collections::HashSet;

/// What runs a changed kernel.
pub trait Judge {
    /// The program of a text, if it compiles.
    fn read(&mut self, text: &str) -> Option<Program>;

    /// Runs the cases on a changed kernel, the shortest failing one first, until one is wrong.
    fn judge(&mut self, text: &str) -> Judgement;

    /// Judges texts in their order, up to the first that is right or with which the budget is spent, one at
    /// least; it may run several at a time.
    fn judge_several(&mut self, texts: &[&str]) -> Vec<Judgement> {
        let mut judgements = Vec::with_capacity(texts.len());
        for text in texts {
            judgements.push(self.judge(text));
            if judgements.last() == Some(&Judgement::Right) || self.is_spent() {
                break;
            }
        }
        judgements
    }

    /// Runs everything that a kernel must pass, and cases that were not tried before. The number of cases that
    /// were right in all, or none if one is wrong or the change causes another finding.
    fn confirm(&mut self, text: &str) -> Option<u32>;

    /// Is the budget of simulated steps used up, or is it too late?
    fn is_spent(&self) -> bool;
}

/// The outcome of the cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// All are right.
    Right,
    /// This many are right, the failing one among them if it is not 0.
    Wrong { right: u32 },
    /// The text is no program, or cannot be simulated.
    NoProgram,
}

/// The budget of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Changes to try, alone.
    pub single: u32,
    /// Bytes of text to compile: a long kernel takes longer.
    pub bytes: u64,
    /// Changes to try on top of another one that mends a part of the cases.
    pub pairs: u32,
}

impl Effort {
    /// The whole search: a second or two for most kernels.
    pub const WHOLE: Effort = Effort {
        single: 6000,
        bytes: 12_000_000,
        pairs: 1800,
    };
}

/// A change that makes a kernel right.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The change; of a pair, the first one.
    pub change: Change,
    /// The second change of a pair, and its line in the text with the first.
    pub second: Option<(Change, u32)>,
    /// The text with the change.
    pub text: String,
    /// The cases that were right with it.
    pub cases: u32,
}

/// How many changes are judged together: threads are started for each such number.
const TOGETHER: usize = 32;

/// The partly right changes on which a second one is tried, at most.
const MOST_FIRST: usize = 6;

/// Seeks a change of `text`, whose program this is, with which `judge` finds the kernel right: single changes in
/// the order that the evidence gives, then pairs.
pub fn search(
    (text, program): (&str, &Program),
    (kernel, dimensions): (&str, usize),
    evidence: &Evidence,
    effort: Effort,
    judge: &mut dyn Judge,
) -> Option<Found> {
    let mut search = Search {
        judge,
        seen: HashSet::from([text.to_owned()]),
        bytes_left: effort.bytes,
    };
    let subject = Subject::of(program, kernel, dimensions)?;
    let all = Order::of(evidence, text, subject);
    let mut partly: Vec<(u32, Change, String)> = Vec::new();
    let found = search.each(all, text, effort.single, &mut |right, change, text| {
        partly.push((right, change, text));
    });
    if let Some((change, text, cases)) = found {
        return Some(Found {
            change,
            second: None,
            text,
            cases,
        });
    }
    let share = effort.pairs / MOST_FIRST as u32;
    if share == 0 {
        return None;
    }
    // Those that mend most cases come first; the order among equals is that of the search.
    partly.sort_by_key(|(right, ..)| Reverse(*right));
    partly.truncate(MOST_FIRST);
    for (_, first, between) in partly {
        let Some(program) = search.judge.read(&between) else {
            continue;
        };
        let Some(subject) = Subject::of(&program, kernel, dimensions) else {
            continue;
        };
        let all = Order::of(evidence, &between, subject);
        let found = search.each(all, &between, share, &mut |_, _, _| {});
        if let Some((second, text, cases)) = found {
            let line = second.line(&between);
            return Some(Found {
                change: first,
                second: Some((second, line)),
                text,
                cases,
            });
        }
    }
    None
}

struct Search<'a> {
    judge: &'a mut dyn Judge,
    seen: HashSet<String>,
    bytes_left: u64,
}

impl Search<'_> {
    /// The first change with which the kernel is right; `partly` gets those that mend some cases.
    fn each(
        &mut self,
        mut changes: Order<'_>,
        text: &str,
        most: u32,
        partly: &mut dyn FnMut(u32, Change, String),
    ) -> Option<(Change, String, u32)> {
        let mut tried = 0;
        while !self.judge.is_spent() {
            let mut next = self.next(&mut changes, text, (tried, most));
            if next.is_empty() {
                break;
            }
            while !next.is_empty() && !self.judge.is_spent() {
                let texts: Vec<&str> = next.iter().map(|(_, text)| text.as_str()).collect();
                let judged = self.judge.judge_several(&texts);
                let of_judged = next.drain(..judged.len().max(1));
                for (judgement, (change, changed)) in judged.into_iter().zip(of_judged) {
                    match judgement {
                        Judgement::NoProgram => continue,
                        Judgement::Wrong { right: 0 } => {}
                        Judgement::Wrong { right } => partly(right, change, changed),
                        Judgement::Right => {
                            if let Some(cases) = self.judge.confirm(&changed) {
                                return Some((change, changed, cases));
                            }
                        }
                    }
                    tried += 1;
                }
            }
        }
        None
    }

    /// The next changes to judge together, each with a text that was not tried before, within the budget. `tried`
    /// of at most `most` were.
    fn next(
        &mut self,
        changes: &mut Order<'_>,
        text: &str,
        (tried, most): (u32, u32),
    ) -> Vec<(Change, String)> {
        let mut next = Vec::new();
        while next.len() < TOGETHER {
            let tried = tried + next.len() as u32;
            if tried >= most || self.bytes_left == 0 {
                break;
            }
            let Some(change) = changes.next() else {
                break;
            };
            if change.edits.is_empty() {
                continue;
            }
            let changed = change.applied(text);
            if !self.seen.insert(changed.clone()) {
                continue;
            }
            self.bytes_left = self.bytes_left.saturating_sub(changed.len() as u64);
            next.push((change, changed));
        }
        next
    }
}
