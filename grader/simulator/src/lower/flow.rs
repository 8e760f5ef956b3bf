//! A function with `goto`, as a graph: straight stretches of its text, and where each leads.
//!
//! Only what a jump goes into or out of is taken apart; a loop or a condition without one stays a
//! statement. Each node is given a place in structured code: within the branch that leads to it, or behind
//! a block that the jumps to it leave. A node that several lead to stands behind its immediate dominator's
//! code, so that work-items meet again where all ways have come together; one that is reached by leaving a
//! loop stands behind the loop, so that those who leave wait for those who go on.
//!
//! Promise: a graph is reducible (`irreducible.rs` sees to it), and every edge leads to a node of a block or
//! loop around, or to one that stands in the branch itself.

use super::*;
use opencl_c::program::{Constant, LabelId};

/// The most nodes: each loop is compared with each node.
pub(super) const MOST_NODES: usize = 20_000;

/// A function's graph.
pub(super) struct Flow<'a> {
    pub(super) nodes: Vec<Node<'a>>,
}

/// A straight stretch.
#[derive(Default)]
pub(super) struct Node<'a> {
    pub(super) steps: Vec<Step<'a>>,
    pub(super) leave: Leave<'a>,
    /// It is the head of a loop: of this one, where it is a statement.
    pub(super) head: Option<Head<'a>>,
    /// Nodes that stand behind its code, those further down later.
    pub(super) behind: Vec<usize>,
    /// Nodes that stand behind the loop that it heads.
    pub(super) after_loop: Vec<usize>,
    /// The statement that began it.
    pub(super) begins: Option<&'a Stmt>,
    /// Position in an order in which only loops lead back; `None` where nothing leads to it.
    pub(super) order: Option<usize>,
}

/// What happens in a stretch.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Statement(&'a Stmt),
    /// The step of a `for`.
    Effect(ExprId),
    /// Makes the choice that a guard branches on.
    Choose {
        guard: usize,
        choice: usize,
    },
}

/// The loop that a node heads.
#[derive(Clone, Copy)]
pub(super) struct Head<'a> {
    /// The loop, or the jump that leads back.
    pub(super) stmt: &'a Stmt,
}

/// How a stretch ends.
#[derive(Default)]
pub(super) enum Leave<'a> {
    /// The function ends.
    #[default]
    Function,
    Jump(usize),
    Branch {
        condition: ExprId,
        then: usize,
        otherwise: usize,
    },
    Switch {
        stmt: &'a Stmt,
        value: ExprId,
        /// The values of its cases, and where they lead; `None` for `default`.
        cases: Vec<(Option<i64>, usize)>,
        /// Where it leads where there is no case.
        end: usize,
    },
    /// Of a guard: to the node of the choice that was made.
    Dispatch {
        guard: usize,
        to: Vec<usize>,
    },
}

impl Leave<'_> {
    pub(super) fn edges(&self) -> Vec<usize> {
        match self {
            Leave::Function => Vec::new(),
            Leave::Jump(to) => vec![*to],
            Leave::Branch {
                then, otherwise, ..
            } => vec![*then, *otherwise],
            Leave::Switch { cases, end, .. } => {
                let mut edges: Vec<usize> = cases.iter().map(|&(_, to)| to).collect();
                if cases.iter().all(|(value, _)| value.is_some()) {
                    edges.push(*end);
                }
                edges
            }
            Leave::Dispatch { to, .. } => to.clone(),
        }
    }

    /// Lets what leads to one node lead to another.
    pub(super) fn redirect(&mut self, from: usize, to: usize) {
        let edges: Vec<&mut usize> = match self {
            Leave::Function => Vec::new(),
            Leave::Jump(edge) => vec![edge],
            Leave::Branch {
                then, otherwise, ..
            } => vec![then, otherwise],
            Leave::Switch { cases, end, .. } => {
                let cases = cases.iter_mut().map(|(_, edge)| edge);
                cases.chain([end]).collect()
            }
            Leave::Dispatch { to, .. } => to.iter_mut().collect(),
        };
        for edge in edges {
            if *edge == from {
                *edge = to;
            }
        }
    }
}

/// Has a function's body jumps that only a graph can follow?
pub(super) fn has_jumps(body: &Stmt) -> bool {
    Jumps::of(body).part(body, Around::default())
}

/// What is around a statement.
#[derive(Clone, Copy, Default)]
struct Around {
    /// A loop or `switch` that belongs to the statement itself, for `break`.
    breaks: bool,
    /// Likewise a loop, for `continue`.
    continues: bool,
    /// Is a `case` here one of a `switch` that belongs to it, in a row with the others?
    cases: bool,
}

