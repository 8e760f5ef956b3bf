//! What a race between two places comes from: a barrier that is missing between them.
//!
//! The simulator reports two accesses that nothing orders. Where the text between them holds no
//! barrier, and has a place where one may stand, the finding becomes a `missing-barrier` that names the
//! place. Where no barrier can mend it (the two stand in one statement, or on two sides of an `if`) it
//! stays a `data-race`.
//!
//! What the text made likely and a run showed is one finding, the run's; and where the values that two
//! work-items wrote differed at times, that they were equal at others is no news.

use crate::analysis::assignments::Assignments;
use crate::analysis::trace::{StepKind, Trace, most_in_all};
use crate::analysis::uniformity::Uniformity;
use crate::analysis::walk;
use crate::explanations;
use crate::merge::RACES;
use crate::static_checks::text;
use launch::{Evidence, Finding, Level, MistakeId, Place, Replacement};
use opencl_c::fix;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program};
use opencl_c::source::{ExpansionId, Span};
use opencl_c::types::AddressSpace;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The findings of the text and of runs of one program, with its races explained.
pub fn explain_races(program: &Program, findings: Vec<Finding>) -> Vec<Finding> {
    let each_once = findings.into_iter().map(|finding| (finding, 1)).collect();
    explain_counted_races(program, each_once)
        .into_iter()
        .map(|(finding, _)| finding)
        .collect()
}

/// [`explain_races`] for findings that come with how often each was seen.
pub fn explain_counted_races(
    program: &Program,
    mut findings: Vec<(Finding, u64)>,
) -> Vec<(Finding, u64)> {
    if findings.iter().any(|(finding, _)| is_race(finding)) {
        let uniformity = Uniformity::of(program);
        let mut kernels: HashMap<String, Option<Kernel<'_>>> = HashMap::new();
        let mut left = most_in_all(program);
        let all = findings.iter_mut().map(|(finding, _)| finding);
        for finding in all.filter(|finding| is_race(finding)) {
            let kernel = kernels
                .entry(finding.kernel.clone())
                .or_insert_with(|| Kernel::of(program, &uniformity, &finding.kernel, &mut left));
            if let Some(kernel) = kernel {
                kernel.explain(finding);
            }
        }
    }
    explanations::explain(program, &mut findings);
    let seen: Vec<(Place, Place)> = findings
        .iter()
        .map(|(finding, _)| finding)
        .filter(|finding| finding.level == Level::Error && finding.evidence == Evidence::Observed)
        .filter(|finding| RACES.contains(&finding.mistake))
        .filter_map(|finding| {
            Some((
                finding.spans.first()?.clone(),
                finding.spans.get(1)?.clone(),
            ))
        })
        .collect();
    findings.retain(|(finding, _)| {
        let lesser = finding.mistake == MistakeId::UnbarrieredReuse
            || finding.level == Level::Warning && RACES.contains(&finding.mistake);
        !lesser || !seen.iter().any(|pair| is_about(finding, pair))
    });
    findings
}

/// The barriers that findings of `missing-barrier` ask for, as insertions in the main file. Nothing where one of
/// them has no place: at a body without braces, or within a macro.
pub fn barrier_edits(program: &Program, findings: &[Finding]) -> Option<Vec<Replacement>> {
    let uniformity = Uniformity::of(program);
    let mut left = most_in_all(program);
    let mut edits = Vec::new();
    for finding in findings {
        let asks =
            finding.mistake == MistakeId::MissingBarrier && finding.evidence == Evidence::Observed;
        let [later, earlier, ..] = finding.spans.as_slice() else {
            continue;
        };
        if !asks {
            continue;
        }
        let kernel = Kernel::of(program, &uniformity, &finding.kernel, &mut left)?;
        let (later, earlier) = (kernel.step(later)?, kernel.step(earlier)?);
        let at = kernel.insertion(kernel.gap(earlier, later)?)?;
        let call = format!("barrier({}); ", kernel.flag(earlier));
        edits.push(fix::replacement(&program.sources, at, call)?);
    }
    Some(fix::apart(edits))
}

/// How many variables lie between a read and the write that depends on it, at most.
const DEEP: usize = 4;

/// What to do where two work-items take one element for their own.
const OWN_ELEMENT: &str = "both take this element for their own: see how the index is made, or let only one of them write";

