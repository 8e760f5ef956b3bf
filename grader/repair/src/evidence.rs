//! What a failure says about where it comes from, and the order of the edits that follows.

use crate::change::Change;
use crate::kind::Kind;
use crate::kinds::named_constant::{is_of_atomic, is_of_sampler};
use launch::MistakeId;
use mistakes::analysis::walk;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId};
use opencl_c::source::Span;
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

/// How far a line is from the evidence where nothing leads to it.
const FAR: u32 = 4;

/// The failures that call for different kinds of edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// Values are wrong, and nothing else is seen.
    Values,
    /// Accesses of one work-group are in no order, or a barrier diverges.
    Order,
    /// Accesses of two work-groups are in no order: no barrier orders those.
    AcrossGroups,
    OutOfBounds,
    UninitializedRead,
    /// The results are right, and cost too much.
    Costs,
    Other,
}

impl Failure {
    fn of(mistake: Option<MistakeId>) -> Failure {
        use MistakeId as Id;
        match mistake {
            None => Failure::Values,
            Some(Id::OutOfBounds) => Failure::OutOfBounds,
            Some(Id::UninitializedRead) => Failure::UninitializedRead,
            Some(Id::CrossGroupRace) => Failure::AcrossGroups,
            Some(Id::BankConflict | Id::UncoalescedAccess | Id::RedundantGlobalRead) => {
                Failure::Costs
            }
            Some(
                Id::DataRace
                | Id::MissingBarrier
                | Id::WrongFenceFlag
                | Id::BarrierAfterReturn
                | Id::BarrierInConditional
                | Id::BarrierInDivergentLoop
                | Id::AsyncCopyNotWaited,
            ) => Failure::Order,
            Some(_) => Failure::Other,
        }
    }

    /// The number of tries between two edits of a kind. Kinds with few edits, and those that students need often
    /// after such a failure, wait least.
    const fn wait(self, kind: Kind) -> u32 {
        use Kind as K;
        match (self, kind) {
            (Failure::Values, K::Builtin | K::Grouping) => 1,
            (Failure::Values, K::Cast | K::Comparison | K::GuardRemoved | K::OldValue) => 2,
            (Failure::Values, K::Initial | K::Operator | K::Query) => 4,
            (Failure::Values, K::Offset) => 32,
            (Failure::Values, K::Variable | K::Swap | K::Constant) => 8,
            (Failure::Values, K::Statement) => 16,
            (
                Failure::Order,
                K::Barrier | K::EarlyReturn | K::Atomic | K::Wait | K::DoubleBuffer,
            ) => 1,
            (Failure::Order, K::BarrierMoved | K::Statement) => 2,
            (Failure::Order, K::Fence) => 4,
            (Failure::Order, K::Variable) => 8,
            (Failure::AcrossGroups, K::Atomic) => 1,
            (Failure::AcrossGroups, K::Variable | K::Fence) => 2,
            (Failure::AcrossGroups, K::Query | K::Cast | K::Offset) => 4,
            // A bound that takes in equality is changed, and not guarded a second time.
            (Failure::OutOfBounds, K::Comparison | K::Guard) => 1,
            (Failure::OutOfBounds, K::Variable | K::Swap) => 2,
            (Failure::OutOfBounds, K::Constant | K::Term) => 4,
            (Failure::OutOfBounds, K::Offset | K::Operator | K::Builtin) => 8,
            (Failure::UninitializedRead, K::Initial | K::AddressSpace | K::Swap) => 1,
            (Failure::UninitializedRead, K::Constant) => 2,
            (Failure::UninitializedRead, K::Barrier) => 4,
            (Failure::UninitializedRead, K::EarlyReturn) => 8,
            (Failure::Costs, K::Constant | K::Swap | K::Stride) => 1,
            (Failure::Costs, K::Query) => 2,
            (Failure::Other, K::Type | K::Stride | K::Initial) => 1,
            (Failure::Other, K::Guard | K::Variable | K::Comparison) => 2,
            (Failure::Other, K::Statement) => 4,
            (Failure::Other, K::Term) => 8,
            // There are never many of these.
            (
                _,
                K::Rounding
                | K::Macro
                | K::GuardRemoved
                | K::Fence
                | K::Share
                | K::Grouping
                | K::Step,
            ) => 8,
            (
                _,
                K::Query
                | K::Comparison
                | K::Variable
                | K::Constant
                | K::Offset
                | K::Stride
                | K::Type
                | K::Initial
                | K::Operator,
            ) => 16,
            _ => 64,
        }
    }
}