struct Jumps {
    /// Labels that a `goto` names.
    targets: HashSet<LabelId>,
}

impl Jumps {
    fn of(body: &Stmt) -> Jumps {
        let mut targets = HashSet::new();
        each_statement(body, &mut |stmt| {
            if let StmtKind::Goto(label) = stmt.kind {
                targets.insert(label);
            }
        });
        Jumps { targets }
    }

    /// Must a statement be taken apart: does a jump go out of it, or into it?
    fn part(&self, stmt: &Stmt, around: Around) -> bool {
        match &stmt.kind {
            StmtKind::Goto(_) => true,
            StmtKind::Labelled { label, body } => {
                self.targets.contains(label) || self.part(body, around)
            }
            StmtKind::Break => !around.breaks,
            StmtKind::Continue => !around.continues,
            StmtKind::Case { body, .. } => !around.cases || self.part(body, around),
            StmtKind::Block(body) => body.iter().any(|stmt| self.part(stmt, around)),
            StmtKind::If {
                then, otherwise, ..
            } => {
                let around = Around {
                    cases: false,
                    ..around
                };
                self.part(then, around)
                    || otherwise
                        .as_deref()
                        .is_some_and(|stmt| self.part(stmt, around))
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. } => self.part(
                body,
                Around {
                    breaks: true,
                    continues: true,
                    cases: false,
                },
            ),
            StmtKind::Switch { body, .. } => self.part(
                body,
                Around {
                    breaks: true,
                    cases: true,
                    ..around
                },
            ),
            StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::Declare { .. }
            | StmtKind::Return(_) => false,
        }
    }
}

/// Calls `f` on a statement and all in it.
fn each_statement<'a>(stmt: &'a Stmt, f: &mut impl FnMut(&'a Stmt)) {
    f(stmt);
    match &stmt.kind {
        StmtKind::Block(body) => body.iter().for_each(|stmt| each_statement(stmt, f)),
        StmtKind::If {
            then, otherwise, ..
        } => {
            each_statement(then, f);
            if let Some(otherwise) = otherwise {
                each_statement(otherwise, f);
            }
        }
        StmtKind::For { init, body, .. } => {
            init.iter().for_each(|stmt| each_statement(stmt, f));
            each_statement(body, f);
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Labelled { body, .. } => each_statement(body, f),
        _ => {}
    }
}

/// The graph of a function's body; `None` if it has too many jumps.
pub(super) fn flow<'a>(program: &Program, body: &'a Stmt) -> Option<Flow<'a>> {
    let mut builder = Builder {
        program,
        jumps: Jumps::of(body),
        nodes: vec![Node::default()],
        current: 0,
        labels: HashMap::new(),
        breaks: Vec::new(),
        continues: Vec::new(),
        cases: HashMap::new(),
        ways: HashMap::new(),
    };
    builder.statement(body);
    let (nodes, mut ways) = (builder.nodes, builder.ways);
    let mut flow = Flow { nodes };
    if flow.nodes.len() > MOST_NODES || !flow.make_reducible(&mut ways) {
        return None;
    }
    flow.place(&ways, body);
    Some(flow)
}

/// The statement that makes an edge, where it is a jump.
pub(super) type Ways<'a> = HashMap<(usize, usize), &'a Stmt>;

struct Builder<'a, 'p> {
    program: &'p Program,
    jumps: Jumps,
    nodes: Vec<Node<'a>>,
    current: usize,
    labels: HashMap<LabelId, usize>,
    breaks: Vec<usize>,
    continues: Vec<usize>,
    /// The nodes of the cases of the `switch`es around, by their statements.
    cases: HashMap<*const Stmt, usize>,
    ways: Ways<'a>,
}

