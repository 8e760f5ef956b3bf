//! # A macro whose missing parentheses change what is computed
//!
//! A macro replaces text by text. With `#define SQUARE(x) x * x`, `SQUARE(a + b)` becomes
//! `a + b * a + b`: the multiplication takes the nearest `b` and `a`, not the argument. And with
//! `#define SUM(a, b) (a) + (b)`, `2 * SUM(p, q)` doubles `p` only. A macro is reported where a use
//! in the program is grouped otherwise than it is written, and not where it is only used with plain
//! names.
//!
//! ## Why it hurts
//!
//! It is the same on all hardware, and no compiler reports it. Kernels use many macros, for sizes
//! that `-D` gives and for repeated steps, because OpenCL C has no templates. An index that a macro
//! computes wrongly reads another element, and nothing crashes.
//!
//! ## Wrong
//! ```opencl
//! #define AT(row, column) row * 4 + column
//!
//! kernel void from_above(global const int *x, global int *y)
//! {
//!     int column = get_global_id(0), row = get_global_id(1);
//!     y[AT(row, column)] = x[AT(row + 1, column)];
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! #define AT(row, column) ((row) * 4 + (column))
//!
//! kernel void from_above(global const int *x, global int *y)
//! {
//!     int column = get_global_id(0), row = get_global_id(1);
//!     y[AT(row, column)] = x[AT(row + 1, column)];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.10: the preprocessor is that of C99 (6.10.3), which
//! replaces tokens before anything is grouped. Broxvall (2012) builds his unrolled kernels of
//! macros.

use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::program::{BinaryOp, ExprId, ExprKind, Program};
use opencl_c::source::{Expansion, ExpansionId, Origin, SourceMap, Span};
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::MacroHygiene,
    level: Level::Warning,
    family: Family::Names,
    symptom: Symptom::Varies,
    chapter: 22,
    launch: "global: 4 2\nbuffer: x int 12 iota read\nbuffer: y int 8 uninit write",
    file: page_in!("macro_hygiene.rs"),
    read: Some(read),
    measure: None,
};

/// Macros that stand in macros: how deep a token's history is followed.
const DEEP: usize = 16;
/// Bytes of an argument between an operator and its operand.
const LONGEST: u32 = 200;

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    let mut told = HashSet::new();
    for function in &program.functions {
        walk::each_expression(program, &function.body, &mut |expr| {
            let Some(outer) = operator(program, expr) else {
                return;
            };
            for (index, &operand) in outer.operands.iter().enumerate() {
                let Some(inner) = operator(program, beneath(program, operand)) else {
                    continue;
                };
                if index == 0 && same_anyway(outer.kind, inner.kind) {
                    continue;
                }
                let Some((expansion, part)) = torn(program, &outer, &inner) else {
                    continue;
                };
                let Some(definition) = expansion.definition else {
                    continue;
                };
                if !told.insert(definition) {
                    continue;
                }
                let (name, place) = (&expansion.name, Origin::written(definition));
                let (message, help) = match part {
                    Part::Argument => (
                        format!(
                            "an argument of macro `{name}` is torn apart by an operator beside it"
                        ),
                        "write parentheses around each parameter, and around the whole",
                    ),
                    Part::Body => (
                        format!(
                            "the text of macro `{name}` is torn apart by an operator beside it"
                        ),
                        "write parentheses around the whole text of the macro",
                    ),
                };
                let found = reporter
                    .find(Evidence::Proven, place, place, message)
                    .label("parentheses are missing in its text")
                    .with(
                        Origin::written(expansion.invocation),
                        Origin::written(expansion.invocation),
                        "grouped here otherwise than it is written",
                    )
                    .help(help);
                if function.kernel.is_some() {
                    found.kernel(function);
                }
            }
        });
    }
}

/// An operator with its operands.
struct Operator {
    at: Origin,
    operands: Vec<ExprId>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Binary(BinaryOp),
    And,
    Or,
    Other,
}