/// How near the lines of a program are to what a failure shows.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// By line, from 1: 0 is nearest.
    distances: HashMap<u32, u32>,
    mistake: Option<MistakeId>,
    /// The lines that the failure names.
    named: Vec<u32>,
}

impl Evidence {
    /// Of a failure that names these lines of the main file, and in which these parameters of the kernel (by
    /// name) got wrong values. What those lines and the writes to those parameters depend on is near, what
    /// that depends on is less near.
    /// `mistake` is the first one that a run showed.
    pub fn of(
        program: &Program,
        kernel: &str,
        mistake: Option<MistakeId>,
        lines: &[u32],
        wrong: &[String],
    ) -> Evidence {
        let mut distances = HashMap::new();
        for line in lines {
            distances.insert(*line, 0);
        }
        let found = program.kernels().find(|(_, it)| *it.name == *kernel);
        if let Some((id, _)) = found {
            let mut slice = Slice::of(program, id);
            slice.follow(lines, wrong, &mut distances);
        }
        Evidence {
            distances,
            mistake,
            named: lines.to_vec(),
        }
    }

    /// How far a line is from what the failure shows.
    pub(crate) fn distance(&self, line: u32) -> u32 {
        self.distances.get(&line).copied().unwrap_or(FAR)
    }

    /// The number of tries between two edits of a kind.
    pub(crate) fn wait(&self, kind: Kind) -> u32 {
        Failure::of(self.mistake).wait(kind)
    }

    pub(crate) fn asks_for_barrier(&self) -> bool {
        self.mistake == Some(MistakeId::MissingBarrier)
    }

    /// Is an edit in this line what the failure asks for?
    pub(crate) fn asks_for(&self, change: &Change, line: u32) -> bool {
        let is_named = |is_of: fn(&str) -> bool| {
            change.kind == Kind::Constant && change.edits.iter().all(|edit| is_of(&edit.text))
        };
        self.asks_for_barrier() && change.kind == Kind::Barrier && self.named.contains(&line)
            || self.asks_for_order() && is_named(is_of_atomic)
            || self.may_be_of_sampler() && is_named(is_of_sampler)
    }

    /// The order or the scope of an atomic operation.
    fn asks_for_order(&self) -> bool {
        self.mistake == Some(MistakeId::WeakAtomicOrder)
    }

    /// A sampler has few properties: where an image may be read wrongly, they are tried before all else.
    fn may_be_of_sampler(&self) -> bool {
        matches!(
            self.mistake,
            None | Some(MistakeId::SamplerMismatch | MistakeId::OutOfBounds)
        )
    }
}

/// The statements of a function, with the variables that each writes and reads.
struct Slice<'a> {
    program: &'a Program,
    statements: Vec<Step>,
    parameters: Vec<String>,
}

struct Step {
    lines: (u32, u32),
    writes: HashSet<VarId>,
    reads: HashSet<VarId>,
    /// The statements around it: those that decide whether it runs.
    around: Vec<usize>,
    calls: Vec<FunctionId>,
}