impl<'a> Builder<'a, '_> {
    fn node(&mut self) -> usize {
        self.nodes.push(Node::default());
        self.nodes.len() - 1
    }

    fn step(&mut self, step: Step<'a>) {
        self.nodes[self.current].steps.push(step);
    }

    /// Ends the current stretch and goes on with another.
    fn leave(&mut self, leave: Leave<'a>, next: usize) {
        self.nodes[self.current].leave = leave;
        self.current = next;
    }

    /// Ends the current stretch by a jump; what follows in the text is reached by labels alone.
    fn jump(&mut self, to: usize, stmt: &'a Stmt) {
        self.ways.insert((self.current, to), stmt);
        let next = self.node();
        self.leave(Leave::Jump(to), next);
    }

    fn head(&mut self, node: usize, stmt: &'a Stmt) {
        self.nodes[node].begins = Some(stmt);
    }

    fn branch(&mut self, condition: Option<ExprId>, then: usize, otherwise: usize, next: usize) {
        let known = match condition.map(|condition| &self.program.expr(condition).kind) {
            None => Some(true),
            Some(ExprKind::Constant(Constant::Int(bits))) => Some(*bits != 0),
            _ => None,
        };
        let leave = match (known, condition) {
            (Some(true), _) | (None, None) => Leave::Jump(then),
            (Some(false), _) => Leave::Jump(otherwise),
            (None, Some(condition)) => Leave::Branch {
                condition,
                then,
                otherwise,
            },
        };
        self.leave(leave, next);
    }

    /// Follows the body of a loop.
    fn body(&mut self, body: &'a Stmt, end: usize, next: usize) {
        self.breaks.push(end);
        self.continues.push(next);
        self.statement(body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        if !self.jumps.part(stmt, Around::default()) {
            self.step(Step::Statement(stmt));
            if matches!(stmt.kind, StmtKind::Return(_)) {
                let next = self.node();
                self.leave(Leave::Function, next);
            }
            return;
        }
        match &stmt.kind {
            StmtKind::Block(body) => body.iter().for_each(|stmt| self.statement(stmt)),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let (first, end) = (self.node(), self.node());
                let second = match otherwise {
                    Some(_) => self.node(),
                    None => end,
                };
                self.branch(Some(*condition), first, second, first);
                self.statement(then);
                self.leave(Leave::Jump(end), second);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                    self.leave(Leave::Jump(end), end);
                }
            }
            StmtKind::While {
                condition, body, ..
            } => {
                let (head, first, end) = (self.node(), self.node(), self.node());
                self.head(head, stmt);
                self.leave(Leave::Jump(head), head);
                self.branch(Some(*condition), first, end, first);
                self.body(body, end, head);
                self.leave(Leave::Jump(head), end);
            }
            StmtKind::DoWhile {
                condition, body, ..
            } => {
                let (head, test, end) = (self.node(), self.node(), self.node());
                self.head(head, stmt);
                self.leave(Leave::Jump(head), head);
                self.body(body, end, test);
                self.leave(Leave::Jump(test), test);
                self.branch(Some(*condition), head, end, end);
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                for stmt in init {
                    self.step(Step::Statement(stmt));
                }
                let (head, first, next, end) = (self.node(), self.node(), self.node(), self.node());
                self.head(head, stmt);
                self.leave(Leave::Jump(head), head);
                self.branch(*condition, first, end, first);
                self.body(body, end, next);
                self.leave(Leave::Jump(next), next);
                if let Some(step) = step {
                    self.step(Step::Effect(*step));
                }
                self.leave(Leave::Jump(head), end);
            }
            StmtKind::Switch { value, body } => {
                let (end, first) = (self.node(), self.node());
                let mut cases = Vec::new();
                self.cases(body, &mut cases);
                let switch = Leave::Switch {
                    stmt,
                    value: *value,
                    cases,
                    end,
                };
                self.leave(switch, first);
                self.breaks.push(end);
                self.statement(body);
                self.breaks.pop();
                self.leave(Leave::Jump(end), end);
            }
            StmtKind::Case { body, .. } => {
                // A stray `case` is refused before this.
                if let Some(&node) = self.cases.get(&std::ptr::from_ref(stmt)) {
                    self.leave(Leave::Jump(node), node);
                }
                self.statement(body);
            }
            StmtKind::Labelled { label, body } => {
                if self.jumps.targets.contains(label) {
                    let node = self.label(*label);
                    self.leave(Leave::Jump(node), node);
                }
                self.statement(body);
            }
            StmtKind::Goto(label) => {
                let node = self.label(*label);
                self.jump(node, stmt);
            }
            StmtKind::Break => {
                if let Some(&end) = self.breaks.last() {
                    self.jump(end, stmt);
                }
            }
            StmtKind::Continue => {
                if let Some(&next) = self.continues.last() {
                    self.jump(next, stmt);
                }
            }
            StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::Declare { .. }
            | StmtKind::Return(_) => self.step(Step::Statement(stmt)),
        }
    }

    fn label(&mut self, label: LabelId) -> usize {
        match self.labels.get(&label) {
            Some(&node) => node,
            None => {
                let node = self.node();
                self.labels.insert(label, node);
                node
            }
        }
    }

    /// A node for each case of a `switch`, wherever it stands in its body.
    fn cases(&mut self, stmt: &'a Stmt, cases: &mut Vec<(Option<i64>, usize)>) {
        match &stmt.kind {
            StmtKind::Case { value, body } => {
                let node = self.node();
                self.cases.insert(std::ptr::from_ref(stmt), node);
                cases.push((*value, node));
                self.cases(body, cases);
            }
            StmtKind::Block(body) => body.iter().for_each(|stmt| self.cases(stmt, cases)),
            StmtKind::If {
                then, otherwise, ..
            } => {
                self.cases(then, cases);
                if let Some(otherwise) = otherwise {
                    self.cases(otherwise, cases);
                }
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Labelled { body, .. } => self.cases(body, cases),
            _ => {}
        }
    }
}

