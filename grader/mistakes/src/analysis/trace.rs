//! A kernel as one line of steps in the order of its text, with the functions it calls in their places.
//!
//! Promise: each expression that the kernel can reach is in the trace once for each call path to it, after
//! its operands. An [`StepKind::Open`] step marks a place for a barrier: the whole work-group is proven to
//! reach it together. A kernel with `goto`, or one too long, has no trace.

use super::uniformity::{Class, Uniformity};
use super::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind};
use std::ops::Range;

/// At most this many steps and statements: calls of calls may multiply them.
const MOST: usize = 200_000;
/// Statements, expressions and calls within one another.
const DEEPEST: usize = 2000;

/// The most steps and statements of all traces of a program together, several times the length of its text:
/// bounds the time for many kernels that call the same functions.
pub(crate) fn most_in_all(program: &Program) -> usize {
    MOST.max(4 * program.exprs.len())
}

/// The steps of a kernel.
pub(crate) struct Trace<'a> {
    /// In the order of the text.
    pub(crate) steps: Vec<Step<'a>>,
    /// The loops and branches that steps stand in.
    pub(crate) scopes: Vec<Scope<'a>>,
    /// The steps that are barriers, in order.
    barriers: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'a> {
    /// What happens.
    pub(crate) kind: StepKind<'a>,
    /// The function whose text it is.
    pub(crate) function: FunctionId,
    /// The innermost loop or branch around it.
    pub(crate) scope: Option<usize>,
    /// Do perhaps only some work-items of a group come here together?
    pub(crate) divergent: bool,
    /// Steps of one statement have one number.
    pub(crate) statement: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum StepKind<'a> {
    /// A barrier may stand before this statement.
    Open(&'a Stmt),
    /// A call of `barrier`.
    Barrier,
    /// Any other expression.
    Expr(ExprId),
}

/// A loop, or one branch of a condition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    /// The one around it.
    pub(crate) parent: Option<usize>,
    /// Its statement.
    pub(crate) stmt: &'a Stmt,
    /// A loop, rather than a branch?
    pub(crate) is_loop: bool,
    /// Do perhaps only some work-items of a group go through it together?
    pub(crate) divergent: bool,
    /// The number of its first step, and of the one behind its last.
    pub(crate) range: (usize, usize),
}

impl<'a> Trace<'a> {
    /// Of a kernel. What it takes is taken from `left`, at first [`most_in_all`].
    pub(crate) fn of(
        program: &'a Program,
        uniformity: &Uniformity,
        kernel: FunctionId,
        left: &mut usize,
    ) -> Option<Trace<'a>> {
        let most = MOST.min(*left);
        let mut tracer = Tracer {
            program,
            uniformity,
            trace: Trace {
                steps: Vec::new(),
                scopes: Vec::new(),
                barriers: Vec::new(),
            },
            scope: None,
            function: kernel,
            divergent: false,
            statement: 0,
            statements: 0,
            most,
            deep: 0,
            whole: true,
        };
        tracer.function(kernel);
        let taken = tracer.trace.steps.len().max(tracer.statements);
        *left = left.saturating_sub(taken);
        tracer.whole.then_some(tracer.trace)
    }

    /// A step's loops and branches, innermost first.
    pub(crate) fn around(&self, step: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.steps[step].scope, |&scope| self.scopes[scope].parent)
    }

    /// Is there a barrier among these steps?
    pub(crate) fn has_barrier(&self, steps: Range<usize>) -> bool {
        self.barriers_among(steps).next().is_some()
    }

    pub(crate) fn barriers_among(&self, steps: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let next = self.barriers.partition_point(|&step| step < steps.start);
        let from = self.barriers[next..].iter().copied();
        from.take_while(move |&step| step < steps.end)
    }
}

struct Tracer<'a, 'u> {
    program: &'a Program,
    uniformity: &'u Uniformity,
    trace: Trace<'a>,
    scope: Option<usize>,
    function: FunctionId,
    divergent: bool,
    statement: usize,
    statements: usize,
    most: usize,
    deep: usize,
    whole: bool,
}

