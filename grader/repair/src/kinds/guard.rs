//! A bounds guard added around a statement, as a condition more, as an early return or around a value; and a
//! condition, or a part of one, removed.

use super::barrier::gaps;
use super::early_return::negated;
use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Placed, Role, Subject};
use crate::words::{Added, Words};
use mistakes::analysis::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, ExprKind, StmtKind};
use opencl_c::source::Span;
use opencl_c::types::AddressSpace;
use std::sync::Arc;

/// The pairs of an index and a bound that are tried in one scope, at most.
const MOST_PAIRS: usize = 64;

/// The conditions that could guard what stands at a byte, and how unlikely each is: those of all dimensions at once,
/// then `index < bound` for the integers in scope, the variables of `near` as indices first.
fn conditions(subject: &Subject<'_>, placed: &Placed<'_>, at: u32) -> Vec<(Arc<str>, u32)> {
    let whole = of_all_dimensions(subject, placed, at);
    let mut all: Vec<_> = whole.into_iter().map(|it| (Arc::from(it), 0)).collect();
    for condition in comparisons(subject, placed, at) {
        let unlikely = parts(&condition);
        all.push((condition, unlikely));
    }
    all
}

/// `x < width && y < height`, of the global id in each dimension of a range of several, where none of them is compared
/// yet; the bounds are neighbours in the order of the parameters.
fn of_all_dimensions(subject: &Subject<'_>, placed: &Placed<'_>, at: u32) -> Vec<String> {
    const MOST: usize = 6;
    let file = subject.file();
    let function = subject.function(placed.function);
    let names = subject.integers(placed.function, at);
    let id_of = |dimension: usize| {
        let query = format!("get_global_id({dimension})");
        let mut holding = names
            .iter()
            .filter(|name| file.contains(&format!("{name} = {query}")));
        let name = holding.next().map(ToString::to_string);
        name.or_else(|| file.contains(&query).then_some(query))
    };
    let ids: Vec<String> = (0..subject.dimensions).filter_map(id_of).collect();
    let is_compared =
        |id: &String| file.contains(&format!("{id} <")) || file.contains(&format!("{id} >"));
    if ids.len() < 2 || ids.len() < subject.dimensions || ids.iter().any(is_compared) {
        return Vec::new();
    }
    let parameters = function.vars[..function.parameters].iter();
    let bounds: Vec<&str> = parameters
        .map(|var| &*var.name)
        .filter(|name| names.contains(name))
        .collect();
    let neighbours = bounds.windows(ids.len()).take(MOST);
    neighbours
        .map(|bounds| {
            let pairs = ids.iter().zip(bounds);
            let each: Vec<String> = pairs.map(|(id, bound)| less(&(id, bound))).collect();
            each.join(" && ")
        })
        .collect()
}

/// `index < bound` for the integers in scope at a byte, the variables of `near` as indices first.
fn comparisons(subject: &Subject<'_>, placed: &Placed<'_>, at: u32) -> Vec<Arc<str>> {
    let function = subject.function(placed.function);
    let names = subject.integers(placed.function, at);
    let parameters: Vec<&str> = function.vars[..function.parameters]
        .iter()
        .map(|var| &*var.name)
        .collect();
    let is_parameter = |name: &&&str| parameters.contains(*name);
    let own: Vec<&str> = names
        .iter()
        .filter(|it| !is_parameter(it))
        .copied()
        .collect();
    let bounds: Vec<&str> = names.iter().filter(is_parameter).copied().collect();
    let text = subject.text(placed.span);
    let is_near = |name: &&str| has_word(text, name);
    let mut indices: Vec<String> = own
        .iter()
        .filter(|it| is_near(it))
        .map(ToString::to_string)
        .collect();
    indices.extend(index_terms(subject, placed));
    for dimension in 0..subject.dimensions {
        let query = format!("get_global_id({dimension})");
        let asks = |query: &str| subject.file().contains(&format!("{query}({dimension})"));
        // Group and local id make up the global id.
        if asks("get_global_id") || asks("get_group_id") && asks("get_local_id") {
            indices.push(query);
        }
    }
    let single = indices
        .iter()
        .flat_map(|index| bounds.iter().map(move |bound| (&**index, *bound)));
    let singles: Vec<(&str, &str)> = single.take(MOST_PAIRS).collect();
    let mut all = written(subject, placed, &names);
    all.extend(singles.iter().map(less));
    let pairs = singles.iter().enumerate().flat_map(|(number, one)| {
        let others = singles[number + 1..].iter();
        others
            .filter(|other| one.0 != other.0 && one.1 != other.1)
            .map(move |other| format!("{} && {}", less(one), less(other)))
    });
    all.extend(pairs.take(MOST_PAIRS * 2 - singles.len()));
    if subject.dimensions == 3 {
        all.extend(triples(&singles));
    }
    // Products of bounds, and other own variables as bounds, come last.
    for index in &indices {
        for (number, one) in bounds.iter().enumerate() {
            for other in &bounds[number + 1..] {
                all.push(format!("{index} < {one} * {other}"));
            }
        }
        for bound in &own {
            if bound != index {
                all.push(format!("{index} < {bound}"));
            }
        }
        all.push(format!("{index} > 0"));
        all.push(format!("{index} == 0"));
    }
    for dimension in 0..subject.dimensions {
        let query = format!(" = get_local_id({dimension})");
        let is_id = |name: &&&str| subject.file().contains(&format!("{name}{query}"));
        all.extend(own.iter().filter(is_id).map(|name| format!("{name} == 0")));
    }
    all.into_iter().map(Arc::from).collect()
}

