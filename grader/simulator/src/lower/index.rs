//! How the index of an access is computed, for events about it.

use super::expression::binary_op;
use super::*;
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, Constant, Initializer, UnaryOp};

/// The deepest nesting of an index that is shown.
const DEEPEST: usize = 12;

impl<'a> Lowering<'a> {
    /// Notes what a variable is declared with.
    pub(super) fn define(&mut self, var: VarId, init: Option<&Initializer>) {
        if let Some([entry]) = init.map(|init| init.entries.as_slice()) {
            self.activation().defined.insert(var, entry.value);
        }
    }

    /// A site that stands in a function called from several places has other registers in each.
    pub(super) fn forget_index_of_another_call(&mut self, site: SiteId) {
        let index = &mut self.sites[site as usize].index;
        if index
            .as_ref()
            .is_some_and(|(calls, _)| *calls != self.calls)
        {
            *index = None;
        }
    }

    /// How the index of an access is computed: of `p[i]`, of an atomic on one, of `vloadN` and `vstoreN`.
    pub(super) fn formula(&mut self, id: ExprId) -> Option<Formula> {
        let (index, width) = self.index_of(id)?;
        let mut text = self.text_of_expr(index);
        let mut variable = None;
        let mut root = self.node(index, 0)?;
        if let Some(leaf) = leaf_of(&root)
            && let Some(value) = self.definition(index)
            && let Some(defined) = self.node(value, 0)
        {
            variable = Some(leaf.clone());
            text = self.text_of_expr(value);
            root = defined;
        }
        if width > 1 {
            let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '_');
            text = if is_word {
                format!("{width} * {text}")
            } else {
                format!("{width} * ({text})")
            };
            root = Node::Binary {
                op: BinOp::Multiply,
                ty: Scalar::Long,
                left: Box::new(Node::Constant {
                    bits: width,
                    ty: Scalar::Long,
                }),
                right: Box::new(root),
            };
            variable = None;
        }
        Some(Formula {
            variable,
            text,
            root,
        })
    }

    fn text_of_expr(&self, id: ExprId) -> String {
        let expr = self.program.expr(id);
        self.text_of(expr.origin, expr.end)
    }

    /// The index of an access, and how many elements it counts at once.
    fn index_of(&self, id: ExprId) -> Option<(ExprId, u64)> {
        let program = self.program;
        let mut at = id;
        for _ in 0..DEEPEST {
            match &program.expr(at).kind {
                ExprKind::Load(inner)
                | ExprKind::Deref(inner)
                | ExprKind::AddressOf(inner)
                | ExprKind::Swizzle { base: inner, .. }
                | ExprKind::Member { base: inner, .. } => at = *inner,
                ExprKind::PointerOffset {
                    index,
                    subtract: false,
                    ..
                } => return Some((*index, 1)),
                ExprKind::Builtin { builtin, arguments } => {
                    let width = |id: ExprId| {
                        let (_, width) = self.shape(program.expr(id).ty)?;
                        u64::try_from(width).ok()
                    };
                    return match builtin.name {
                        Name::Vload => Some((*arguments.first()?, width(at)?)),
                        Name::Vstore => Some((*arguments.get(1)?, width(*arguments.first()?)?)),
                        name if name.text().starts_with("atom") => {
                            self.index_of(*arguments.first()?)
                        }
                        _ => None,
                    };
                }
                _ => return None,
            }
        }
        None
    }

    /// What the variable of an index was declared with.
    fn definition(&mut self, index: ExprId) -> Option<ExprId> {
        let mut at = index;
        loop {
            match &self.program.expr(at).kind {
                ExprKind::Convert { value, .. } => at = *value,
                ExprKind::Load(place) => {
                    let ExprKind::Variable(var) = self.program.expr(*place).kind else {
                        return None;
                    };
                    return self.activation().defined.get(&var).copied();
                }
                _ => return None,
            }
        }
    }

    fn node(&mut self, id: ExprId, depth: usize) -> Option<Node> {
        if depth > DEEPEST {
            return None;
        }
        let program = self.program;
        let expr = program.expr(id);
        let (ty, 1) = self.shape(expr.ty)? else {
            return None;
        };
        if ty.is_floating() {
            return None;
        }
        match &expr.kind {
            ExprKind::Constant(Constant::Int(bits)) => Some(Node::Constant {
                bits: crate::arith::canonical(ty, *bits),
                ty,
            }),
            ExprKind::Convert { value, .. } => {
                let (from, 1) = self.shape(program.expr(*value).ty)? else {
                    return None;
                };
                Some(Node::Convert {
                    from,
                    to: ty,
                    value: Box::new(self.node(*value, depth + 1)?),
                })
            }
            ExprKind::Load(place) => {
                let ExprKind::Variable(var) = program.expr(*place).kind else {
                    return None;
                };
                let Home::Registers(ty, regs) = self.activation().homes.get(&var)? else {
                    return None;
                };
                let (ty, [reg]) = (*ty, regs.as_slice()) else {
                    return None;
                };
                let reg = *reg;
                let text = self.text_of_expr(id);
                Some(Node::Leaf(Leaf { text, reg, ty }))
            }
            ExprKind::Builtin { builtin, arguments } => {
                let mut dimension = *arguments.first()?;
                while let ExprKind::Convert { value, .. } = program.expr(dimension).kind {
                    dimension = value;
                }
                let ExprKind::Constant(Constant::Int(bits)) = program.expr(dimension).kind else {
                    return None;
                };
                let dimension = u8::try_from(bits).ok()?;
                let special = match builtin.name {
                    Name::GetGlobalId => Special::GlobalId(dimension),
                    Name::GetLocalId => Special::LocalId(dimension),
                    Name::GetGroupId => Special::GroupId(dimension),
                    Name::GetGlobalSize => Special::GlobalSize(dimension),
                    Name::GetLocalSize => Special::LocalSize(dimension),
                    Name::GetNumGroups => Special::Groups(dimension),
                    _ => return None,
                };
                // The code that evaluates the index has asked for it before.
                let reg = *self.specials.get(&special)?;
                Some(Node::Leaf(Leaf {
                    text: self.text_of_expr(id),
                    reg,
                    ty,
                }))
            }
            ExprKind::Unary {
                op: UnaryOp::Negate,
                value,
            } => Some(Node::Negate {
                ty,
                value: Box::new(self.node(*value, depth + 1)?),
            }),
            ExprKind::Binary { op, left, right } if is_arithmetic(*op) => {
                let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
                let same = self.shape(program.expr(*right).ty) == Some((ty, 1));
                if is_shift && !same {
                    return None;
                }
                Some(Node::Binary {
                    op: binary_op(*op),
                    ty,
                    left: Box::new(self.node(*left, depth + 1)?),
                    right: Box::new(self.node(*right, depth + 1)?),
                })
            }
            _ => None,
        }
    }
}

/// A register by itself, converted or not.
fn leaf_of(node: &Node) -> Option<&Leaf> {
    match node {
        Node::Leaf(leaf) => Some(leaf),
        Node::Convert { value, .. } => leaf_of(value),
        _ => None,
    }
}

fn is_arithmetic(op: BinaryOp) -> bool {
    !op.is_comparison()
}
