//! Why a work-item does not write its element, or does not read a buffer: the condition that keeps it from every
//! statement that does. The conditions on the way are made to print what they compare, the caller runs the program so
//! changed, and what that work-item printed shows where it turned off.

use crate::change::{Change, MAIN};
use crate::kind::Kind;
use crate::subject::{Placed, Subject, is_loop};
use mistakes::analysis::walk;
use opencl_c::builtin::{Builtin, Name};
use opencl_c::program::{
    BinaryOp, ExprId, ExprKind, FunctionId, Initializer, Program, StmtKind, VarId,
};
use opencl_c::source::Span;
use opencl_c::types::Scalar;
use std::collections::HashSet;

/// Marks the lines that a changed program prints for this.
pub(crate) const MARK: &str = "@reach";

/// How often the pointers that lead to a buffer are followed.
const PASSES: usize = 4;

/// The program with conditions that print, and how to read what they print.
#[derive(Debug)]
pub struct Reach {
    /// The changed text of the main file.
    pub text: String,
    guards: Vec<Guard>,
}

/// A condition on the way to a write.
#[derive(Debug)]
pub(crate) struct Guard {
    condition: String,
    pub(crate) line: u32,
    /// The first line of the write that it stands before.
    write: u32,
    /// The outcome with which a work-item does not go on to the write.
    pub(crate) stops: bool,
    leaves: Option<Exit>,
    pub(crate) comparisons: Vec<Comparison>,
}

#[derive(Debug)]
pub(crate) struct Comparison {
    pub(crate) text: String,
    pub(crate) op: &'static str,
}

/// How a work-item leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Return,
    Break,
    Continue,
}

/// The condition that keeps a work-item from a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// The line of the write.
    pub write: u32,
    /// The line of the condition.
    pub line: u32,
    /// The condition, or the comparison in it that decides.
    pub condition: String,
    /// Does it hold?
    pub holds: bool,
    /// What is compared, such as `4 > 1`; empty if that is not known.
    pub values: String,
    /// How the work-item leaves, if it does.
    pub leaves: Option<Exit>,
}

/// A statement on the way, and its place among the statements.
pub(crate) struct Way<'s, 'a> {
    subject: &'s Subject<'a>,
    write: u32,
    pub(crate) guards: Vec<(Guard, ExprId)>,
}

impl Reach {
    /// The way of the work-item with the global id `item` to the writes of the kernel's parameter `buffer`. None
    /// if the text has no such write, or a condition on the way that cannot print.
    pub fn of(program: &Program, kernel: &str, buffer: &str, item: &[usize]) -> Option<Reach> {
        Reach::to(writes, program, kernel, buffer, item)
    }

    /// The same for the reads of the buffer.
    pub fn of_reads(
        program: &Program,
        kernel: &str,
        buffer: &str,
        item: &[usize],
    ) -> Option<Reach> {
        Reach::to(reads, program, kernel, buffer, item)
    }

