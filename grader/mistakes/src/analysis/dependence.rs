//! Dependence: which work-item ids, sizes and arguments a value is computed from.
//!
//! By data alone: a condition decides which value is taken, it is no part of it. What is loaded from
//! global, constant or local memory is `Sources::loaded`, whatever it was loaded by.
//!
//! Promise: everything that a value is computed from is among its sources, unless they say
//! `Sources::unknown`; more may be among them, for the order of statements is not looked at.

use super::pointers::{escaped, root};
use super::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{Constant, ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId};
use opencl_c::types::AddressSpace;
use std::collections::{HashMap, HashSet};

/// Passes over the program after which what still changes is given up.
const MOST_PASSES: usize = 16;

/// What a value is computed from. The ids and sizes are bits, one a dimension; the arguments are the
/// parameters of the function around, the last bit standing for all from the 64th on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sources {
    /// `get_global_id`.
    pub(crate) global_ids: u8,
    /// `get_local_id`.
    pub(crate) local_ids: u8,
    /// `get_group_id`.
    pub(crate) group_ids: u8,
    /// `get_global_size`, `get_local_size`, `get_num_groups`.
    pub(crate) sizes: u8,
    /// Parameters.
    pub(crate) arguments: u64,
    /// Shared memory.
    pub(crate) loaded: bool,
    /// Something that is not followed.
    pub(crate) unknown: bool,
}

impl Sources {
    const UNKNOWN: Sources = Sources {
        global_ids: 0,
        local_ids: 0,
        group_ids: 0,
        sizes: 0,
        arguments: 0,
        loaded: false,
        unknown: true,
    };

    /// The sources of a value computed from both.
    pub(crate) fn join(self, other: Sources) -> Sources {
        Sources {
            global_ids: self.global_ids | other.global_ids,
            local_ids: self.local_ids | other.local_ids,
            group_ids: self.group_ids | other.group_ids,
            sizes: self.sizes | other.sizes,
            arguments: self.arguments | other.arguments,
            loaded: self.loaded || other.loaded,
            unknown: self.unknown || other.unknown,
        }
    }

    /// The dimensions in which the work-item's place in the NDRange is among them: those of its global
    /// id, or of its group id.
    pub(crate) fn position(self) -> u8 {
        self.global_ids | self.group_ids
    }

    /// Is an id of the work-item or of its group among them?
    pub(crate) fn has_id(self) -> bool {
        self.global_ids | self.local_ids | self.group_ids != 0
    }

    /// Is the parameter of this number among them?
    pub(crate) fn has_argument(self, number: usize) -> bool {
        self.arguments & argument(number) != 0
    }
}

fn argument(number: usize) -> u64 {
    1 << number.min(63)
}

/// The sources of a program's variables.
#[derive(Debug)]
pub struct Dependence {
    /// By function and number.
    vars: Vec<Vec<Sources>>,
    /// By function: private objects whose address goes where it is not followed.
    escaped: Vec<HashSet<VarId>>,
    results: Vec<Sources>,
    /// By the number of the expression.
    exprs: Vec<Sources>,
    changed: bool,
}

