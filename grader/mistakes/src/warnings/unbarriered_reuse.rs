//! # A tile may be overwritten while it is still read
//!
//! A loop fills a tile in local memory, passes a barrier, reads the tile, and fills it again in its
//! next round. A work-item that has finished reading may fill the tile while others still read. One
//! barrier orders "written, then read". "Read, then overwritten" needs another one.
//!
//! With two tiles in turn one barrier a round is enough.
//!
//! This follows from the text, so it is reported even where no run shows it: with a single round, or
//! with a group of one warp, there is nothing to see. A run that shows it reports a
//! `missing-barrier`.
//!
//! ## Why it hurts
//!
//! The warps of a GPU's work-group do not run in step, and the larger the group, the further they
//! are apart. The result is almost always right, and sometimes wrong for a few elements, so testing
//! hardly finds the mistake. On a CPU that runs the work-items of a group one after another up to
//! each barrier, all but the first read the next round's values.
//!
//! ## Wrong
//! ```opencl
//! kernel void row_sums(global const float *x, global float *y, uint tiles)
//! {
//!     local float tile[8];
//!     uint lid = get_local_id(0);
//!     float sum = 0.0f;
//!     for (uint t = 0; t < tiles; t++) {
//!         tile[lid] = x[t * 8 + lid];
//!         barrier(CLK_LOCAL_MEM_FENCE);
//!         for (uint k = 0; k < 8; k++) {
//!             sum += tile[k];
//!         }
//!     }
//!     y[lid] = sum;
//! }
//! ```
//!
//! ## Right
//!
//! ```opencl
//! kernel void row_sums(global const float *x, global float *y, uint tiles)
//! {
//!     local float tile[8];
//!     uint lid = get_local_id(0);
//!     float sum = 0.0f;
//!     for (uint t = 0; t < tiles; t++) {
//!         tile[lid] = x[t * 8 + lid];
//!         barrier(CLK_LOCAL_MEM_FENCE);
//!         for (uint k = 0; k < 8; k++) {
//!             sum += tile[k];
//!         }
//!         barrier(CLK_LOCAL_MEM_FENCE);
//!     }
//!     y[lid] = sum;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.8. The tiled matrix product of source 1 (Tompson and
//! Schlachter) has both barriers in its loop.

use crate::analysis::tiles::{Index, Tiles, Touch};
use crate::analysis::trace::{Trace, most_in_all};
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::program::VarId;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::UnbarrieredReuse,
    level: Level::Warning,
    family: Family::Order,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "global: 8\nlocal: 8\nbuffer: x float 8 iota read\nbuffer: y float 8 zeros\nvalue: tiles uint 1",
    file: page_in!("unbarriered_reuse.rs"),
    read: Some(read),
    measure: None,
};

/// How far a neighbour may be: what lies further off may be another part of the array.
const NEAR: u64 = 2;

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    let mut left = most_in_all(program);
    for (kernel, function) in program.kernels() {
        if !Tiles::are_in(program, function) {
            continue;
        }
        let Some(trace) = Trace::of(program, &analyses.uniformity, kernel, &mut left) else {
            continue;
        };
        let tiles = Tiles::of(program, kernel, &trace);
        let reuse = Reuse {
            trace: &trace,
            tiles: &tiles,
        };
        for write in tiles.touches.iter().filter(|touch| touch.write) {
            let read = tiles
                .touches
                .iter()
                .filter(|touch| !touch.write && touch.object == write.object);
            for read in read {
                let Some(in_a_loop) = reuse.overwrites(write, read) else {
                    continue;
                };
                let name = &function.vars[write.object.0 as usize].name;
                let (message, help) = if in_a_loop {
                    (
                        format!(
                            "`{name}` may be overwritten in the next round while it is still read"
                        ),
                        "put a barrier at the end of the loop, behind the last read",
                    )
                } else {
                    (
                        format!("`{name}` may be overwritten while other work-items still read it"),
                        "put a barrier between the last read and this write",
                    )
                };
                let text = analyses.text(read.place);
                reporter
                    .at(Evidence::Likely, write.place, message)
                    .label("no barrier stands between the last read and this")
                    .with_expr(
                        read.place,
                        format!("`{text}` reads what others have written"),
                    )
                    .help(help)
                    .kernel(function);
                break;
            }
        }
    }
}

struct Reuse<'a> {
    trace: &'a Trace<'a>,
    tiles: &'a Tiles,
}