    fn to(
        accesses: fn(&Program, &Placed<'_>, &HashSet<(FunctionId, VarId)>) -> bool,
        program: &Program,
        kernel: &str,
        buffer: &str,
        item: &[usize],
    ) -> Option<Reach> {
        let subject = Subject::of(program, kernel, item.len())?;
        let function = subject.function(subject.kernel);
        let parameter = function.vars[..function.parameters]
            .iter()
            .position(|var| *var.name == *buffer)?;
        let leading = leading(program, (subject.kernel, VarId(parameter as u32)));
        let each = subject.statements.iter().enumerate();
        let writes: Vec<usize> = each
            .filter(|(_, placed)| accesses(program, placed, &leading))
            .map(|(number, _)| number)
            .collect();
        let is_item = is_item(item);
        let mut edits = Vec::new();
        let mut guards: Vec<(Guard, ExprId)> = Vec::new();
        for &write in &writes {
            let placed = &subject.statements[write];
            let print = format!("if ({is_item}) printf(\"{MARK} write\\n\"); ");
            let (start, end) = (at(placed.span.start), at(placed.span.end));
            if matches!(placed.stmt.kind, StmtKind::Expr(_)) {
                edits.extend([(start, format!("{{ {print}")), (end, " }".to_owned())]);
            } else if placed.in_block.is_some() {
                // Braces would end the scope of what is declared.
                edits.push((start, print));
            } else {
                return None;
            }
            let mut way = Way::to(&subject, write);
            way.outwards(write, &mut Vec::new())?;
            for guard in way.guards {
                if !guards.iter().any(|(_, known)| *known == guard.1) {
                    guards.push(guard);
                }
            }
        }
        for (number, (guard, condition)) in guards.iter().enumerate() {
            edits.push(printing(&subject, number, guard, *condition, &is_item)?);
        }
        let change: Change =
            subject.change(Kind::Statement, edits, String::new(), String::new())?;
        (!guards.is_empty()).then(|| Reach {
            text: change.applied(subject.file()),
            guards: guards.into_iter().map(|(guard, _)| guard).collect(),
        })
    }

    /// The condition nearest to the write that kept the work-item from it, by what the changed program printed.
    pub fn read(&self, printed: &str) -> Option<Unreached> {
        let lines = printed.lines().filter_map(|line| line.strip_prefix(MARK));
        let mut nearest: Option<(usize, Vec<&str>)> = None;
        for line in lines {
            let mut words = line.split_whitespace();
            let number: usize = words.next()?.parse().ok()?;
            let guard = self.guards.get(number)?;
            let holds = words.next()? == "1";
            let is_nearer = nearest.as_ref().is_none_or(|(known, _)| number < *known);
            if holds == guard.stops && is_nearer {
                nearest = Some((number, words.collect()));
            }
        }
        let (number, values) = nearest?;
        let guard = &self.guards[number];
        let mut unreached = Unreached {
            write: guard.write,
            line: guard.line,
            condition: guard.condition.clone(),
            holds: guard.stops,
            values: String::new(),
            leaves: guard.leaves,
        };
        // Of a condition with several comparisons the first decides that comes out as the whole.
        for (comparison, values) in guard.comparisons.iter().zip(values.chunks(3)) {
            let [outcome, left, right] = values else {
                return None;
            };
            if (*outcome == "1") == guard.stops {
                unreached.condition.clone_from(&comparison.text);
                unreached.values = format!("{left} {} {right}", comparison.op);
                break;
            }
        }
        Some(unreached)
    }
}

/// Whether a work-item is the one with this global id.
pub(crate) fn is_item(item: &[usize]) -> String {
    let ids = item.iter().enumerate();
    let ids: Vec<String> = ids
        .map(|(dimension, id)| format!("get_global_id({dimension}) == {id}"))
        .collect();
    ids.join(" && ")
}

pub(crate) fn at(byte: u32) -> Span {
    Span {
        file: MAIN,
        start: byte,
        end: byte,
    }
}

/// The variables that lead to a buffer: the parameter, and pointers and parameters that get it.
fn leading(program: &Program, first: (FunctionId, VarId)) -> HashSet<(FunctionId, VarId)> {
    let mut leading = HashSet::from([first]);
    for _ in 0..PASSES {
        for (number, function) in program.functions.iter().enumerate() {
            let id = FunctionId(number as u32);
            walk::statements(&function.body, &mut |stmt| {
                if let StmtKind::Declare {
                    var,
                    init: Some(Initializer { entries, .. }),
                } = &stmt.kind
                    && let [entry] = entries.as_slice()
                    && root(program, entry.value).is_some_and(|root| leading.contains(&(id, root)))
                {
                    leading.insert((id, *var));
                }
            });
            walk::each_expression(program, &function.body, &mut |expr| match &program
                .expr(expr)
                .kind
            {
                ExprKind::Assign { place, value } => {
                    if let ExprKind::Variable(var) = program.expr(*place).kind
                        && root(program, *value).is_some_and(|root| leading.contains(&(id, root)))
                    {
                        leading.insert((id, var));
                    }
                }
                ExprKind::Call {
                    function,
                    arguments,
                } => {
                    for (parameter, argument) in arguments.iter().enumerate() {
                        let root = root(program, *argument);
                        if root.is_some_and(|root| leading.contains(&(id, root))) {
                            leading.insert((*function, VarId(parameter as u32)));
                        }
                    }
                }
                _ => {}
            });
        }
    }
    leading
}

/// The pointer variable that an address is made of.
pub(crate) fn root(program: &Program, expr: ExprId) -> Option<VarId> {
    match &program.expr(expr).kind {
        ExprKind::PointerOffset { pointer, .. } => root(program, *pointer),
        ExprKind::Convert { value, .. } => root(program, *value),
        ExprKind::PointerCast(value) => root(program, *value),
        ExprKind::AddressOf(place)
        | ExprKind::Deref(place)
        | ExprKind::Load(place)
        | ExprKind::Decay(place) => root(program, *place),
        ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => root(program, *base),
        ExprKind::Variable(var) => {
            let is_pointer = program.types.as_pointer(program.expr(expr).ty).is_some();
            is_pointer.then_some(*var)
        }
        _ => None,
    }
}

/// Is it a statement that reads where one of these variables points?
fn reads(program: &Program, placed: &Placed<'_>, leading: &HashSet<(FunctionId, VarId)>) -> bool {
    if !matches!(
        placed.stmt.kind,
        StmtKind::Expr(_) | StmtKind::Declare { .. }
    ) {
        return false;
    }
    let leads = |expr: ExprId| {
        root(program, expr).is_some_and(|root| leading.contains(&(placed.function, root)))
    };
    let mut found = false;
    walk::each_expression(program, placed.stmt, &mut |expr| {
        found |= match &program.expr(expr).kind {
            ExprKind::Load(place) => {
                !matches!(program.expr(*place).kind, ExprKind::Variable(_)) && leads(*place)
            }
            ExprKind::Builtin { builtin, arguments } => {
                let name = builtin.name.text();
                (name.starts_with("vload") || name.starts_with("async_work_group"))
                    && arguments.iter().any(|it| leads(*it))
            }
            _ => false,
        };
    });
    found
}

/// Is it a statement that writes where one of these variables points?
fn writes(program: &Program, placed: &Placed<'_>, leading: &HashSet<(FunctionId, VarId)>) -> bool {
    let StmtKind::Expr(whole) = placed.stmt.kind else {
        return false;
    };
    let leads = |expr: ExprId| {
        root(program, expr).is_some_and(|root| leading.contains(&(placed.function, root)))
    };
    let mut found = false;
    walk::below(program, whole, &mut |expr| {
        found |= match &program.expr(expr).kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } => {
                !matches!(program.expr(*place).kind, ExprKind::Variable(_)) && leads(*place)
            }
            ExprKind::Builtin { builtin, arguments } => {
                writes_through(builtin) && arguments.iter().any(|it| leads(*it))
            }
            _ => false,
        };
    });
    found
}

