//! The rules that a program's text makes: what each value is computed from, and what is stored where
//! under which conditions.
//!
//! The scalars, vectors and pointers of a function are followed along its ways, so that a variable differs
//! only from where it is given a value that does. Arrays and records, variables whose address is taken, and
//! those of a function with jumps have one class throughout. A call is followed with its own arguments, as
//! long as that is not too much.

mod expressions;

use super::paths::{Deciding, Environment, Mark, Way, new_value};
use super::rules::{Node, Rules, UNIFORM, UNKNOWN};
use super::values::{Sizes, Value};
use super::{Class, Uniformity};
use crate::analysis::dependence::stored_in;
use crate::analysis::form::{Form, Symbol};
use crate::analysis::pointers::escaped;
use crate::analysis::walk;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId};
use opencl_c::types::{AddressSpace, Type};
use std::collections::{HashMap, HashSet};

/// Statements and expressions within one another, up to which calls are followed with their own arguments.
const DEEPEST: usize = 200;
/// At least this many expressions are followed in all calls together.
const MOST: usize = 100_000;

pub(super) fn analyse(program: &Program) -> Uniformity {
    let mut rules = Rules::new();
    let functions = program.functions.iter();
    let vars: Vec<Vec<Node>> = functions
        .map(|function| {
            let vars = function.vars.iter();
            vars.map(|_| rules.node(Class::Uniform)).collect()
        })
        .collect();
    let functions = (0..).map(FunctionId).zip(&program.functions);
    let shapes = functions
        .map(|(id, function)| Shape::of(program, id, &function.body))
        .collect();
    let mut flow = Flow {
        program,
        function: FunctionId(0),
        rules,
        vars,
        shapes,
        called: vec![None; program.functions.len()],
        waiting: Vec::new(),
        seen: vec![false; program.functions.len()],
        exprs: vec![None; program.exprs.len()],
        numbers: vec![None; program.exprs.len()],
        rounds: HashMap::new(),
        environment: Environment::default(),
        deciding: Deciding::default(),
        loops: Vec::new(),
        returned: Vec::new(),
        sizes: Sizes::default(),
        calls: Vec::new(),
        fresh: Vec::new(),
        deep: 0,
        left: MOST.max(4 * program.exprs.len()),
        operands: Vec::new(),
    };
    for (id, kernel) in program.kernels() {
        let required = kernel.kernel.as_ref();
        let required = required.and_then(|attributes| attributes.required_work_group_size);
        flow.sizes =
            Sizes(required.map(|sizes| sizes.map(|size| size.try_into().unwrap_or(i64::MAX))));
        flow.root(id);
    }
    flow.sizes = Sizes::default();
    flow.follow_waiting();
    for id in (0..program.functions.len() as u32).map(FunctionId) {
        if !flow.seen[id.0 as usize] {
            flow.root(id);
            flow.follow_waiting();
        }
    }
    let classes = flow.rules.solve();
    let exprs = flow.exprs.into_iter();
    Uniformity {
        vars: flow
            .vars
            .into_iter()
            .map(|nodes| nodes.into_iter().map(|node| classes.of(node)).collect())
            .collect(),
        exprs: exprs
            .map(|node| node.map_or(Class::Uniform, |node| classes.of(node)))
            .collect(),
        numbers: flow.numbers,
        rounds: flow
            .rounds
            .into_iter()
            .map(|(key, node)| (key, classes.of(node)))
            .collect(),
    }
}

/// How the ways of a function are followed.
struct Shape {
    /// The variables that are followed along the ways; none in a function with jumps.
    followed: Vec<bool>,
    escaped: HashSet<VarId>,
    /// Where jumps lead, and so who stores what, is not followed.
    jumps: bool,
}

impl Shape {
    fn of(program: &Program, id: FunctionId, body: &Stmt) -> Shape {
        let escaped = escaped(program, id);
        let jumps = jumps(body) || !cases_stand_plainly(body, false);
        let vars = (0..).map(VarId).zip(&program.function(id).vars);
        let followed = vars.map(|(number, var)| {
            let is_plain = matches!(
                program.types.get(var.ty),
                Type::Scalar(_)
                    | Type::Vector(..)
                    | Type::Pointer { .. }
                    | Type::Event
                    | Type::Sampler
                    | Type::Image(_)
            );
            is_plain && !jumps && var.space == AddressSpace::Private && !escaped.contains(&number)
        });
        Shape {
            followed: followed.collect(),
            escaped,
            jumps,
        }
    }
}

