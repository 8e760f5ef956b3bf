//! # A question to the NDRange that is not the one that was meant
//!
//! A work-item asks for its ids and for the sizes of the NDRange one dimension at a time. It is easy
//! to ask for another one than intended:
//!
//! - a dimension that no NDRange has: they are 0, 1 and 2;
//! - a dimension that this launch does not have: its ids are all 0;
//! - dimension 1 as if it were the first, which is 0;
//! - the local id where the global one is meant: then each work-group writes the same elements;
//! - the global id, or the group id, where the local one is meant: local memory is one array for each
//!   work-group, and only the first group stays within it;
//! - the size of one dimension where that of another is due: in `y * width + x` the width is the
//!   size of `x`'s dimension, and a loop that starts at an id of dimension 0 goes on by a size of
//!   dimension 0.
//!
//! ## Why it hurts
//!
//! No device reports it. A dimension that the launch does not have has the id 0 and the size 1. An
//! index with the wrong size is right for a square, the shape that is usually tested first. For all
//! other shapes elements are left out, written twice, or accessed outside of the buffer. On a GPU as
//! on a CPU the result is simply wrong.
//!
//! ## Wrong
//! ```opencl
//! kernel void number(global int *picture)
//! {
//!     size_t x = get_global_id(0), y = get_global_id(1);
//!     picture[y * get_global_size(1) + x] = 1;
//! }
//! ```
//!
//! ## Right
//!
//! A row has as many elements as there are `x`:
//!
//! ```opencl
//! kernel void number(global int *picture)
//! {
//!     size_t x = get_global_id(0), y = get_global_id(1);
//!     picture[y * get_global_size(0) + x] = 1;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.1. J. G. Cornelis, GPGPU Training Supporting Document
//! (2014), section 3.2, lists it among the common mistakes; its table 8 has such a slip itself: it
//! strides dimension 1 by the size of dimension 0.

use crate::analysis::definitions::Definitions;
use crate::analysis::dependence::{Dependence, Sources, constant, space};
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use crate::static_checks::{Analyses, Reporter, text};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, Expr, ExprId, ExprKind, FunctionId, Program, StmtKind, VarId};
use opencl_c::types::AddressSpace;
use std::collections::{HashMap, HashSet};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::WorkItemQuery,
    level: Level::Error,
    family: Family::Launch,
    symptom: Symptom::Varies,
    chapter: 8,
    launch: "global: 8 4\nlocal: 4 4\nbuffer: picture int 64 zeros",
    file: page_in!("work_item_query.rs"),
    read: Some(read),
    measure: Some(measure),
};

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    for (index, function) in analyses.program.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let definitions = Definitions::of(analyses.program, id);
        let look = Look {
            program: analyses.program,
            dependence: &analyses.dependence,
            definitions: &definitions,
            function: id,
        };
        look.missing_dimensions(reporter);
        look.foreign_strides(analyses, reporter);
        if function.kernel.is_some() {
            look.skipped_first_dimension(reporter);
            look.local_for_global(analyses, reporter);
        }
    }
}

/// A kind of id or size.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Global,
    Local,
    Group,
}

/// An id that a variable starts at.
struct Start {
    expr: ExprId,
    of: Of,
    dimension: u64,
}

/// Ids that one variable starts at, at most: there are three kinds in three dimensions, and those that no
/// launch has.
const MOST_STARTS: usize = 32;

/// An id that is asked for, by kind and dimension.
fn id_query(program: &Program, expr: ExprId) -> Option<(Of, u64)> {
    let (name, dimension) = query(program, expr)?;
    let of = match name {
        Name::GetGlobalId => Of::Global,
        Name::GetLocalId => Of::Local,
        Name::GetGroupId => Of::Group,
        _ => return None,
    };
    Some((of, dimension?))
}

/// A size that is asked for, by what it counts and dimension.
fn size_query(program: &Program, expr: ExprId) -> Option<(Of, u64)> {
    let (name, dimension) = query(program, expr)?;
    let of = match name {
        Name::GetGlobalSize => Of::Global,
        Name::GetLocalSize => Of::Local,
        Name::GetNumGroups => Of::Group,
        _ => return None,
    };
    Some((of, dimension?))
}