fn writes_through(builtin: &Builtin) -> bool {
    let name = builtin.name.text();
    ["atom", "vstore", "async_work_group"]
        .iter()
        .any(|start| name.starts_with(start))
}

impl<'s, 'a> Way<'s, 'a> {
    /// The way to the statement with this number.
    pub(crate) fn to(subject: &'s Subject<'a>, number: usize) -> Self {
        Way {
            subject,
            write: subject.line(subject.statements[number].span.start),
            guards: Vec::new(),
        }
    }

    /// The conditions around a statement and those before it that leave, the nearest first; then those of the
    /// calls of its function.
    pub(crate) fn outwards(&mut self, from: usize, functions: &mut Vec<FunctionId>) -> Option<()> {
        let statements = &self.subject.statements;
        let function = statements[from].function;
        if functions.contains(&function) {
            return Some(());
        }
        functions.push(function);
        let mut below = from;
        let mut loops = Vec::new();
        loop {
            self.earlier(below, &loops);
            let Some(parent) = statements[below].parent else {
                break;
            };
            let outer = &statements[parent];
            match &outer.stmt.kind {
                StmtKind::If {
                    condition, then, ..
                } => {
                    let is_then = std::ptr::eq(&**then, statements[below].stmt);
                    self.add(outer, *condition, !is_then, None);
                }
                StmtKind::While { condition, .. } => self.add(outer, *condition, false, None),
                StmtKind::For {
                    condition: Some(condition),
                    ..
                } => self.add(outer, *condition, false, None),
                StmtKind::Switch { .. } => return None,
                _ => {}
            }
            if is_loop(&outer.stmt.kind) {
                loops.push(parent);
            }
            below = parent;
        }
        if function == self.subject.kernel {
            return Some(());
        }
        for (number, placed) in statements.iter().enumerate() {
            let StmtKind::Expr(expr) = placed.stmt.kind else {
                continue;
            };
            let is_call = matches!(self.subject.program.expr(expr).kind,
                ExprKind::Call { function: called, .. } if called == function);
            if is_call {
                self.outwards(number, functions)?;
            }
        }
        Some(())
    }

    /// The conditions, before a statement in its block, with which a work-item leaves the block.
    fn earlier(&mut self, below: usize, loops: &[usize]) {
        let statements = &self.subject.statements;
        let parent = statements[below].parent;
        for number in (0..below).rev() {
            let placed = &statements[number];
            let StmtKind::If {
                condition,
                then,
                otherwise,
            } = &placed.stmt.kind
            else {
                continue;
            };
            // Is it in the same block, or within a statement there?
            let (mut top, mut breaks) = (number, true);
            while let Some(up) = statements[top].parent.filter(|up| Some(*up) != parent) {
                breaks &= !is_loop(&statements[up].stmt.kind);
                top = up;
            }
            if statements[top].parent != parent || placed.function != statements[below].function {
                continue;
            }
            let sides = [(Some(&**then), true), (otherwise.as_deref(), false)];
            for (side, stops) in sides {
                let exit = side.and_then(|side| exit_of(&side.kind));
                let is_way = match exit {
                    Some(Exit::Return) => true,
                    // It leaves a loop around the write.
                    Some(Exit::Break | Exit::Continue) => {
                        breaks && (!loops.is_empty() || self.subject.is_in_loop(&statements[below]))
                    }
                    None => false,
                };
                if is_way {
                    self.add(placed, *condition, stops, exit);
                }
            }
        }
    }

