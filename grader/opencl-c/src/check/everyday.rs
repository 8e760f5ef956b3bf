//! The warnings that every C compiler gives, under the names that Clang has for them.

use super::scope::Entity;
use super::{Checker, Operand};
use crate::diagnostic::Diagnostic;
use crate::program::{BinaryOp, Constant, ExprId, ExprKind, Stmt, StmtKind};
use crate::source::{ExpansionId, Origin, Span};
use crate::syntax::{self, Name, StmtId};

impl Checker<'_> {
    /// A value that a statement throws away.
    pub(super) fn unused(&mut self, value: Operand) {
        if value.is_error() || self.has_effect(value.id) {
            if let ExprKind::Comma { right, .. } = self.exprs[value.id.0 as usize].kind {
                let ty = self.exprs[right.0 as usize].ty;
                self.unused(Operand {
                    id: right,
                    ty,
                    place: None,
                });
            }
            return;
        }
        let expr = &self.exprs[value.id.0 as usize];
        // A macro may be an expression in one place and a statement in another.
        if expr.at.expansion != ExpansionId::NONE || self.is_opaque(value.ty) {
            return;
        }
        let warning = match expr.kind {
            ExprKind::Binary { op, .. } if op.is_comparison() => {
                let warning = Diagnostic::warning(
                    expr.at,
                    "this comparison is not used (Clang: -Wunused-comparison)",
                );
                match op {
                    BinaryOp::Equal => warning.help("`==` compares; `=` stores a value"),
                    _ => warning.help("store it, or make it a condition"),
                }
            }
            ExprKind::Comma { .. } => return,
            _ => Diagnostic::warning(
                expr.origin,
                "this value is computed and thrown away (Clang: -Wunused-value)",
            )
            .to(expr.end)
            .help("store it, or leave it out"),
        };
        self.report(warning);
    }

    /// The left side of a comma, which is thrown away.
    pub(super) fn unused_before_comma(
        &mut self,
        at: &syntax::Expr,
        comma: ExprId,
        left: Operand,
        right: Operand,
    ) {
        // Of `0, 0, 0, 1` the first comma says it for all.
        if self.body.commas.remove(&left.id) {
            self.body.commas.insert(comma);
            return;
        }
        let thrown_away = match self.exprs[left.id.0 as usize].kind {
            ExprKind::Comma { right, .. } => right,
            _ => left.id,
        };
        let ty = self.exprs[thrown_away.0 as usize].ty;
        if self.is_opaque(ty) || self.has_effect(thrown_away) {
            return;
        }
        self.body.commas.insert(comma);
        let number = |id: ExprId| {
            matches!(
                self.exprs[id.0 as usize].kind,
                ExprKind::Constant(Constant::Int(_))
            )
        };
        let warning = Diagnostic::warning(
            at.at,
            "a comma throws away the value before it (Clang: -Wunused-value)",
        )
        .help(if number(right.id) {
            "a vector is written with its type, as in `(float4)(0, 0, 0, 1)`, and a fraction with a \
             point, as in `8.5f`"
        } else {
            "a vector is written with its type, as in `(float2)(a, b)`; each index has its own `[ ]`"
        });
        self.report(warning);
    }

    /// A condition that stores a value, without parentheses of its own.
    pub(super) fn assigned_in_condition(&mut self, id: syntax::ExprId) {
        let at = self.tree.expr(id);
        if let syntax::ExprKind::Assign { op: None, .. } = at.kind {
            self.report(
                Diagnostic::warning(
                    at.at,
                    "this condition stores a value instead of comparing (Clang: -Wparentheses)",
                )
                .help("`==` compares; if the assignment is meant, give it parentheses of its own"),
            );
        }
    }

    /// A `;` directly behind the condition of an `if` or the head of a loop. Of a loop it is often meant, unless what
    /// follows looks like the body. `next` is the statement behind it.
    pub(super) fn empty_body(&mut self, id: StmtId, next: Option<StmtId>) {
        let tree = self.tree;
        let stmt = tree.stmt(id);
        let (body, keyword) = match &stmt.kind {
            syntax::StmtKind::If {
                then,
                otherwise: None,
                ..
            } => (*then, "if"),
            syntax::StmtKind::While { body, .. } => (*body, "while"),
            syntax::StmtKind::For { body, .. } => (*body, "for"),
            _ => return,
        };
        let body = tree.stmt(body);
        let in_macro = [stmt.first, body.first]
            .iter()
            .any(|origin| origin.expansion != ExpansionId::NONE);
        if in_macro || !matches!(body.kind, syntax::StmtKind::Empty) {
            return;
        }
        let at = body.first.spelling;
        let before = &self.sources.file(at.file).text[..at.start as usize];
        let column = |origin: Origin| {
            let Span { file, start, .. } = origin.spelling;
            self.sources.line_column(file, start).column
        };
        let looks_like_body = next.is_some_and(|next| {
            let next = tree.stmt(next);
            matches!(next.kind, syntax::StmtKind::Block(_))
                || column(next.first) > column(stmt.first)
        });
        let is_on_its_line = before.trim_end_matches([' ', '\t']).ends_with(')');
        if is_on_its_line && (keyword == "if" || looks_like_body) {
            let message =
                format!("this `;` is all that the `{keyword}` governs (Clang: -Wempty-body)");
            let help = "what follows runs in any case: remove the `;` if it is the body";
            self.report(Diagnostic::warning(body.first, message).help(help));
        }
    }

    /// A variable that takes the name of one of the same function around it.
    pub(super) fn shadowed(&mut self, name: Name) {
        let Some(binding) = self.names.find(name.symbol) else {
            return;
        };
        let first = binding.origin;
        let of_function = matches!(binding.entity, Entity::Variable(_));
        let in_macro =
            first.expansion != ExpansionId::NONE || name.origin.expansion != ExpansionId::NONE;
        if of_function && !in_macro {
            let text = self.text(name.symbol);
            self.report(
                Diagnostic::warning(
                    name.origin,
                    format!("`{text}` hides a variable of the same name (Clang: -Wshadow)"),
                )
                .with(first, "the one that is hidden")
                .help("give one of them another name, or store in the first without declaring it again"),
            );
        }
    }

    /// A function with a result whose end can be reached.
    pub(super) fn end_without_result(&mut self, origin: Origin, text: &str, body: &[Stmt]) {
        if self.completes_all(body) {
            self.report(
                Diagnostic::warning(
                    origin,
                    format!(
                        "`{text}` does not return a value on every path (Clang: -Wreturn-type)"
                    ),
                )
                .help("end it with `return value;`"),
            );
        }
    }

    fn completes_all(&self, stmts: &[Stmt]) -> bool {
        stmts.iter().all(|stmt| self.completes(stmt))
    }

    /// Can what stands behind a statement be reached? No where that is not sure.
    fn completes(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Return(_)
            | StmtKind::Goto(_)
            | StmtKind::Labelled { .. }
            | StmtKind::Break
            | StmtKind::Continue => false,
            StmtKind::Block(stmts) => self.completes_all(stmts),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let otherwise = otherwise.as_deref();
                match self.evaluate_integer(*condition) {
                    Some(0) => otherwise.is_none_or(|stmt| self.completes(stmt)),
                    Some(_) => self.completes(then),
                    None => {
                        self.completes(then) || otherwise.is_none_or(|stmt| self.completes(stmt))
                    }
                }
            }
            StmtKind::While { condition, .. } => self.evaluate_integer(*condition).is_none(),
            StmtKind::For {
                condition: Some(condition),
                ..
            } => self.evaluate_integer(*condition).is_none(),
            StmtKind::For { .. } | StmtKind::DoWhile { .. } | StmtKind::Switch { .. } => false,
            StmtKind::Case { body, .. } => self.completes(body),
            // A promise such as `__builtin_unreachable()` is one.
            StmtKind::Expr(expr) => {
                !matches!(self.exprs[expr.0 as usize].kind, ExprKind::Discard(_))
            }
            StmtKind::Empty | StmtKind::Declare { .. } => true,
        }
    }

    /// Does an expression do more than compute a value, or say that it is thrown away? Only what surely
    /// does not is false.
    pub(super) fn has_effect(&self, id: ExprId) -> bool {
        // A chain of operators may be long: it is walked, not descended.
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            match &self.exprs[id.0 as usize].kind {
                ExprKind::Assign { .. }
                | ExprKind::CompoundAssign { .. }
                | ExprKind::Increment { .. }
                | ExprKind::Discard(_)
                | ExprKind::Call { .. }
                | ExprKind::Builtin { .. }
                | ExprKind::CompoundLiteral { .. } => return true,
                kind => kind.add_operands(&mut waiting),
            }
        }
        false
    }

    /// Is a value a truth of vectors, -1 where it is true, perhaps converted?
    pub(super) fn is_mask(&self, id: ExprId) -> bool {
        let mut at = id;
        loop {
            let expr = &self.exprs[at.0 as usize];
            if expr.ty.as_vector().is_none() {
                return false;
            }
            match &expr.kind {
                ExprKind::Convert { value, .. } => at = *value,
                ExprKind::Load(place) => at = *place,
                ExprKind::Variable(var) => return self.body.masks.contains(var),
                ExprKind::Binary { op, .. } => return op.is_comparison(),
                ExprKind::VectorLogical { .. } => return true,
                ExprKind::Unary { op, .. } => return *op == crate::program::UnaryOp::Not,
                _ => return false,
            }
        }
    }

    fn is_product_of_masks(&self, id: ExprId) -> bool {
        match self.exprs[id.0 as usize].kind {
            ExprKind::Binary {
                op: BinaryOp::Multiply,
                left,
                right,
            } => self.is_mask(left) && self.is_mask(right),
            _ => false,
        }
    }

    /// A truth of vectors that is computed with.
    pub(super) fn mask_as_number(
        &mut self,
        at: &syntax::Expr,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    ) {
        let computes = matches!(op, BinaryOp::Multiply | BinaryOp::Add | BinaryOp::Divide);
        // Of three truths that are multiplied, the first two are a product.
        if op == BinaryOp::Multiply
            && (self.is_product_of_masks(left.id) || self.is_product_of_masks(right.id))
        {
            return;
        }
        let (one, two) = (self.is_mask(left.id), self.is_mask(right.id));
        // The product of two is 1 where both are true, and a negative factor makes up for the sign.
        if !computes || one == two || self.is_negative(if one { right.id } else { left.id }) {
            return;
        }
        let mask = if one { left.id } else { right.id };
        let expr = &self.exprs[mask.0 as usize];
        self.report(
            Diagnostic::warning(at.at, MASK_IS_NEGATIVE)
                .with_end(
                    expr.origin,
                    expr.end,
                    "-1 in each component where it is true",
                )
                .help(CHOOSE),
        );
    }

    /// A truth of vectors that a function computes with.
    pub(super) fn mask_as_argument(&mut self, value: Operand) {
        if self.is_mask(value.id) {
            let expr = &self.exprs[value.id.0 as usize];
            let warning = Diagnostic::warning(expr.origin, MASK_IS_NEGATIVE).to(expr.end);
            self.report(warning.help(CHOOSE));
        }
    }

    fn is_negative(&self, id: ExprId) -> bool {
        match &self.exprs[id.0 as usize].kind {
            ExprKind::Unary { op, .. } => *op == crate::program::UnaryOp::Negate,
            ExprKind::Convert { value, .. } | ExprKind::Splat(value) => self.is_negative(*value),
            ExprKind::Constant(Constant::Float(number)) => *number < 0.0,
            ExprKind::Constant(Constant::Int(number)) => (*number as i64) < 0,
            _ => false,
        }
    }
}

const MASK_IS_NEGATIVE: &str =
    "a comparison of vectors is used as a number, and it is -1 where it is true, not 1";
/// What to do with a truth of vectors.
pub(super) const CHOOSE: &str =
    "choose with it: `mask ? a : b`, or `select(b, a, mask)`, takes `a` where it is true";
