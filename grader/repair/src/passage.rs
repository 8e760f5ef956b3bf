//! How a work-item got to an access that is wrong: the condition that let it through, and the values of the
//! variables that its index is made of. The program is made to print both, as for [`Reach`](crate::Reach).

use crate::change::{Change, MAIN};
use crate::kind::Kind;
use crate::reach::{Guard, MARK, Way, at, is_item, is_pure, printing, root};
use crate::subject::{Placed, Subject};
use mistakes::analysis::walk;
use opencl_c::program::{ExprId, ExprKind, Program, StmtKind, VarId};
use opencl_c::types::Scalar;
use std::collections::{BTreeSet, HashMap};

/// How often the variables are followed that a value is made of.
const PASSES: usize = 3;

/// The most comparisons of one condition that are shown.
const MOST_COMPARED: usize = 2;

/// The program that prints how a work-item gets to the accesses of a line.
#[derive(Debug)]
pub struct Passage {
    /// The changed text of the main file.
    pub text: String,
    guards: Vec<Guard>,
    definitions: Vec<Definition>,
    /// The kernel's parameter that each access is to.
    accesses: Vec<String>,
}

/// A statement that gives a variable a value.
#[derive(Debug)]
struct Definition {
    var: VarId,
    variable: String,
    /// Its line, or that of the loop whose head it stands in.
    line: u32,
}

/// How a work-item got to an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The condition nearest to it.
    pub condition: Option<PassedCondition>,
    /// The variables that its index is made of, with their values, in the order of the lines that gave these.
    pub values: Vec<PassedValue>,
}

/// A condition that let a work-item through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedCondition {
    /// Its line in the main file.
    pub line: u32,
    /// Does it hold?
    pub holds: bool,
    /// What is compared in it with that outcome, such as `1 < 2`; none if it is much or not known.
    pub compared: Vec<String>,
}

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedValue {
    /// The variable.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The line that gave it, in the main file.
    pub line: u32,
}

impl Passage {
    /// The way of the work-item with the global id `item` to the accesses of `line` whose index is that of a
    /// parameter. None if there is none that can print.
    pub fn of(program: &Program, kernel: &str, line: u32, item: &[usize]) -> Option<Passage> {
        let subject = Subject::of(program, kernel, item.len())?;
        let is_item = is_item(item);
        let of_line: Vec<(usize, Vec<(String, ExprId)>)> = subject
            .statements
            .iter()
            .enumerate()
            .filter(|(_, placed)| {
                let (first, last) = (placed.span.start, placed.span.end);
                placed.function == subject.kernel
                    && placed.in_block.is_some()
                    && matches!(
                        placed.stmt.kind,
                        StmtKind::Expr(_) | StmtKind::Declare { .. }
                    )
                    && (subject.line(first)..=subject.line(last)).contains(&line)
            })
            .map(|(number, placed)| (number, indices(&subject, placed)))
            .filter(|(_, indices)| !indices.is_empty())
            .collect();
        let mut wanted = BTreeSet::new();
        for (_, index) in of_line.iter().flat_map(|(_, indices)| indices) {
            add_variables(program, *index, &mut wanted);
        }
        let (mut edits, mut definitions, mut of_loops) = (Vec::new(), Vec::new(), Vec::new());
        for Given {
            var,
            placed,
            in_head_of,
        } in definitions_of(&subject, wanted)
        {
            let variable = subject.function(subject.kernel).vars[var.0 as usize]
                .name
                .to_string();
            let number = definitions.len();
            let print = format!(
                " if ({is_item}) printf(\"{MARK} value {number} %ld\\n\", (long){variable});"
            );
            // What the head of a loop gives a variable changes from round to round.
            match in_head_of {
                None => edits.push((at(placed.span.end), print)),
                Some(_) => of_loops.push((var, print)),
            }
            let line = subject.line(in_head_of.unwrap_or(placed).span.start);
            definitions.push(Definition {
                var,
                variable,
                line,
            });
        }
        let (mut accesses, mut guards) = (Vec::new(), Vec::new());
        for (statement, indices) in of_line {
            let start = subject.statements[statement].span.start;
            let mut print = String::new();
            for (var, of_loop) in &of_loops {
                if names(&subject, *var, start) {
                    print += of_loop;
                }
            }
            for (parameter, index) in indices {
                let text = subject.text(subject.span(index)?);
                let access = accesses.len();
                accesses.push(parameter);
                print += &format!(
                    " if ({is_item}) printf(\"{MARK} access {access} %ld\\n\", (long)({text}));"
                );
            }
            print.push(' ');
            edits.push((at(start), print));
            let mut way = Way::to(&subject, statement);
            way.outwards(statement, &mut Vec::new())?;
            for guard in way.guards {
                if !guards.iter().any(|(_, known)| *known == guard.1) {
                    guards.push(guard);
                }
            }
        }
        if accesses.is_empty() {
            return None;
        }
        for (number, (guard, condition)) in guards.iter().enumerate() {
            edits.push(printing(&subject, number, guard, *condition, &is_item)?);
        }
        let change: Change =
            subject.change(Kind::Statement, edits, String::new(), String::new())?;
        Some(Passage {
            text: change.applied(subject.file()),
            guards: guards.into_iter().map(|(guard, _)| guard).collect(),
            definitions,
            accesses,
        })
    }