/// The comparisons that the function makes elsewhere, as `index < bound`: what another statement asks for.
fn written(subject: &Subject<'_>, placed: &Placed<'_>, names: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for site in &subject.sites {
        let ExprKind::Binary {
            op: BinaryOp::Less | BinaryOp::GreaterEqual,
            left,
            right,
        } = subject.program.expr(site.expr).kind
        else {
            continue;
        };
        let here = placed.span.start..placed.span.end;
        let Some((left, right)) = subject.span(left).zip(subject.span(right)) else {
            continue;
        };
        let (index, bound) = (subject.text(left), subject.text(right));
        let less = less(&(index, bound));
        let in_scope = |text: &str| names.contains(&text);
        if site.function == placed.function
            && !here.contains(&site.span.start)
            && in_scope(index)
            && in_scope(bound)
            && !all.contains(&less)
        {
            all.push(less);
        }
    }
    all
}

fn less((index, bound): &(&str, &str)) -> String {
    format!("{index} < {bound}")
}

/// Three comparisons of three variables with three bounds.
fn triples(singles: &[(&str, &str)]) -> Vec<String> {
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let plain = || singles.iter().filter(|(index, _)| is_name(index));
    let triples = plain().flat_map(|one| {
        plain()
            .filter(|two| one.0 < two.0 && one.1 != two.1)
            .flat_map(move |two| {
                plain()
                    .filter(|three| two.0 < three.0 && two.1 != three.1 && one.1 != three.1)
                    .map(move |three| format!("{} && {} && {}", less(one), less(two), less(three)))
            })
    });
    triples.take(MOST_PAIRS).collect()
}

/// The sums within the indices of a statement, such as `top + row`.
fn index_terms(subject: &Subject<'_>, placed: &Placed<'_>) -> Vec<String> {
    let is_vector = subject.text(placed.span).contains("vstore");
    let within = subject.sites.iter().filter(|site| {
        (is_vector || site.role == Role::Index)
            && placed.span.start <= site.span.start
            && site.span.end <= placed.span.end
    });
    let mut terms: Vec<String> = Vec::new();
    for site in within {
        let is_sum = matches!(
            subject.program.expr(site.expr).kind,
            ExprKind::Binary {
                op: BinaryOp::Add | BinaryOp::Subtract,
                ..
            }
        );
        let text = subject.text(site.span);
        if !is_sum {
            continue;
        }
        // Of `row * width + x + r` the part that is not scaled.
        let parts: Vec<&str> = text
            .split(" + ")
            .filter(|part| !part.contains(['*', '(']))
            .collect();
        for term in [text.to_owned(), parts.join(" + ")] {
            let is_short = term.len() <= 24 && !term.contains('*') && term.contains(['+', '-']);
            if is_short && !terms.contains(&term) {
                terms.push(term);
            }
        }
    }
    terms
}

/// How much less likely a condition is for its parts: 0 for one plain comparison of variables.
fn parts(condition: &str) -> u32 {
    let joints = condition.matches("&&").count() + condition.matches("||").count();
    let is_plain = !condition.contains('*') && !condition.ends_with(" 0");
    let is_of_query = condition.contains('(');
    joints as u32 + if is_plain { 0 } else { 2 } + u32::from(is_of_query)
}

/// Is a name a word of a text?
pub(crate) fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
    })
}

