//! # The ids split each warp into two ways
//!
//! A warp runs one instruction for all its work-items at once. Where a condition sends some of them
//! one way and the rest another, it runs both ways, one after the other, each time with some of its
//! lanes idle. A condition that folds the ids (`lid % 2`, `gid & 3`, `lid % (2 * s)`) splits every
//! warp, though another assignment of the work would keep each warp together.
//!
//! A condition on data may have to split a warp, so it is not reported. Nor is the guard at the end
//! of the range, or any other comparison that cuts the ids in two: it splits at most a warp in each
//! row.
//!
//! ## Why it hurts
//!
//! On a GPU with warps of 32 (NVIDIA) or wavefronts of 64 (AMD), two ways of equal length take twice
//! the time, and four ways four times. A reduction that continues with every second, fourth, eighth
//! work-item keeps all warps busy for a few lanes. A CPU that vectorises over work-items masks lanes
//! in the same way. One that runs them one after the other loses nothing.
//!
//! ## Wrong
//! ```opencl
//! kernel void mix(global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     if (i % 2 == 0) {
//!         y[i] = sqrt(x[i]) + x[i] * x[i];
//!     } else {
//!         y[i] = cbrt(x[i]) - x[i] * 0.5f;
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! The first half of the work-items take the even elements, the second half the odd ones:
//!
//! ```opencl
//! kernel void mix(global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     int half_size = get_global_size(0) / 2;
//!     if (i < half_size) {
//!         int even = 2 * i;
//!         y[even] = sqrt(x[even]) + x[even] * x[even];
//!     } else {
//!         int odd = 2 * (i - half_size) + 1;
//!         y[odd] = cbrt(x[odd]) - x[odd] * 0.5f;
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! Cornelis, *GPGPU Training Supporting Document* (2014), section 1.5.1: ways that work-items of a warp
//! take apart are serialized. Tompson and Schlachter, *An Introduction to the OpenCL Programming Model*
//! (2012), section 2.2: full efficiency asks that all 32 agree on their way.

use crate::analysis::counted;
use crate::analysis::index::Indices;
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use launch::{Level, MistakeId, Place, Symptom};
use opencl_c::program::{ExprId, ExprKind, FunctionId, Stmt, StmtKind};
use opencl_c::source::Origin;
use simulator::LineCounters;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::BranchDivergence,
    level: Level::Performance,
    family: Family::Throughput,
    symptom: Symptom::Varies,
    chapter: 3,
    launch: "global: 512\nlocal: 64\nbuffer: x float 512 iota read\nbuffer: y float 512 uninit write",
    file: page_in!("branch_divergence.rs"),
    read: None,
    measure: Some(measure),
};

/// Share of the kernel's work that idle lanes must waste under a condition: below an eighth, mending it
/// gains less than another measurement would show.
const LEAST_WASTE: f64 = 0.125;

/// Share of lanes at work under the condition at most.
const MOST_ACTIVE: f64 = 0.75;

/// What a line costs a lane: one for being reached, one for each operation.
fn cost(line: &LineCounters) -> f64 {
    let operations: u64 = line.operations.values().sum();
    let accesses = line.global_loads.accesses
        + line.global_stores.accesses
        + line.local_loads.accesses
        + line.local_stores.accesses;
    1.0 + (operations + accesses) as f64 / line.executions.max(1) as f64
}

/// Sums over the lines whose warps were not whole, up to each of them: what a condition stands for may
/// reach over many lines, and there may be many conditions.
struct Sums<'a> {
    lines: Vec<(&'a str, u32)>,
    /// Over the lines before each, and at last over all.
    before: Vec<Sum>,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    active: u64,
    lanes: u64,
    /// Steps of idle lanes.
    waste: f64,
}

