//! Another index: two operands exchanged, another stride, an offset, or from the other end.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Role, Site, Subject, is_atom};
use mistakes::analysis::walk;
use opencl_c::program::{BinaryOp, ExprId, ExprKind};
use opencl_c::source::Span;
use opencl_c::types::{Scalar, Type};
use std::collections::BTreeSet;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        let is_integer = subject.scalar(site.expr).is_some_and(Scalar::is_integer);
        if !is_integer || is_conversion(subject, site.expr) {
            continue;
        }
        changes.extend(turned(subject, site));
        if site.is_whole_index || is_initial(subject, site) {
            changes.extend(swapped(subject, site));
            changes.extend(shifted(subject, site));
            changes.extend(strided(subject, site));
        } else if site.role == Role::Index && subject.variable(site.expr).is_some() {
            changes.extend(mirrored(subject, site));
        } else if site.role != Role::Condition && is_term(subject, site.expr) {
            changes.extend(swapped(subject, site));
        }
    }
    changes.extend(subscripts(subject));
    changes
}

/// An index read from a parameter of whole numbers that nothing uses: `x[k]` as `x[columns[k]]`.
pub(crate) fn through_unused(subject: &Subject<'_>) -> Vec<Change> {
    let kernel = subject.function(subject.kernel);
    let program = subject.program;
    let in_kernel = |site: &&Site| site.function == subject.kernel;
    let used: BTreeSet<u32> = subject
        .sites
        .iter()
        .filter(in_kernel)
        .filter_map(|site| match program.expr(site.expr).kind {
            ExprKind::Variable(var) => Some(var.0),
            _ => None,
        })
        .collect();
    let parameters = &kernel.vars[..kernel.parameters];
    let unused = parameters.iter().enumerate().filter(|(index, var)| {
        let is_table = matches!(
            *program.types.get(var.ty),
            Type::Pointer { pointee, .. } if pointee.as_scalar().is_some_and(Scalar::is_integer)
        );
        is_table && !used.contains(&(*index as u32))
    });
    let unused: Vec<&str> = unused.map(|(_, var)| &*var.name).collect();
    let mut changes = Vec::new();
    let sites = subject.sites.iter();
    for site in sites.filter(|it| it.is_whole_index && it.function == subject.kernel) {
        let was = subject.text(site.span);
        for table in &unused {
            let message = format!("the index is `{was}`, and `{table}` is never used");
            let help = format!("write `{table}[{was}]` as the index");
            let edits = vec![(site.span, format!("{table}[{was}]"))];
            changes.extend(subject.change(Kind::Variable, edits, message, help));
        }
    }
    changes
}

fn is_conversion(subject: &Subject<'_>, expr: ExprId) -> bool {
    matches!(
        subject.program.expr(expr).kind,
        ExprKind::Convert {
            explicit: false,
            ..
        }
    )
}

fn is_term(subject: &Subject<'_>, expr: ExprId) -> bool {
    matches!(subject.program.expr(expr).kind, ExprKind::Binary { .. })
}

/// Is an expression the whole value of a declaration or an assignment?
fn is_initial(subject: &Subject<'_>, site: &Site) -> bool {
    let file = subject.file();
    let before = file[..site.span.start as usize].trim_end();
    let after = file[site.span.end as usize..].trim_start();
    before.ends_with('=') && !before.ends_with("==") && after.starts_with([';', ','])
}

/// The variables, constants and calls that an expression is made of.
fn atoms(subject: &Subject<'_>, expr: ExprId) -> Vec<Span> {
    let mut atoms: Vec<Span> = Vec::new();
    walk::below(subject.program, expr, &mut |inner| {
        let node = subject.program.expr(inner);
        let is_atom = matches!(
            node.kind,
            ExprKind::Variable(_) | ExprKind::Constant(_) | ExprKind::Builtin { .. }
        );
        if let Some(span) = subject.span(inner).filter(|_| is_atom)
            && !atoms
                .iter()
                .any(|it| it.start <= span.start && span.end <= it.end)
        {
            atoms.push(span);
        }
    });
    atoms
}

