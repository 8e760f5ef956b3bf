//! The search for the barriers of a kernel, along the ways of its text.

use super::correlation::{Correlation, Vars};
use super::{Barrier, Decision, DecisionKind, is_of_the_group};
use crate::analysis::calls::reaching;
use crate::analysis::uniformity::{Class, Uniformity};
use crate::analysis::walk;
use opencl_c::program::{ExprId, ExprKind, FunctionId, LabelId, Program, Stmt, StmtKind};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Statements, expressions and calls within one another that are followed.
const DEEPEST: usize = 2000;
/// Jumps that are followed at a time.
const MOST_JUMPS: usize = 32;

pub(super) fn run<'a>(
    program: &'a Program,
    uniformity: &Uniformity,
) -> Vec<(FunctionId, Vec<Barrier<'a>>)> {
    let is_wanted = |kind: &ExprKind| matches!(kind, ExprKind::Builtin { builtin, .. } if is_of_the_group(builtin.name));
    let mut search = Search {
        program,
        uniformity,
        correlation: Correlation::of(program),
        reaching: reaching(program, is_wanted),
        found: Vec::new(),
        around: Vec::new(),
        guards: Vec::new(),
        path: Path {
            jumps: Vec::new(),
            live: true,
        },
        loops: Vec::new(),
        labels: HashMap::new(),
        frame: 0,
        order: 0,
        followed: HashSet::new(),
        deep: 0,
    };
    let kernels = program.kernels().map(|(kernel, _)| {
        search.function(kernel);
        let found = std::mem::take(&mut search.found);
        let found = found.into_iter().map(|(barrier, _)| barrier).collect();
        (kernel, found)
    });
    kernels.collect()
}

struct Search<'a, 'u> {
    program: &'a Program,
    uniformity: &'u Uniformity,
    correlation: Correlation<'a>,
    /// The functions that make a call of the whole group, or whose callees do.
    reaching: Vec<bool>,
    /// Each with the conditions that it is under.
    found: Vec<(Barrier<'a>, Vec<Guard>)>,
    /// The decisions around, outermost first.
    around: Vec<Around<'a>>,
    /// The conditions around that are the same for the whole group, outermost first.
    guards: Vec<Guard>,
    path: Path<'a>,
    /// The loops and `switch`es of this function around.
    loops: Vec<Loop<'a>>,
    /// The labels of this function that were passed, with the number of calls found before.
    labels: HashMap<LabelId, usize>,
    /// How many functions this one is called through.
    frame: usize,
    order: usize,
    /// The functions that were followed, by the kind of the first decision about the call: what they
    /// hold is listed, and another way to it has no more to say.
    followed: HashSet<(FunctionId, Option<DecisionKind>)>,
    deep: usize,
}

/// A decision around, which differs.
struct Around<'a> {
    decision: Decision<'a>,
    order: usize,
    frame: usize,
    /// How many loops of the function are around it.
    loops: usize,
    /// The jumps in it that no decision further out accounts for.
    jumps: Vec<Jump<'a>>,
}

/// One side of a condition that is the same for the whole group.
#[derive(Clone)]
struct Guard {
    /// The condition, and the side.
    side: (ExprId, usize),
    vars: Rc<Vars>,
}

/// Some work-items jump, and others do not.
#[derive(Clone)]
struct Jump<'a> {
    decision: Decision<'a>,
    order: usize,
    until: Until,
    /// The uniform conditions around it.
    guards: Vec<Guard>,
    /// The variables that the condition is computed from.
    vars: Rc<Vars>,
}

/// Where those that jumped come back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// At the end of the function, by its depth in the calls.
    Return(usize),
    /// At the end of a loop or `switch`, by its number.
    End(usize),
    /// At the end of the round of a loop, by its number.
    Round(usize),
    /// At a label.
    Label(LabelId),
}

/// A way to where the search stands.
#[derive(Clone)]
struct Path<'a> {
    /// The jumps of some on this way.
    jumps: Vec<Jump<'a>>,
    /// Does it lead here?
    live: bool,
}