impl Dependence {
    /// Analyses a program.
    pub fn of(program: &Program) -> Dependence {
        let mut this = Dependence {
            vars: program
                .functions
                .iter()
                .map(|function| vec![Sources::default(); function.vars.len()])
                .collect(),
            escaped: (0..program.functions.len() as u32)
                .map(|index| escaped(program, FunctionId(index)))
                .collect(),
            results: vec![Sources::default(); program.functions.len()],
            exprs: vec![Sources::default(); program.exprs.len()],
            changed: true,
        };
        for (index, function) in program.functions.iter().enumerate() {
            let parameters = this.vars[index].iter_mut().take(function.parameters);
            for (number, sources) in parameters.enumerate() {
                sources.arguments = argument(number);
            }
        }
        let steps: Vec<Vec<Step>> = program
            .functions
            .iter()
            .map(|function| steps(program, &function.body))
            .collect();
        let callers = callers(program, &steps);
        let mut waits = vec![true; program.functions.len()];
        for _ in 0..MOST_PASSES {
            if !std::mem::take(&mut this.changed) {
                return this;
            }
            for (id, steps) in (0..).map(FunctionId).zip(&steps) {
                let index = id.0 as usize;
                // What nothing has changed for would come out the same.
                if !std::mem::take(&mut waits[index]) {
                    continue;
                }
                let before = std::mem::take(&mut this.changed);
                let result = this.results[index];
                this.pass(program, id, steps);
                waits[index] = this.changed;
                if result != this.results[index] {
                    for caller in &callers[index] {
                        waits[caller.0 as usize] = true;
                    }
                }
                this.changed |= before;
            }
        }
        if this.changed {
            for sources in &mut this.exprs {
                sources.unknown = true;
            }
            for sources in this.vars.iter_mut().flatten().chain(&mut this.results) {
                sources.unknown = true;
            }
        }
        this
    }

    /// The sources of a value; of a place, those of what lies there.
    pub(crate) fn sources(&self, expr: ExprId) -> Sources {
        self.exprs[expr.0 as usize]
    }

    /// The same where other sources are known of some variables.
    pub(crate) fn sources_where(
        &self,
        program: &Program,
        function: FunctionId,
        expr: ExprId,
        known: &HashMap<VarId, Sources>,
    ) -> Sources {
        let of = |expr| self.sources_where(program, function, expr, known);
        self.computed(program, function, expr, &of, known)
    }

