//! # Every work-item does everybody's work
//!
//! A loop over the whole problem, as in a program for one processor, stands in a kernel that many
//! work-items run. Nothing that it writes depends on the work-item: each computes all results and
//! writes them where all others write them too.
//!
//! The NDRange replaces this loop: a work-item does one round of it, the one of its global id. A
//! kernel that is launched with a single work-item is not reported.
//!
//! ## Why it hurts
//!
//! With n work-items the work is done n times, and a GPU takes longer than one core of a CPU,
//! because each of its processing elements is far slower. Besides, all work-items write the same
//! elements with nothing to order them. That is a race, and where a round reads what another one has
//! written, the result is wrong.
//!
//! ## Wrong
//! ```opencl
//! kernel void square(global const float *x, global float *y, int n)
//! {
//!     int i = get_global_id(0);
//!     for (i = 0; i < n; ++i) {
//!         y[i] = x[i] * x[i];
//!     }
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void square(global const float *x, global float *y, int n)
//! {
//!     int i = get_global_id(0);
//!     if (i < n) {
//!         y[i] = x[i] * x[i];
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! J. G. Cornelis, GPGPU Training Supporting Document (2014), section 3.2: among the common mistakes
//! is to forget that a kernel is the code of one work-item. OpenCL 1.2 specification, section 3.2.

use crate::analysis::calls::reaching;
use crate::analysis::dependence::{Dependence, Sources, constant, space, stored_in};
use crate::analysis::uniformity::{Class, Uniformity};
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::builtin::Name;
use opencl_c::program::{ExprId, ExprKind, Function, FunctionId, Program, Stmt, StmtKind, VarId};
use opencl_c::types::AddressSpace;
use std::collections::HashMap;

pub const MISTAKE: Mistake = Mistake {
    id: MistakeId::WholeProblemLoop,
    level: Level::Warning,
    family: Family::Launch,
    symptom: Symptom::Varies,
    chapter: 3,
    launch: "global: 8\nlocal: 8\nbuffer: x float 8 iota read\nbuffer: y float 8 uninit write\n\
             value: n int 8",
    file: page_in!("whole_problem_loop.rs"),
    read: Some(read),
    measure: Some(measure),
};

/// Kernels that ask who they are, and then do everybody's work all the same.
fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    let asking = asking(program);
    for (id, kernel) in program.kernels() {
        if is_single(kernel) || !asking[id.0 as usize] {
            continue;
        }
        let look = Look {
            program,
            dependence: &analyses.dependence,
            uniformity: &analyses.uniformity,
            id,
        };
        for Found { stmt, write, .. } in look.loops(kernel) {
            reporter
                .at_stmt(
                    Evidence::Likely,
                    stmt,
                    "each work-item does the whole of this loop, and writes what all others write",
                )
                .label("the same rounds for every work-item")
                .with_expr(write, "no id decides which element this is")
                .help(HELP)
                .kernel(kernel);
        }
    }
}

/// A kernel that asks for no id is right for one work-item, so the launch decides.
fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    let program = run.program;
    let work_items: usize = run.launch.range.global.iter().product();
    let kernel = program
        .kernels()
        .find(|(_, kernel)| kernel.name == run.kernel.name);
    let Some((id, kernel)) = kernel else {
        return;
    };
    if work_items < 2 || asking(program)[id.0 as usize] {
        return;
    }
    let look = Look {
        program,
        dependence: &Dependence::of(program),
        uniformity: &Uniformity::of(program),
        id,
    };
    for Found { stmt, .. } in look.loops(kernel) {
        let label = format!("done {work_items} times over");
        let place = program.sources.place(stmt.origin, stmt.origin, label, true);
        let message = format!(
            "each of {work_items} work-items does the whole of this loop and writes what all others write"
        );
        reporter.add(place, message, HELP);
    }
}

pub const HELP: &str = "let each work-item do the round of its own global id";

/// The loops over all of the problem in a kernel, whether or not it asks for an id: in a launch of several
/// work-items each does all of them.
pub fn whole_problem_loops<'a>(
    program: &'a Program,
    dependence: &'a Dependence,
    uniformity: &'a Uniformity,
    id: FunctionId,
) -> Vec<Found<'a>> {
    let kernel = program.function(id);
    let look = Look {
        program,
        dependence,
        uniformity,
        id,
    };
    look.loops(kernel)
}

/// By function: does it ask for an id, or one that it calls?
fn asking(program: &Program) -> Vec<bool> {
    reaching(program, |kind| {
        matches!(kind, ExprKind::Builtin { builtin, .. }
            if matches!(builtin.name, Name::GetGlobalId | Name::GetLocalId | Name::GetGroupId))
    })
}