fn operator(program: &Program, expr: ExprId) -> Option<Operator> {
    let node = program.expr(expr);
    let (operands, kind) = match node.kind {
        ExprKind::Binary { op, left, right } => (vec![left, right], Kind::Binary(op)),
        ExprKind::ShortCircuit { or, left, right }
        | ExprKind::VectorLogical { or, left, right } => {
            (vec![left, right], if or { Kind::Or } else { Kind::And })
        }
        ExprKind::Unary { value, .. } => (vec![value], Kind::Other),
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => (vec![condition, then, otherwise], Kind::Other),
        _ => return None,
    };
    Some(Operator {
        at: node.at,
        operands,
        kind,
    })
}

/// The expression below what the language puts in between by itself.
fn beneath(program: &Program, expr: ExprId) -> ExprId {
    let mut at = expr;
    loop {
        at = match program.expr(at).kind {
            ExprKind::Convert {
                value,
                explicit: false,
                ..
            }
            | ExprKind::Splat(value) => value,
            _ => return at,
        };
    }
}

/// Is `(a inner b) outer c` the same as `a inner (b outer c)`, rounding aside?
fn same_anyway(outer: Kind, inner: Kind) -> bool {
    use BinaryOp::{Add, And, Multiply, Or, Subtract, Xor};
    match (inner, outer) {
        (Kind::Binary(Add), Kind::Binary(Add | Subtract)) => true,
        (Kind::Binary(Multiply | And | Or | Xor), _) | (Kind::And | Kind::Or, _) => inner == outer,
        _ => false,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Body,
    Argument,
}

/// One of the expansions that a token came through.
struct Step<'a> {
    expansion: &'a Expansion,
    /// The part of it that the token belongs to.
    part: Part,
    /// Where the token stands in that part: itself, or the macro that it comes from.
    place: Span,
}

/// The expansions that a token came through, innermost first; nothing where there are too many.
fn history(sources: &SourceMap, token: Origin) -> Vec<Step<'_>> {
    let mut place = token.spelling;
    let mut steps = Vec::new();
    for expansion in sources.backtrace(token) {
        if steps.len() == DEEP {
            return Vec::new();
        }
        let within = place.file == expansion.invocation.file
            && place.start > expansion.invocation.start
            && place.end <= expansion.whole_end;
        let part = if within { Part::Argument } else { Part::Body };
        steps.push(Step {
            expansion,
            part,
            place,
        });
        if part == Part::Body {
            // From here on the token stands where the macro was invoked.
            place = expansion.invocation;
        }
    }
    steps
}

/// The macro whose text the grouping of two operators tears apart: the outer one came through it, and
/// the inner one, an operand of it, did not or came from its body beside an argument; while an operand
/// of the inner one belongs to the outer one's part. So a macro that is only an operator tears nothing.
fn torn<'a>(
    program: &'a Program,
    outer: &Operator,
    inner: &Operator,
) -> Option<(&'a Expansion, Part)> {
    let sources = &program.sources;
    let inside = history(sources, inner.at);
    if inside.is_empty() && inner.at.expansion != ExpansionId::NONE {
        return None;
    }
    history(sources, outer.at).into_iter().find_map(|step| {
        let of_inner = inside
            .iter()
            .find(|other| std::ptr::eq(other.expansion, step.expansion));
        let part = match (step.part, of_inner.map(|other| other.part)) {
            (Part::Argument, Some(Part::Body)) => Part::Argument,
            (_, None) => Part::Body,
            _ => return None,
        };
        let belongs = |operand: &ExprId| {
            let node = program.expr(*operand);
            [node.origin, node.end]
                .into_iter()
                .any(|token| stands_beside(sources, token, &step, part))
        };
        inner
            .operands
            .iter()
            .any(belongs)
            .then_some((step.expansion, part))
    })
}

/// Does a token come through the same expansion as an operator, and for an argument from the same one?
fn stands_beside(sources: &SourceMap, token: Origin, operator: &Step<'_>, part: Part) -> bool {
    history(sources, token).iter().any(|step| {
        if !std::ptr::eq(step.expansion, operator.expansion) {
            return false;
        }
        if part == Part::Body {
            return true;
        }
        let (one, other) = (step.place, operator.place);
        let between = Span {
            file: one.file,
            start: one.end.min(other.end),
            end: one.start.max(other.start),
        };
        step.part == Part::Argument
            && one.file == other.file
            && between.start <= between.end
            && between.end - between.start <= LONGEST
            && !sources.text(between).contains(',')
    })
}
