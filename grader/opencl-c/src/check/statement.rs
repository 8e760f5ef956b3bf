//! Statements.

use super::convert::Why;
use super::{Asked, Checker, Switch};
use crate::diagnostic::Diagnostic;
use crate::program::{ExprId, Label, LabelId, Stmt, StmtKind};
use crate::source::Origin;
use crate::syntax::{self, ForInit, Name, StmtId};
use crate::types::{Scalar, TypeId};
use std::collections::HashMap;

/// Labels that a GNU range, `case 1 ... 9:`, may stand for.
const LONGEST_RANGE: u64 = 256;

impl<'a> Checker<'a> {
    /// The statements of a function's body, whose scope is that of the parameters.
    pub(super) fn outermost_block(&mut self, id: StmtId) -> Vec<Stmt> {
        let tree = self.tree;
        match &tree.stmt(id).kind {
            syntax::StmtKind::Block(statements) => {
                let made = self.statements(statements);
                self.answer(tree.stmt(id).last, false);
                made
            }
            _ => {
                let mut out = Vec::new();
                self.statement(id, &mut out);
                out
            }
        }
    }

    /// Checks the expression that is asked for, if it is read here.
    fn answer(&mut self, before: Origin, inside: bool) {
        let Some(asked) = self.asked else {
            return;
        };
        if asked.answer.is_none() && asked.before == before && asked.inside == inside {
            let value = self.value(asked.expr);
            self.asked = Some(Asked {
                answer: (!value.is_error()).then_some(value.id),
                ..asked
            });
        }
    }

    pub(super) fn statements(&mut self, statements: &'a [StmtId]) -> Vec<Stmt> {
        let mut out = Vec::with_capacity(statements.len());
        for (number, &statement) in statements.iter().enumerate() {
            self.empty_body(statement, statements.get(number + 1).copied());
            self.statement(statement, &mut out);
        }
        out
    }

    /// A statement in the place of one: what a loop or a branch holds. Several declarations make a
    /// block.
    fn branch(&mut self, id: StmtId) -> Stmt {
        self.names.enter();
        self.tags.enter();
        let mut out = Vec::new();
        self.statement(id, &mut out);
        self.tags.leave();
        self.names.leave();
        self.one(id, out)
    }

    fn one(&self, id: StmtId, mut out: Vec<Stmt>) -> Stmt {
        let syntax::Stmt { first, last, .. } = *self.tree.stmt(id);
        match out.len() {
            0 => Self::empty_stmt(first, last),
            1 => out.swap_remove(0),
            _ => Stmt {
                kind: StmtKind::Block(out),
                origin: first,
                end: last,
            },
        }
    }

    /// A statement after a label or a case: no scope of its own.
    fn labelled(&mut self, id: StmtId) -> Stmt {
        let mut out = Vec::new();
        self.statement(id, &mut out);
        self.one(id, out)
    }

    fn statement(&mut self, id: StmtId, out: &mut Vec<Stmt>) {
        let first = out.len();
        let ((), hoisted) = self.hoisting(|checker| checker.statement_itself(id, out));
        out.splice(first..first, hoisted);
    }