impl<'a> Slice<'a> {
    fn of(program: &'a Program, kernel: FunctionId) -> Slice<'a> {
        let function = program.function(kernel);
        let mut slice = Slice {
            program,
            statements: Vec::new(),
            parameters: function.vars[..function.parameters]
                .iter()
                .map(|var| var.name.to_string())
                .collect(),
        };
        slice.add(&function.body, &HashSet::new(), &[]);
        slice
    }

    /// `conditions`: the variables on which it depends whether the statement runs.
    fn add(&mut self, stmt: &Stmt, conditions: &HashSet<VarId>, around: &[usize]) {
        let mut step = Step {
            lines: self.lines(stmt),
            writes: HashSet::new(),
            reads: conditions.clone(),
            around: around.to_vec(),
            calls: Vec::new(),
        };
        for expr in walk::expressions(stmt) {
            self.add_expression(expr, &mut step);
        }
        if let StmtKind::Declare { var, .. } = stmt.kind {
            step.writes.insert(var);
        }
        let inner_conditions = step.reads.clone();
        let mut around = around.to_vec();
        if !matches!(stmt.kind, StmtKind::Block(_)) {
            around.push(self.statements.len());
            self.statements.push(step);
        }
        let mut conditions = inner_conditions;
        for inner in walk::children(stmt) {
            let position = self.statements.len();
            self.add(inner, &conditions, &around);
            // Whether the statements behind it run depends on the condition of a jump.
            if let StmtKind::If { then, .. } = &inner.kind
                && leaves(then)
                && let Some(step) = self.statements.get(position)
            {
                conditions.extend(&step.reads);
                around.push(position);
            }
        }
    }

    fn lines(&self, stmt: &Stmt) -> (u32, u32) {
        let line = |span: Span| self.program.sources.line(span.file, span.start);
        let first = line(stmt.origin.spelling);
        match walk::children(stmt).first() {
            Some(inner) => (
                first,
                first
                    .max(line(inner.origin.spelling).saturating_sub(1))
                    .max(first),
            ),
            None => (first, line(stmt.end.spelling)),
        }
    }

    /// The lines of a function's body.
    fn lines_of(&self, function: FunctionId) -> RangeInclusive<u32> {
        let body = &self.program.function(function).body;
        let line = |span: Span| self.program.sources.line(span.file, span.start);
        line(body.origin.spelling)..=line(body.end.spelling)
    }

    fn add_expression(&self, expr: ExprId, step: &mut Step) {
        let program = self.program;
        walk::below(program, expr, &mut |expr| match &program.expr(expr).kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } => {
                step.writes.extend(root(program, *place));
            }
            ExprKind::Builtin { arguments, .. } | ExprKind::Call { arguments, .. } => {
                if let ExprKind::Call { function, .. } = program.expr(expr).kind {
                    step.calls.push(function);
                }
                // A pointer that is handed on may be written through.
                let pointers = arguments
                    .iter()
                    .filter(|it| program.types.as_pointer(program.expr(**it).ty).is_some());
                step.writes
                    .extend(pointers.filter_map(|it| root(program, *it)));
            }
            ExprKind::Variable(var) => {
                step.reads.insert(*var);
            }
            _ => {}
        });
    }

    fn follow(&mut self, lines: &[u32], wrong: &[String], distances: &mut HashMap<u32, u32>) {
        let mut wanted: HashSet<VarId> = self
            .parameters
            .iter()
            .enumerate()
            .filter(|(_, name)| wrong.contains(name))
            .map(|(number, _)| VarId(number as u32))
            .collect();
        for step in &self.statements {
            if lines
                .iter()
                .any(|line| (step.lines.0..=step.lines.1).contains(line))
            {
                wanted.extend(&step.reads);
            }
        }
        for distance in 0..FAR {
            let mut next = HashSet::new();
            for step in &self.statements {
                if step.writes.is_disjoint(&wanted) {
                    continue;
                }
                let around = step.around.iter().map(|at| &self.statements[*at]);
                for step in around.chain([step]) {
                    for line in step.lines.0..=step.lines.1 {
                        distances.entry(line).or_insert(distance);
                    }
                    for function in &step.calls {
                        for line in self.lines_of(*function) {
                            distances.entry(line).or_insert(distance + 1);
                        }
                    }
                }
                next.extend(&step.reads);
            }
            wanted = next;
        }
    }
}

/// Does a statement begin with a jump?
fn leaves(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) => true,
        StmtKind::Block(stmts) => stmts.first().is_some_and(leaves),
        _ => false,
    }
}

/// The variable behind a place or a pointer.
pub(crate) fn root(program: &Program, expr: ExprId) -> Option<VarId> {
    let mut at = expr;
    loop {
        at = match &program.expr(at).kind {
            ExprKind::Variable(var) => return Some(*var),
            ExprKind::Deref(inner)
            | ExprKind::Load(inner)
            | ExprKind::Decay(inner)
            | ExprKind::AddressOf(inner)
            | ExprKind::PointerCast(inner)
            | ExprKind::Convert { value: inner, .. }
            | ExprKind::PointerOffset { pointer: inner, .. }
            | ExprKind::Member { base: inner, .. }
            | ExprKind::Swizzle { base: inner, .. } => *inner,
            _ => return None,
        };
    }
}