impl<'a> Tracer<'a, '_> {
    fn push(&mut self, kind: StepKind<'a>) {
        if self.trace.steps.len() >= self.most {
            self.whole = false;
            return;
        }
        if matches!(kind, StepKind::Barrier) {
            self.trace.barriers.push(self.trace.steps.len());
        }
        self.trace.steps.push(Step {
            kind,
            function: self.function,
            scope: self.scope,
            divergent: self.divergent,
            statement: self.statement,
        });
    }

    fn is_uniform(&self, expr: ExprId) -> bool {
        self.uniformity.class(expr) == Class::Uniform
    }

    fn function(&mut self, id: FunctionId) {
        let program = self.program;
        let (caller, statement, divergent) = (self.function, self.statement, self.divergent);
        self.function = id;
        self.statement(&program.function(id).body);
        // A return that only some take parts the group up to the end of its function.
        (self.function, self.statement, self.divergent) = (caller, statement, divergent);
    }

    fn inside(
        &mut self,
        stmt: &'a Stmt,
        is_loop: bool,
        parted: bool,
        walk: impl FnOnce(&mut Self),
    ) {
        let (outer, before) = (self.scope, self.divergent);
        let scope = self.trace.scopes.len();
        self.divergent |= parted;
        let first = self.trace.steps.len();
        self.trace.scopes.push(Scope {
            parent: outer,
            stmt,
            is_loop,
            divergent: self.divergent,
            range: (first, first),
        });
        self.scope = Some(scope);
        let returned = self.divergent && walk_returns(stmt);
        walk(self);
        self.trace.scopes[scope].range.1 = self.trace.steps.len();
        self.scope = outer;
        self.divergent = before || returned;
    }

    /// Goes one level deeper, unless there is no whole trace any more.
    fn deeper(&mut self, walk: impl FnOnce(&mut Self)) {
        self.whole &= self.deep < DEEPEST && self.statements < self.most;
        if self.whole {
            self.deep += 1;
            walk(self);
            self.deep -= 1;
        }
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        self.deeper(|this| this.follow(stmt));
    }

    fn follow(&mut self, stmt: &'a Stmt) {
        self.statements += 1;
        self.statement = self.statements;
        let number = self.statement;
        if !matches!(stmt.kind, StmtKind::Block(_)) && !self.divergent {
            self.push(StepKind::Open(stmt));
        }
        match &stmt.kind {
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expression(*condition, stmt);
                let parted = !self.is_uniform(*condition);
                for branch in std::iter::once(then).chain(otherwise) {
                    self.inside(branch, false, parted, |this| this.statement(branch));
                }
            }
            StmtKind::Switch { value, body } => {
                self.expression(*value, stmt);
                let parted = !self.is_uniform(*value);
                self.inside(stmt, false, parted, |this| this.statement(body));
            }
            StmtKind::While {
                condition, body, ..
            } => self.repeated(stmt, Some(*condition), None, body),
            StmtKind::DoWhile {
                condition, body, ..
            } => self.repeated(stmt, Some(*condition), None, body),
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                for stmt in init {
                    self.statement(stmt);
                }
                self.statement = number;
                self.repeated(stmt, *condition, *step, body);
            }
            StmtKind::Goto(_) => self.whole = false,
            _ => {
                for expr in walk::expressions(stmt) {
                    self.expression(expr, stmt);
                }
                for child in walk::children(stmt) {
                    self.statement(child);
                }
            }
        }
        self.statement = number;
    }

    fn repeated(
        &mut self,
        stmt: &'a Stmt,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: &'a Stmt,
    ) {
        let number = self.statement;
        let parted = !condition.is_none_or(|condition| self.is_uniform(condition))
            || self.uniformity.rounds(stmt) != Class::Uniform;
        let after = matches!(stmt.kind, StmtKind::DoWhile { .. });
        self.inside(stmt, true, parted, |this| {
            if let Some(condition) = condition.filter(|_| !after) {
                this.expression(condition, stmt);
            }
            this.statement(body);
            this.statement = number;
            for expr in step.into_iter().chain(condition.filter(|_| after)) {
                this.expression(expr, stmt);
            }
        });
    }

    fn expression(&mut self, expr: ExprId, stmt: &'a Stmt) {
        self.deeper(|this| this.evaluate(expr, stmt));
    }

    fn evaluate(&mut self, expr: ExprId, stmt: &'a Stmt) {
        let program = self.program;
        let kind = &program.expr(expr).kind;
        let (condition, parts) = match kind {
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => (*condition, vec![*then, *otherwise]),
            ExprKind::ShortCircuit { left, right, .. } => (*left, vec![*right]),
            _ => {
                for operand in walk::operands(kind) {
                    self.expression(operand, stmt);
                }
                match kind {
                    ExprKind::Builtin { builtin, .. } if builtin.name == Name::Barrier => {
                        self.push(StepKind::Barrier);
                    }
                    ExprKind::Call { function, .. } => {
                        self.function(*function);
                        self.push(StepKind::Expr(expr));
                    }
                    _ => self.push(StepKind::Expr(expr)),
                }
                return;
            }
        };
        self.expression(condition, stmt);
        let parted = !self.is_uniform(condition);
        for part in parts {
            let (before, outer) = (self.divergent, self.scope);
            let scope = self.trace.scopes.len();
            self.divergent |= parted;
            let first = self.trace.steps.len();
            self.trace.scopes.push(Scope {
                parent: outer,
                stmt,
                is_loop: false,
                divergent: self.divergent,
                range: (first, first),
            });
            self.scope = Some(scope);
            self.expression(part, stmt);
            self.trace.scopes[scope].range.1 = self.trace.steps.len();
            (self.divergent, self.scope) = (before, outer);
        }
        self.push(StepKind::Expr(expr));
    }
}