    /// What was printed before the first access that `is_wrong`, by the name of the parameter and the index.
    pub fn read(&self, printed: &str, is_wrong: &dyn Fn(&str, i64) -> bool) -> Option<Passed> {
        let mut conditions: HashMap<usize, Vec<&str>> = HashMap::new();
        let mut values: HashMap<VarId, (usize, &str)> = HashMap::new();
        let lines = printed.lines().filter_map(|line| line.strip_prefix(MARK));
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["access", number, index] => {
                    let buffer = self.accesses.get(number.parse::<usize>().ok()?)?;
                    if is_wrong(buffer, index.parse().ok()?) {
                        return Some(self.passed(&conditions, &values));
                    }
                }
                ["value", number, value] => {
                    let number: usize = number.parse().ok()?;
                    let definition = self.definitions.get(number)?;
                    values.insert(definition.var, (number, value));
                }
                [number, rest @ ..] => {
                    conditions.insert(number.parse().ok()?, rest.to_vec());
                }
                [] => {}
            }
        }
        None
    }

    fn passed(
        &self,
        conditions: &HashMap<usize, Vec<&str>>,
        values: &HashMap<VarId, (usize, &str)>,
    ) -> Passed {
        let condition = self.guards.iter().enumerate().find_map(|(number, guard)| {
            let [outcome, rest @ ..] = conditions.get(&number)?.as_slice() else {
                return None;
            };
            let holds = *outcome == "1";
            // It stopped the work-item in an earlier round, and is not on the way in this one.
            if holds == guard.stops {
                return None;
            }
            let compared = guard.comparisons.iter().zip(rest.chunks(3));
            let mut compared: Vec<String> = compared
                .filter_map(|(comparison, values)| match values {
                    [one, left, right] if one == outcome => {
                        Some(format!("{left} {} {right}", comparison.op))
                    }
                    _ => None,
                })
                .collect();
            if compared.len() > MOST_COMPARED {
                compared.clear();
            }
            Some(PassedCondition {
                line: guard.line,
                holds,
                compared,
            })
        });
        let mut values: Vec<(usize, &str)> = values.values().copied().collect();
        values.sort_unstable();
        let values = values.into_iter().map(|(number, value)| {
            let Definition { variable, line, .. } = &self.definitions[number];
            PassedValue {
                name: variable.clone(),
                value: value.to_owned(),
                line: *line,
            }
        });
        Passed {
            condition,
            values: values.collect(),
        }
    }
}

/// The accesses of a statement to elements of the kernel's parameters: the parameter, and the index. Only those
/// whose index can be printed.
fn indices(subject: &Subject<'_>, placed: &Placed<'_>) -> Vec<(String, ExprId)> {
    let program = subject.program;
    let function = subject.function(placed.function);
    let mut found: Vec<(String, ExprId)> = Vec::new();
    walk::each_expression(program, placed.stmt, &mut |expr| {
        let ExprKind::Deref(pointer) = program.expr(expr).kind else {
            return;
        };
        let ExprKind::PointerOffset { pointer, index, .. } = program.expr(pointer).kind else {
            return;
        };
        let base = root(program, pointer).filter(|var| (var.0 as usize) < function.parameters);
        let is_moved = matches!(program.expr(pointer).kind, ExprKind::PointerOffset { .. });
        let mut reads_memory = false;
        walk::below(program, index, &mut |expr| {
            reads_memory |= matches!(program.expr(expr).kind, ExprKind::Deref(_));
        });
        let is_plain = !is_moved && !reads_memory && is_pure(program, index);
        if let Some(base) = base.filter(|_| is_plain)
            && subject.span(index).is_some_and(|span| span.file == MAIN)
        {
            let name = function.vars[base.0 as usize].name.to_string();
            if !found.iter().any(|(_, known)| *known == index) {
                found.push((name, index));
            }
        }
    });
    found
}

/// A statement that gives a variable of the kernel a value.
struct Given<'s, 'a> {
    var: VarId,
    placed: &'s Placed<'a>,
    /// The loop in whose head it stands.
    in_head_of: Option<&'s Placed<'a>>,
}

