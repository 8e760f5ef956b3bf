//! A work-item query exchanged for another one.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use launch::MistakeId;
use mistakes::analysis::assignments::Assignments;
use mistakes::analysis::dependence::constant;
use mistakes::analysis::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program};
use opencl_c::source::Span;

const IDS: [Name; 3] = [Name::GetGlobalId, Name::GetLocalId, Name::GetGroupId];
const SIZES: [Name; 3] = [Name::GetGlobalSize, Name::GetLocalSize, Name::GetNumGroups];

/// A query with its dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Query {
    name: Name,
    dimension: u64,
}

/// A query, and where the text spells it.
struct Asked {
    query: Query,
    span: Span,
}

impl Query {
    fn text(self) -> String {
        format!("{}({})", self.name.text(), self.dimension)
    }

    fn family(self) -> &'static [Name; 3] {
        if IDS.contains(&self.name) {
            &IDS
        } else {
            &SIZES
        }
    }

    /// The queries of the same kind of number: another count in the same dimension, then the same count
    /// in another dimension.
    fn others(self, dimensions: usize) -> Vec<Query> {
        let names = self.family().iter().filter(|&&name| name != self.name);
        let named = names.map(|&name| Query { name, ..self });
        let along = (0..dimensions as u64).filter(|&dimension| dimension != self.dimension);
        let turned = along.map(|dimension| Query { dimension, ..self });
        named.chain(turned).collect()
    }

    /// The size for an id, and the id for a size.
    fn across(self) -> Query {
        let [names, others] = match self.family() {
            family if *family == IDS => [IDS, SIZES],
            _ => [SIZES, IDS],
        };
        let pairs = names.into_iter().zip(others);
        let other = pairs.into_iter().find(|(name, _)| *name == self.name);
        Query {
            name: other.map_or(self.name, |(_, other)| other),
            ..self
        }
    }

    fn gives(self, meant: Query) -> String {
        let dimension = self.dimension;
        if self.dimension != meant.dimension {
            return format!("is of dimension {dimension}");
        }
        match (self.name, meant.name) {
            (Name::GetGlobalId, Name::GetLocalId) => {
                "counts through the whole NDRange and not from 0 in each work-group"
            }
            (Name::GetGlobalId, _) => "differs between the work-items of a work-group",
            (Name::GetLocalId, _) => "takes the same values in every work-group",
            (Name::GetGroupId, _) => "is the same for all work-items of a work-group",
            (Name::GetGlobalSize, _) => "is the number of work-items of the whole NDRange",
            (Name::GetLocalSize, _) => "is the number of work-items of one work-group",
            _ => "is the number of work-groups",
        }
        .to_owned()
    }
}

type Exchange = (Query, Query);

/// Each query exchanged, in all its places and in each place alone; dimensions 0 and 1 exchanged in all sizes and in all
/// ids; and an id for a size, or a size for an id.
pub(crate) fn exchanged(subject: &Subject<'_>) -> Vec<Change> {
    let asked = asked(subject.program);
    let mut queries: Vec<Query> = Vec::new();
    for Asked { query, .. } in &asked {
        if !queries.contains(query) {
            queries.push(*query);
        }
    }
    let mut everywhere = Vec::new();
    let mut alone = Vec::new();
    for &query in &queries {
        let places: Vec<&Asked> = asked.iter().filter(|it| it.query == query).collect();
        for meant in query.others(subject.dimensions) {
            everywhere.extend(in_places(subject, (query, meant), &places));
            if places.len() > 1 {
                let each = places.iter();
                alone.extend(each.filter_map(|place| in_places(subject, (query, meant), &[place])));
            }
        }
    }
    // Ids before sizes, counts before dimensions: the order of `others`.
    everywhere.extend(turned(subject, &asked, &SIZES, "sizes"));
    everywhere.extend(turned(subject, &asked, &IDS, "ids"));
    for &query in &queries {
        let places: Vec<&Asked> = asked.iter().filter(|it| it.query == query).collect();
        everywhere.extend(in_places(subject, (query, query.across()), &places));
    }
    everywhere.extend(alone);
    everywhere
}

/// Each use of a variable that holds a query, with another query in its place.
pub(crate) fn uses(subject: &Subject<'_>) -> Vec<Change> {
    let program = subject.program;
    let mut changes = Vec::new();
    for index in 0..program.functions.len() {
        let function = program.function(FunctionId(index as u32));
        let assignments = Assignments::of(program, function);
        walk::each_expression(program, &function.body, &mut |expr| {
            let ExprKind::Load(place) = program.expr(expr).kind else {
                return;
            };
            let ExprKind::Variable(var) = program.expr(place).kind else {
                return;
            };
            let held = assignments.to(var).only();
            let query = held.and_then(|value| query_of(program, converted(program, value)));
            let (Some(query), Some(span)) = (query, subject.span(expr)) else {
                return;
            };
            let name = &function.vars[var.0 as usize].name;
            for meant in query.others(subject.dimensions) {
                let (was, now) = (query.text(), meant.text());
                let label = format!("`{now}` is meant");
                let gives = query.gives(meant);
                let message = format!("`{name}` is `{was}`, which {gives}; here {label}");
                let help = format!("write `{now}` in place of `{name}` here");
                changes.extend(named(subject, vec![(span, now)], &label, message, help));
            }
        });
    }
    changes
}