fn swapped(subject: &Subject<'_>, site: &Site) -> Vec<Change> {
    let atoms = atoms(subject, site.expr);
    let whole = subject.text(site.span);
    let mut changes = Vec::new();
    for (number, one) in atoms.iter().enumerate() {
        for other in &atoms[number + 1..] {
            let (was, now) = (subject.text(*one), subject.text(*other));
            if was == now {
                continue;
            }
            let message = format!("`{was}` and `{now}` are exchanged in `{whole}`");
            let edits = vec![(*one, now.to_owned()), (*other, was.to_owned())];
            changes.extend(subject.change(Kind::Swap, edits, message, "exchange them".to_owned()));
        }
    }
    changes
}

fn shifted(subject: &Subject<'_>, site: &Site) -> Vec<Change> {
    let was = subject.text(site.span);
    let mut changes = Vec::new();
    let shift = |kind, now: String| subject.exchange(kind, site.span, &now);
    for (by, undone) in [("+ 1", "- 1"), ("- 1", "+ 1")] {
        // The term removed is the edit otherwise.
        if was.ends_with(undone) {
            continue;
        }
        changes.extend(shift(Kind::Offset, format!("{was} {by}")));
    }
    let mut others: Vec<String> = subject
        .integers(site.function, site.span.start)
        .into_iter()
        .map(str::to_owned)
        .collect();
    for dimension in 0..subject.dimensions {
        others.push(format!("get_global_id({dimension})"));
        others.push(format!(
            "get_group_id({dimension}) * get_local_size({dimension})"
        ));
        others.push(format!("get_local_id({dimension})"));
    }
    for other in &others {
        changes.extend(shift(Kind::Offset, format!("{was} + {other}")));
        changes.extend(shift(Kind::Offset, format!("{was} - {other}")));
        if !was.contains(['?', '<', '&', '|']) {
            changes.extend(shift(
                Kind::Offset,
                format!("{other} - 1 - {}", factor(was)),
            ));
        }
    }
    changes
}

/// `n - 1 - x` in place of `x`.
fn mirrored(subject: &Subject<'_>, site: &Site) -> Vec<Change> {
    let was = subject.text(site.span);
    let sizes = subject.integers(site.function, site.span.start);
    let each = sizes
        .into_iter()
        .filter(|size| *size != was)
        .filter_map(|size| {
            subject.exchange(Kind::Offset, site.span, &format!("{size} - 1 - {was}"))
        });
    each.collect()
}

fn factor(text: &str) -> String {
    match is_atom(text) {
        true => text.to_owned(),
        false => format!("({text})"),
    }
}

/// The index, or one of its terms, times or modulo a size; `a + b` as `a * size + b`.
fn strided(subject: &Subject<'_>, site: &Site) -> Vec<Change> {
    let mut sizes = sizes(subject, site);
    sizes.extend(["2".to_owned(), "4".to_owned()]);
    let mut terms: Vec<Span> = vec![site.span];
    walk::below(subject.program, site.expr, &mut |inner| {
        if let ExprKind::Binary {
            op: BinaryOp::Add | BinaryOp::Subtract,
            left,
            right,
        } = subject.program.expr(inner).kind
        {
            for side in [left, right] {
                let span = subject
                    .span(side)
                    .map(|span| subject.with_parentheses(span));
                terms.extend(span.filter(|span| !terms.contains(span)));
            }
        }
    });
    let mut changes = Vec::new();
    // A scaled constant is another constant, which has a kind of its own.
    terms.retain(|term| subject.text(*term).parse::<f64>().is_err());
    for term in terms {
        let was = subject.text(term);
        for size in &sizes {
            for op in ["*", "%", "/"] {
                let now = format!("{} {op} {size}", factor(was));
                changes.extend(subject.exchange(Kind::Stride, term, &now));
            }
        }
    }
    changes
}