    /// The sources of an expression whose operands' are known.
    fn computed(
        &self,
        program: &Program,
        function: FunctionId,
        expr: ExprId,
        of: &dyn Fn(ExprId) -> Sources,
        known: &HashMap<VarId, Sources>,
    ) -> Sources {
        let all = |exprs: &[ExprId]| {
            exprs
                .iter()
                .fold(Sources::default(), |so_far, &expr| so_far.join(of(expr)))
        };
        match &program.expr(expr).kind {
            ExprKind::Variable(var) => {
                let declared = &program.function(function).vars[var.0 as usize];
                let shared = declared.space != AddressSpace::Private;
                let own = self.vars[function.0 as usize][var.0 as usize];
                let mut sources = known.get(var).copied().unwrap_or(own);
                sources.loaded |= shared;
                sources.unknown |= self.escaped[function.0 as usize].contains(var);
                sources
            }
            ExprKind::Global(_) | ExprKind::String(_) => Sources {
                loaded: true,
                ..Sources::default()
            },
            ExprKind::Deref(pointer) => match space(program, *pointer) {
                AddressSpace::Private if root(program, *pointer).is_some() => of(*pointer),
                AddressSpace::Private => Sources::UNKNOWN,
                _ => Sources {
                    loaded: true,
                    ..Sources::default()
                },
            },
            // The address of something in shared memory is made of its pointer, not of what lies there.
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                let mut place = *place;
                while let ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } =
                    &program.expr(place).kind
                {
                    place = *base;
                }
                match &program.expr(place).kind {
                    ExprKind::Deref(pointer) => of(*pointer),
                    ExprKind::Global(_) | ExprKind::String(_) => Sources::default(),
                    _ => of(place),
                }
            }
            ExprKind::Assign { value, .. } => of(*value),
            ExprKind::Comma { right, .. } => of(*right),
            ExprKind::Call {
                function: callee,
                arguments,
            } => {
                let result = self.results[callee.0 as usize];
                let mut sources = Sources {
                    arguments: 0,
                    ..result
                };
                for (number, &argument) in arguments.iter().enumerate() {
                    if result.has_argument(number) {
                        sources = sources.join(of(argument));
                    }
                }
                sources
            }
            ExprKind::Builtin { builtin, arguments } => {
                let dimensions = arguments
                    .first()
                    .map_or(0, |&dimension| dimensions(program, dimension));
                let mut sources = Sources::default();
                match builtin.name {
                    Name::GetGlobalId => sources.global_ids = dimensions,
                    Name::GetLocalId => sources.local_ids = dimensions,
                    Name::GetGroupId => sources.group_ids = dimensions,
                    Name::GetGlobalSize | Name::GetLocalSize | Name::GetNumGroups => {
                        sources.sizes = dimensions;
                    }
                    Name::GetWorkDim | Name::GetGlobalOffset => {}
                    _ => {
                        sources = all(arguments);
                        // What a built-in function reads or changes through a pointer.
                        let is_pointer = |&expr: &ExprId| {
                            program.types.as_pointer(program.expr(expr).ty).is_some()
                        };
                        sources.loaded |= arguments.iter().any(is_pointer);
                    }
                }
                sources
            }
            ExprKind::Load(one) | ExprKind::Convert { value: one, .. } => of(*one),
            ExprKind::Binary { left, right, .. } => of(*left).join(of(*right)),
            kind => all(&walk::operands(kind)),
        }
    }

    fn pass(&mut self, program: &Program, function: FunctionId, steps: &[Step]) {
        let known = HashMap::new();
        for step in steps {
            match *step {
                Step::Compute(expr) => {
                    let of = |expr: ExprId| self.sources(expr);
                    self.exprs[expr.0 as usize] =
                        self.computed(program, function, expr, &of, &known);
                    self.store(program, function, expr);
                }
                Step::Begin(var, value) => self.add(function, var, self.sources(value)),
                Step::Return(value) => {
                    let old = self.results[function.0 as usize];
                    let new = old.join(self.sources(value));
                    self.changed |= old != new;
                    self.results[function.0 as usize] = new;
                }
            }
        }
    }

    fn store(&mut self, program: &Program, function: FunctionId, expr: ExprId) {
        let (place, value) = match &program.expr(expr).kind {
            ExprKind::Assign { place, value } | ExprKind::CompoundAssign { place, value, .. } => {
                (*place, *value)
            }
            ExprKind::CompoundLiteral { var, init } => {
                for entry in &init.entries {
                    self.add(function, *var, self.sources(entry.value));
                }
                return;
            }
            _ => return,
        };
        if let Some(var) = stored_in(program, place) {
            let mut sources = self.sources(value);
            if let ExprKind::Deref(pointer) = &program.expr(place).kind {
                sources = sources.join(self.sources(*pointer));
            }
            self.add(function, var, sources);
        }
    }

    fn add(&mut self, function: FunctionId, var: VarId, sources: Sources) {
        let known = &mut self.vars[function.0 as usize][var.0 as usize];
        let new = known.join(sources);
        self.changed |= *known != new;
        *known = new;
    }
}

/// What a pass over a function does, one thing after the other.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// An expression whose operands come before it.
    Compute(ExprId),
    /// A variable begins with a value.
    Begin(VarId, ExprId),
    /// The function returns a value.
    Return(ExprId),
}

fn steps(program: &Program, body: &Stmt) -> Vec<Step> {
    let mut steps = Vec::new();
    walk::statements(body, &mut |stmt| {
        for expr in walk::expressions(stmt) {
            let first = steps.len();
            walk::below(program, expr, &mut |expr| steps.push(Step::Compute(expr)));
            steps[first..].reverse();
        }
        match &stmt.kind {
            StmtKind::Declare {
                var,
                init: Some(init),
            } => {
                let values = init.entries.iter().map(|entry| entry.value);
                steps.extend(values.map(|value| Step::Begin(*var, value)));
            }
            StmtKind::Return(Some(value)) => steps.push(Step::Return(*value)),
            _ => {}
        }
    });
    steps
}

/// The functions that call each function.
fn callers(program: &Program, steps: &[Vec<Step>]) -> Vec<Vec<FunctionId>> {
    let mut callers = vec![Vec::new(); program.functions.len()];
    for (id, steps) in (0..).map(FunctionId).zip(steps) {
        for step in steps {
            if let Step::Compute(expr) = step
                && let ExprKind::Call { function, .. } = program.expr(*expr).kind
                && callers[function.0 as usize].last() != Some(&id)
            {
                callers[function.0 as usize].push(id);
            }
        }
    }
    callers
}

