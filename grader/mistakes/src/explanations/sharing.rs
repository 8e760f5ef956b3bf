//! Local arrays that each work-item fills with values of its own: they should be private.

use super::Text;
use super::places::pointer;
use crate::analysis::pointers::root;
use crate::analysis::uniformity::Class;
use crate::analysis::walk;
use launch::{Evidence, Finding, Level, MistakeId};
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId};
use opencl_c::types::AddressSpace;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Races on such an array are one mistake.
pub(super) fn explain(text: &Text<'_>, findings: &mut Vec<(Finding, u64)>) {
    let program = text.program;
    let filled = filled(text);
    if filled.is_empty() {
        return;
    }
    let mut seen: HashSet<(FunctionId, VarId)> = HashSet::new();
    findings.retain_mut(|(finding, _)| {
        let is_race = matches!(
            finding.mistake,
            MistakeId::MissingBarrier | MistakeId::DataRace
        );
        if !is_race || finding.evidence != Evidence::Observed {
            return true;
        }
        let places = finding.spans.iter().take(2);
        let object = places
            .flat_map(|place| text.places.at(place))
            .find_map(|&(function, expr)| {
                let object = (function, object(program, expr)?);
                filled.contains_key(&object).then_some(object)
            });
        let Some(object) = object else {
            return true;
        };
        if !seen.insert(object) {
            return false;
        }
        let (function, var) = object;
        let declared = &program.function(function).vars[var.0 as usize];
        let name = &declared.name;
        let store = program.expr(filled[&object]);
        let sources = &program.sources;
        let label = "each work-item writes its own value here".to_owned();
        finding.mistake = MistakeId::DataRace;
        finding.level = Level::Error;
        finding.message = format!(
            "each work-item fills `{name}` with its own values, and it is one array for the whole \
             work-group"
        );
        finding.spans = vec![
            sources.place(store.origin, store.end, label, true),
            sources.place(
                declared.origin,
                declared.origin,
                "one for the whole work-group".to_owned(),
                false,
            ),
        ];
        finding.help = match (var.0 as usize) < program.function(function).parameters {
            true => format!(
                "use a private array in place of `{name}`: declared in the kernel without `local`, each \
                 work-item has its own"
            ),
            false => format!("declare `{name}` without `local`: then each work-item has its own"),
        };
        true
    });
}

/// The variable that holds or points to the memory of an access.
fn object(program: &Program, expr: ExprId) -> Option<VarId> {
    let pointer = pointer(program, expr)?;
    if let Some((_, var)) = root(program, pointer) {
        return Some(var);
    }
    let mut at = pointer;
    loop {
        match program.expr(at).kind {
            ExprKind::PointerOffset { pointer, .. } | ExprKind::PointerCast(pointer) => {
                at = pointer;
            }
            ExprKind::Load(place) => at = place,
            ExprKind::Variable(var) => return Some(var),
            _ => return None,
        }
    }
}

/// The local arrays whose elements all work-items write, each with another value, and of which each reads
/// what it wrote; with the place of the first such store.
fn filled(text: &Text<'_>) -> BTreeMap<(FunctionId, VarId), ExprId> {
    let program = text.program;
    let mut found: BTreeMap<(FunctionId, VarId), ExprId> = BTreeMap::new();
    for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
        let mut stores = Vec::new();
        together(text, &function.body, &mut |expr| {
            if let ExprKind::Assign { place, value } = program.expr(expr).kind
                && let Some(pointer) = pointer(program, place)
                && is_local(program, pointer)
                && let Some(var) = object(program, place)
                && text.uniformity.class(pointer) == Class::Uniform
                && matches!(text.uniformity.class(value), Class::Varying(_))
            {
                stores.push((var, place, pointer));
            }
        });
        let (mut shared, mut elements) =
            (BTreeSet::new(), BTreeMap::<VarId, BTreeSet<String>>::new());
        walk::each_expression(program, &function.body, &mut |expr| {
            if let ExprKind::Deref(pointer) = program.expr(expr).kind
                && is_local(program, pointer)
                && let Some(var) = object(program, expr)
                && text.uniformity.class(pointer) != Class::Uniform
            {
                shared.insert(var);
            }
        });
        for (var, place, pointer) in &stores {
            let words = crate::static_checks::text(program, program.expr(*place));
            // One element of a constant index may be meant for all.
            let mut counts = false;
            walk::below(program, *pointer, &mut |expr| {
                counts |= matches!(program.expr(expr).kind, ExprKind::Load(_))
                    && program.expr(expr).ty.as_scalar().is_some();
            });
            let own = elements.entry(*var).or_default();
            own.insert(words);
            if counts {
                own.insert(String::new());
            }
        }
        for (var, place, _) in stores {
            let several = elements.get(&var).is_some_and(|all| all.len() > 1);
            if several && !shared.contains(&var) {
                found.entry((id, var)).or_insert(place);
            }
        }
    }
    found
}

fn is_local(program: &Program, pointer: ExprId) -> bool {
    let space = program.types.as_pointer(program.expr(pointer).ty);
    matches!(space, Some((_, _, AddressSpace::Local)))
}

/// Calls `visit` for the expressions that the whole work-group evaluates.
fn together(text: &Text<'_>, stmt: &Stmt, visit: &mut impl FnMut(ExprId)) {
    let varies = |expr: ExprId| matches!(text.uniformity.class(expr), Class::Varying(_));
    let parted = match &stmt.kind {
        StmtKind::If { condition, .. }
        | StmtKind::While { condition, .. }
        | StmtKind::DoWhile { condition, .. } => varies(*condition),
        StmtKind::For { condition, .. } => condition.is_some_and(varies),
        StmtKind::Switch { value, .. } => varies(*value),
        _ => false,
    };
    if parted {
        return;
    }
    for expr in walk::expressions(stmt) {
        walk::below(text.program, expr, visit);
    }
    for child in walk::children(stmt) {
        together(text, child, visit);
    }
}
