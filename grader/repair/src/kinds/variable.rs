//! Another variable of the same type, another component of a vector.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Role, Site, Subject};
use opencl_c::program::{ExprKind, FunctionId, StmtKind, VarId};
use opencl_c::source::Span;
use opencl_c::types::{Scalar, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let sites = subject.sites.iter();
    let used: BTreeSet<(FunctionId, VarId)> = sites
        .filter_map(|site| match subject.program.expr(site.expr).kind {
            ExprKind::Variable(var) => Some((site.function, var)),
            _ => None,
        })
        .collect();
    for site in &subject.sites {
        let node = subject.program.expr(site.expr);
        match node.kind {
            ExprKind::Variable(var) => {
                let vars = &subject.function(site.function).vars;
                let ty = vars[var.0 as usize].ty;
                let visible = subject.visible(site.function, site.span.start);
                let others = visible
                    .filter(|(other, _, with)| *other != var && is_alike(subject, ty, *with));
                let was = subject.text(site.span);
                for (other, name, _) in others {
                    let is_unused = !used.contains(&(site.function, other));
                    let likely = u32::from(!is_unused && !are_alike(was, name));
                    let change = subject.exchange(Kind::Variable, site.span, name);
                    changes.extend(change.map(|change| change.less_likely(likely)));
                }
                if ty.as_scalar().is_some_and(Scalar::is_integer) {
                    for number in ["0", "1"] {
                        changes.extend(subject.exchange(Kind::Constant, site.span, number));
                    }
                    let sizes = ["get_local_size", "get_global_size"];
                    for name in sizes {
                        for dimension in 0..subject.dimensions {
                            let now = format!("{name}({dimension})");
                            changes.extend(subject.exchange(Kind::Query, site.span, &now));
                        }
                    }
                }
            }
            ExprKind::Binary { .. } | ExprKind::Builtin { .. }
                if subject.scalar(site.expr).is_some_and(Scalar::is_integer) =>
            {
                for name in subject.integers(site.function, site.span.start) {
                    changes.extend(subject.exchange(Kind::Variable, site.span, name));
                }
            }
            ExprKind::Swizzle { .. } => {
                let text = subject.text(site.span);
                let Some(at) = text.rfind('.') else {
                    continue;
                };
                let lanes = Span {
                    start: site.span.start + at as u32 + 1,
                    ..site.span
                };
                let each: &[&str] = match text[at + 1..].len() {
                    1 => &["x", "y", "z", "w"],
                    2 => &["lo", "hi", "odd", "even", "xy", "yx"],
                    _ => &["odd", "even"],
                };
                for other in each {
                    changes.extend(subject.exchange(Kind::Variable, lanes, other));
                }
            }
            _ => {}
        }
    }
    changes
}

/// Do two names differ in one character, as `a1` and `a2` or `de` and `dn`? A line that was copied takes the name of
/// its neighbour.
fn are_alike(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    one.len() == other.len() && pairs.filter(|(one, other)| one != other).count() == 1
}

/// Another variable in both places of a square, `a * a`.
pub(crate) fn squares(subject: &Subject<'_>) -> Vec<Change> {
    let mut uses: Vec<&Site> = subject.sites.iter().collect();
    uses.retain(|site| matches!(subject.program.expr(site.expr).kind, ExprKind::Variable(_)));
    uses.sort_by_key(|site| site.span.start);
    uses.dedup_by_key(|site| site.span);
    let mut changes = Vec::new();
    for pair in uses.windows(2) {
        let (one, two) = (pair[0], pair[1]);
        let was = subject.text(one.span);
        let between = Span {
            start: one.span.end,
            end: two.span.start.max(one.span.end),
            ..one.span
        };
        if subject.text(two.span) != was || subject.text(between).trim() != "*" {
            continue;
        }
        let vars = &subject.function(one.function).vars;
        let ExprKind::Variable(var) = subject.program.expr(one.expr).kind else {
            continue;
        };
        let ty = vars[var.0 as usize].ty;
        for (other, name, with) in subject.visible(one.function, one.span.start) {
            if other == var || !is_alike(subject, ty, with) {
                continue;
            }
            let edits = [one, two].map(|site| (site.span, name.to_owned()));
            let message = format!("`{name} * {name}` is meant in place of `{was} * {was}`");
            let help = format!("write `{name}` in both places");
            let likely = u32::from(!are_alike(was, name));
            let change = subject.change(Kind::Variable, edits.to_vec(), message, help);
            changes.extend(change.map(|change| change.less_likely(likely)));
        }
    }
    changes
}