/// What to do where two work-items access one pixel.
const IMAGE: &str = "no barrier orders accesses to images in OpenCL C 1.2: let each pixel be one work-item's, or use a second kernel";

fn is_race(finding: &Finding) -> bool {
    [MistakeId::DataRace, MistakeId::CrossGroupRace].contains(&finding.mistake)
        && finding.level == Level::Error
        && finding.evidence == Evidence::Observed
        && finding.spans.len() == 2
}

/// Does a finding name both lines of a race?
fn is_about(finding: &Finding, (one, other): &(Place, Place)) -> bool {
    [one, other].into_iter().all(|place| {
        let same = |span: &Place| (&span.file, span.line) == (&place.file, place.line);
        finding.spans.iter().any(same)
    })
}

/// File, first line and column, last line and column.
type Stretch = (String, u32, u32, u32, u32);

fn stretch(place: &Place) -> Stretch {
    let file = place.file.clone();
    (
        file,
        place.line,
        place.column,
        place.end_line,
        place.end_column,
    )
}

struct Kernel<'a> {
    program: &'a Program,
    trace: Trace<'a>,
    /// The steps with an expression at this place.
    steps: HashMap<Stretch, Vec<usize>>,
    /// The places that assignments store to.
    stored: HashSet<ExprId>,
    /// Those of them whose old value goes into the new one, also by way of a variable.
    updated: HashSet<ExprId>,
}

/// Where a barrier is missing.
#[derive(Clone, Copy)]
enum Gap {
    /// Before the statement of this step.
    Before(usize),
    /// At the end of this loop.
    EndOf(usize),
}