/// Does a body hold a `goto`?
fn jumps(body: &Stmt) -> bool {
    let mut found = false;
    walk::statements(body, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Goto(_))
    });
    found
}

/// Does each `case` stand in its `switch`, and not within another statement in there?
fn cases_stand_plainly(stmt: &Stmt, in_switch: bool) -> bool {
    let inner = match &stmt.kind {
        StmtKind::Case { .. } if !in_switch => return false,
        StmtKind::Switch { .. } => true,
        StmtKind::Case { .. } | StmtKind::Block(_) | StmtKind::Labelled { .. } => in_switch,
        _ => false,
    };
    let mut children = walk::children(stmt).into_iter();
    children.all(|child| cases_stand_plainly(child, inner))
}

/// A function that is followed for all its calls together.
#[derive(Clone)]
struct Called {
    parameters: Vec<Node>,
    result: Node,
}

struct Flow<'a> {
    program: &'a Program,
    function: FunctionId,
    rules: Rules,
    /// What each variable holds anywhere, by function and number.
    vars: Vec<Vec<Node>>,
    /// By function.
    shapes: Vec<Shape>,
    /// By function.
    called: Vec<Option<Called>>,
    /// Functions to be followed for all their calls together.
    waiting: Vec<FunctionId>,
    /// Was the function followed at all?
    seen: Vec<bool>,
    /// By the number of the expression.
    exprs: Vec<Option<Node>>,
    /// By the number of the expression: the number that it is in all calls followed.
    numbers: Vec<Option<i64>>,
    /// How the rounds of loops differ, by the keys of their statements.
    rounds: HashMap<usize, Node>,
    environment: Environment,
    deciding: Deciding,
    loops: Vec<Around>,
    /// What the function returned, each with what decided about it.
    returned: Vec<(Value, Vec<Node>)>,
    /// Of the kernel.
    sizes: Sizes,
    /// The functions that are being followed.
    calls: Vec<FunctionId>,
    /// The classes of the values that are not followed further, by number.
    fresh: Vec<Node>,
    deep: usize,
    /// Expressions that may still be followed.
    left: usize,
    /// The operands of the expressions that are being followed.
    operands: Vec<ExprId>,
}

/// A loop or a `switch` around.
struct Around {
    is_loop: bool,
    /// What its rounds differ by.
    rounds: Node,
    /// How much decided about it.
    depth: usize,
    /// Where the ways begin.
    mark: Mark,
    /// The ways out by `break`, and what decides about them.
    exits: Vec<Way>,
    leaving: Vec<Node>,
    /// The ways to the end of a round, and what decides about them.
    ends: Vec<Way>,
    skipping: Vec<Node>,
    /// Is there a `default`?
    has_default: bool,
}

/// What a statement is known by.
pub(super) fn key(stmt: &Stmt) -> usize {
    std::ptr::from_ref(stmt) as usize
}