/// Does a kernel say that its work-groups have one work-item?
fn is_single(kernel: &Function) -> bool {
    let attributes = kernel.kernel.as_ref();
    attributes.is_some_and(|attributes| attributes.required_work_group_size == Some([1; 3]))
}

/// A loop over all of the problem.
pub struct Found<'a> {
    pub stmt: &'a Stmt,
    pub write: ExprId,
    /// Its head, and those of the loops that stand in it one within the other.
    pub heads: Vec<Counted>,
}

/// The head of a loop that counts.
pub struct Counted {
    /// The counter.
    pub name: String,
    pub start: ExprId,
    /// What moves it on.
    pub step: ExprId,
    /// From 0 on, one by one?
    pub is_plain: bool,
}

struct Look<'a> {
    program: &'a Program,
    dependence: &'a Dependence,
    uniformity: &'a Uniformity,
    id: FunctionId,
}

impl<'a> Look<'a> {
    /// The outermost loops over all of the problem.
    fn loops(&self, kernel: &'a Function) -> Vec<Found<'a>> {
        let mut found = Vec::new();
        self.search(&kernel.body, &mut found);
        found
    }

    /// Visits statements that every work-item reaches. False once some may have left.
    fn search(&self, stmt: &'a Stmt, found: &mut Vec<Found<'a>>) -> bool {
        match &stmt.kind {
            StmtKind::Block(stmts) => stmts.iter().all(|stmt| self.search(stmt, found)),
            StmtKind::Labelled { .. } | StmtKind::Goto(_) | StmtKind::Return(_) => false,
            StmtKind::For {
                init,
                condition: Some(condition),
                step: Some(step),
                body,
                ..
            } => {
                let counter = self.counter(init, *step, body);
                if let Some((counter, start)) = counter
                    && let Some(write) = self.whole(counter, start, *condition, *step, body)
                {
                    let heads = self.heads(stmt);
                    found.push(Found { stmt, write, heads });
                }
                !self.may_leave(body)
            }
            // What an `if`, a `while` or a `switch` holds is for some only, or for another reason.
            _ => !self.may_leave(stmt),
        }
    }

    /// The heads of a loop and of those that stand in it, each the only one in the body of the one around it.
    fn heads(&self, stmt: &Stmt) -> Vec<Counted> {
        let program = self.program;
        let mut heads = Vec::new();
        let mut at = Some(stmt);
        while let Some(stmt) = at.take() {
            if let StmtKind::For {
                init,
                step: Some(step),
                body,
                ..
            } = &stmt.kind
                && let Some((counter, start)) = self.counter(init, *step, body)
            {
                let steps_by_one = matches!(
                    program.expr(*step).kind,
                    ExprKind::Increment {
                        decrement: false,
                        ..
                    }
                );
                heads.push(Counted {
                    name: program.function(self.id).vars[counter.0 as usize]
                        .name
                        .to_string(),
                    start,
                    step: *step,
                    is_plain: steps_by_one && constant(program, start) == Some(0),
                });
                let is_loop = |stmt: &&Stmt| matches!(stmt.kind, StmtKind::For { .. });
                at = match &body.kind {
                    StmtKind::Block(stmts) => {
                        let mut loops = stmts.iter().filter(is_loop);
                        loops.next().filter(|_| loops.next().is_none())
                    }
                    _ => Some(&**body).filter(is_loop),
                };
            }
        }
        heads
    }

    /// The variable that counts a loop's rounds, and where it starts: set by the loop's head alone.
    fn counter(&self, init: &[Stmt], step: ExprId, body: &Stmt) -> Option<(VarId, ExprId)> {
        let program = self.program;
        let [init] = init else {
            return None;
        };
        let (counter, start) = match &init.kind {
            StmtKind::Declare {
                var,
                init: Some(init),
            } => match init.entries.as_slice() {
                [entry] => (*var, entry.value),
                _ => return None,
            },
            StmtKind::Expr(expr) => match &program.expr(*expr).kind {
                ExprKind::Assign { place, value } => (stored_in(program, *place)?, *value),
                _ => return None,
            },
            _ => return None,
        };
        let steps_it = match &program.expr(step).kind {
            ExprKind::Increment { place, .. } | ExprKind::CompoundAssign { place, .. } => {
                stored_in(program, *place) == Some(counter)
            }
            _ => false,
        };
        let mut is_changed = false;
        walk::each_expression(program, body, &mut |expr| {
            if let ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } = &program.expr(expr).kind
            {
                is_changed |= stored_in(program, *place) == Some(counter);
            }
        });
        (steps_it && !is_changed).then_some((counter, start))
    }