/// A work-item function that takes a dimension, and the dimension if it is a constant.
fn query(program: &Program, expr: ExprId) -> Option<(Name, Option<u64>)> {
    let ExprKind::Builtin { builtin, arguments } = &program.expr(expr).kind else {
        return None;
    };
    let is_query = matches!(
        builtin.name,
        Name::GetGlobalId
            | Name::GetLocalId
            | Name::GetGroupId
            | Name::GetGlobalSize
            | Name::GetLocalSize
            | Name::GetNumGroups
            | Name::GetGlobalOffset
    );
    let dimension = arguments.first().filter(|_| is_query)?;
    Some((builtin.name, constant(program, *dimension)))
}

struct Look<'a> {
    program: &'a Program,
    dependence: &'a Dependence,
    definitions: &'a Definitions,
    function: FunctionId,
}

impl Look<'_> {
    fn each(&self, mut visit: impl FnMut(ExprId, &Expr)) {
        let program = self.program;
        let body = &program.function(self.function).body;
        walk::each_expression(program, body, &mut |expr| visit(expr, program.expr(expr)));
    }

    fn sources(&self, expr: ExprId) -> Sources {
        self.dependence.sources(expr)
    }

    fn resolve(&self, expr: ExprId) -> ExprId {
        self.definitions.resolve(self.program, expr)
    }

    /// Dimensions that no NDRange has.
    fn missing_dimensions(&self, reporter: &mut Reporter<'_>) {
        let program = self.program;
        self.each(|expr, _| {
            let Some((name, Some(dimension @ 3..))) = query(program, expr) else {
                return;
            };
            let value = match name {
                Name::GetGlobalSize | Name::GetLocalSize | Name::GetNumGroups => 1,
                _ => 0,
            };
            let shown = (dimension as u32).cast_signed();
            reporter
                .at(
                    Evidence::Proven,
                    expr,
                    format!(
                        "`{}` is asked for dimension {shown}; there are 0, 1 and 2",
                        name.text()
                    ),
                )
                .label(format!("{value} in every launch"))
                .help("dimensions count from 0: the first is 0, the last of three is 2");
        });
    }

    /// A kernel that asks for ids, and for none of dimension 0: it counts from 1. What the functions that
    /// it calls ask for is not followed, so one that calls any is left alone.
    fn skipped_first_dimension(&self, reporter: &mut Reporter<'_>) {
        let program = self.program;
        let (mut first, mut counts_from_0) = (None, false);
        self.each(|expr, node| {
            if let Some((Name::GetGlobalId | Name::GetLocalId | Name::GetGroupId, dimension)) =
                query(program, expr)
            {
                counts_from_0 |= matches!(dimension, None | Some(0));
                first = first.or(dimension.filter(|dimension| *dimension < 3).zip(Some(expr)));
            }
            counts_from_0 |= matches!(node.kind, ExprKind::Call { .. });
        });
        if let Some((dimension, expr)) = first.filter(|_| !counts_from_0) {
            reporter
                .at(
                    Evidence::Likely,
                    expr,
                    format!("ids of dimension {dimension} are asked for, and none of dimension 0, the first"),
                )
                .label("the same for all work-items along dimension 0")
                .help("dimensions count from 0: ask for dimension 0 first")
                .kernel(program.function(self.function));
        }
    }

    /// `y * size + x` and `i += size` with the size of another dimension.
    fn foreign_strides(&self, analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
        let program = self.program;
        let mut inner = HashSet::new();
        let mut sums = Vec::new();
        let mut starts = HashMap::new();
        self.each(|expr, node| match &node.kind {
            ExprKind::Binary {
                op: BinaryOp::Add,
                left,
                right,
            } => {
                inner.extend([unconverted(program, *left), unconverted(program, *right)]);
                sums.push(expr);
            }
            ExprKind::CompoundAssign {
                op: BinaryOp::Add,
                place,
                value,
                ..
            } => self.stride(reporter, &mut starts, expr, *place, *value),
            _ => {}
        });
        let whole = sums.into_iter().filter(|sum| !inner.contains(sum));
        for sum in whole {
            self.sum(analyses, reporter, sum);
        }
    }

    /// A variable that starts at an id and goes on by a size.
    fn stride(
        &self,
        reporter: &mut Reporter<'_>,
        starts: &mut HashMap<VarId, Vec<Start>>,
        expr: ExprId,
        place: ExprId,
        value: ExprId,
    ) {
        let program = self.program;
        let ExprKind::Variable(var) = program.expr(place).kind else {
            return;
        };
        let Some((of, dimension)) = size_query(program, self.resolve(value)) else {
            return;
        };
        let starts = starts.entry(var).or_insert_with(|| self.starts(var));
        let mut starts = starts.iter().filter(|start| start.of == of);
        if starts.clone().any(|start| start.dimension == dimension) {
            return;
        }
        if let Some(Start {
            expr: start,
            dimension: begins,
            ..
        }) = starts.next()
        {
            let name = short(&program.function(self.function).vars[var.0 as usize].name);
            reporter
                .at(
                    Evidence::Likely,
                    expr,
                    format!(
                        "`{name}` starts at an id of dimension {begins} and goes on by a size of dimension {dimension}"
                    ),
                )
                .label(format!("dimension {dimension}"))
                .with_expr(*start, format!("dimension {begins}"))
                .help(format!("ask for the size of dimension {begins}"));
        }
    }

    /// The ids that a variable starts at, one of each kind and dimension that a launch may have.
    fn starts(&self, var: VarId) -> Vec<Start> {
        let mut starts: Vec<Start> = Vec::new();
        for &value in self.definitions.values(var) {
            let expr = self.resolve(value);
            if let Some((of, dimension)) = id_query(self.program, expr)
                && starts.len() < MOST_STARTS
                && !starts
                    .iter()
                    .any(|start| start.of == of && start.dimension == dimension)
            {
                starts.push(Start {
                    expr,
                    of,
                    dimension,
                });
            }
        }
        starts
    }

    /// A sum of two terms with ids, one of them an id by itself.
    fn sum(&self, analyses: &Analyses<'_>, reporter: &mut Reporter<'_>, sum: ExprId) {
        let program = self.program;
        let mut terms = Vec::new();
        self.flatten(BinaryOp::Add, sum, &mut terms);
        terms.retain(|&term| self.sources(term).has_id());
        let [one, other] = *terms.as_slice() else {
            return;
        };
        for (plain, scaled) in [(one, other), (other, one)] {
            let Some((plain_of, along)) = id_query(program, plain) else {
                continue;
            };
            let mut factors = Vec::new();
            self.flatten(BinaryOp::Multiply, scaled, &mut factors);
            let [one, other] = *factors.as_slice() else {
                continue;
            };
            for (id, size) in [(one, other), (other, one)] {
                let (Some((of, across)), Some((size_of, asked))) =
                    (id_query(program, id), size_query(program, size))
                else {
                    continue;
                };
                let is_flattened = of == plain_of && size_of == of && across != along;
                let is_composed =
                    (of, size_of, plain_of) == (Of::Group, Of::Local, Of::Local) && across == along;
                if (is_flattened || is_composed) && asked != along {
                    reporter
                        .at(
                            Evidence::Likely,
                            sum,
                            format!(
                                "an id of dimension {along} is added to a multiple of the size of dimension {asked}"
                            ),
                        )
                        .label(format!("`{}` runs through dimension {along}", analyses.text(plain)))
                        .with_expr(size, format!("the size of dimension {asked}"))
                        .help(format!(
                            "multiply by the size of dimension {along}, of which there are so many in a row"
                        ));
                    return;
                }
            }
        }
    }

    /// The operands of nested operations of one kind, resolved.
    fn flatten(&self, op: BinaryOp, expr: ExprId, into: &mut Vec<ExprId>) {
        // A sum of more is no index of this kind.
        const MOST: usize = 8;
        let program = self.program;
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            let expr = self.resolve(expr);
            match &program.expr(expr).kind {
                ExprKind::Binary {
                    op: of,
                    left,
                    right,
                } if *of == op && into.len() + waiting.len() < MOST => {
                    waiting.extend([*right, *left]);
                }
                _ => into.push(expr),
            }
        }
    }

    /// Global elements that are written at an index made of local ids alone.
    fn local_for_global(&self, analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
        if !self.is_for_several_groups() || self.parts_groups() {
            return;
        }
        for write in self.writes_by_local_id() {
            reporter
                .at(Evidence::Likely, write, by_local_ids(&analyses.text(write)))
                .label("the same in each work-group")
                .help(USE_GLOBAL_ID)
                .kernel(analyses.function(self.function));
        }
    }

    /// Does the text say that a kernel is meant for several work-groups? It then accesses memory by its
    /// place in the whole NDRange. One with a barrier may be for a single group all the same: of that
    /// the launch decides.
    fn is_for_several_groups(&self) -> bool {
        let program = self.program;
        let (mut several, mut waits) = (false, false);
        self.each(|_, node| match &node.kind {
            ExprKind::Deref(pointer) if space(program, *pointer) == AddressSpace::Global => {
                several |= self.sources(*pointer).position() != 0;
            }
            ExprKind::Builtin { builtin, .. } => waits |= builtin.name == Name::Barrier,
            _ => {}
        });
        several && !waits
    }

    /// Is there an atomic operation on global memory?
    fn counts_atomically(&self) -> bool {
        let mut counts = false;
        self.each(|_, node| {
            if let ExprKind::Builtin {
                builtin, arguments, ..
            } = &node.kind
                && (builtin.name.is_atomic() || builtin.name.is_c11_atomic())
                && let Some(object) = arguments.first()
            {
                counts |= space(self.program, *object) == AddressSpace::Global;
            }
        });
        counts
    }

    /// Does the kernel decide something by the group it is in?
    fn parts_groups(&self) -> bool {
        let mut parts = false;
        // Groups that count themselves by an atomic object find other values in memory: one is the last.
        let counts = self.counts_atomically();
        let mut look = |condition| {
            let sources = self.sources(condition);
            let fixed_global = sources.global_ids != 0 && sources.arguments == 0;
            let counted = counts && sources.loaded;
            parts |= sources.group_ids != 0 || fixed_global || counted || sources.unknown;
        };
        let body = &self.program.function(self.function).body;
        walk::statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::If { condition, .. }
            | StmtKind::While { condition, .. }
            | StmtKind::DoWhile { condition, .. } => look(*condition),
            StmtKind::For {
                condition: Some(condition),
                ..
            } => look(*condition),
            StmtKind::Switch { value, .. } => look(*value),
            _ => {}
        });
        self.each(|_, node| match &node.kind {
            ExprKind::Conditional { condition, .. } => look(*condition),
            ExprKind::ShortCircuit { left, .. } => look(*left),
            _ => {}
        });
        parts
    }

    /// Places of a global buffer argument that are assigned at an index of local ids and nothing else
    /// that is not the same for each group.
    fn writes_by_local_id(&self) -> Vec<ExprId> {
        let program = self.program;
        let mut found = Vec::new();
        self.each(|_, node| {
            let place = match &node.kind {
                ExprKind::Assign { place, .. }
                | ExprKind::CompoundAssign { place, .. }
                | ExprKind::Increment { place, .. } => *place,
                _ => return,
            };
            let ExprKind::Deref(pointer) = program.expr(place).kind else {
                return;
            };
            let ExprKind::PointerOffset { pointer, index, .. } = program.expr(pointer).kind else {
                return;
            };
            let ExprKind::Load(base) = program.expr(pointer).kind else {
                return;
            };
            let parameters = program.function(self.function).parameters;
            let is_argument = matches!(
                program.expr(base).kind,
                ExprKind::Variable(var) if (var.0 as usize) < parameters
            );
            let sources = self.sources(index);
            let by_local_id = Sources {
                sizes: 0,
                ..sources
            } == Sources {
                local_ids: sources.local_ids,
                ..Sources::default()
            };
            if is_argument
                && space(program, pointer) == AddressSpace::Global
                && by_local_id
                && sources.local_ids != 0
            {
                found.push(place);
            }
        });
        found
    }
}