impl Flow<'_> {
    /// Follows a function that is called from nowhere.
    fn root(&mut self, id: FunctionId) {
        let parameters = self.program.function(id).parameters;
        let given: Vec<Value> = (0..parameters as u32)
            .map(|number| Value {
                node: UNIFORM,
                form: Some(Form::symbol(Symbol::Argument(VarId(number)))),
            })
            .collect();
        self.body(id, given);
    }

    fn follow_waiting(&mut self) {
        while let Some(id) = self.waiting.pop() {
            let Some(called) = self.called[id.0 as usize].clone() else {
                continue;
            };
            let mut given = Vec::new();
            for node in called.parameters {
                given.push(new_value(node, &mut self.fresh));
            }
            let returned = self.body(id, given);
            self.rules.raise(called.result, &[returned.node]);
        }
    }

    /// Follows a body with the arguments given. What it returns.
    fn body(&mut self, id: FunctionId, mut given: Vec<Value>) -> Value {
        let program = self.program;
        let function = program.function(id);
        self.seen[id.0 as usize] = true;
        let mut values = Vec::new();
        for (index, var) in (0..).map(VarId).zip(&function.vars) {
            let followed = self.shapes[id.0 as usize].followed[index.0 as usize];
            let own = self.vars[id.0 as usize][index.0 as usize];
            let given = given.get_mut(index.0 as usize);
            if let Some(given) = &given {
                self.rules.raise(own, &[given.node]);
            }
            if var.space != AddressSpace::Private {
                values.push(Value::UNIFORM);
            } else if followed {
                values.push(match given {
                    Some(given) => std::mem::replace(given, Value::UNIFORM),
                    None => new_value(UNIFORM, &mut self.fresh),
                });
            } else {
                if self.shapes[id.0 as usize].escaped.contains(&index) {
                    self.rules.begin(own, Class::Unknown);
                }
                values.push(Value::of(own));
            }
        }
        let control = match self.shapes[id.0 as usize].jumps {
            true => UNKNOWN,
            false => UNIFORM,
        };
        let environment = std::mem::replace(&mut self.environment, Environment::new(values));
        let caller = std::mem::replace(&mut self.function, id);
        let deciding = std::mem::take(&mut self.deciding);
        let loops = std::mem::take(&mut self.loops);
        let outer = std::mem::take(&mut self.returned);
        self.calls.push(id);
        self.statement(&function.body, control);
        self.calls.pop();
        (self.environment, self.function) = (environment, caller);
        (self.deciding, self.loops) = (deciding, loops);
        let returned = std::mem::replace(&mut self.returned, outer);
        match &returned[..] {
            [] => Value::UNIFORM,
            [(first, _), others @ ..] if others.iter().all(|(other, _)| first.is(other)) => {
                first.clone()
            }
            [(only, _)] if control == UNIFORM => only.clone(),
            all => {
                let nodes = all
                    .iter()
                    .flat_map(|(value, deciding)| deciding.iter().chain([&value.node]))
                    .chain([&control]);
                let nodes: Vec<Node> = nodes.copied().collect();
                Value::of(self.rules.join(&nodes))
            }
        }
    }

    /// A call: of the function with these arguments, or of all its calls together.
    fn call(&mut self, id: FunctionId, arguments: Vec<Value>) -> Value {
        let is_small = self.left > 0 && self.deep < DEEPEST && !self.calls.contains(&id);
        if is_small {
            return self.body(id, arguments);
        }
        let parameters = self.program.function(id).parameters;
        if self.called[id.0 as usize].is_none() {
            self.called[id.0 as usize] = Some(Called {
                parameters: (0..parameters)
                    .map(|_| self.rules.node(Class::Uniform))
                    .collect(),
                result: self.rules.node(Class::Uniform),
            });
            self.waiting.push(id);
        }
        let Some(called) = self.called[id.0 as usize].clone() else {
            return Value::of(UNKNOWN);
        };
        let mut sources = vec![called.result];
        for (argument, parameter) in arguments.iter().zip(called.parameters) {
            self.rules.raise(parameter, &[argument.node]);
            sources.push(argument.node);
        }
        Value::of(self.rules.call(&sources))
    }

    fn followed(&self, var: VarId) -> bool {
        self.shapes[self.function.0 as usize].followed[var.0 as usize]
    }

    fn is_private(&self, var: VarId) -> bool {
        let function = self.program.function(self.function);
        function.vars[var.0 as usize].space == AddressSpace::Private
    }

    /// Follows one way and comes back.
    fn apart(&mut self, walk: impl FnOnce(&mut Self)) -> Way {
        let (mark, live) = (self.environment.mark(), self.environment.live);
        walk(self);
        let way = self.environment.way(mark);
        self.environment.back(mark);
        self.environment.live = live;
        way
    }

    fn meet(&mut self, ways: &[Way], deciding: &[Node]) {
        self.environment
            .meet(&mut self.rules, &mut self.fresh, ways, deciding);
    }

    /// Follows a statement that is reached under conditions of class `control`.
    fn statement(&mut self, stmt: &Stmt, control: Node) {
        self.deep += 1;
        self.follow(stmt, control);
        self.deep -= 1;
    }

    fn follow(&mut self, stmt: &Stmt, control: Node) {
        match &stmt.kind {
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.expression(*condition, control);
                let truth = condition.as_number().map(|number| number != 0);
                let inner = self.rules.join(&[control, condition.node]);
                self.deciding.push(condition.node);
                let mut one = self.apart(|flow| flow.statement(then, inner));
                let mut other = match otherwise {
                    Some(otherwise) => self.apart(|flow| flow.statement(otherwise, inner)),
                    None => Way::straight(self.environment.live),
                };
                self.deciding.pop();
                match truth {
                    Some(true) => other = other.closed(),
                    Some(false) => one = one.closed(),
                    None => {}
                }
                self.meet(&[one, other], &[condition.node]);
            }
            StmtKind::While {
                condition, body, ..
            }
            | StmtKind::DoWhile {
                condition, body, ..
            } => self.repeated(stmt, Some(*condition), None, body, control),
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                for stmt in init {
                    self.statement(stmt, control);
                }
                self.repeated(stmt, *condition, *step, body, control);
            }
            StmtKind::Switch { value, body } => self.switch(stmt, *value, body, control),
            StmtKind::Break | StmtKind::Continue => {
                let is_break = matches!(stmt.kind, StmtKind::Break);
                let wanted = |around: &Around| around.is_loop || is_break;
                if let Some(at) = self.loops.iter().rposition(wanted) {
                    let around = &mut self.loops[at];
                    let way = self.environment.way(around.mark);
                    let deciding = self.deciding.since(around.depth);
                    self.rules.raise(around.rounds, &deciding);
                    let (ways, nodes) = match is_break {
                        true => (&mut around.exits, &mut around.leaving),
                        false => (&mut around.ends, &mut around.skipping),
                    };
                    ways.push(way);
                    nodes.extend(deciding);
                }
                self.environment.live = false;
            }
            StmtKind::Return(value) => {
                let value = value.map(|value| self.expression(value, control));
                if self.environment.live || self.shapes[self.function.0 as usize].jumps {
                    for around in &self.loops {
                        let deciding = self.deciding.since(around.depth);
                        self.rules.raise(around.rounds, &deciding);
                    }
                    let deciding = self.deciding.since(0);
                    self.returned.extend(value.map(|value| (value, deciding)));
                }
                self.environment.live = false;
            }
            StmtKind::Declare { var, init } => {
                let Some(init) = init else {
                    if self.followed(*var) {
                        let value = new_value(UNIFORM, &mut self.fresh);
                        self.environment.set(*var, value);
                    }
                    return;
                };
                let values: Vec<Value> = init
                    .entries
                    .iter()
                    .map(|entry| self.expression(entry.value, control))
                    .collect();
                if !self.is_private(*var) {
                    return;
                }
                let nodes: Vec<Node> = values.iter().map(|value| value.node).collect();
                let own = self.vars[self.function.0 as usize][var.0 as usize];
                // A fresh object under a condition is seen by those alone that came there.
                self.rules.raise(own, &nodes);
                if self.followed(*var) {
                    let value = match &values[..] {
                        [only] if only.form.is_some() => only.clone(),
                        _ => new_value(self.rules.join(&nodes), &mut self.fresh),
                    };
                    self.environment.set(*var, value);
                }
            }
            StmtKind::Block(stmts) => {
                for stmt in stmts {
                    self.statement(stmt, control);
                }
            }
            StmtKind::Case { value, body } => {
                self.case(value.is_none());
                self.statement(body, control);
            }
            StmtKind::Labelled { body, .. } => self.statement(body, control),
            StmtKind::Expr(expr) => {
                self.expression(*expr, control);
            }
            StmtKind::Empty | StmtKind::Goto(_) => {}
        }
    }

    fn switch(&mut self, stmt: &Stmt, value: ExprId, body: &Stmt, control: Node) {
        let value = self.expression(value, control);
        let inner = self.rules.join(&[control, value.node]);
        self.enter(stmt, false);
        self.deciding.push(value.node);
        let (mark, live) = (self.environment.mark(), self.environment.live);
        self.environment.live = false;
        self.statement(body, inner);
        let end = self.environment.way(mark);
        self.environment.back(mark);
        self.deciding.pop();
        if let Some(around) = self.leave() {
            let mut ways = around.exits;
            ways.push(end);
            ways.push(Way::straight(live && !around.has_default));
            let mut deciding = around.leaving;
            deciding.push(value.node);
            self.meet(&ways, &deciding);
        }
    }

    /// At a `case`: the ways from the head of the `switch` and from the statement before meet.
    fn case(&mut self, is_default: bool) {
        if self.shapes[self.function.0 as usize].jumps {
            return;
        }
        let Some(around) = self.loops.last_mut().filter(|around| !around.is_loop) else {
            return;
        };
        around.has_default |= is_default;
        let (mark, depth) = (around.mark, around.depth);
        let before = self.environment.way(mark);
        self.environment.back(mark);
        let deciding = self.deciding.since(depth);
        self.meet(&[before, Way::straight(true)], &deciding);
    }

    fn repeated(
        &mut self,
        stmt: &Stmt,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: &Stmt,
        control: Node,
    ) {
        let is_do = matches!(stmt.kind, StmtKind::DoWhile { .. });
        let heads: Vec<(VarId, Node)> = self
            .stored(condition.into_iter().chain(step), body)
            .into_iter()
            .map(|var| {
                let head = self.rules.node(Class::Uniform);
                self.rules.raise(head, &[self.environment.get(var).node]);
                let value = new_value(head, &mut self.fresh);
                self.environment.set(var, value);
                (var, head)
            })
            .collect();
        let rounds = self.enter(stmt, true);
        self.deciding.push(rounds);
        let mut inner = self.rules.join(&[control, rounds]);
        let mut asked = Value::UNIFORM;
        if let Some(condition) = condition.filter(|_| !is_do) {
            asked = self.expression(condition, inner);
            inner = self.rules.join(&[inner, asked.node]);
        }
        self.deciding.push(asked.node);
        let mark = self.environment.mark();
        if let Some(around) = self.loops.last_mut() {
            around.mark = mark;
        }
        let live = self.environment.live;
        self.statement(body, inner);
        let (mut ends, mut skipping) = (Vec::new(), Vec::new());
        if let Some(around) = self.loops.last_mut() {
            ends = std::mem::take(&mut around.ends);
            skipping = std::mem::take(&mut around.skipping);
        }
        ends.push(self.environment.way(mark));
        self.environment.back(mark);
        self.meet(&ends, &skipping);
        if let Some(step) = step {
            self.expression(step, inner);
        }
        if let Some(condition) = condition.filter(|_| is_do) {
            asked = self.expression(condition, inner);
        }
        let truth = asked.as_number().map(|number| number != 0);
        let again = self.environment.live && truth != Some(false);
        if again {
            for &(var, head) in &heads {
                let value = self.environment.get(var).node;
                self.rules.raise(head, &[value]);
            }
        }
        let way = self.environment.way(mark);
        self.environment.back(mark);
        let end = match is_do {
            true => way,
            false => Way::straight(live),
        };
        self.deciding.pop();
        self.deciding.pop();
        let Some(around) = self.leave() else {
            return;
        };
        let asks = condition.is_some() && truth != Some(true);
        let mut ways = around.exits;
        ways.push(if asks { end } else { end.closed() });
        let mut deciding = around.leaving;
        deciding.push(asked.node);
        self.meet(&ways, &deciding);
        // Work-items that leave in different rounds leave with different values.
        if again && deciding.iter().any(|node| *node != UNIFORM) {
            for (var, _) in heads {
                let mut nodes = deciding.clone();
                nodes.push(self.environment.get(var).node);
                let value = new_value(self.rules.join(&nodes), &mut self.fresh);
                self.environment.set(var, value);
            }
        }
    }

    /// The followed variables that something is stored in.
    fn stored(&self, exprs: impl Iterator<Item = ExprId>, body: &Stmt) -> Vec<VarId> {
        let program = self.program;
        let mut found = Vec::new();
        let mut look = |expr: ExprId| match &program.expr(expr).kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } => found.extend(stored_in(program, *place)),
            _ => {}
        };
        for expr in exprs {
            walk::below(program, expr, &mut look);
        }
        walk::each_expression(program, body, &mut look);
        walk::statements(body, &mut |stmt| {
            if let StmtKind::Declare { var, .. } = &stmt.kind {
                found.push(*var);
            }
        });
        found.sort_unstable();
        found.dedup();
        found.retain(|var| self.followed(*var));
        found
    }

    fn enter(&mut self, stmt: &Stmt, is_loop: bool) -> Node {
        let rules = &mut self.rules;
        let rounds = self
            .rounds
            .entry(key(stmt))
            .or_insert_with(|| rules.node(Class::Uniform));
        let rounds = *rounds;
        self.loops.push(Around {
            is_loop,
            rounds,
            depth: self.deciding.depth(),
            mark: self.environment.mark(),
            exits: Vec::new(),
            leaving: Vec::new(),
            ends: Vec::new(),
            skipping: Vec::new(),
            has_default: false,
        });
        rounds
    }

    fn leave(&mut self) -> Option<Around> {
        self.loops.pop()
    }
}