impl<'a> Flow<'a> {
    /// Finds the loops, and where each node stands.
    fn place(&mut self, ways: &Ways<'a>, body: &'a Stmt) {
        let order = self.ordered();
        let mut sources: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for &node in &order {
            for to in self.nodes[node].leave.edges() {
                sources[to].push(node);
            }
        }
        let position = |node: usize| self.nodes[node].order.unwrap_or(usize::MAX);
        let dominators = dominators(&order, &sources, &position);
        // The heads of loops in order, with what belongs to each.
        let mut loops: Vec<(usize, Vec<bool>)> = Vec::new();
        let mut heads: Vec<(usize, &'a Stmt)> = Vec::new();
        for &head in &order {
            let back: Vec<usize> = sources[head]
                .iter()
                .copied()
                .filter(|&from| position(from) >= position(head))
                .collect();
            let Some(&last) = back.last() else { continue };
            let way = ways.get(&(last, head)).copied();
            let mut within = vec![false; self.nodes.len()];
            within[head] = true;
            let mut open = back;
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut within[node], true) {
                    open.extend(&sources[node]);
                }
            }
            heads.push((head, self.nodes[head].begins.or(way).unwrap_or(body)));
            loops.push((head, within));
        }
        let mut behind = vec![Vec::new(); self.nodes.len()];
        let mut after_loop = vec![Vec::new(); self.nodes.len()];
        for &node in order.iter().skip(1) {
            let dominator = dominators[node];
            let left = loops
                .iter()
                .find(|(_, within)| within[dominator] && !within[node]);
            let ways_in = sources[node].iter();
            let ways_in = ways_in.filter(|&&from| position(from) < position(node));
            match left {
                Some((head, _)) => after_loop[*head].push(node),
                None if ways_in.count() > 1 => behind[dominator].push(node),
                // It stands in the only branch that leads to it.
                None => {}
            }
        }
        for (head, stmt) in heads {
            self.nodes[head].head = Some(Head { stmt });
        }
        for ((node, behind), after_loop) in self.nodes.iter_mut().zip(behind).zip(after_loop) {
            (node.behind, node.after_loop) = (behind, after_loop);
        }
    }

    /// The nodes that something leads to, each before those that it leads to unless it leads back.
    pub(super) fn ordered(&mut self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![(0, self.nodes[0].leave.edges())];
        seen[0] = true;
        while let Some((node, edges)) = stack.last_mut() {
            match edges.pop() {
                Some(to) => {
                    if !std::mem::replace(&mut seen[to], true) {
                        let next = self.nodes[to].leave.edges();
                        stack.push((to, next));
                    }
                }
                None => {
                    order.push(*node);
                    stack.pop();
                }
            }
        }
        order.reverse();
        for (position, &node) in order.iter().enumerate() {
            self.nodes[node].order = Some(position);
        }
        order
    }
}

/// The immediate dominator of each node, by the algorithm of Cooper, Harvey and Kennedy.
fn dominators(
    order: &[usize],
    sources: &[Vec<usize>],
    position: &impl Fn(usize) -> usize,
) -> Vec<usize> {
    let mut found: Vec<Option<usize>> = vec![None; sources.len()];
    let entry = order[0];
    found[entry] = Some(entry);
    loop {
        let mut changed = false;
        for &node in &order[1..] {
            let mut common: Option<usize> = None;
            for &from in &sources[node] {
                if found[from].is_none() {
                    continue;
                }
                common = Some(match common {
                    None => from,
                    Some(mut one) => {
                        let mut other = from;
                        while one != other {
                            let later = if position(one) > position(other) {
                                &mut one
                            } else {
                                &mut other
                            };
                            *later = found[*later].unwrap_or(entry);
                        }
                        one
                    }
                });
            }
            if found[node] != common {
                found[node] = common;
                changed = true;
            }
        }
        if !changed {
            let known = found.into_iter();
            return known.map(|node| node.unwrap_or(entry)).collect();
        }
    }
}