/// `row * width + column` as `column * height + row`: the other order of rows and columns, of runs and strides.
fn turned(subject: &Subject<'_>, site: &Site) -> Vec<Change> {
    let program = subject.program;
    let ExprKind::Binary {
        op: BinaryOp::Add,
        left,
        right,
    } = program.expr(site.expr).kind
    else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    for (scaled, rest) in [(left, right), (right, left)] {
        let ExprKind::Binary {
            op: BinaryOp::Multiply,
            left: factor_one,
            right: factor_two,
        } = program.expr(bare(subject, scaled)).kind
        else {
            continue;
        };
        for kept in [factor_one, factor_two] {
            let Some((kept, rest)) = subject.span(kept).zip(subject.span(rest)) else {
                continue;
            };
            let (kept, rest) = (
                subject.text(subject.with_parentheses(kept)),
                subject.text(subject.with_parentheses(rest)),
            );
            for size in sizes(subject, site) {
                let now = format!("{} * {size} + {kept}", factor(rest));
                changes.extend(subject.exchange(Kind::Stride, site.span, &now));
            }
        }
    }
    changes
}

/// A global id as the first element of a work-item in the run of its work-group, where a work-item has several.
pub(crate) fn group_runs(subject: &Subject<'_>) -> Vec<Change> {
    let kernel = subject.function(subject.kernel);
    let integers = |site: &Site| {
        let names = subject.integers(site.function, site.span.start).into_iter();
        let is_parameter = |name: &str| {
            let mut parameters = kernel.vars[..kernel.parameters].iter();
            parameters.any(|parameter| &*parameter.name == name)
        };
        let names = names.filter(|name| is_parameter(name));
        names.map(str::to_owned).collect::<Vec<String>>()
    };
    let mut changes = Vec::new();
    for site in subject.sites.iter().filter(|it| is_initial(subject, it)) {
        let file = subject.file();
        let was = subject.text(site.span);
        for dimension in 0..subject.dimensions {
            let id = format!("get_global_id({dimension})");
            if was != id && !file.contains(&format!(" {was} = {id}")) {
                continue;
            }
            for each in integers(site) {
                let size = format!("get_local_size({dimension})");
                let now = format!(
                    "get_group_id({dimension}) * {size} * {each} + get_local_id({dimension})"
                );
                changes.extend(subject.exchange(Kind::Stride, site.span, &now));
            }
        }
    }
    changes
}

/// The value before conversions that the language implies.
fn bare(subject: &Subject<'_>, mut expr: ExprId) -> ExprId {
    while let ExprKind::Convert {
        value,
        explicit: false,
        ..
    } = subject.program.expr(expr).kind
    {
        expr = value;
    }
    expr
}

/// What an index may be scaled by.
fn sizes(subject: &Subject<'_>, site: &Site) -> Vec<String> {
    let names = subject.integers(site.function, site.span.start).into_iter();
    let mut sizes: Vec<String> = names.map(str::to_owned).collect();
    for dimension in 0..subject.dimensions {
        sizes.push(format!("get_global_size({dimension})"));
        sizes.push(format!("get_local_size({dimension})"));
    }
    sizes
}

/// `a[i][j]` as `a[j][i]`.
fn subscripts(subject: &Subject<'_>) -> Vec<Change> {
    let wholes: Vec<&Site> = subject
        .sites
        .iter()
        .filter(|it| it.is_whole_index)
        .collect();
    let mut changes = Vec::new();
    for one in &wholes {
        for other in &wholes {
            let between = Span {
                start: one.span.end,
                end: other.span.start,
                ..one.span
            };
            if between.start >= between.end || subject.text(between) != "][" {
                continue;
            }
            let (was, now) = (subject.text(one.span), subject.text(other.span));
            let message = format!("the subscripts `[{was}][{now}]` are exchanged");
            let help = format!("write `[{now}][{was}]`");
            let edits = vec![(one.span, now.to_owned()), (other.span, was.to_owned())];
            changes.extend(subject.change(Kind::Swap, edits, message, help));
        }
    }
    changes
}