    /// A statement, without what moves before it.
    fn statement_itself(&mut self, id: StmtId, out: &mut Vec<Stmt>) {
        let tree = self.tree;
        let stmt = tree.stmt(id);
        if self.asked.is_some() {
            self.answer(stmt.first, false);
            if !matches!(stmt.kind, syntax::StmtKind::For { .. }) {
                self.answer(stmt.first, true);
            }
        }
        let kind = match &stmt.kind {
            syntax::StmtKind::Empty => StmtKind::Empty,
            syntax::StmtKind::Expr(expr) => {
                let value = self.value(*expr);
                let is_block = matches!(tree.expr(*expr).kind, syntax::ExprKind::StatementExpr(_));
                if !is_block {
                    self.unused(value);
                }
                StmtKind::Expr(value.id)
            }
            syntax::StmtKind::Declaration(declaration) => {
                return self.local_declaration(declaration, out);
            }
            syntax::StmtKind::Block(statements) => {
                self.names.enter();
                self.tags.enter();
                let inner = self.statements(statements);
                self.tags.leave();
                self.names.leave();
                StmtKind::Block(inner)
            }
            syntax::StmtKind::If { .. } => {
                let made = self.if_chain(id);
                out.push(made);
                return;
            }
            syntax::StmtKind::While {
                condition,
                body,
                unroll,
            } => StmtKind::While {
                condition: self.in_place(|checker| checker.condition(*condition)),
                body: Box::new(self.loop_body(*body)),
                unroll: *unroll,
            },
            syntax::StmtKind::DoWhile {
                body,
                condition,
                unroll,
            } => {
                let body = Box::new(self.loop_body(*body));
                StmtKind::DoWhile {
                    body,
                    condition: self.in_place(|checker| checker.condition(*condition)),
                    unroll: *unroll,
                }
            }
            syntax::StmtKind::For { .. } => self.for_loop(stmt),
            syntax::StmtKind::Switch { value, body } => self.switch(*value, *body),
            syntax::StmtKind::Case { value, end, body } => {
                let made = self.case(stmt, *value, *end, *body);
                out.push(made);
                return;
            }
            syntax::StmtKind::Default(body) => self.default(stmt.first, *body),
            syntax::StmtKind::Labelled { label, body } => {
                let body = Box::new(self.labelled(*body));
                let label = self.define_label(*label);
                StmtKind::Labelled { label, body }
            }
            syntax::StmtKind::Break => {
                if self.body.breakable == 0 {
                    self.report(Diagnostic::error(
                        stmt.first,
                        "`break` stands in no loop and no `switch`",
                    ));
                }
                StmtKind::Break
            }
            syntax::StmtKind::Continue => {
                if self.body.loops == 0 {
                    self.report(Diagnostic::error(
                        stmt.first,
                        "`continue` stands in no loop",
                    ));
                }
                StmtKind::Continue
            }
            syntax::StmtKind::Return(value) => return self.return_stmt(stmt, *value, out),
            syntax::StmtKind::Goto(label) => {
                self.label_used(*label);
                StmtKind::Goto(self.label(*label))
            }
            syntax::StmtKind::Attributed { body, .. } => return self.statement(*body, out),
            syntax::StmtKind::StaticAssert(assertion) => {
                self.static_assert(assertion);
                return;
            }
            syntax::StmtKind::Extension { name, enable } => {
                self.extension(*name, *enable, stmt.first);
                return;
            }
            syntax::StmtKind::FpContract(_) | syntax::StmtKind::Error => return,
        };
        out.push(Stmt {
            kind,
            origin: stmt.first,
            end: stmt.last,
        });
    }

    /// `if`, and the `else if`s after it: a long chain is walked, not descended.
    fn if_chain(&mut self, id: StmtId) -> Stmt {
        let tree = self.tree;
        let mut chain = Vec::new();
        let mut at = Some(id);
        let mut last = None;
        while let Some(id) = at {
            let stmt = tree.stmt(id);
            let syntax::StmtKind::If {
                condition,
                then,
                otherwise,
            } = &stmt.kind
            else {
                last = Some(self.branch(id));
                break;
            };
            self.answer(stmt.first, false);
            let condition = match chain.is_empty() {
                true => self.condition(*condition),
                false => self.in_place(|checker| checker.condition(*condition)),
            };
            let then = self.branch(*then);
            chain.push((stmt, condition, then));
            at = *otherwise;
        }
        for (stmt, condition, then) in chain.into_iter().rev() {
            last = Some(Stmt {
                kind: StmtKind::If {
                    condition,
                    then: Box::new(then),
                    otherwise: last.map(Box::new),
                },
                origin: stmt.first,
                end: stmt.last,
            });
        }
        last.unwrap_or_else(|| Self::empty_stmt(tree.stmt(id).first, tree.stmt(id).last))
    }

    fn loop_body(&mut self, id: StmtId) -> Stmt {
        self.body.loops += 1;
        self.body.breakable += 1;
        let body = self.branch(id);
        self.body.loops -= 1;
        self.body.breakable -= 1;
        body
    }