/// The statements that give these integer variables values, and those that they are made of. Only the variables of
/// which each change can be printed, and not those that are only an id, a size or a constant.
fn definitions_of<'s, 'a>(
    subject: &'s Subject<'a>,
    mut wanted: BTreeSet<VarId>,
) -> Vec<Given<'s, 'a>> {
    let program = subject.program;
    let vars = &subject.function(subject.kernel).vars;
    let mut found: Vec<Given<'_, '_>> = Vec::new();
    for _ in 0..PASSES {
        for placed in &subject.statements {
            let Some((var, _)) = given(program, placed) else {
                continue;
            };
            let of_integer = vars.get(var.0 as usize).and_then(|var| var.ty.as_scalar());
            let in_head_of = placed
                .parent
                .map(|parent| &subject.statements[parent])
                .filter(|outer| is_head(outer, placed));
            let is_printable = in_head_of.is_some()
                || placed.in_block.is_some() && subject.text(placed.span).ends_with(';');
            if placed.function == subject.kernel
                && of_integer.is_some_and(Scalar::is_integer)
                && is_printable
                && wanted.contains(&var)
                && !found
                    .iter()
                    .any(|it| it.placed.span == placed.span && it.var == var)
            {
                found.push(Given {
                    var,
                    placed,
                    in_head_of,
                });
            }
        }
        for Given { placed, .. } in &found {
            for expr in walk::expressions(placed.stmt) {
                add_variables(program, expr, &mut wanted);
            }
        }
    }
    let in_heads: BTreeSet<VarId> = found
        .iter()
        .filter(|it| it.in_head_of.is_some())
        .map(|it| it.var)
        .collect();
    let computed: BTreeSet<VarId> = found
        .iter()
        .filter(|it| {
            let value = given(program, it.placed).and_then(|(_, value)| value);
            !value.is_some_and(|value| is_query(program, value))
        })
        .map(|it| it.var)
        .collect();
    let printed = |var: VarId| {
        let of_var = found.iter().filter(|it| it.var == var);
        of_var
            .filter(|it| matches!(it.placed.stmt.kind, StmtKind::Expr(_)))
            .count()
    };
    let is_followed = |var: VarId| {
        // What a head gives is printed at the access itself.
        in_heads.contains(&var)
            || computed.contains(&var) && changes(subject, var) == Some(printed(var))
    };
    let followed: BTreeSet<VarId> = found
        .iter()
        .map(|it| it.var)
        .filter(|var| is_followed(*var))
        .collect();
    found.retain(|it| followed.contains(&it.var));
    found.sort_by_key(|it| it.placed.span.start);
    found
}

/// How often the kernel's text assigns to a variable; none if a pointer to it may do so.
fn changes(subject: &Subject<'_>, var: VarId) -> Option<usize> {
    let program = subject.program;
    let (mut count, mut is_pointed_to) = (0, false);
    let is_var =
        |place: ExprId| matches!(program.expr(place).kind, ExprKind::Variable(it) if it == var);
    let body = &subject.function(subject.kernel).body;
    walk::each_expression(program, body, &mut |expr| match program.expr(expr).kind {
        ExprKind::Assign { place, .. }
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::Increment { place, .. } => count += usize::from(is_var(place)),
        ExprKind::AddressOf(place) => is_pointed_to |= is_var(place),
        _ => {}
    });
    (!is_pointed_to).then_some(count)
}

/// Does a variable's name mean this variable at a byte?
fn names(subject: &Subject<'_>, var: VarId, at: u32) -> bool {
    let visible = || subject.visible(subject.kernel, at);
    let name = visible()
        .find(|(it, ..)| *it == var)
        .map(|(_, name, _)| name);
    name.is_some_and(|name| {
        visible()
            .filter(|(_, it, _)| *it == name)
            .last()
            .map(|it| it.0)
            == Some(var)
    })
}

/// Is a statement that of the head of a loop, which runs once before it?
fn is_head(outer: &Placed<'_>, inner: &Placed<'_>) -> bool {
    match &outer.stmt.kind {
        StmtKind::For { init, .. } => init.iter().any(|init| std::ptr::eq(init, inner.stmt)),
        _ => false,
    }
}

fn add_variables(program: &Program, expr: ExprId, variables: &mut BTreeSet<VarId>) {
    walk::below(program, expr, &mut |expr| {
        if let ExprKind::Variable(var) = program.expr(expr).kind {
            variables.insert(var);
        }
    });
}

/// The variable that a statement gives a value, and the value where it is the whole.
fn given(program: &Program, placed: &Placed<'_>) -> Option<(VarId, Option<ExprId>)> {
    match &placed.stmt.kind {
        StmtKind::Declare {
            var,
            init: Some(init),
        } => Some((*var, init.entries.first().map(|entry| entry.value))),
        StmtKind::Expr(expr) => {
            let (place, value) = match program.expr(*expr).kind {
                ExprKind::Assign { place, value } => (place, Some(value)),
                ExprKind::CompoundAssign { place, .. } | ExprKind::Increment { place, .. } => {
                    (place, None)
                }
                _ => return None,
            };
            match program.expr(place).kind {
                ExprKind::Variable(var) => Some((var, value)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_query(program: &Program, value: ExprId) -> bool {
    match &program.expr(value).kind {
        ExprKind::Convert { value, .. } => is_query(program, *value),
        ExprKind::Builtin { builtin, .. } => builtin.name.text().starts_with("get_"),
        ExprKind::Constant(_) => true,
        _ => false,
    }
}