impl<'a> Kernel<'a> {
    fn of(
        program: &'a Program,
        uniformity: &Uniformity,
        name: &str,
        left: &mut usize,
    ) -> Option<Kernel<'a>> {
        let (id, function) = program
            .kernels()
            .find(|(_, function)| *function.name == *name)?;
        let assignments = Assignments::of(program, function);
        let mut own = HashSet::new();
        walk::each_expression(program, &function.body, &mut |expr| {
            own.insert(expr);
        });
        let trace = Trace::of(program, uniformity, id, left)?;
        let mut steps: HashMap<Stretch, Vec<usize>> = HashMap::new();
        let (mut stored, mut updated) = (HashSet::new(), HashSet::new());
        for (step, index) in trace.steps.iter().zip(0..) {
            if let StepKind::Expr(expr) = step.kind {
                let place = stored_to(program, expr);
                let is_update = match program.expr(expr).kind {
                    ExprKind::Assign { place, value } => {
                        own.contains(&expr) && reads(program, &assignments, value, place, DEEP)
                    }
                    _ => true,
                };
                updated.extend(place.filter(|_| is_update));
                stored.extend(place);
                let expr = program.expr(expr);
                let place = program
                    .sources
                    .place(expr.origin, expr.end, String::new(), false);
                steps.entry(stretch(&place)).or_default().push(index);
            }
        }
        Some(Kernel {
            program,
            trace,
            steps,
            stored,
            updated,
        })
    }

    /// The one step of a place; none if several statements or calls could be meant.
    fn step(&self, place: &Place) -> Option<usize> {
        let steps = self.steps.get(&stretch(place))?;
        let (&first, rest) = steps.split_first()?;
        if !rest
            .iter()
            .all(|&step| self.are_of_one_statement(first, step))
        {
            return None;
        }
        // The expression at this place that denotes the object.
        let denotes = |step: &&usize| self.space(**step).is_some();
        steps.iter().find(denotes).or(steps.first()).copied()
    }

    fn explain(&self, finding: &mut Finding) {
        let (Some(later), Some(earlier)) =
            (self.step(&finding.spans[0]), self.step(&finding.spans[1]))
        else {
            return;
        };
        if self.is_of_image(earlier) || self.is_of_image(later) {
            finding.help = IMAGE.to_owned();
            return;
        }
        let gap = (finding.mistake == MistakeId::DataRace)
            .then(|| self.gap(earlier, later))
            .flatten();
        let Some(gap) = gap else {
            let is_own = self.space(earlier) != Some(AddressSpace::Global);
            let help = if self.is_updated(earlier) && self.is_updated(later) {
                "make it one atomic operation, or let each work-item write an element of its own"
            } else if self.is_stored_to(earlier) && self.is_stored_to(later) {
                OWN_ELEMENT
            } else if self.are_of_one_statement(earlier, later) {
                match (self.text(earlier) == self.text(later), is_own) {
                    (true, _) => OWN_ELEMENT,
                    (false, true) => {
                        "read into a private variable, put a barrier behind that, and write then"
                    }
                    (false, false) => return,
                }
            } else {
                return;
            };
            finding.help = help.to_owned();
            return;
        };
        let flag = self.flag(earlier);
        let sources = &self.program.sources;
        let (place, position) = match gap {
            Gap::Before(step) => {
                let StepKind::Open(stmt) = self.trace.steps[step].kind else {
                    return;
                };
                let label = "a barrier is needed before this".to_owned();
                let place = sources.place(stmt.origin, stmt.origin, label, false);
                let position = format!("before line {}", place.line);
                (place, position)
            }
            Gap::EndOf(scope) => {
                let stmt = self.trace.scopes[scope].stmt;
                let begin = sources.place(stmt.origin, stmt.origin, String::new(), false);
                let label = "a barrier is needed at the end of each round".to_owned();
                let place = sources.place(stmt.end, stmt.end, label, false);
                let position = format!("at the end of the loop of line {}", begin.line);
                (place, position)
            }
        };
        finding.mistake = MistakeId::MissingBarrier;
        finding.help = format!("put barrier({flag}) {position}, where every work-item meets it");
        if finding.spans.iter().all(|span| span.line != place.line) {
            finding.add_primary(place);
        }
    }

    /// Does a step read or write an image?
    fn is_of_image(&self, step: usize) -> bool {
        let StepKind::Expr(expr) = self.trace.steps[step].kind else {
            return false;
        };
        matches!(&self.program.expr(expr).kind, ExprKind::Builtin { builtin, .. }
            if builtin.name.text().contains("_image"))
    }

    /// The flag of a barrier that orders what a step touches.
    fn flag(&self, step: usize) -> &'static str {
        match self.space(step) {
            Some(AddressSpace::Local) => "CLK_LOCAL_MEM_FENCE",
            Some(AddressSpace::Global) => "CLK_GLOBAL_MEM_FENCE",
            _ => "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
        }
    }

    /// The place in the text for a barrier in a gap, an empty stretch.
    fn insertion(&self, gap: Gap) -> Option<Span> {
        let sources = &self.program.sources;
        let origin = match gap {
            Gap::Before(step) => {
                let StepKind::Open(stmt) = self.trace.steps[step].kind else {
                    return None;
                };
                stmt.origin
            }
            Gap::EndOf(scope) => self.trace.scopes[scope].stmt.end,
        };
        let span = origin.spelling;
        if origin.expansion != ExpansionId::NONE {
            return None;
        }
        let before = sources.text(Span {
            start: 0,
            end: span.start,
            ..span
        });
        let before = before.trim_end();
        let is_bare_body = before.ends_with(')') || before.ends_with("else");
        let fits = match gap {
            Gap::Before(_) => !is_bare_body,
            Gap::EndOf(_) => sources.text(span) == "}",
        };
        fits.then_some(Span {
            end: span.start,
            ..span
        })
    }

    /// Where a barrier would order an access and a later one, if the text has none between them.
    fn gap(&self, earlier: usize, later: usize) -> Option<Gap> {
        let steps = &self.trace.steps;
        // One execution of a statement reads before it writes: what it wrote before it reads, it wrote
        // in an earlier round.
        let one_statement = self.are_of_one_statement(earlier, later);
        let goes_round = self.is_stored_to(earlier) && !self.is_stored_to(later);
        if one_statement && !goes_round {
            return None;
        }
        if earlier < later && !one_statement {
            if self.is_ordered(earlier..later, earlier, later)
                || self.are_alternatives(earlier, later)
            {
                return None;
            }
            let around: Vec<usize> = self
                .trace
                .around(earlier)
                .chain(self.trace.around(later))
                .collect();
            // What stands in a branch of its own need not be on the way from the one to the other.
            let open = (earlier..later).filter(|&step| {
                matches!(steps[step].kind, StepKind::Open(_))
                    && steps[step]
                        .scope
                        .is_none_or(|scope| around.contains(&scope))
            });
            // One barrier is enough for all that is stored before it: it stands behind the last store of these.
            let is_like =
                |step: &usize| self.is_stored_to(*step) && self.space(*step) == self.space(earlier);
            let stored = (earlier..later).rev().find(is_like).unwrap_or(earlier);
            return open
                .min_by_key(|&step| {
                    let depth = self.trace.around(step).count();
                    (depth, step < stored, step.abs_diff(stored))
                })
                .map(Gap::Before);
        }
        // The later access is that of a later round.
        let around: Vec<usize> = self.trace.around(later).collect();
        self.trace
            .around(earlier)
            .filter(|scope| around.contains(scope))
            .filter(|&scope| self.trace.scopes[scope].is_loop)
            .find(|&scope| {
                let scope = &self.trace.scopes[scope];
                !scope.divergent
                    && !self.is_ordered(earlier..scope.range.1, earlier, later)
                    && !self.is_ordered(scope.range.0..later, earlier, later)
            })
            .map(Gap::EndOf)
    }

    /// Does a barrier stand among these steps that every way from the one access to the other meets? Not
    /// one under a condition that neither of them is under.
    fn is_ordered(&self, steps: Range<usize>, one: usize, other: usize) -> bool {
        let around: Vec<usize> = [one, other]
            .iter()
            .flat_map(|&step| self.trace.around(step))
            .collect();
        self.trace.barriers_among(steps).any(|barrier| {
            self.trace
                .around(barrier)
                .all(|scope| self.trace.scopes[scope].is_loop || around.contains(&scope))
        })
    }

    fn text(&self, step: usize) -> Option<String> {
        let StepKind::Expr(expr) = self.trace.steps[step].kind else {
            return None;
        };
        Some(text(self.program, self.program.expr(expr)))
    }

    /// Are two steps in two branches of one condition?
    fn are_alternatives(&self, one: usize, other: usize) -> bool {
        let others: Vec<usize> = self.trace.around(other).collect();
        let outermost = self
            .trace
            .around(one)
            .filter(|scope| !others.contains(scope))
            .last();
        let Some(mine) = outermost.map(|scope| &self.trace.scopes[scope]) else {
            return false;
        };
        let theirs = others
            .iter()
            .map(|&scope| &self.trace.scopes[scope])
            .find(|scope| scope.parent == mine.parent);
        // The branches of one `if` follow each other without a step between them.
        theirs.is_some_and(|theirs| {
            !mine.is_loop && !theirs.is_loop && mine.range.1 == theirs.range.0
        })
    }

    fn are_of_one_statement(&self, one: usize, other: usize) -> bool {
        self.trace.steps[one].statement == self.trace.steps[other].statement
    }

    /// Is it the place of `+=`, `++` and their like?
    fn is_updated(&self, step: usize) -> bool {
        matches!(self.trace.steps[step].kind, StepKind::Expr(expr) if self.updated.contains(&expr))
    }

    fn is_stored_to(&self, step: usize) -> bool {
        matches!(self.trace.steps[step].kind, StepKind::Expr(expr) if self.stored.contains(&expr))
    }

    /// The memory a step touches.
    fn space(&self, step: usize) -> Option<AddressSpace> {
        let step = &self.trace.steps[step];
        let StepKind::Expr(expr) = step.kind else {
            return None;
        };
        space(self.program, step.function, expr)
    }
}

