//! Functions with `goto`: their graph as structured code.
//!
//! A node that several others lead to, or that leaves a loop, stands behind a block; a jump to it leaves
//! the block, and those who left wait at its end. A jump to the head of a loop ends a round.

use super::flow::{Flow, Leave, Node, Step, flow};
use super::*;

/// What a jump to a node does.
#[derive(Clone, Copy)]
enum Goal {
    /// Leaves a block.
    Block(Frame),
    /// Ends a round.
    Round(Frame),
}

/// A function's graph while it is being lowered.
struct Jumping<'a> {
    flow: Flow<'a>,
    /// The variables that a jump may skip the declaration of, which may be unwritten in every node.
    unwritten: Vec<Reg>,
    /// The register of each guard's choice.
    choices: HashMap<usize, Reg>,
}

/// Where jumps in a function lead, as far as it is lowered.
#[derive(Default)]
pub(super) struct Jumps {
    /// By node.
    goals: HashMap<usize, Goal>,
    /// The conditions around, which decide about jumps.
    decided: Vec<SiteId>,
    /// The end of the function.
    end: SiteId,
}

impl<'a> Lowering<'a> {
    /// Lowers the body of a function.
    pub(super) fn body(&mut self, body: &'a Stmt) -> Result<()> {
        if !flow::has_jumps(body) {
            return self.statement(body, true);
        }
        let Some(flow) = flow(self.program, body) else {
            return self.unsupported(body.origin, body.end, "a function with so many jumps");
        };
        let unwritten = self.declare_all(&flow)?;
        let guards = flow.nodes.iter().filter_map(|node| match node.leave {
            Leave::Dispatch { guard, .. } => Some(guard),
            _ => None,
        });
        let choices = guards.map(|guard| (guard, self.variable(false))).collect();
        self.activation().jumps.end = self.site_for_origin(body.end, body.end, "}");
        let all = Jumping {
            flow,
            unwritten,
            choices,
        };
        self.lower_node(&all, 0)
    }

    /// Makes the objects of a function that a jump may skip the declaration of: they have no value until
    /// the declaration is reached. The registers among them.
    fn declare_all(&mut self, flow: &Flow<'a>) -> Result<Vec<Reg>> {
        let function = self.function();
        let mut all = Vec::new();
        for step in flow.nodes.iter().flat_map(|node| &node.steps) {
            let Step::Statement(stmt) = *step else {
                continue;
            };
            let StmtKind::Declare { var, init } = &stmt.kind else {
                continue;
            };
            let declared = &function.vars[var.0 as usize];
            if declared.space != AddressSpace::Private {
                self.declare(*var, init.as_ref(), stmt)?;
                continue;
            }
            let home = self.home(*var, function)?;
            self.activation().homes.insert(*var, home.clone());
            self.show(*var);
            match home {
                Home::Registers(_, regs) => {
                    if init.is_none() {
                        let site =
                            self.site_for_origin(declared.origin, declared.origin, &declared.name);
                        for &reg in &regs {
                            self.variable_sites.insert(reg, site);
                        }
                    }
                    regs.iter().for_each(|&reg| self.forget(reg));
                    all.extend(regs);
                }
                Home::Object(object) => self.emit(Inst::Fresh {
                    object,
                    zero: false,
                }),
            }
        }
        Ok(all)
    }

    fn lower_node(&mut self, all: &Jumping<'a>, id: usize) -> Result<()> {
        let node = &all.flow.nodes[id];
        let Some(head) = node.head else {
            return self.stretch_of_node(all, node);
        };
        self.before(all, &node.after_loop, true, |this| {
            let frame = this.frame();
            let outer = this.join();
            let (start, next, end) = (this.label(), this.label(), this.label());
            this.at_line(head.stmt.origin);
            let site = this.loop_site(head.stmt);
            let counted = match &head.stmt.kind {
                StmtKind::For {
                    condition,
                    step,
                    body,
                    ..
                } if !all.choices.contains_key(&id) => this.is_counted(*condition, *step, body),
                _ => false,
            };
            this.emit(Inst::LoopBegin {
                frame,
                site,
                counted,
            });
            this.bind(start);
            this.joins.push(end);
            this.emit(Inst::BodyBegin { frame });
            this.joins.push(next);
            this.activation().jumps.goals.insert(id, Goal::Round(frame));
            this.stretch_of_node(all, node)?;
            this.joins.pop();
            this.bind(next);
            this.at_line(head.stmt.origin);
            this.emit(Inst::LoopNext { frame, end });
            this.block();
            this.joins.pop();
            this.emit(Inst::LoopBack { frame, start });
            this.bind(end);
            this.emit(Inst::LoopEnd { frame, outer });
            this.frames -= 1;
            Ok(())
        })
    }

    /// Lowers something that leaves by jumps, some of them to these nodes, and then the nodes, in their
    /// order.
    fn before(
        &mut self,
        all: &Jumping<'a>,
        nodes: &[usize],
        leaves_loop: bool,
        inner: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let mut ends = Vec::new();
        for &node in nodes.iter().rev() {
            let frame = self.frame();
            let end = self.label();
            self.emit(Inst::BlockBegin { frame, leaves_loop });
            self.joins.push(end);
            let goals = &mut self.activation().jumps.goals;
            goals.insert(node, Goal::Block(frame));
            ends.push((frame, end));
        }
        inner(self)?;
        for &node in nodes {
            let Some((frame, end)) = ends.pop() else {
                break;
            };
            self.joins.pop();
            self.bind(end);
            let outer = self.join();
            self.emit(Inst::BlockEnd { frame, outer });
            self.frames -= 1;
            self.lower_node(all, node)?;
        }
        Ok(())
    }

