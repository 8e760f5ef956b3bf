//! Built-in functions that take a count or count in elements of their own: events, async copies, `prefetch`,
//! `vload` and `vstore`.

use super::Text;
use crate::analysis::definitions::Definitions;
use crate::analysis::dependence::constant;
use launch::{Evidence, Finding, MistakeId};
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, ExprId, ExprKind, FunctionId, Program};

/// Names the argument that reaches too far. A wait for more events than there are is one mistake.
pub(super) fn explain(text: &Text<'_>, findings: &mut Vec<(Finding, u64)>) {
    let mut waits = Vec::new();
    for (finding, _) in findings.iter_mut() {
        if finding.mistake != MistakeId::OutOfBounds || finding.evidence != Evidence::Observed {
            continue;
        }
        let Some(place) = finding.spans.first().cloned() else {
            continue;
        };
        let mut at = text.places.at(&place).iter();
        let found =
            at.find_map(|&(function, expr)| Some((function, expr, counting(text.program, expr)?)));
        let Some((function, call, (name, arguments))) = found else {
            continue;
        };
        if name == Name::WaitGroupEvents {
            waits.push(place);
        }
        // A vector access with an offset that does not count elements lacks a guard, as others do.
        if is_vector_access(name) && !counts_elements(text.program, function, call, arguments) {
            continue;
        }
        let (argument, label, help) = words(name, &written(text.program, call));
        finding.help = help;
        if let Some(argument) = arguments.get(argument) {
            let expr = text.program.expr(*argument);
            let sources = &text.program.sources;
            let place = sources.place(expr.origin, expr.end, label.to_owned(), false);
            finding.spans.insert(1, place);
        }
    }
    findings.retain(|(finding, _)| {
        let same = |place: &launch::Place| {
            finding.spans.first().is_some_and(|own| {
                (&own.file, own.line, own.column) == (&place.file, place.line, place.column)
            })
        };
        finding.mistake != MistakeId::InvalidEvent || !waits.iter().any(same)
    });
}

/// A call that counts.
fn counting(program: &Program, expr: ExprId) -> Option<(Name, &[ExprId])> {
    let ExprKind::Builtin { builtin, arguments } = &program.expr(expr).kind else {
        return None;
    };
    let counts = matches!(
        builtin.name,
        Name::WaitGroupEvents
            | Name::AsyncWorkGroupCopy
            | Name::AsyncWorkGroupStridedCopy
            | Name::Prefetch
    ) || is_vector_access(builtin.name);
    counts.then_some((builtin.name, arguments.as_slice()))
}

/// Is the offset of a vector access a multiple of its width?
fn counts_elements(
    program: &Program,
    function: FunctionId,
    call: ExprId,
    arguments: &[ExprId],
) -> bool {
    let is_store = program.expr(call).ty.as_vector().is_none();
    let (offset, vector) = match is_store {
        true => (arguments.get(1), arguments.first().copied()),
        false => (arguments.first(), Some(call)),
    };
    let width = vector.and_then(|it| program.expr(it).ty.as_vector());
    let (Some(&offset), Some((_, width))) = (offset, width) else {
        return false;
    };
    let is_multiple = |expr: ExprId, shifts: bool| {
        let number = match constant(program, expr) {
            Some(bits @ 0..32) if shifts => 1 << bits,
            Some(number) if !shifts => number,
            _ => return false,
        };
        number > 1 && number % u64::from(width) == 0
    };
    // A part that is a multiple, such as the first of several elements, says nothing of the whole.
    let offset = Definitions::of(program, function).resolve(program, offset);
    match program.expr(offset).kind {
        ExprKind::Binary {
            op: BinaryOp::Multiply,
            left,
            right,
        } => is_multiple(left, false) || is_multiple(right, false),
        ExprKind::Binary {
            op: BinaryOp::ShiftLeft,
            right,
            ..
        } => is_multiple(right, true),
        _ => false,
    }
}

fn is_vector_access(name: Name) -> bool {
    let text = name.text();
    text.starts_with("vload") || text.starts_with("vstore")
}

/// The name of a call as it is written: `vload4`.
fn written(program: &Program, call: ExprId) -> String {
    let text = crate::static_checks::text(program, program.expr(call));
    let name = text.split('(').next().unwrap_or_default();
    name.trim_end().to_owned()
}

/// The position of the argument that counts, its meaning, and the advice.
fn words(name: Name, written: &str) -> (usize, &'static str, String) {
    match name {
        Name::WaitGroupEvents => (
            0,
            "how many events to wait for",
            "the first argument is the number of events that the second points to: 1 for `&event`"
                .to_owned(),
        ),
        Name::Prefetch => (
            1,
            "how many elements, not bytes",
            "count the elements that the pointer points to, and no more than there are behind it"
                .to_owned(),
        ),
        Name::AsyncWorkGroupCopy => (
            2,
            "how many elements, not bytes",
            "the count is that of the whole group, in elements of the type that the pointers point \
             to: let both sides have as many from where the copy begins"
                .to_owned(),
        ),
        Name::AsyncWorkGroupStridedCopy => (
            2,
            "how many elements, not bytes",
            "the count is that of the elements copied, and the stride lies between them on the global \
             side: the last one is at (count - 1) * stride"
                .to_owned(),
        ),
        _ => {
            let offset = usize::from(name.text().starts_with("vstore"));
            (
                offset,
                "counts vectors, not elements",
                format!(
                    "the offset of `{written}` counts whole vectors: with N components it begins at element \
                     N * offset; divide the index of an element by N, or add it to the pointer"
                ),
            )
        }
    }
}