impl<'a> Sums<'a> {
    /// Of lines in the order of files and lines.
    fn of(lines: &'a [LineCounters]) -> Sums<'a> {
        let mut sums = Sums {
            lines: Vec::new(),
            before: vec![Sum::default()],
        };
        let mut sum = Sum::default();
        for line in lines.iter().filter(|line| line.active_lanes < line.lanes) {
            sum.active += line.active_lanes;
            sum.lanes += line.lanes;
            sum.waste += (line.lanes - line.active_lanes) as f64 * cost(line);
            sums.lines.push((&line.file, line.line));
            sums.before.push(sum);
        }
        sums
    }

    fn over(&self, extent: &Place) -> Sum {
        let file = extent.file.as_str();
        let from = self
            .lines
            .partition_point(|line| *line < (file, extent.line));
        let to = self
            .lines
            .partition_point(|line| *line <= (file, extent.end_line));
        match (self.before.get(from), self.before.get(to.max(from))) {
            (Some(from), Some(to)) => Sum {
                active: to.active - from.active,
                lanes: to.lanes - from.lanes,
                waste: to.waste - from.waste,
            },
            _ => Sum::default(),
        }
    }
}

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    let divergent = |line: &LineCounters| line.active_lanes < line.lanes;
    if !counted::is_worth_measuring(run) || !run.counters.lines.iter().any(divergent) {
        return;
    }
    let all: f64 = run
        .counters
        .lines
        .iter()
        .map(|line| line.lanes as f64 * cost(line))
        .sum();
    let sums = Sums::of(&run.counters.lines);
    let loops = reporter.loops();
    let indices = &loops.indices;
    for (index, function) in run.program.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let mut told: Vec<Place> = Vec::new();
        walk::statements(&function.body, &mut |stmt| {
            let Some((condition, body)) = decision(&function.body, stmt) else {
                return;
            };
            if folds(indices, id, condition) != Some(true) {
                return;
            }
            let sources = &run.program.sources;
            let place = sources.place(stmt.origin, stmt.end, String::new(), true);
            // A condition within a condition that was reported: correct that one first.
            let within = |outer: &Place| {
                outer.file == place.file && (outer.line..=outer.end_line).contains(&place.line)
            };
            if told.iter().any(within) {
                return;
            }
            let extent = sources.place(body.0, body.1, String::new(), true);
            let Sum {
                active,
                lanes,
                waste,
            } = sums.over(&extent);
            let share = active as f64 / lanes.max(1) as f64;
            if lanes == 0 || share > MOST_ACTIVE || waste < LEAST_WASTE * all {
                return;
            }
            told.push(place);
            let place = sources.place(stmt.origin, stmt.origin, String::new(), true);
            let label = format!(
                "idle lanes here are {:.0} % of the kernel's steps",
                100.0 * waste / all
            );
            reporter.add(
                Place { label, ..place },
                format!(
                    "this condition on the ids splits every warp: {:.0} of {} lanes work under it, on average",
                    share * run.warp as f64,
                    run.warp
                ),
                "deal the work out so that work-items with neighbouring ids go the same way",
            );
        });
    }
}

/// The condition of a statement, and the stretch of text that is reached or not by it.
fn decision(function: &Stmt, stmt: &Stmt) -> Option<(ExprId, (Origin, Origin))> {
    match &stmt.kind {
        // Who returns here leaves all that follows to the others.
        StmtKind::If {
            condition, then, ..
        } if returns(then) => Some((*condition, (stmt.end, function.end))),
        StmtKind::If {
            condition, then, ..
        } => Some((*condition, (then.origin, stmt.end))),
        StmtKind::Switch { value, body } => Some((*value, (body.origin, body.end))),
        StmtKind::For {
            condition: Some(condition),
            body,
            ..
        }
        | StmtKind::While {
            condition, body, ..
        } => Some((*condition, (body.origin, body.end))),
        _ => None,
    }
}

/// Is the last thing that a statement does to return?
fn returns(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::Block(stmts) => stmts.last().is_some_and(returns),
        _ => false,
    }
}

/// Do ids go into a condition through a division or a remainder? `None` if anything else than ids and
/// what is the same for all goes into it.
fn folds(indices: &Indices<'_>, function: FunctionId, condition: ExprId) -> Option<bool> {
    let program = indices.program();
    if let Some(form) = indices.form(function, condition) {
        return Some(form.folds_ids());
    }
    let both = |left, right| {
        let (left, right) = (
            folds(indices, function, left)?,
            folds(indices, function, right)?,
        );
        Some(left || right)
    };
    match &program.expr(condition).kind {
        ExprKind::Binary { op, left, right } if op.is_comparison() => both(*left, *right),
        ExprKind::ShortCircuit { left, right, .. } => both(*left, *right),
        ExprKind::Unary { value, .. } | ExprKind::Convert { value, .. } => {
            folds(indices, function, *value)
        }
        _ => None,
    }
}
