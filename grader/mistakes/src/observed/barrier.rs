//! What all divergent barriers have in common: some work-items wait for others.

use super::names::tuple;
use super::words::Words;
use crate::analysis::barriers::DecisionKind;
use opencl_c::program::{Stmt, StmtKind};
use simulator::{Divergence, LocalIds};

/// Ranges of local ids that are named, at most.
const MOST_RANGES: usize = 4;

/// Message and label of a barrier that only some work-items reach.
pub(crate) fn words(found: &Divergence) -> Words {
    let Divergence {
        arrived, missing, ..
    } = found;
    let all = arrived.count + missing.count;
    Words::new(format!(
        "only {} of {all} work-items {} this barrier",
        arrived.count,
        if arrived.count == 1 {
            "reaches"
        } else {
            "reach"
        }
    ))
    .label(format!(
        "waits for all {all}; local ids {} arrive, {} never do",
        ranges(arrived),
        ranges(missing)
    ))
}

/// What work-items do at a jump that keeps them from a barrier.
pub(crate) fn jumped(stmt: &Stmt, kind: DecisionKind) -> &'static str {
    match stmt.kind {
        StmtKind::Break if kind == DecisionKind::Conditional => {
            "work-items leave the `switch` here"
        }
        StmtKind::Break => "work-items leave the loop here",
        StmtKind::Continue => "work-items skip the rest of the round here",
        StmtKind::Return(_) => "work-items return here",
        _ => "work-items jump here",
    }
}

pub(crate) fn ranges(ids: &LocalIds) -> String {
    if ids.ranges.is_empty() {
        return "none".to_owned();
    }
    let all = ids.ranges.iter().take(MOST_RANGES);
    let mut parts: Vec<String> = all
        .map(|(first, last)| match first == last {
            true => tuple(first),
            false => format!("{}..{}", tuple(first), tuple(last)),
        })
        .collect();
    if ids.ranges.len() > MOST_RANGES {
        parts.push("...".to_owned());
    }
    parts.join(", ")
}