/// Does a statement hold a `return`?
fn walk_returns(stmt: &Stmt) -> bool {
    let mut returns = false;
    walk::statements(stmt, &mut |stmt| {
        returns |= matches!(stmt.kind, StmtKind::Return(_));
    });
    returns
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// The lines of a kernel's body before which a barrier may stand; then, after `l`, those of the
    /// loops whose rounds all make together.
    fn open(text: &str) -> String {
        let checked = opencl_c::compile("k.cl", text, &Options::default(), &mut NoIncludes)
            .unwrap_or_else(|_| panic!("{text}"));
        let program = &checked.program;
        let uniformity = Uniformity::of(program);
        let (kernel, _) = program.kernels().next().unwrap();
        let mut left = most_in_all(program);
        let Some(trace) = Trace::of(program, &uniformity, kernel, &mut left) else {
            return "no trace".to_owned();
        };
        let line = |stmt: &Stmt| {
            let place = program
                .sources
                .place(stmt.origin, stmt.origin, String::new(), false);
            place.line
        };
        let steps = trace.steps.iter().filter_map(|step| match step.kind {
            StepKind::Open(stmt) => Some(line(stmt).to_string()),
            _ => None,
        });
        let loops = trace.scopes.iter().filter(|scope| scope.is_loop);
        let together = loops
            .filter(|scope| !scope.divergent)
            .map(|scope| format!("l{}", line(scope.stmt)));
        steps.chain(together).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_branch_of_some_is_not_open_and_one_of_all_or_none_is() {
        let text = "kernel void k(global int *x, int n) {\nint i = get_local_id(0);\nif (i < 2)\nx[i] = \
                    1;\nif (n > 2)\nx[i] = 2;\n}";
        assert_eq!(open(text), "2 3 5 6");
    }

    #[test]
    fn nothing_is_open_behind_a_return_of_some() {
        let text = "kernel void k(global int *x, int n) {\nint i = get_local_id(0);\nif (i < n) {\n\
                    return;\n}\nx[i] = 1;\n}";
        assert_eq!(open(text), "2 3");
    }

    #[test]
    fn a_return_of_some_from_a_helper_parts_the_helper_alone() {
        let text = "void f(global int *x, int i) {\nif (i > 2)\nreturn;\nx[i] = 1;\n}\nkernel void \
                    k(global int *x) {\nint i = get_local_id(0);\nf(x, i);\nx[i] = 2;\n}";
        assert_eq!(open(text), "7 8 2 9");
    }

    #[test]
    fn a_loop_is_open_if_all_make_its_rounds() {
        let text = "kernel void k(global int *x, int n) {\nint l = get_local_id(0);\nfor (int i = 0; i < \
                    n; i++)\nx[l] += i;\nwhile (x[l] > n)\nx[l]--;\n}";
        assert_eq!(open(text), "2 3 3 4 5 l3");
        let text = "kernel void k(global int *x, int n) {\nint l = get_local_id(0);\nfor (int i = 0; i < \
                    n; i++) {\nif (x[l] == i)\nbreak;\nx[l] += i;\n}\nx[l] = 0;\n}";
        assert_eq!(open(text), "2 3 3 8");
    }

    #[test]
    fn goto_leaves_no_trace() {
        let text = "kernel void k(global int *x) {\nagain:\nx[0]++;\nif (x[0] < 4)\ngoto again;\n}";
        assert_eq!(open(text), "no trace");
    }

    #[test]
    fn statements_that_do_nothing_are_not_gone_through_without_end() {
        let body = ";".repeat(2000);
        let calls = "f();".repeat(2000);
        let text = format!(
            "void f() {{ {body} }}\nkernel void k() {{ if (get_local_id(0)) {{ {calls} }} }}"
        );
        assert_eq!(open(&text), "no trace");
    }

    #[test]
    fn calls_far_within_calls_leave_no_trace_rather_than_no_stack() {
        let mut text = "int f0(int a) { return a; }\n".to_owned();
        for number in 1..100 {
            let high = " + 1".repeat(300);
            text += &format!(
                "int f{number}(int a) {{ return f{}(a){high}; }}\n",
                number - 1
            );
        }
        text += "kernel void k(global int *x) { x[0] = f99(1); }";
        assert_eq!(open(&text), "no trace");
    }

    #[test]
    fn calls_that_multiply_leave_no_trace_rather_than_no_memory() {
        let mut text = "void f0(global int *x) { x[0]++; }\n".to_owned();
        for depth in 1..40 {
            let below = depth - 1;
            text += &format!("void f{depth}(global int *x) {{ f{below}(x); f{below}(x); }}\n");
        }
        text += "kernel void k(global int *x) { f39(x); }";
        assert_eq!(open(&text), "no trace");
    }
}