    /// If a loop has the same rounds for all and each writes a global element that no id decides: that
    /// place.
    fn whole(
        &self,
        counter: VarId,
        start: ExprId,
        condition: ExprId,
        step: ExprId,
        body: &Stmt,
    ) -> Option<ExprId> {
        let program = self.program;
        let mut counters = HashMap::from([(counter, Sources::default())]);
        self.add_inner_counters(body, &mut counters);
        let of = |expr| {
            self.dependence
                .sources_where(program, self.id, expr, &counters)
        };
        let same = |expr| self.is_same(expr, &counters);
        // A bound that is an argument or a size: all of the problem, not a few constant rounds.
        let bound = of(condition);
        let is_all = bound.arguments != 0 || bound.sizes != 0;
        if !is_all || !same(condition) || !same(start) || !same(step) {
            return None;
        }
        let mut write = None;
        let mut is_own = false;
        walk::statements(body, &mut |stmt| {
            // Under a condition, only some may do it.
            if let StmtKind::If { condition, .. }
            | StmtKind::While { condition, .. }
            | StmtKind::Switch {
                value: condition, ..
            }
            | StmtKind::For {
                condition: Some(condition),
                ..
            } = &stmt.kind
            {
                is_own |=
                    of(*condition).has_id() || !self.is_uniform_but_for(*condition, &counters);
            }
            for expr in walk::expressions(stmt) {
                walk::below(program, expr, &mut |expr| {
                    let place = match &program.expr(expr).kind {
                        ExprKind::Assign { place, .. }
                        | ExprKind::CompoundAssign { place, .. }
                        | ExprKind::Increment { place, .. } => *place,
                        ExprKind::ShortCircuit { left, .. } => {
                            is_own |= of(*left).has_id();
                            return;
                        }
                        _ => return,
                    };
                    if let ExprKind::Deref(pointer) = program.expr(place).kind
                        && space(program, pointer) == AddressSpace::Global
                    {
                        if same(pointer) && self.mentions(pointer, counter) {
                            write = write.or(Some(place));
                        } else {
                            is_own = true;
                        }
                    }
                });
            }
        });
        write.filter(|_| !is_own)
    }

    /// Adds the counters of the loops in a body that have the same rounds for all, too.
    fn add_inner_counters(&self, body: &Stmt, counters: &mut HashMap<VarId, Sources>) {
        walk::statements(body, &mut |stmt| {
            if let StmtKind::For {
                init,
                condition: Some(condition),
                step: Some(step),
                body,
                ..
            } = &stmt.kind
                && let Some((counter, start)) = self.counter(init, *step, body)
                && self.is_same(start, counters)
            {
                let before = counters.insert(counter, Sources::default());
                if !self.is_same(*condition, counters) || !self.is_same(*step, counters) {
                    match before {
                        Some(before) => counters.insert(counter, before),
                        None => counters.remove(&counter),
                    };
                }
            }
        });
    }

    /// Is a value the same for all: neither an id is in it nor anything that was set where only some
    /// went, if the counters are the same?
    fn is_same(&self, expr: ExprId, counters: &HashMap<VarId, Sources>) -> bool {
        let sources = self
            .dependence
            .sources_where(self.program, self.id, expr, counters);
        !sources.has_id()
            && !sources.loaded
            && !sources.unknown
            && self.is_uniform_but_for(expr, counters)
    }

    /// Are the variables of an expression, save the counters, the same for all work-items of a group?
    fn is_uniform_but_for(&self, expr: ExprId, counters: &HashMap<VarId, Sources>) -> bool {
        let mut uniform = true;
        walk::below(self.program, expr, &mut |expr| {
            if let ExprKind::Variable(var) = self.program.expr(expr).kind
                && !counters.contains_key(&var)
            {
                let class = self.uniformity.class(expr);
                uniform &= class == Class::Uniform;
            }
        });
        uniform
    }

    fn mentions(&self, expr: ExprId, var: VarId) -> bool {
        let mut found = false;
        walk::below(self.program, expr, &mut |expr| {
            found |= matches!(self.program.expr(expr).kind, ExprKind::Variable(it) if it == var);
        });
        found
    }

    /// May a work-item leave the kernel in a statement?
    fn may_leave(&self, stmt: &Stmt) -> bool {
        let mut leaves = false;
        walk::statements(stmt, &mut |stmt| {
            leaves |= matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Goto(_));
        });
        leaves
    }
}