fn unconverted(program: &Program, expr: ExprId) -> ExprId {
    match &program.expr(expr).kind {
        ExprKind::Convert { value, .. } => unconverted(program, *value),
        _ => expr,
    }
}

const USE_GLOBAL_ID: &str = "use get_global_id, or let one work-group alone write it";

fn by_local_ids(place: &str) -> String {
    format!(
        "every work-group writes the same elements: the index of `{}` has local ids alone",
        short(place)
    )
}

/// A text that leaves room for a sentence around it.
fn short(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MOST - 3).collect();
    format!("{kept}...")
}

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    let program = run.program;
    let kernel = program
        .kernels()
        .find(|(_, kernel)| kernel.name == run.kernel.name);
    let Some((id, _)) = kernel else {
        return;
    };
    let dependence = Dependence::of(program);
    let definitions = Definitions::of(program, id);
    let look = Look {
        program,
        dependence: &dependence,
        definitions: &definitions,
        function: id,
    };
    look.absent_dimensions(run, reporter);
    look.local_for_global_in(run, reporter);
}

impl Look<'_> {
    /// Elements at local ids alone, in a launch of several work-groups.
    fn local_for_global_in(&self, run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
        let range = &run.launch.range;
        let Some(local) = range.local.as_ref().filter(|local| **local != range.global) else {
            return;
        };
        let groups: usize = range
            .global
            .iter()
            .zip(local)
            .map(|(global, local)| global / (*local).max(1))
            .product();
        // The static detector reports this.
        if groups < 2 || self.is_for_several_groups() || self.parts_groups() {
            return;
        }
        for write in self.writes_by_local_id() {
            let node = self.program.expr(write);
            let sources = &self.program.sources;
            let label = format!("the same in each of {groups} work-groups");
            let place = sources.place(node.origin, node.end, label, true);
            let text = text(self.program, self.program.expr(write));
            reporter.warn(place, by_local_ids(&text), USE_GLOBAL_ID);
        }
    }

    /// Ids of dimensions that this launch does not have.
    fn absent_dimensions(&self, run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
        let program = self.program;
        let dimensions = run.launch.range.global.len() as u64;
        let (mut asked, mut adapts, mut flattened) = (Vec::new(), false, 0);
        self.each(|expr, node| {
            if let Some((_, dimension)) = id_query(program, expr)
                && (dimensions..3).contains(&dimension)
            {
                asked.push((expr, dimension));
            }
            match &node.kind {
                ExprKind::Builtin { builtin, .. } => adapts |= builtin.name == Name::GetWorkDim,
                // A number made of all dimensions, by their sizes, is right for fewer as well.
                ExprKind::Binary {
                    op: BinaryOp::Multiply | BinaryOp::Add,
                    left,
                    right,
                } => {
                    let (left, right) = (self.sources(*left), self.sources(*right));
                    for (id, size) in [(left, right), (right, left)] {
                        if size.sizes != 0 {
                            flattened |= id.global_ids | id.local_ids | id.group_ids;
                        }
                    }
                }
                _ => {}
            }
        });
        if adapts {
            return;
        }
        asked.retain(|(_, dimension)| flattened >> dimension & 1 == 0);
        for (expr, dimension) in asked {
            let node = program.expr(expr);
            let label = "0 in every work-item".to_owned();
            let place = program.sources.place(node.origin, node.end, label, true);
            let message = format!(
                "an id of dimension {dimension} is asked for, and this launch has {dimensions} dimension{}",
                if dimensions == 1 { "" } else { "s" }
            );
            let help = "launch the kernel with as many dimensions as it asks for";
            reporter.warn(place, message, help);
        }
    }
}
