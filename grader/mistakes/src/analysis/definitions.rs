//! Definitions: the value of a variable that has only one.
//!
//! Promise: a variable is resolved to its initialiser only if nothing else is ever stored in it and its
//! address is not taken, and only so far as that says what the value is computed *by*; what the
//! initialiser reads may have changed since.

use super::dependence::stored_in;
use super::walk;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, StmtKind, VarId};

/// Variables followed in a row, at most.
const MOST_STEPS: usize = 16;

/// The values stored in the variables of one function.
#[derive(Debug)]
pub(crate) struct Definitions {
    /// By number.
    stores: Vec<Stores>,
    parameters: usize,
}

#[derive(Clone, Debug, Default)]
struct Stores {
    values: Vec<ExprId>,
    /// Changed in another way: `+=`, `++`, through its address, in part.
    changed: bool,
}

impl Definitions {
    /// Looks at a function.
    pub(crate) fn of(program: &Program, function: FunctionId) -> Definitions {
        let function = program.function(function);
        let mut stores = vec![Stores::default(); function.vars.len()];
        walk::statements(&function.body, &mut |stmt| {
            if let StmtKind::Declare {
                var,
                init: Some(init),
            } = &stmt.kind
            {
                let stores = &mut stores[var.0 as usize];
                match init.entries.as_slice() {
                    [entry] if !init.zero_rest => stores.values.push(entry.value),
                    _ => stores.changed = true,
                }
            }
            for expr in walk::expressions(stmt) {
                walk::below(program, expr, &mut |expr| match &program.expr(expr).kind {
                    ExprKind::Assign { place, value } => match program.expr(*place).kind {
                        ExprKind::Variable(var) => {
                            stores[var.0 as usize].values.push(*value);
                        }
                        _ => {
                            if let Some(var) = stored_in(program, *place) {
                                stores[var.0 as usize].changed = true;
                            }
                        }
                    },
                    ExprKind::CompoundAssign { place, .. } | ExprKind::Increment { place, .. } => {
                        if let Some(var) = stored_in(program, *place) {
                            stores[var.0 as usize].changed = true;
                        }
                    }
                    ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                        if let Some(var) = stored_in(program, *place) {
                            stores[var.0 as usize].changed = true;
                        }
                    }
                    _ => {}
                });
            }
        });
        Definitions {
            stores,
            parameters: function.parameters,
        }
    }

    /// The values that `=` and an initialiser store in a variable.
    pub(crate) fn values(&self, var: VarId) -> &[ExprId] {
        &self.stores[var.0 as usize].values
    }

    /// The expression that a value comes from: without conversions, loads of variables replaced by
    /// their only value.
    pub(crate) fn resolve(&self, program: &Program, expr: ExprId) -> ExprId {
        let mut at = expr;
        let mut steps = 0;
        loop {
            match &program.expr(at).kind {
                ExprKind::Convert { value, .. } => at = *value,
                ExprKind::Load(place) => {
                    let ExprKind::Variable(var) = program.expr(*place).kind else {
                        return at;
                    };
                    let stores = &self.stores[var.0 as usize];
                    match stores.values[..] {
                        [only]
                            if !stores.changed
                                && var.0 as usize >= self.parameters
                                && steps < MOST_STEPS =>
                        {
                            at = only;
                            steps += 1;
                        }
                        _ => return at,
                    }
                }
                _ => return at,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::static_checks::text;
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// What the value of the last assignment to `out[0]` comes from, as it is written.
    fn resolved(body: &str) -> String {
        let source = format!("kernel void k(global int *out, int n) {{ {body} }}");
        let checked = opencl_c::compile("k.cl", &source, &Options::default(), &mut NoIncludes)
            .unwrap_or_else(|rejected| panic!("{:?}", rejected.diagnostics));
        let program = &checked.program;
        let (kernel, function) = program.kernels().next().expect("a kernel");
        let definitions = Definitions::of(program, kernel);
        let mut found = None;
        walk::each_expression(program, &function.body, &mut |expr| {
            if let ExprKind::Assign { place, value } = &program.expr(expr).kind
                && let ExprKind::Deref(_) = &program.expr(*place).kind
            {
                found = Some(definitions.resolve(program, *value));
            }
        });
        text(program, program.expr(found.expect("a store")))
    }

    #[test]
    fn a_variable_with_one_value_stands_for_it() {
        let body = "size_t i = get_global_id(0); int j = i; out[0] = j;";
        assert_eq!(resolved(body), "get_global_id(0)");
    }

    #[test]
    fn a_value_given_after_the_declaration_counts() {
        assert_eq!(resolved("int i; i = n * 2; out[0] = i;"), "n * 2");
    }

    #[test]
    fn what_is_changed_or_whose_address_is_taken_stands_for_itself() {
        for change in ["i++;", "i += 2;", "i = 3;", "int *p = &i; *p = 4;"] {
            let body = format!("int i = n * 2; {change} out[0] = i;");
            assert_eq!(resolved(&body), "i", "{change}");
        }
        assert_eq!(resolved("n = 1; out[0] = n;"), "n");
    }
}