    fn for_loop(&mut self, stmt: &'a syntax::Stmt) -> StmtKind {
        let syntax::StmtKind::For {
            init,
            condition,
            step,
            body,
            unroll,
        } = &stmt.kind
        else {
            return StmtKind::Empty;
        };
        self.names.enter();
        self.tags.enter();
        let mut start = Vec::new();
        match init {
            ForInit::None => {}
            ForInit::Expr(expr) => {
                let value = self.value(*expr);
                self.unused(value);
                let (origin, end) = {
                    let expr = self.tree.expr(*expr);
                    (expr.first, expr.last)
                };
                start.push(Stmt {
                    kind: StmtKind::Expr(value.id),
                    origin,
                    end,
                });
            }
            ForInit::Declaration(declaration) => {
                self.in_place(|checker| checker.local_declaration(declaration, &mut start));
            }
        }
        self.answer(stmt.first, true);
        let condition =
            condition.map(|condition| self.in_place(|checker| checker.condition(condition)));
        let step = step.map(|step| {
            let value = self.in_place(|checker| checker.value(step));
            self.unused(value);
            value.id
        });
        let body = Box::new(self.loop_body(*body));
        self.tags.leave();
        self.names.leave();
        StmtKind::For {
            init: start,
            condition,
            step,
            body,
            unroll: *unroll,
        }
    }

    fn switch(&mut self, value: syntax::ExprId, body: StmtId) -> StmtKind {
        let value = self.value(value);
        let integer = value.ty.as_scalar().is_some_and(Scalar::is_integer);
        if !integer && !value.is_error() && !self.is_opaque(value.ty) {
            let error = self.error_at(
                value.id,
                format!(
                    "`switch` works on an integer, but this is `{}`",
                    self.name_of(value.ty)
                ),
            );
            self.report(error);
        }
        let value = self.promote(value);
        self.body.switches.push(Switch {
            ty: value.ty,
            cases: HashMap::new(),
            default: None,
        });
        self.body.breakable += 1;
        let body = Box::new(self.branch(body));
        self.body.breakable -= 1;
        self.body.switches.pop();
        StmtKind::Switch {
            value: value.id,
            body,
        }
    }

    fn case(
        &mut self,
        stmt: &syntax::Stmt,
        value: syntax::ExprId,
        end: Option<syntax::ExprId>,
        body: StmtId,
    ) -> Stmt {
        let first = self.case_value(stmt, value);
        let last = end.map(|end| self.case_value(stmt, end));
        let values: Vec<i64> = match (first, last) {
            (Some((value, _)), None) => vec![value],
            (Some((from, _)), Some(Some((to, _)))) => {
                let count = (to as u64).wrapping_sub(from as u64);
                if from > to {
                    self.report(Diagnostic::warning(
                        stmt.first,
                        "this range is empty: it ends before it starts",
                    ));
                    Vec::new()
                } else if count >= LONGEST_RANGE {
                    self.unsupported(
                        stmt.first,
                        stmt.first,
                        "a range of so many cases is not analysed",
                    );
                    Vec::new()
                } else {
                    (from..=to).collect()
                }
            }
            _ => Vec::new(),
        };
        for &value in &values {
            let Some(switch) = self.body.switches.last_mut() else {
                break;
            };
            if let Some(before) = switch.cases.insert(value, stmt.first) {
                self.report(
                    Diagnostic::error(
                        stmt.first,
                        format!("this `switch` has two cases for {value}"),
                    )
                    .with(before, "the first is here"),
                );
            }
        }
        let mut made = self.labelled(body);
        for &value in values.iter().rev() {
            made = Stmt {
                kind: StmtKind::Case {
                    value: Some(value),
                    body: Box::new(made),
                },
                origin: stmt.first,
                end: stmt.last,
            };
        }
        made
    }