impl<'a> Path<'a> {
    /// Joins another path to the same place.
    fn meet(&mut self, other: Path<'a>) {
        if !self.live {
            *self = other;
        } else if other.live {
            for jump in other.jumps {
                self.push(jump);
            }
        }
    }

    fn push(&mut self, jump: Jump<'a>) {
        let is_new = self.jumps.iter().all(|known| known.order != jump.order);
        if is_new && self.jumps.len() < MOST_JUMPS {
            self.jumps.push(jump);
        }
    }
}

/// A loop or a `switch`.
struct Loop<'a> {
    is_loop: bool,
    number: usize,
    /// The ways out by `break`.
    exits: Vec<Path<'a>>,
    /// The ways to the end of a round by `continue`.
    ends: Vec<Path<'a>>,
    /// The way to the head of a `switch`.
    head: Option<Path<'a>>,
    has_default: bool,
    cases: usize,
}

impl<'a> Search<'a, '_> {
    fn function(&mut self, id: FunctionId) {
        let kind = self.first_decision().map(|decision| decision.kind);
        if !self.reaching[id.0 as usize] || !self.followed.insert((id, kind)) {
            return;
        }
        let program = self.program;
        let loops = std::mem::take(&mut self.loops);
        let labels = std::mem::take(&mut self.labels);
        let live = self.path.live;
        self.frame += 1;
        self.statement(&program.function(id).body);
        let returned = Until::Return(self.frame);
        self.path.jumps.retain(|jump| jump.until != returned);
        self.path.live = live;
        self.frame -= 1;
        (self.loops, self.labels) = (loops, labels);
    }

    /// Goes one level deeper, if that is not too deep.
    fn deeper(&mut self, walk: impl FnOnce(&mut Self)) {
        if self.deep < DEEPEST {
            self.deep += 1;
            walk(self);
            self.deep -= 1;
        }
    }

    /// The first decision that keeps some work-items from a call that stands here.
    fn first_decision(&self) -> Option<Decision<'a>> {
        let around = self.around.first();
        let jumps = self.path.jumps.iter();
        let jumped = jumps
            .filter(|jump| !self.may_exclude(jump, &self.guards, 0, None))
            .min_by_key(|jump| jump.order);
        match (around, jumped) {
            (Some(around), Some(jump)) if jump.order < around.order => Some(jump.decision),
            (Some(around), _) => Some(around.decision),
            (None, jump) => jump.map(|jump| jump.decision),
        }
    }

    /// May the conditions about a call, from the `depth`-th on, be false where the jump is taken? In a
    /// loop they may be false in the rounds behind it.
    fn may_exclude(
        &self,
        jump: &Jump<'_>,
        guards: &[Guard],
        depth: usize,
        in_loop: Option<&Vars>,
    ) -> bool {
        let own = guards.iter().skip(depth).filter(|guard| {
            let sides = jump.guards.iter().map(|guard| guard.side);
            sides.clone().all(|side| side != guard.side)
        });
        own.into_iter().any(|guard| {
            guard.vars.meets(&jump.vars)
                || jump
                    .guards
                    .iter()
                    .any(|other| other.vars.meets(&guard.vars))
                || in_loop.is_some_and(|changed| guard.vars.changes_with(changed))
        })
    }

    fn decision(
        &self,
        kind: DecisionKind,
        stmt: &'a Stmt,
        condition: ExprId,
    ) -> Option<Decision<'a>> {
        match self.uniformity.class(condition) {
            Class::Varying(cause) => Some(Decision {
                kind,
                stmt,
                condition,
                cause,
                jump: None,
            }),
            Class::Uniform | Class::Unknown => None,
        }
    }

    /// Looks at what stands under a condition: on one side of it, or in a loop.
    fn inside(
        &mut self,
        decision: Option<Decision<'a>>,
        guard: Option<Guard>,
        walk: impl FnOnce(&mut Self),
    ) -> Vec<Jump<'a>> {
        let is_parted = decision.is_some();
        if let Some(decision) = decision {
            self.order += 1;
            self.around.push(Around {
                decision,
                order: self.order,
                frame: self.frame,
                loops: self.loops.len(),
                jumps: Vec::new(),
            });
        }
        let depth = self.guards.len();
        self.guards.extend(guard.filter(|_| !is_parted));
        walk(self);
        self.guards.truncate(depth);
        let around = is_parted.then(|| self.around.pop()).flatten();
        around.map(|around| around.jumps).unwrap_or_default()
    }

    fn guard(&self, condition: ExprId, side: usize) -> Guard {
        Guard {
            side: (condition, side),
            vars: Rc::new(self.correlation.vars(condition)),
        }
    }

    /// Looks at the two sides of a condition.
    fn sides(
        &mut self,
        stmt: &'a Stmt,
        condition: ExprId,
        one: impl FnOnce(&mut Self),
        other: impl FnOnce(&mut Self),
    ) {
        match self.uniformity.truth(condition) {
            Some(true) => return one(self),
            Some(false) => return other(self),
            None => {}
        }
        let decision = self.decision(DecisionKind::Conditional, stmt, condition);
        let before = self.path.clone();
        let guard = self.guard(condition, 0);
        let mut jumps = self.inside(decision, Some(guard), one);
        let first = std::mem::replace(&mut self.path, before);
        let guard = self.guard(condition, 1);
        jumps.extend(self.inside(decision, Some(guard), other));
        self.path.meet(first);
        self.some_jump(jumps);
    }

    /// Those that did not jump are here.
    fn some_jump(&mut self, jumps: Vec<Jump<'a>>) {
        for jump in jumps {
            let known = self.path.jumps.iter();
            let is_known = known.clone().any(|known| {
                known.until == jump.until && known.decision.condition == jump.decision.condition
            });
            if !is_known {
                self.path.push(jump);
            }
        }
    }

    /// At a jump out of what is around it, from the `loops`-th loop on.
    fn jump(&mut self, stmt: &'a Stmt, until: Until, kind: DecisionKind, loops: usize) {
        let frame = self.frame;
        let correlation = &self.correlation;
        let guards = &self.guards;
        let order = &mut self.order;
        let around = self.around.iter_mut().find(|around| {
            around.frame == frame
                && around.loops >= loops
                && around.decision.kind == DecisionKind::Conditional
        });
        if let Some(around) = around {
            *order += 1;
            let decision = Decision {
                kind,
                jump: Some(stmt),
                ..around.decision
            };
            around.jumps.push(Jump {
                decision,
                order: *order,
                until,
                guards: guards.clone(),
                vars: Rc::new(correlation.vars(decision.condition)),
            });
        }
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        self.deeper(|search| search.look(stmt));
    }

    fn look(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expression(stmt, *condition);
                self.sides(
                    stmt,
                    *condition,
                    |search| search.statement(then),
                    |search| {
                        if let Some(otherwise) = otherwise {
                            search.statement(otherwise);
                        }
                    },
                );
            }
            StmtKind::Switch { value, body } => self.switch(stmt, *value, body),
            StmtKind::While {
                condition, body, ..
            }
            | StmtKind::DoWhile {
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
                self.repeated(stmt, *condition, *step, body);
            }
            StmtKind::Break | StmtKind::Continue => {
                let is_break = matches!(stmt.kind, StmtKind::Break);
                let wanted = |around: &Loop<'_>| around.is_loop || is_break;
                let Some(at) = self.loops.iter().rposition(wanted) else {
                    return;
                };
                let path = self.path.clone();
                let around = &mut self.loops[at];
                let number = around.number;
                let (ways, until) = match is_break {
                    true => (&mut around.exits, Until::End(number)),
                    false => (&mut around.ends, Until::Round(number)),
                };
                ways.push(path);
                let kind = match around.is_loop {
                    true => DecisionKind::Loop,
                    false => DecisionKind::Conditional,
                };
                self.jump(stmt, until, kind, at + 1);
                self.path.live = false;
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expression(stmt, *value);
                }
                let until = Until::Return(self.frame);
                self.jump(stmt, until, DecisionKind::Return, 0);
                self.path.live = false;
            }
            StmtKind::Goto(label) => {
                match self.labels.get(label) {
                    Some(&first) => self.goes_back(stmt, first),
                    None => self.jump(stmt, Until::Label(*label), DecisionKind::Conditional, 0),
                }
                self.path.live = false;
            }
            StmtKind::Labelled { label, body } => {
                self.labels.insert(*label, self.found.len());
                let until = Until::Label(*label);
                self.path.jumps.retain(|jump| jump.until != until);
                self.path.live = true;
                self.statement(body);
            }
            StmtKind::Case { value, body } => {
                self.case(value.is_none());
                self.statement(body);
            }
            _ => {
                for expr in walk::expressions(stmt) {
                    self.expression(stmt, expr);
                }
                for child in walk::children(stmt) {
                    self.statement(child);
                }
            }
        }
    }

    /// At a jump back: some come again to what was found since.
    fn goes_back(&mut self, stmt: &'a Stmt, first: usize) {
        let frame = self.frame;
        let around = self.around.iter().find(|around| {
            around.frame == frame && around.decision.kind == DecisionKind::Conditional
        });
        let Some(decision) = around.map(|around| around.decision) else {
            return;
        };
        let depth = self.guards.len();
        for (barrier, guards) in self.found.iter_mut().skip(first) {
            if barrier.parted.is_none() && guards.len() <= depth {
                barrier.parted = Some(Decision {
                    kind: DecisionKind::Loop,
                    jump: Some(stmt),
                    ..decision
                });
            }
        }
    }

    fn switch(&mut self, stmt: &'a Stmt, value: ExprId, body: &'a Stmt) {
        self.expression(stmt, value);
        let decision = self.decision(DecisionKind::Conditional, stmt, value);
        let head = self.path.clone();
        let number = self.enter(false, Some(head.clone()));
        self.path.live = false;
        let guard = self.guard(value, 0);
        let jumps = self.inside(decision, Some(guard), |search| search.statement(body));
        if let Some(around) = self.leave() {
            if !around.has_default {
                self.path.meet(head);
            }
            // Those that left the `switch` by `break` are here as well.
            let mut jumps = jumps;
            jumps.retain(|jump| jump.until != Until::End(number));
            self.some_jump(jumps);
        }
    }

    /// At a `case`: the ways from the head of the `switch` and from the statement before meet.
    fn case(&mut self, is_default: bool) {
        let Some(around) = self.loops.last_mut() else {
            return;
        };
        around.has_default |= is_default;
        around.cases += 1;
        let cases = around.cases;
        if let Some(head) = around.head.clone() {
            self.path.meet(head);
        }
        if let Some(guard) = self.guards.last_mut() {
            guard.side.1 = cases;
        }
    }

    fn enter(&mut self, is_loop: bool, head: Option<Path<'a>>) -> usize {
        self.order += 1;
        self.loops.push(Loop {
            is_loop,
            number: self.order,
            exits: Vec::new(),
            ends: Vec::new(),
            head,
            has_default: false,
            cases: 0,
        });
        self.order
    }

    /// Behind a loop or a `switch`, where those that left it come to.
    fn leave(&mut self) -> Option<Loop<'a>> {
        let mut around = self.loops.pop()?;
        for path in std::mem::take(&mut around.exits) {
            self.path.meet(path);
        }
        let number = around.number;
        let comes_back = |until| until == Until::End(number) || until == Until::Round(number);
        self.path.jumps.retain(|jump| !comes_back(jump.until));
        Some(around)
    }

    fn repeated(
        &mut self,
        stmt: &'a Stmt,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: &'a Stmt,
    ) {
        let is_do = matches!(stmt.kind, StmtKind::DoWhile { .. });
        let truth = condition.map_or(Some(true), |condition| self.uniformity.truth(condition));
        if truth == Some(false) && !is_do {
            return;
        }
        let before = self.path.clone();
        let number = self.enter(true, None);
        let first = self.found.len();
        let depth = self.guards.len();
        let decision = condition.filter(|_| truth.is_none());
        let decision = decision.and_then(|it| self.decision(DecisionKind::Loop, stmt, it));
        self.inside(decision, None, |search| {
            if let Some(condition) = condition.filter(|_| !is_do) {
                search.expression(stmt, condition);
            }
            search.statement(body);
            let ends = search.loops.last_mut();
            let ends = ends.map(|around| std::mem::take(&mut around.ends));
            for path in ends.unwrap_or_default() {
                search.path.meet(path);
            }
            let round = Until::Round(number);
            search.path.jumps.retain(|jump| jump.until != round);
            for expr in step.into_iter().chain(condition.filter(|_| is_do)) {
                search.expression(stmt, expr);
            }
        });
        if self.path.live && truth != Some(false) {
            self.comes_round(stmt, number, first, depth);
        }
        if truth == Some(true) {
            self.path.live = false;
        } else if !is_do {
            self.path.meet(before);
        }
        self.leave();
    }

    /// Some left a loop and others go on: those from the `first` on are met by the others alone.
    fn comes_round(&mut self, stmt: &'a Stmt, number: usize, first: usize, depth: usize) {
        let changed = self.correlation.changed(stmt);
        let left: Vec<&Jump<'_>> = self
            .path
            .jumps
            .iter()
            .filter(|jump| jump.order > number)
            .filter(|jump| matches!(jump.until, Until::End(_) | Until::Return(_)))
            .filter(|jump| {
                // It may be the last round.
                let guards = jump.guards.iter().skip(depth);
                let mut all = guards.map(|guard| &*guard.vars);
                let own = self.shared_parts(jump.decision.condition);
                !all.any(|vars| vars.changes_with(&changed))
                    && !own.iter().any(|vars| vars.changes_with(&changed))
            })
            .collect();
        let mut parted = Vec::new();
        for (at, (barrier, guards)) in self.found.iter().enumerate().skip(first) {
            let jump = left
                .iter()
                .filter(|jump| !self.may_exclude(jump, guards, depth, Some(&changed)))
                .min_by_key(|jump| jump.order);
            if let Some(jump) = jump.filter(|_| barrier.parted.is_none()) {
                parted.push((at, jump.decision));
            }
        }
        for (at, decision) in parted {
            self.found[at].0.parted = Some(decision);
        }
    }

    /// The parts of a condition, joined by `&&`, that are the same for the whole group.
    fn shared_parts(&self, condition: ExprId) -> Vec<Vars> {
        let mut waiting = vec![condition];
        let mut found = Vec::new();
        while let Some(expr) = waiting.pop() {
            match &self.program.expr(expr).kind {
                ExprKind::ShortCircuit {
                    or: false,
                    left,
                    right,
                } => waiting.extend([*left, *right]),
                ExprKind::Convert { value, .. } => waiting.push(*value),
                _ if matches!(self.uniformity.class(expr), Class::Varying(_)) => {}
                _ => found.push(self.correlation.vars(expr)),
            }
        }
        found
    }

    fn expression(&mut self, stmt: &'a Stmt, expr: ExprId) {
        self.deeper(|search| search.look_at(stmt, expr));
    }

    fn look_at(&mut self, stmt: &'a Stmt, expr: ExprId) {
        let program = self.program;
        let (condition, then, otherwise) = match &program.expr(expr).kind {
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => (*condition, Some(*then), Some(*otherwise)),
            ExprKind::ShortCircuit { or, left, right } => match or {
                true => (*left, None, Some(*right)),
                false => (*left, Some(*right), None),
            },
            kind => {
                for operand in walk::operands(kind) {
                    self.expression(stmt, operand);
                }
                self.call(expr, kind);
                return;
            }
        };
        self.expression(stmt, condition);
        self.sides(
            stmt,
            condition,
            |search| {
                if let Some(then) = then {
                    search.expression(stmt, then);
                }
            },
            |search| {
                if let Some(otherwise) = otherwise {
                    search.expression(stmt, otherwise);
                }
            },
        );
    }

    fn call(&mut self, expr: ExprId, kind: &'a ExprKind) {
        match kind {
            ExprKind::Builtin { builtin, .. }
                if self.path.live && is_of_the_group(builtin.name) =>
            {
                let barrier = Barrier {
                    call: expr,
                    name: builtin.name,
                    parted: self.first_decision(),
                };
                self.found.push((barrier, self.guards.clone()));
            }
            ExprKind::Call {
                function,
                arguments,
            } => {
                let bound = self.correlation.bind(*function, arguments);
                self.function(*function);
                self.correlation.unbind(*function, bound);
            }
            _ => {}
        }
    }
}