fn stored_to(program: &Program, expr: ExprId) -> Option<ExprId> {
    match &program.expr(expr).kind {
        ExprKind::Assign { place, .. }
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::Increment { place, .. } => Some(*place),
        _ => None,
    }
}

/// Does a value depend on what is spelled as `place`? The values of private variables that are assigned once are
/// followed, `deep` of them.
fn reads(
    program: &Program,
    assignments: &Assignments,
    value: ExprId,
    place: ExprId,
    deep: usize,
) -> bool {
    let spelled = |expr: ExprId| text(program, program.expr(expr));
    let is_memory = |expr: ExprId| matches!(program.expr(expr).kind, ExprKind::Deref(_));
    let mut found = false;
    walk::below(program, value, &mut |expr| {
        let ExprKind::Load(from) = program.expr(expr).kind else {
            return;
        };
        found |= is_memory(from) && is_memory(place) && spelled(from) == spelled(place);
        if let ExprKind::Variable(var) = program.expr(from).kind
            && deep > 0
            && let Some(value) = assignments.to(var).only()
        {
            found |= reads(program, assignments, value, place, deep - 1);
        }
    });
    found
}

fn space(program: &Program, function: FunctionId, expr: ExprId) -> Option<AddressSpace> {
    match &program.expr(expr).kind {
        ExprKind::Load(place)
        | ExprKind::Member { base: place, .. }
        | ExprKind::Swizzle { base: place, .. }
        | ExprKind::Assign { place, .. }
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::Increment { place, .. } => space(program, function, *place),
        ExprKind::Deref(pointer) => {
            let ty = program.expr(*pointer).ty;
            program.types.as_pointer(ty).map(|(_, _, space)| space)
        }
        ExprKind::Variable(var) => Some(program.function(function).vars[var.0 as usize].space),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
    use simulator::Options;

    /// Level, id and lines of what the text and a run of eight work-items tell.
    fn told(body: &str) -> Vec<(Level, MistakeId, Vec<u32>)> {
        let head = "// global: 8\n// local: 8\n// buffer: x int 32 iota\n";
        let text =
            format!("{head}kernel void k(global int *x) {{\nint i = get_local_id(0);\n{body}}}\n");
        let checked = opencl_c::compile("k.cl", &text, &Preprocessing::default(), &mut NoIncludes)
            .unwrap_or_else(|_| panic!("{text}"));
        let program = &checked.program;
        let mut launch = cases::parse(&text).launch;
        launch.kernel = "k".to_owned();
        let outcome = simulator::simulate(program, &launch, &Options::default()).unwrap();
        let mut findings = crate::read(program);
        findings.extend(outcome.events.iter().map(crate::describe));
        explain_races(program, findings)
            .into_iter()
            .map(|finding| {
                let lines = finding.spans.iter().map(|place| place.line);
                (finding.level, finding.mistake, lines.collect())
            })
            .collect()
    }

    fn error(id: MistakeId, lines: &[u32]) -> Vec<(Level, MistakeId, Vec<u32>)> {
        vec![(Level::Error, id, lines.to_vec())]
    }

    #[test]
    fn a_barrier_that_may_stand_between_two_statements_is_missing() {
        let body = "x[i] = i;\nif (i > 3)\nx[i + 8] = x[7 - i];\n";
        assert_eq!(told(body), error(MistakeId::MissingBarrier, &[8, 6, 7]));
    }

    #[test]
    fn a_barrier_before_the_loop_is_better_than_one_in_each_round() {
        let body = "x[i] = i;\n\nfor (int k = 0; k < 8; k++)\n\nx[i + 8] += x[k];\n";
        assert_eq!(told(body), error(MistakeId::MissingBarrier, &[10, 6, 8]));
    }

    #[test]
    fn no_barrier_can_stand_between_two_sides_of_an_if() {
        let body = "if (i < 4)\nx[i] = i;\nelse\nx[i + 8] = x[i - 4];\n";
        assert_eq!(told(body), error(MistakeId::DataRace, &[9, 7]));
    }

    #[test]
    fn no_barrier_can_stand_where_some_have_left() {
        let body = "if (i == 7)\nreturn;\nx[i] = i;\nx[i + 8] = x[i + 1];\n";
        assert_eq!(told(body), error(MistakeId::DataRace, &[9, 8]));
    }

    #[test]
    fn a_barrier_that_only_some_rounds_have_does_not_order_the_others() {
        let body = "for (int d = 4; d > 0; d /= 2) {\nif (i < d)\nx[i] += x[i + d];\n\
                    if (d > 2)\nbarrier(CLK_GLOBAL_MEM_FENCE);\n}\n";
        assert_eq!(told(body), error(MistakeId::MissingBarrier, &[8, 8, 11]));
    }

    #[test]
    fn what_the_text_made_likely_and_a_run_showed_is_one_finding() {
        let body = "local int t[8]; int sum = 0;\nfor (int k = 0; k < 3; k++) {\nt[i] = k;\n\
                    barrier(CLK_LOCAL_MEM_FENCE);\nsum += t[i ^ 1];\n}\nx[i] = sum;\n";
        assert_eq!(told(body), error(MistakeId::MissingBarrier, &[8, 10, 11]));
    }

    #[test]
    fn equal_values_are_no_news_where_others_differed() {
        let body = "x[i & 1] = i / 4;\n";
        assert_eq!(told(body), error(MistakeId::DataRace, &[6, 6]));
    }
}