/// The object of the function that a place is in, if that is known.
pub(crate) fn stored_in(program: &Program, place: ExprId) -> Option<VarId> {
    let mut place = place;
    loop {
        match &program.expr(place).kind {
            ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => place = *base,
            ExprKind::Variable(var) => return Some(*var),
            ExprKind::Deref(pointer) => return root(program, *pointer).map(|(_, var)| var),
            _ => return None,
        }
    }
}

/// Where a pointer points to.
pub(crate) fn space(program: &Program, pointer: ExprId) -> AddressSpace {
    let ty = program.expr(pointer).ty;
    let pointer = program.types.as_pointer(ty);
    pointer.map_or(AddressSpace::Private, |(_, _, space)| space)
}

/// A constant, conversions aside.
pub fn constant(program: &Program, expr: ExprId) -> Option<u64> {
    match &program.expr(expr).kind {
        ExprKind::Convert { value, .. } => constant(program, *value),
        ExprKind::Constant(Constant::Int(number)) => Some(*number),
        _ => None,
    }
}

fn dimensions(program: &Program, dimension: ExprId) -> u8 {
    match constant(program, dimension) {
        Some(number @ 0..3) => 1 << number,
        Some(_) => 0,
        None => 0b111,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// The sources of what is stored in `out[0]`.
    fn stored(text: &str) -> Sources {
        let checked = opencl_c::compile("k.cl", text, &Options::default(), &mut NoIncludes)
            .unwrap_or_else(|rejected| panic!("{:?}", rejected.diagnostics));
        let program = &checked.program;
        let dependence = Dependence::of(program);
        let (_, function) = program.kernels().next().expect("a kernel");
        let mut found = None;
        walk::each_expression(program, &function.body, &mut |expr| {
            if let ExprKind::Assign { place, value } = &program.expr(expr).kind
                && let ExprKind::Deref(pointer) = &program.expr(*place).kind
                && space(program, *pointer) == AddressSpace::Global
            {
                found = Some(dependence.sources(*value));
            }
        });
        found.expect("a store")
    }

    #[test]
    fn ids_sizes_and_arguments_flow_through_variables() {
        let sources = stored(
            "kernel void k(global int *out, int n) {
                int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
                int j = i + n;
                out[0] = j;
            }",
        );
        let expected = Sources {
            local_ids: 1,
            group_ids: 1,
            sizes: 1,
            arguments: 2,
            ..Sources::default()
        };
        assert_eq!(sources, expected);
    }

    #[test]
    fn a_function_passes_on_the_arguments_it_uses() {
        let sources = stored(
            "int first(int a, int b) { return a + get_local_id(1); }
             kernel void k(global int *out, int n, int m) { out[0] = first(m, n); }",
        );
        assert_eq!((sources.arguments, sources.local_ids), (4, 2));
    }

    #[test]
    fn what_is_loaded_says_so_and_hides_its_index() {
        let sources = stored(
            "kernel void k(global int *out, global int *x) { out[0] = x[get_global_id(0)]; }",
        );
        assert!(sources.loaded && !sources.has_id());
    }

    #[test]
    fn an_object_whose_address_is_given_away_is_unknown() {
        let sources = stored(
            "void set(int *p) { *p = get_global_id(0); }
             kernel void k(global int *out) { int i = 0; set(&i); out[0] = i; }",
        );
        assert!(sources.unknown);
    }

    #[test]
    fn private_arrays_are_followed_as_a_whole() {
        let sources = stored(
            "kernel void k(global int *out) {
                int a[2]; a[0] = get_global_id(2); a[1] = 0; out[0] = a[1];
            }",
        );
        assert_eq!((sources.global_ids, sources.unknown), (4, false));
    }
}