/// Each number that may stand for the size of a work-group, in all its uses where it has a name, as that size.
pub(crate) fn for_constants(subject: &Subject<'_>) -> Vec<Change> {
    let mut spans: Vec<Span> = Vec::new();
    for site in &subject.sites {
        let is_size = subject.constant(site.expr).is_some_and(|size| size > 1);
        let text = subject.text(site.span);
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        if is_size && is_number && !spans.contains(&site.span) {
            spans.push(site.span);
        }
    }
    let mut changes = Vec::new();
    for span in spans {
        let was = subject.text(span);
        for dimension in 0..subject.dimensions {
            let query = Query {
                name: Name::GetLocalSize,
                dimension: dimension as u64,
            };
            let now = query.text();
            let message = format!("not every work-group has `{was}` work-items");
            let help = format!("write `{now}` in place of `{was}`");
            changes.extend(subject.change(Kind::Query, vec![(span, now)], message, help));
        }
    }
    changes
}

fn in_places(subject: &Subject<'_>, (query, meant): Exchange, places: &[&Asked]) -> Option<Change> {
    let (was, now) = (query.text(), meant.text());
    let edits = places.iter().map(|place| (place.span, now.clone()));
    let label = format!("`{now}` is meant");
    let message = format!("`{was}` {}; {label}", query.gives(meant));
    let help = match places.len() {
        0 | 1 => format!("write `{now}` in its place"),
        count => format!("write `{now}` in all {count} places"),
    };
    named(subject, edits.collect(), &label, message, help)
}

/// Dimensions 0 and 1 of all ids, or of all sizes, exchanged.
fn turned(
    subject: &Subject<'_>,
    asked: &[Asked],
    family: &[Name; 3],
    what: &str,
) -> Option<Change> {
    let ids = || {
        asked
            .iter()
            .filter(|it| family.contains(&it.query.name) && it.query.dimension < 2)
    };
    let has = |dimension| ids().any(|it| it.query.dimension == dimension);
    if subject.dimensions < 2 || !has(0) || !has(1) {
        return None;
    }
    let edits = ids().map(|it| {
        let dimension = 1 - it.query.dimension;
        let turned = Query {
            dimension,
            ..it.query
        };
        (it.span, turned.text())
    });
    let message = format!("the {what} of dimensions 0 and 1 have changed places");
    let help = "ask for dimension 1 where the kernel asks for 0, and for 0 where it asks for 1";
    let label = "dimension 1 is meant here, and 0 for the other one";
    named(subject, edits.collect(), label, message, help.to_owned())
}

fn named(
    subject: &Subject<'_>,
    edits: Vec<(Span, String)>,
    label: &str,
    message: String,
    help: String,
) -> Option<Change> {
    let place = (edits.first()?.0, label.to_owned());
    let change = subject.change_at(Kind::Query, edits, place, message, help)?;
    Some(change.showing(MistakeId::WorkItemQuery))
}

/// The query with a constant dimension that an expression is.
fn query_of(program: &Program, expr: ExprId) -> Option<Query> {
    let ExprKind::Builtin { builtin, arguments } = &program.expr(expr).kind else {
        return None;
    };
    let is_query = IDS.contains(&builtin.name) || SIZES.contains(&builtin.name);
    let dimension = arguments.first().filter(|_| is_query)?;
    Some(Query {
        name: builtin.name,
        dimension: constant(program, *dimension)?,
    })
}

/// The value before it was converted.
fn converted(program: &Program, mut value: ExprId) -> ExprId {
    while let ExprKind::Convert { value: inner, .. } = program.expr(value).kind {
        value = inner;
    }
    value
}

/// The queries of a program's text with a constant dimension, each place once.
fn asked(program: &Program) -> Vec<Asked> {
    let mut asked: Vec<Asked> = Vec::new();
    for index in 0..program.functions.len() {
        let function = program.function(FunctionId(index as u32));
        walk::each_expression(program, &function.body, &mut |expr| {
            let node = program.expr(expr);
            let Some(query) = query_of(program, expr) else {
                return;
            };
            let (first, last) = (node.origin.spelling, node.end.spelling);
            if first.file != last.file || first.start >= last.end {
                return;
            }
            let span = Span {
                end: last.end,
                ..first
            };
            // A call whose tokens come from several macros is spelled nowhere as a whole.
            let text = program.sources.text(span);
            let is_call = text.starts_with(query.name.text()) && text.ends_with(')');
            if is_call && text.matches('(').count() == 1 && asked.iter().all(|it| it.span != span) {
                asked.push(Asked { query, span });
            }
        });
    }
    asked.sort_by_key(|it| (!IDS.contains(&it.query.name), it.span.start));
    asked
}
