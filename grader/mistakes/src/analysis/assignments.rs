//! What is assigned to each variable of a function.
//!
//! Promise: every value that a declaration, an assignment or a compound assignment gives to a
//! private scalar or vector variable is listed, and steps by `++` and `--` are. A variable whose
//! address is taken, of which only components are assigned, or that is a parameter, says so: then
//! there may be more.

use super::walk;
use opencl_c::program::{BinaryOp, ExprId, ExprKind, Function, Program, StmtKind, VarId};

/// What is assigned to one variable.
#[derive(Clone, Debug, Default)]
pub struct Assigned {
    /// Values that it is set to.
    pub values: Vec<ExprId>,
    /// Values that it is combined with: `+=` and its like.
    pub combined: Vec<(BinaryOp, ExprId)>,
    /// `++` and `--`: is it `--`?
    pub steps: Vec<bool>,
    /// Is there a `--` among them?
    pub counts_down: bool,
    /// May it hold something that is not listed?
    pub otherwise: bool,
}

impl Assigned {
    /// Its only value, if nothing else is ever assigned.
    pub fn only(&self) -> Option<ExprId> {
        match self.values[..] {
            [value] if self.combined.is_empty() && self.steps.is_empty() && !self.otherwise => {
                Some(value)
            }
            _ => None,
        }
    }
}

/// What is assigned to the variables of one function.
#[derive(Debug)]
pub struct Assignments(Vec<Assigned>);

impl Assignments {
    pub fn of(program: &Program, function: &Function) -> Assignments {
        let mut all = vec![Assigned::default(); function.vars.len()];
        for parameter in &mut all[..function.parameters] {
            parameter.otherwise = true;
        }
        walk::statements(&function.body, &mut |stmt| {
            if let StmtKind::Declare {
                var,
                init: Some(init),
            } = &stmt.kind
            {
                let assigned = &mut all[var.0 as usize];
                match &init.entries[..] {
                    [entry] if entry.offset == 0 => assigned.values.push(entry.value),
                    _ => assigned.otherwise = true,
                }
            }
        });
        walk::each_expression(program, &function.body, &mut |expr| {
            let kind = &program.expr(expr).kind;
            match kind {
                ExprKind::Assign { place, value } => match variable(program, *place) {
                    Some((var, true)) => all[var.0 as usize].values.push(*value),
                    Some((var, false)) => all[var.0 as usize].otherwise = true,
                    None => {}
                },
                ExprKind::CompoundAssign {
                    op, place, value, ..
                } => match variable(program, *place) {
                    Some((var, true)) => all[var.0 as usize].combined.push((*op, *value)),
                    Some((var, false)) => all[var.0 as usize].otherwise = true,
                    None => {}
                },
                ExprKind::Increment {
                    place, decrement, ..
                } => {
                    if let Some((var, _)) = variable(program, *place) {
                        let assigned = &mut all[var.0 as usize];
                        assigned.steps.push(*decrement);
                        assigned.counts_down |= decrement;
                    }
                }
                ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                    if let Some((var, _)) = variable(program, *place) {
                        all[var.0 as usize].otherwise = true;
                    }
                }
                _ => {}
            }
        });
        Assignments(all)
    }

    /// To a variable.
    pub fn to(&self, var: VarId) -> &Assigned {
        &self.0[var.0 as usize]
    }
}

/// The variable that a place is or belongs to, and whether it is the whole of it.
fn variable(program: &Program, place: ExprId) -> Option<(VarId, bool)> {
    let (mut at, mut whole) = (place, true);
    loop {
        match program.expr(at).kind {
            ExprKind::Variable(var) => return Some((var, whole)),
            ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => {
                (at, whole) = (base, false);
            }
            _ => return None,
        }
    }
}

/// The variable whose value an expression is, through conversions that the language implies.
pub fn loaded(program: &Program, expr: ExprId) -> Option<VarId> {
    let mut at = expr;
    loop {
        match program.expr(at).kind {
            ExprKind::Load(place) => at = place,
            ExprKind::Convert {
                value,
                explicit: false,
                ..
            } => at = value,
            ExprKind::Variable(var) => return Some(var),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options};

    fn assigned(body: &str) -> Assigned {
        let text = format!("kernel void k(int n) {{ {body} }}");
        let checked = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes);
        let program = checked.expect("a program").program;
        let function = &program.functions[0];
        let var = function.vars.iter().position(|var| &*var.name == "v");
        let var = VarId(var.expect("v") as u32);
        Assignments::of(&program, function).to(var).clone()
    }

    #[test]
    fn a_variable_that_is_only_declared_with_a_value_has_that_only() {
        assert!(assigned("int v = n; n = v;").only().is_some());
        assert!(assigned("int v = n; v = 2;").only().is_none());
        assert!(assigned("int v; v = 2;").only().is_some());
    }

    #[test]
    fn steps_and_compound_assignments_are_listed() {
        let v = assigned("int v = n; v -= 3; v--; for (;; v++) {}");
        assert_eq!(v.combined.len(), 1);
        assert_eq!(v.steps, [true, false]);
        assert!(v.only().is_none());
    }

    #[test]
    fn an_address_or_a_component_leaves_more_open() {
        assert!(assigned("int v = n; int *p = &v; *p = 3;").otherwise);
        assert!(assigned("int2 v = n; v.x = 3;").otherwise);
    }
}