/// Does a statement write outside of private variables, or hold one that does?
fn stores(subject: &Subject<'_>, placed: &Placed<'_>) -> bool {
    let program = subject.program;
    let mut found = false;
    walk::each_expression(program, placed.stmt, &mut |expr| {
        found |= match &program.expr(expr).kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } => {
                let mut at = *place;
                while let ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } =
                    program.expr(at).kind
                {
                    at = base;
                }
                matches!(program.expr(at).kind, ExprKind::Deref(_))
            }
            ExprKind::Builtin { builtin, .. } => {
                let name = builtin.name.text();
                name.starts_with("atom") || name.starts_with("vstore")
            }
            _ => false,
        };
    });
    found
}

fn has_barrier(subject: &Subject<'_>, placed: &Placed<'_>) -> bool {
    let mut found = false;
    walk::each_expression(subject.program, placed.stmt, &mut |expr| {
        found |= matches!(&subject.program.expr(expr).kind,
            ExprKind::Builtin { builtin, .. } if builtin.name == Name::Barrier);
    });
    found
}

pub(crate) fn around_statements(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let is_guarded = matches!(
            placed.stmt.kind,
            StmtKind::Expr(_) | StmtKind::For { .. } | StmtKind::If { .. } | StmtKind::While { .. }
        );
        if !is_guarded || !stores(subject, placed) || has_barrier(subject, placed) {
            continue;
        }
        let start = Span {
            end: placed.span.start,
            ..placed.span
        };
        let line = subject.line(placed.span.start);
        for (condition, likely) in conditions(subject, placed, placed.span.start) {
            let edits = vec![(start, format!("if ({condition}) "))];
            let words = Words::Condition(Added::Before(line), condition);
            let change = subject.saying(Kind::Guard, edits, words);
            changes.extend(change.map(|change| change.less_likely(likely)));
        }
    }
    changes
}

/// `if (index >= bound) return;` where no barrier follows.
pub(crate) fn early_returns(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let body = subject
        .statements
        .iter()
        .find(|placed| placed.function == subject.kernel && placed.parent.is_none());
    let Some(body) = body.filter(|body| !has_barrier(subject, body)) else {
        return changes;
    };
    let mut gaps = gaps(subject);
    gaps.retain(|gap| gap.function == subject.kernel);
    let first_store = subject.statements.iter().find(|placed| {
        placed.function == subject.kernel
            && placed.in_block.is_some()
            && placed.parent.is_some()
            && matches!(placed.stmt.kind, StmtKind::Expr(_))
    });
    let until = first_store.map_or(body.span.end, |placed| placed.span.start);
    for gap in gaps {
        let (at, _) = gap.edit("");
        if at.start > until {
            continue;
        }
        let place: Arc<str> = gap.describe().into();
        for (condition, likely) in conditions(subject, body, at.start) {
            if condition.ends_with('0') {
                continue;
            }
            let guard = format!("if ({}) return;", opposite(&condition));
            let edits = vec![gap.edit(&guard)];
            let words = Words::Condition(Added::Return(place.clone()), condition);
            let change = subject.saying(Kind::Guard, edits, words);
            changes.extend(change.map(|change| change.less_likely(likely)));
        }
    }
    changes
}

/// The opposite of comparisons that all have to hold.
fn opposite(condition: &str) -> String {
    let parts: Vec<String> = condition.split(" && ").map(negated).collect();
    parts.join(" || ")
}

/// One condition more in each condition of a statement or of `?:`.
pub(crate) fn further_conditions(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let (condition, leaves) = match &placed.stmt.kind {
            StmtKind::If {
                condition, then, ..
            } => (*condition, is_leaving(&then.kind)),
            StmtKind::While { condition, .. } => (*condition, false),
            StmtKind::For {
                condition: Some(condition),
                ..
            } => (*condition, false),
            _ => continue,
        };
        let Some(span) = subject.span(condition) else {
            continue;
        };
        let was = subject.text(span);
        for further in comparisons(subject, placed, span.start) {
            let now = if leaves {
                format!("{was} || {}", opposite(&further))
            } else if was.contains("||") {
                format!("({was}) && {further}")
            } else {
                format!("{was} && {further}")
            };
            let likely = parts(&further);
            let words = Words::Condition(Added::Further, further);
            let change = subject.saying(Kind::Guard, vec![(span, now)], words);
            changes.extend(change.map(|change| change.less_likely(likely)));
        }
    }
    changes
}