    /// The value of a `case`, in the type of its `switch`.
    fn case_value(&mut self, stmt: &syntax::Stmt, id: syntax::ExprId) -> Option<(i64, ExprId)> {
        let Some(ty) = self.body.switches.last().map(|switch| switch.ty) else {
            self.report(Diagnostic::error(
                stmt.first,
                "`case` stands in no `switch`",
            ));
            return None;
        };
        let value = self.value(id);
        if value.is_error() || ty == TypeId::ERROR {
            return None;
        }
        let integer = value.ty.as_scalar().is_some_and(Scalar::is_integer);
        let (Some(bits), Some(scalar), true) =
            (self.evaluate_integer(value.id), ty.as_scalar(), integer)
        else {
            self.not_constant(value.id, "the value of a `case`");
            return None;
        };
        let converted = super::constant::normalize(bits, scalar);
        Some((converted as i64, value.id))
    }

    fn default(&mut self, origin: Origin, body: StmtId) -> StmtKind {
        match self.body.switches.last_mut() {
            None => {
                self.report(Diagnostic::error(origin, "`default` stands in no `switch`"));
            }
            Some(switch) => {
                if let Some(before) = switch.default.replace(origin) {
                    self.report(
                        Diagnostic::error(before, "this `switch` has two `default` labels")
                            .with(origin, "the second is here"),
                    );
                }
            }
        }
        StmtKind::Case {
            value: None,
            body: Box::new(self.labelled(body)),
        }
    }

    fn return_stmt(
        &mut self,
        stmt: &syntax::Stmt,
        value: Option<syntax::ExprId>,
        out: &mut Vec<Stmt>,
    ) {
        let result = self.body.result.0;
        let value = match value {
            None => {
                if result != TypeId::VOID && result != TypeId::ERROR {
                    let error = Diagnostic::error(
                        stmt.first,
                        format!("this function must return `{}`", self.name_of(result)),
                    );
                    self.report(error);
                }
                None
            }
            Some(value) => {
                let value = self.value(value);
                if result == TypeId::VOID {
                    if value.ty != TypeId::VOID && !value.is_error() {
                        let what = if self.body.is_kernel {
                            "a kernel returns nothing"
                        } else {
                            "this function is `void`, so it returns nothing"
                        };
                        self.report(
                            Diagnostic::error(stmt.first, what)
                                .to(stmt.last)
                                .help("write `return;`, or give the function a result type"),
                        );
                    }
                    out.push(Stmt {
                        kind: StmtKind::Expr(value.id),
                        origin: stmt.first,
                        end: stmt.last,
                    });
                    None
                } else {
                    Some(self.assign_convert(value, result, Why::Return))
                }
            }
        };
        out.push(Stmt {
            kind: StmtKind::Return(value),
            origin: stmt.first,
            end: stmt.last,
        });
    }

    /// The label of a name, which may be defined later.
    fn label(&mut self, name: Name) -> LabelId {
        let next = self.body.labels.len();
        let index = *self.body.label_ids.entry(name.symbol).or_insert(next);
        if index == next {
            let shared = self.shared_text(name.symbol);
            self.body.labels.push(Label {
                name: shared,
                origin: name.origin,
            });
            self.body.label_defined.push(false);
        }
        LabelId(index as u32)
    }

    fn define_label(&mut self, name: Name) -> LabelId {
        let label = self.label(name);
        let index = label.0 as usize;
        if self.body.label_defined[index] {
            let first = self.body.labels[index].origin;
            let text = self.text(name.symbol);
            self.report(
                Diagnostic::error(name.origin, format!("there are two labels `{text}`"))
                    .with(first, "the first is here"),
            );
        }
        self.body.label_defined[index] = true;
        self.body.labels[index].origin = name.origin;
        self.label_declared(name);
        label
    }

    /// Reports labels that a `goto` names and nothing defines.
    pub(super) fn finish_labels(&mut self) {
        self.resolve_labels();
        let missing: Vec<_> = self
            .body
            .labels
            .iter()
            .zip(&self.body.label_defined)
            .filter(|&(_, &defined)| !defined)
            .map(|(label, _)| (label.origin, label.name.clone()))
            .collect();
        for (origin, name) in missing {
            self.report(Diagnostic::error(
                origin,
                format!("there is no label `{name}` in this function"),
            ));
        }
    }
}