    /// Adds the condition of a statement, unless it is spelled elsewhere, as in a macro that others use too.
    fn add(&mut self, of: &Placed<'_>, condition: ExprId, stops: bool, leaves: Option<Exit>) {
        let within = |span: &Span| of.span.start <= span.start && span.end <= of.span.end;
        let Some(span) = self.subject.span(condition).filter(within) else {
            return;
        };
        let comparisons = comparisons(self.subject, condition);
        let guard = Guard {
            condition: self.subject.text(span).to_owned(),
            line: self.subject.line(span.start),
            write: self.write,
            stops,
            leaves,
            comparisons: comparisons.into_iter().map(|(it, ..)| it).collect(),
        };
        self.guards.push((guard, condition));
    }
}

/// The comparisons of scalars in a condition that can be printed, each with its sides.
fn comparisons(subject: &Subject<'_>, condition: ExprId) -> Vec<(Comparison, ExprId, ExprId)> {
    let program = subject.program;
    match &program.expr(condition).kind {
        ExprKind::ShortCircuit { left, right, .. } => {
            let mut both = comparisons(subject, *left);
            both.extend(comparisons(subject, *right));
            both
        }
        ExprKind::Convert { value, .. } => comparisons(subject, *value),
        ExprKind::Binary { op, left, right } if op.is_comparison() => {
            let is_known = |side: ExprId| {
                let mut reads_memory = false;
                walk::below(program, side, &mut |expr| {
                    reads_memory |= matches!(program.expr(expr).kind, ExprKind::Deref(_));
                });
                subject.scalar(side).is_some() && !reads_memory
            };
            let text = subject.span(condition).map(|span| subject.text(span));
            match text.filter(|_| is_known(*left) && is_known(*right)) {
                Some(text) => {
                    let comparison = Comparison {
                        text: text.to_owned(),
                        op: BinaryOp::text(*op),
                    };
                    vec![(comparison, *left, *right)]
                }
                None => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The condition, which prints before it is evaluated: its number, its outcome, and for each comparison the
/// outcome and both sides.
pub(crate) fn printing(
    subject: &Subject<'_>,
    number: usize,
    guard: &Guard,
    condition: ExprId,
    is_item: &str,
) -> Option<(Span, String)> {
    let span = subject.span(condition).filter(|span| span.file == MAIN)?;
    let whole = &guard.condition;
    if !is_pure(subject.program, condition) {
        // It is evaluated once, so only its outcome can be printed.
        let print = |outcome: u32| {
            format!("(({is_item}) ? printf(\"{MARK} {number} {outcome}\\n\") : 0, {outcome})")
        };
        let text = format!("(({whole}) ? {} : {})", print(1), print(0));
        return Some((span, text));
    }
    let mut format = format!("{MARK} {number} %d");
    let mut values = format!("({whole}) ? 1 : 0");
    for (comparison, left, right) in comparisons(subject, condition) {
        format += " %d";
        values += &format!(", ({}) ? 1 : 0", comparison.text);
        for side in [left, right] {
            // As it is written: the language converts both sides to one type first.
            let (verb, ty) = match subject.scalar(written_side(subject.program, side))? {
                scalar if scalar.is_floating() => ("%g", "float"),
                Scalar::ULong => ("%lu", "ulong"),
                _ => ("%ld", "long"),
            };
            let text = subject.text(subject.span(side)?);
            format += &format!(" {verb}");
            values += &format!(", ({ty})({text})");
        }
    }
    let text = format!("(({is_item}) ? printf(\"{format}\\n\", {values}) : 0, ({whole}))");
    Some((span, text))
}

/// A side of a comparison without the conversions that the language adds.
fn written_side(program: &Program, side: ExprId) -> ExprId {
    match program.expr(side).kind {
        ExprKind::Convert {
            value,
            explicit: false,
            ..
        } => written_side(program, value),
        _ => side,
    }
}

/// How the work-items leave that run a statement, if it always ends so.
fn exit_of(kind: &StmtKind) -> Option<Exit> {
    match kind {
        StmtKind::Return(_) => Some(Exit::Return),
        StmtKind::Break => Some(Exit::Break),
        StmtKind::Continue => Some(Exit::Continue),
        StmtKind::Block(stmts) => exit_of(&stmts.last()?.kind),
        _ => None,
    }
}

/// Does evaluating an expression a second time change nothing?
pub(crate) fn is_pure(program: &Program, expr: ExprId) -> bool {
    let mut pure = true;
    walk::below(program, expr, &mut |expr| {
        pure &= match &program.expr(expr).kind {
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Call { .. } => false,
            ExprKind::Builtin { builtin, .. } => {
                builtin.name != Name::Printf && !writes_through(builtin)
            }
            _ => true,
        };
    });
    pure
}
