//! Statements.

use super::Printer;
use crate::program::{ExprId, Stmt, StmtKind, VarId};
use std::fmt::Write;

impl Printer<'_> {
    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.out.push_str("  ");
        }
    }

    /// A statement on lines of its own.
    pub(super) fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        self.indent(depth);
        match &stmt.kind {
            StmtKind::Empty => self.out.push_str(";\n"),
            StmtKind::Expr(value) => {
                self.expr(*value);
                self.out.push_str(";\n");
            }
            StmtKind::Declare { var, init } => {
                self.declare(*var);
                if let Some(init) = init
                    && let Some(function) = self.function
                {
                    self.out.push_str(" = ");
                    self.initializer(function.vars[var.0 as usize].ty, init);
                }
                self.out.push_str(";\n");
            }
            StmtKind::Block(inner) => {
                self.out.push_str("{\n");
                for stmt in inner {
                    self.stmt(stmt, depth + 1);
                }
                self.indent(depth);
                self.out.push_str("}\n");
            }
            StmtKind::If { .. } => self.if_chain(stmt, depth),
            StmtKind::While {
                condition, body, ..
            } => {
                self.control("while", *condition);
                self.inner(body, depth);
            }
            StmtKind::DoWhile {
                body, condition, ..
            } => {
                self.out.push_str("do\n");
                self.inner(body, depth);
                self.indent(depth);
                self.out.push_str("while (");
                self.expr(*condition);
                self.out.push_str(");\n");
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                self.out.push_str("{\n");
                for stmt in init {
                    self.stmt(stmt, depth + 1);
                }
                self.indent(depth + 1);
                self.out.push_str("for (; ");
                if let Some(condition) = condition {
                    self.expr(*condition);
                }
                self.out.push_str("; ");
                if let Some(step) = step {
                    self.expr(*step);
                }
                self.out.push_str(")\n");
                self.inner(body, depth + 1);
                self.indent(depth);
                self.out.push_str("}\n");
            }
            StmtKind::Switch { value, body } => {
                self.control("switch", *value);
                self.inner(body, depth);
            }
            StmtKind::Case { value, body } => {
                match value {
                    Some(i64::MIN) => self.out.push_str("case (-9223372036854775807L - 1):"),
                    Some(value) => {
                        let _ = write!(self.out, "case {value}L:");
                    }
                    None => self.out.push_str("default:"),
                }
                self.after_label(body, depth);
            }
            StmtKind::Break => self.out.push_str("break;\n"),
            StmtKind::Continue => self.out.push_str("continue;\n"),
            StmtKind::Return(value) => {
                self.out.push_str("return");
                if let Some(value) = value {
                    self.out.push(' ');
                    self.expr(*value);
                }
                self.out.push_str(";\n");
            }
            StmtKind::Goto(label) => {
                let _ = writeln!(self.out, "goto l{};", label.0);
            }
            StmtKind::Labelled { label, body } => {
                let _ = write!(self.out, "l{}:", label.0);
                self.after_label(body, depth);
            }
        }
    }

    /// A declaration may follow `;`, but not a label.
    fn after_label(&mut self, body: &Stmt, depth: usize) {
        self.out.push_str(" ;\n");
        self.stmt(body, depth);
    }

    fn control(&mut self, keyword: &str, condition: ExprId) {
        self.out.push_str(keyword);
        self.out.push_str(" (");
        self.expr(condition);
        self.out.push_str(")\n");
    }

    /// What a loop or a branch holds, always in braces.
    fn inner(&mut self, body: &Stmt, depth: usize) {
        if matches!(body.kind, StmtKind::Block(_)) {
            return self.stmt(body, depth);
        }
        self.indent(depth);
        self.out.push_str("{\n");
        self.stmt(body, depth + 1);
        self.indent(depth);
        self.out.push_str("}\n");
    }

    /// `if` and the `else if`s after it, which may be many: walked, not descended.
    fn if_chain(&mut self, first: &Stmt, depth: usize) {
        let mut at = first;
        while let StmtKind::If {
            condition,
            then,
            otherwise,
        } = &at.kind
        {
            self.control("if", *condition);
            self.inner(then, depth);
            let Some(otherwise) = otherwise else { return };
            self.indent(depth);
            self.out.push_str("else ");
            at = otherwise;
        }
        self.out.push('\n');
        self.inner(at, depth);
    }

    fn declare(&mut self, var: VarId) {
        let Some(function) = self.function else {
            return;
        };
        let object = &function.vars[var.0 as usize];
        let name = self.var_name(var);
        let text = self.declaration(object.ty, object.qualifiers, object.space, &name);
        self.out.push_str(&text);
    }
}