/// Two variables exchanged everywhere in one statement.
pub(crate) fn exchanged(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        if !matches!(
            placed.stmt.kind,
            StmtKind::Expr(_) | StmtKind::Declare { .. } | StmtKind::If { .. }
        ) {
            continue;
        }
        let end = match &placed.stmt.kind {
            StmtKind::If { then, .. } => then.origin.spelling.start,
            _ => placed.span.end,
        };
        let vars = &subject.function(placed.function).vars;
        let uses: Vec<(&str, Span, TypeId)> = subject
            .sites
            .iter()
            .filter(|site| placed.span.start <= site.span.start && site.span.end <= end)
            .filter_map(|site| match subject.program.expr(site.expr).kind {
                ExprKind::Variable(var) => {
                    Some((subject.text(site.span), site.span, vars[var.0 as usize].ty))
                }
                _ => None,
            })
            .collect();
        let mut names: BTreeMap<&str, TypeId> = BTreeMap::new();
        names.extend(uses.iter().map(|(name, _, ty)| (*name, *ty)));
        for (one, ty) in &names {
            for (other, with) in names.range::<&str, _>((Bound::Excluded(*one), Bound::Unbounded)) {
                if !is_alike(subject, *ty, *with) {
                    continue;
                }
                let edits: Vec<(Span, String)> = uses
                    .iter()
                    .filter_map(|(name, span, _)| match name {
                        name if name == one => Some((*span, (*other).to_owned())),
                        name if name == other => Some((*span, (*one).to_owned())),
                        _ => None,
                    })
                    .collect();
                let line = subject.line(placed.span.start);
                let message = format!("`{one}` and `{other}` are exchanged in line {line}");
                let help = "exchange them".to_owned();
                changes.extend(subject.change(Kind::Swap, edits, message, help));
            }
        }
        for one in names.keys() {
            let spans: Vec<Span> = uses
                .iter()
                .filter(|it| it.0 == *one)
                .map(|it| it.1)
                .collect();
            if spans.len() < 2 {
                continue;
            }
            for other in subject.integers(placed.function, placed.span.start) {
                let edits = spans.iter().map(|span| (*span, other.to_owned())).collect();
                let line = subject.line(placed.span.start);
                let message = format!("`{other}` is meant in place of `{one}` in line {line}");
                let help = format!("write `{other}`");
                changes.extend(subject.change(Kind::Variable, edits, message, help));
            }
        }
    }
    changes
}

/// One variable in place of another in every index, and everywhere, in a function; two exchanged everywhere.
pub(crate) fn everywhere(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for number in 0..subject.program.functions.len() {
        let function = FunctionId(number as u32);
        let uses: Vec<(VarId, &Site)> = subject
            .sites
            .iter()
            .filter(|site| site.function == function)
            .filter_map(|site| match subject.program.expr(site.expr).kind {
                ExprKind::Variable(var) => Some((var, site)),
                _ => None,
            })
            .collect();
        let of = |var: VarId, is: &dyn Fn(&Site) -> bool| -> Vec<Span> {
            let each = uses.iter().filter(|(it, site)| *it == var && is(site));
            each.map(|(_, site)| site.span).collect()
        };
        let mut vars: BTreeSet<VarId> = BTreeSet::new();
        vars.extend(uses.iter().map(|(var, _)| *var));
        let all = &subject.function(function).vars;
        for one in &vars {
            let (name, ty) = (&all[one.0 as usize].name, all[one.0 as usize].ty);
            let first = uses
                .iter()
                .find(|(var, _)| var == one)
                .map_or(0, |it| it.1.span.start);
            for (other, meant, with) in subject.visible(function, first) {
                if other == *one || !is_alike(subject, ty, with) {
                    continue;
                }
                let indices = of(*one, &|site| site.role == Role::Index);
                let whole = of(*one, &|_| true);
                for (spans, within) in [(indices, "in every index"), (whole, "everywhere")] {
                    if spans.len() < 2 {
                        continue;
                    }
                    let edits = spans.iter().map(|span| (*span, meant.to_owned())).collect();
                    let message = format!("`{meant}` is meant in place of `{name}` {within}");
                    let help = format!("write `{meant}`");
                    changes.extend(subject.change(Kind::Variable, edits, message, help));
                }
                if other < *one || !vars.contains(&other) {
                    continue;
                }
                let mut edits: Vec<(Span, String)> = Vec::new();
                edits.extend(
                    of(*one, &|_| true)
                        .into_iter()
                        .map(|span| (span, meant.to_owned())),
                );
                edits.extend(
                    of(other, &|_| true)
                        .into_iter()
                        .map(|span| (span, name.to_string())),
                );
                let message = format!("`{name}` and `{meant}` are exchanged everywhere");
                let help = "exchange them".to_owned();
                changes.extend(subject.change(Kind::Swap, edits, message, help));
            }
        }
    }
    changes
}

/// May a variable of one type be written for one of the other? Integers of any width are alike.
fn is_alike(subject: &Subject<'_>, one: TypeId, other: TypeId) -> bool {
    let is_integer = |ty: TypeId| ty.as_scalar().is_some_and(Scalar::is_integer);
    let pointee = |ty: TypeId| subject.program.types.as_pointer(ty);
    match (pointee(one), pointee(other)) {
        (Some((one, _, at)), Some((other, _, there))) => one == other && at == there,
        _ => one == other || is_integer(one) && is_integer(other),
    }
}