    fn stretch_of_node(&mut self, all: &Jumping<'a>, node: &Node<'a>) -> Result<()> {
        self.before(all, &node.behind, false, |this| {
            this.block();
            this.dead = false;
            this.unwritten.extend(&all.unwritten);
            for step in &node.steps {
                match step {
                    Step::Statement(stmt) => this.statement(stmt, false)?,
                    Step::Effect(expr) => {
                        this.mark_expression(*expr, this.program.expr(*expr).origin, true);
                        this.effect(*expr)?;
                    }
                    Step::Choose { guard, choice } => {
                        let src = this.constant(*choice as u64);
                        let dst = all.choices[guard];
                        this.emit(Inst::Move { dst, src });
                    }
                }
            }
            this.leave(all, &node.leave)
        })
    }

    fn leave(&mut self, all: &Jumping<'a>, leave: &Leave<'a>) -> Result<()> {
        match leave {
            Leave::Function => {
                if !self.dead {
                    let (frame, site) = (self.activation().frame, self.activation().jumps.end);
                    let join = self.join();
                    self.emit(Inst::Return { frame, join, site });
                    self.dead = true;
                }
                Ok(())
            }
            Leave::Jump(to) => self.jump(all, *to),
            Leave::Branch {
                condition,
                then,
                otherwise,
            } => {
                let expr = self.program.expr(*condition);
                self.descend(expr.origin, expr.end)?;
                self.at_line(expr.at);
                self.mark((expr.origin, expr.end), expr.origin, true);
                let cond = self.condition(*condition)?;
                let site = self.site(*condition, 3);
                self.guards.push((site, Some(*condition)));
                self.activation().jumps.decided.push(site);
                self.if_then_else(
                    (cond, *condition),
                    site,
                    |this| this.jump(all, *then),
                    Some(|this: &mut Self| this.jump(all, *otherwise)),
                )?;
                self.activation().jumps.decided.pop();
                self.guards.pop();
                self.depth -= 1;
                Ok(())
            }
            Leave::Switch {
                stmt,
                value,
                cases,
                end,
            } => {
                self.descend(stmt.origin, stmt.origin)?;
                let scalar = self
                    .shape(self.program.expr(*value).ty)
                    .map_or(Scalar::Int, |(scalar, _)| scalar);
                let bits = |value: i64| crate::arith::canonical(scalar, value as u64);
                let reg = self.scalar(*value)?;
                let site = self.site(*value, 3);
                let mut cases: Vec<(Option<u64>, usize)> = cases
                    .iter()
                    .map(|&(value, to)| (value.map(bits), to))
                    .collect();
                if cases.iter().all(|(value, _)| value.is_some()) {
                    cases.push((None, *end));
                }
                self.decide(all, reg, site, &cases)?;
                self.depth -= 1;
                Ok(())
            }
            Leave::Dispatch { guard, to } => {
                let site = match all.flow.nodes[*guard].head {
                    Some(head) => self.loop_site(head.stmt),
                    None => self.activation().jumps.end,
                };
                let last = to.len() - 1;
                let values = (0..last).map(|choice| Some(choice as u64)).chain([None]);
                let cases: Vec<(Option<u64>, usize)> = values.zip(to.iter().copied()).collect();
                self.decide(all, all.choices[guard], site, &cases)
            }
        }
    }

    fn jump(&mut self, all: &Jumping<'a>, to: usize) -> Result<()> {
        let join = self.join();
        let jumps = &self.activation().jumps;
        let site = jumps.decided.last().copied().unwrap_or(jumps.end);
        match jumps.goals.get(&to).copied() {
            Some(Goal::Block(frame)) => self.emit(Inst::Break { frame, join, site }),
            Some(Goal::Round(frame)) => self.emit(Inst::Continue { frame, join, site }),
            None => self.lower_node(all, to)?,
        }
        self.dead = true;
        Ok(())
    }

    /// Jumps by a value: a `switch` whose cases are jumps. The case without a value is for all others.
    fn decide(
        &mut self,
        all: &Jumping<'a>,
        value: Reg,
        site: SiteId,
        cases: &[(Option<u64>, usize)],
    ) -> Result<()> {
        let values = Box::new(Cases {
            value,
            values: cases.iter().filter_map(|&(value, _)| value).collect(),
        });
        let frame = self.frame();
        let outer = self.join();
        let labels: Vec<Target> = (0..=cases.len()).map(|_| self.label()).collect();
        self.emit(Inst::SwitchBegin {
            frame,
            first: labels[0],
            cases: values.clone(),
            site,
        });
        self.activation().jumps.decided.push(site);
        for (index, &(case, to)) in cases.iter().enumerate() {
            let next = labels[index + 1];
            self.bind(labels[index]);
            self.emit(Inst::Case {
                frame,
                cases: values.clone(),
                value: case,
                next,
            });
            self.block();
            self.joins.push(next);
            self.jump(all, to)?;
            self.joins.pop();
        }
        self.activation().jumps.decided.pop();
        self.bind(labels[labels.len() - 1]);
        self.emit(Inst::SwitchEnd { frame, outer });
        self.frames -= 1;
        Ok(())
    }
}