impl Reuse<'_> {
    /// Does a write come after a read by other work-items, without a barrier in between? If so: in
    /// the next round of a loop, or further down?
    fn overwrites(&self, write: &Touch, read: &Touch) -> Option<bool> {
        let steps = &self.trace.steps;
        if steps[read.step].divergent || steps[read.step].statement == steps[write.step].statement {
            return None;
        }
        if write.step < read.step {
            // Filled, a barrier, read, and round to where it is filled again.
            let around: Vec<usize> = self.trace.around(write.step).collect();
            let round = self.trace.around(read.step).find(|&scope| {
                let is_loop = self.trace.scopes[scope].is_loop;
                is_loop && around.contains(&scope) && !self.trace.scopes[scope].divergent
            })?;
            let (begin, end) = self.trace.scopes[round].range;
            // A work-item that reads the copied elements has waited for the copy together with the group.
            let met = write.copy || self.trace.has_barrier(write.step..read.step);
            let apart =
                self.trace.has_barrier(read.step..end) || self.trace.has_barrier(begin..write.step);
            return (met
                && !apart
                && self.always(read.step, Some(round), false)
                && self.always(write.step, Some(round), true)
                && self.is_another_items(write, read, (begin, end)))
            .then_some(true);
        }
        let common = self.common(write.step, read.step);
        if self.trace.has_barrier(read.step..write.step)
            || !self.always(read.step, common, false)
            || !self.always(write.step, common, true)
            || !self.is_another_items(write, read, (read.step, write.step))
        {
            return None;
        }
        let filled = self.tiles.touches.iter().find(|first| {
            first.write
                && first.object == write.object
                && first.step < read.step
                && first.copy == write.copy
                && first.indices == write.indices
                && (first.copy || self.trace.has_barrier(first.step..read.step))
        })?;
        self.is_another_items(write, read, (filled.step, write.step))
            .then_some(false)
    }

    /// The innermost loop or branch around both.
    fn common(&self, one: usize, other: usize) -> Option<usize> {
        let around: Vec<usize> = self.trace.around(other).collect();
        self.trace.around(one).find(|scope| around.contains(scope))
    }

    /// Is a step reached each time that `inside` is gone through? Rounds of loops count as made;
    /// `some` if it's enough that some work-items come.
    fn always(&self, step: usize, inside: Option<usize>, some: bool) -> bool {
        self.trace
            .around(step)
            .take_while(|&scope| Some(scope) != inside)
            .all(|scope| {
                let scope = &self.trace.scopes[scope];
                scope.is_loop || some && scope.divergent
            })
    }

    /// Is what one work-item writes what another one reads? `during` are the steps in which the
    /// variables of the write's index must stay as they are.
    fn is_another_items(&self, write: &Touch, read: &Touch, during: (usize, usize)) -> bool {
        let vars = |touch: &Touch| -> Vec<VarId> {
            let terms = touch.indices.iter().flat_map(|index| index.terms.values());
            terms
                .flat_map(|leaves| leaves.vars.iter().copied())
                .collect()
        };
        if self.tiles.are_stored_to(vars(write), during) {
            return false;
        }
        if write.copy {
            return write.indices.is_empty();
        }
        if write.indices.len() != read.indices.len() {
            return false;
        }
        let mut pairs = write.indices.iter().zip(&read.indices);
        if !pairs
            .clone()
            .all(|(write, read)| self.may_meet(write, read, during))
        {
            return false;
        }
        let has_id = |touch: &Touch| ids(&touch.indices).next().is_some();
        if !has_id(write) {
            // One element, written by some and read by all.
            return self.trace.steps[write.step].divergent && write.indices == read.indices;
        }
        let lacks = ids(&write.indices).any(|id| !ids(&read.indices).any(|other| other == id));
        lacks || pairs.any(|(write, read)| is_neighbour(write, read))
    }

    /// May two indices be equal? Not if one of them is shifted to another part of the array.
    fn may_meet(&self, write: &Index, read: &Index, during: (usize, usize)) -> bool {
        let shift = write.constant.abs_diff(read.constant);
        let has_id = |index: &Index| index.terms.values().any(|leaves| !leaves.ids.is_empty());
        let known = |text: &String| {
            let leaves = &read.terms[text];
            write.terms.contains_key(text)
                || !leaves.ids.is_empty()
                || self
                    .tiles
                    .are_stored_to(leaves.vars.iter().copied(), during)
        };
        let near = if has_id(read) { NEAR } else { 0 };
        // One element of a row that all have written lies within it, whichever it is.
        let single = read.terms.is_empty() && write.constant == 0 && has_id(write);
        (shift <= near || single && shift <= NEAR) && read.terms.keys().all(known)
    }
}

fn ids(indices: &[Index]) -> impl Iterator<Item = u64> {
    let terms = indices.iter().flat_map(|index| index.terms.values());
    terms.flat_map(|leaves| leaves.ids.iter().copied())
}

/// Is an index that of a neighbour of `get_local_id`?
fn is_neighbour(write: &Index, read: &Index) -> bool {
    let bare = write.terms.len() == 1 && write.terms.values().all(|leaves| leaves.bare);
    let mut terms = read.terms.values();
    bare && write != read && terms.clone().all(|leaves| !leaves.global) && {
        // `lid % n` is `lid` where the group has n work-items.
        let cut = terms.any(|leaves| leaves.cut);
        let alone = read.terms.len() == 1 && read.constant == 0;
        !(cut && alone && read.terms.keys().any(|text| text.starts_with("(lid")))
    }
}