/// Another condition in place of the whole, and a guarded assignment that assigns 0 otherwise.
pub(crate) fn other_conditions(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let StmtKind::If {
            condition,
            then,
            otherwise,
        } = &placed.stmt.kind
        else {
            continue;
        };
        let Some(span) = subject.span(*condition) else {
            continue;
        };
        let was = subject.text(span);
        for now in comparisons(subject, placed, span.start) {
            let now = match is_leaving(&then.kind) {
                true => opposite(&now),
                false => now.to_string(),
            };
            let likely = 1 + parts(&now);
            let change = subject.saying(Kind::Comparison, vec![(span, now)], Words::Exchanged);
            changes.extend(change.map(|change| change.less_likely(likely)));
        }
        let StmtKind::Expr(expr) = then.kind else {
            continue;
        };
        let ExprKind::Assign { place, value } = subject.program.expr(expr).kind else {
            continue;
        };
        let places = subject.span(place).zip(subject.span(value));
        if let (Some((place, value)), None) = (places, otherwise) {
            let (place, value) = (subject.text(place), subject.text(value));
            let now = format!("{place} = {was} ? {value} : 0;");
            let message = format!("`{place}` gets no value where `{was}` fails");
            let help = format!("write `{now}`");
            let edits = vec![(placed.span, now)];
            changes.extend(subject.change(Kind::Initial, edits, message, help));
        }
    }
    changes
}

fn is_leaving(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Return(_) | StmtKind::Continue | StmtKind::Break => true,
        StmtKind::Block(stmts) => stmts.len() == 1 && is_leaving(&stmts[0].kind),
        _ => false,
    }
}

/// `index < bound ? value : 0` in place of a value that is loaded.
pub(crate) fn around_values(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        let program = subject.program;
        let ExprKind::Load(place) = program.expr(site.expr).kind else {
            continue;
        };
        let ExprKind::Deref(pointer) = program.expr(place).kind else {
            continue;
        };
        let ty = program.expr(pointer).ty;
        let space = program.types.as_pointer(ty).map(|(_, _, space)| space);
        if !matches!(space, Some(AddressSpace::Global | AddressSpace::Constant)) {
            continue;
        }
        let around = subject.statements.iter().rev().find(|placed| {
            placed.span.start <= site.span.start && site.span.end <= placed.span.end
        });
        let Some(placed) = around else {
            continue;
        };
        let was = subject.text(site.span);
        for condition in comparisons(subject, placed, site.span.start) {
            let now = subject.enclosed(site.span, &format!("{condition} ? {was} : 0"));
            let likely = parts(&condition);
            let words = Words::Condition(Added::AroundValue, condition);
            let change = subject.saying(Kind::Guard, vec![(site.span, now)], words);
            changes.extend(change.map(|change| change.less_likely(likely)));
        }
    }
    changes
}

/// Each condition, or one side of it, removed.
pub(crate) fn removed(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        let ExprKind::ShortCircuit { left, right, .. } = subject.program.expr(site.expr).kind
        else {
            continue;
        };
        for kept in [left, right] {
            if let Some(span) = subject.span(kept) {
                let kept = subject.text(subject.with_parentheses(span)).to_owned();
                changes.extend(subject.exchange(Kind::GuardRemoved, site.span, &kept));
            }
        }
    }
    for placed in &subject.statements {
        let StmtKind::If {
            condition,
            then,
            otherwise: None,
        } = &placed.stmt.kind
        else {
            continue;
        };
        let (Some(condition), start) = (subject.span(*condition), placed.span) else {
            continue;
        };
        let was = subject.text(condition);
        let head = Span {
            end: then.origin.spelling.start,
            ..start
        };
        if head.start >= head.end {
            continue;
        }
        let message = format!("the condition `{was}` is one too many");
        let help = "remove the `if`".to_owned();
        changes.extend(subject.change(
            Kind::GuardRemoved,
            vec![(head, String::new())],
            message,
            help,
        ));
        let message = format!("the condition `{was}` is the wrong way round");
        let now = negated(was);
        let help = format!("write `{now}`");
        changes.extend(subject.change(Kind::Comparison, vec![(condition, now)], message, help));
    }
    for site in &subject.sites {
        if site.role != Role::Value && site.role != Role::Index {
            continue;
        }
        if let ExprKind::Conditional {
            then, otherwise, ..
        } = subject.program.expr(site.expr).kind
        {
            for kept in [then, otherwise] {
                if let Some(span) = subject.span(kept) {
                    let kept = subject.text(span).to_owned();
                    changes.extend(subject.exchange(Kind::GuardRemoved, site.span, &kept));
                }
            }
        }
    }
    changes
}
