//! Integer simplification as LLVM's InstCombine and Reassociate do it: constants fold, terms cancel, and
//! operands that are uniform along a row come first, so that LICM can hoist their sum or product.

use super::{Reader, Value, wrapped};
use crate::graph::Node;
use crate::lanes::Lanes;
use opencl_c::program::BinaryOp;
use opencl_c::source::Origin;
use opencl_c::types::{Scalar, TypeId};

/// The most terms or factors that are reassociated.
const MOST: usize = 16;

/// A linear combination of values and a constant, or a product of values and a constant.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// Each term and its coefficient.
    Sum {
        terms: Vec<(Node, i64)>,
        constant: i64,
    },
    /// A squared factor appears twice.
    Product { factors: Vec<Node>, constant: i64 },
}

impl Reader<'_> {
    /// The simplified value of an integer operator, if no operation remains. Not in a loop, where sampled
    /// iterations represent others.
    pub(super) fn folded(
        &mut self,
        op: BinaryOp,
        (left, right): (&Value, &Value),
        lanes: &Lanes,
        scalar: Scalar,
    ) -> Option<Value> {
        if self.out.graph.is_in_loop() {
            return None;
        }
        let (a, b) = (self.constant_value(left), self.constant_value(right));
        if let (Some(_), Some(_), Lanes::Same(number)) = (a, b, lanes) {
            return Some(self.constant(*number as u64, lanes.clone()));
        }
        let is_less = |by: i64| !scalar.is_signed() && self.upper_bound(left) < by as u64;
        match (op, a, b) {
            (BinaryOp::Multiply | BinaryOp::And, Some(0), _)
            | (BinaryOp::Multiply | BinaryOp::And, _, Some(0))
            | (BinaryOp::Divide | BinaryOp::Remainder, Some(0), _)
            | (BinaryOp::Remainder, _, Some(1)) => Some(self.constant(0, Lanes::Same(0))),
            (BinaryOp::Subtract | BinaryOp::Xor, ..) if left.node == right.node => {
                Some(self.constant(0, Lanes::Same(0)))
            }
            (BinaryOp::Divide, _, Some(by)) if is_less(by) => {
                Some(self.constant(0, Lanes::Same(0)))
            }
            (BinaryOp::Remainder, _, Some(by)) if is_less(by) => Some(left.clone()),
            (BinaryOp::Divide | BinaryOp::Multiply, _, Some(1))
            | (BinaryOp::Add | BinaryOp::Subtract, _, Some(0)) => Some(left.clone()),
            (BinaryOp::Multiply, Some(1), _) | (BinaryOp::Add, Some(0), _) => Some(right.clone()),
            _ => None,
        }
    }

    /// The sum or product that an operator computes.
    pub(super) fn form(
        &self,
        op: BinaryOp,
        (left, right): (&Value, &Value),
        scalar: Scalar,
    ) -> Option<Form> {
        if self.out.graph.is_in_loop() {
            return None;
        }
        match op {
            BinaryOp::Add => self.sum(left, right, 1, scalar),
            BinaryOp::Subtract => self.sum(left, right, -1, scalar),
            BinaryOp::Multiply => match (self.constant_value(left), self.constant_value(right)) {
                (Some(times), _) => Some(self.multiple(right, times, scalar)),
                (_, Some(times)) => Some(self.multiple(left, times, scalar)),
                _ => self.product(left, right, scalar),
            },
            _ => None,
        }
    }

    /// The value, if it is a compile-time constant.
    fn constant_value(&self, value: &Value) -> Option<i64> {
        match value.lanes {
            Lanes::Same(number) if self.out.graph.is_constant(value.node) => Some(number),
            _ => None,
        }
    }

    /// The largest value of an unsigned integer, as far as a compiler can bound it.
    fn upper_bound(&self, value: &Value) -> u64 {
        let noted = || self.upper_bounds.get(&value.node).copied();
        let constant = self.constant_value(value).map(|number| number as u64);
        constant.or_else(noted).unwrap_or(u64::MAX)
    }

    /// Records an upper bound for the value of an operator.
    pub(super) fn bounded(
        &mut self,
        op: BinaryOp,
        (left, right): (&Value, &Value),
        scalar: Scalar,
        value: &Value,
    ) {
        if scalar.is_signed() {
            // A mask with a non-negative constant clears the sign.
            let constant = [left, right]
                .into_iter()
                .find_map(|side| self.constant_value(side));
            if let (BinaryOp::And, Some(bound @ 0..)) = (op, constant) {
                self.upper_bounds.insert(value.node, bound as u64);
            }
            return;
        }
        let largest = u64::MAX >> (64 - 8 * scalar.size().clamp(1, 8));
        let (a, b) = (
            self.upper_bound(left).min(largest),
            self.upper_bound(right).min(largest),
        );
        let is_constant = self.out.graph.is_constant(right.node);
        let bound = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Multiply => a.checked_mul(b),
            BinaryOp::Divide if is_constant => a.checked_div(b),
            BinaryOp::Divide => Some(a),
            BinaryOp::Remainder => Some(a.min(b.saturating_sub(1))),
            BinaryOp::And => Some(a.min(b)),
            BinaryOp::ShiftRight if is_constant => Some(a >> b.min(63)),
            _ => None,
        };
        if let Some(bound) = bound.filter(|&bound| bound < largest) {
            self.upper_bounds.insert(value.node, bound);
        }
    }

    /// A value as a sum.
    fn terms(&self, value: &Value) -> (Vec<(Node, i64)>, i64) {
        match (self.constant_value(value), self.forms.get(&value.node)) {
            (Some(number), _) => (Vec::new(), number),
            (_, Some(Form::Sum { terms, constant })) => (terms.clone(), *constant),
            _ => (vec![(value.node, 1)], 0),
        }
    }

    /// The sum of a value and a multiple of another.
    fn sum(&self, left: &Value, right: &Value, times: i64, scalar: Scalar) -> Option<Form> {
        let ((mut terms, constant), (others, other)) = (self.terms(left), self.terms(right));
        for (node, by) in others {
            let by = by.wrapping_mul(times);
            match terms.iter_mut().find(|(of, _)| *of == node) {
                Some((_, so_far)) => *so_far = wrapped(so_far.wrapping_add(by), scalar),
                None => terms.push((node, wrapped(by, scalar))),
            }
        }
        terms.retain(|(_, by)| *by != 0);
        let constant = wrapped(constant.wrapping_add(other.wrapping_mul(times)), scalar);
        (terms.len() <= MOST).then_some(Form::Sum { terms, constant })
    }

    fn multiple(&self, value: &Value, times: i64, scalar: Scalar) -> Form {
        let (factors, constant) = self.factors(value);
        Form::Product {
            factors,
            constant: wrapped(constant.wrapping_mul(times), scalar),
        }
    }

    /// A value as a product. A sum is computed before it is multiplied.
    fn factors(&self, value: &Value) -> (Vec<Node>, i64) {
        match self.forms.get(&value.node) {
            Some(Form::Product { factors, constant }) => (factors.clone(), *constant),
            _ => (vec![value.node], 1),
        }
    }

    fn product(&self, left: &Value, right: &Value, scalar: Scalar) -> Option<Form> {
        let ((mut factors, constant), (others, other)) = (self.factors(left), self.factors(right));
        factors.extend(others);
        let constant = wrapped(constant.wrapping_mul(other), scalar);
        (factors.len() <= MOST).then_some(Form::Product { factors, constant })
    }

    /// Computes a sum or a product: operands that are uniform along a row first, the constant last.
    pub(super) fn of_form(
        &mut self,
        form: Form,
        lanes: &Lanes,
        (ty, scalar): (TypeId, Scalar),
        origin: Origin,
    ) -> Value {
        let rank = |reader: &Self, node: Node| (reader.out.graph.varies_along_row(node), node);
        let kind = (ty, scalar);
        let node = match &form {
            Form::Sum { terms, constant } => {
                let mut terms: Vec<(Node, i64)> = terms
                    .iter()
                    .map(|&(node, by)| (node, signed(by, scalar)))
                    .collect();
                terms.sort_by_key(|&(node, _)| rank(self, node));
                // The first operand is one that is not subtracted.
                let first = terms.iter().position(|(_, by)| *by > 0);
                if let Some(first) = first {
                    terms[..=first].rotate_right(1);
                }
                let mut constant =
                    Some(*constant).filter(|&constant| constant != 0 || terms.is_empty());
                let mut sum = match first {
                    Some(_) => None,
                    None => constant
                        .take()
                        .map(|constant| self.constant(constant as u64, Lanes::Same(constant)).node),
                };
                for (node, by) in terms {
                    sum = Some(match sum {
                        None => self.times(node, by, kind, origin),
                        Some(sum) => {
                            let term = self.times(node, by.wrapping_abs(), kind, origin);
                            let name = if by < 0 { "-" } else { "+" };
                            self.step(name, name, &[sum, term], kind, origin)
                        }
                    });
                }
                let more = constant
                    .map(|constant| self.constant(constant as u64, Lanes::Same(constant)).node);
                match (sum, more) {
                    (Some(sum), Some(more)) => self.step("+", "+", &[sum, more], kind, origin),
                    (Some(node), None) | (None, Some(node)) => node,
                    // Unreachable: without terms there is a constant.
                    (None, None) => return self.constant(0, Lanes::Same(0)),
                }
            }
            Form::Product { factors, constant } => {
                let mut factors = factors.clone();
                factors.sort_by_key(|&node| rank(self, node));
                let mut factors = factors.into_iter();
                let Some(first) = factors.next() else {
                    return self.constant(*constant as u64, lanes.clone());
                };
                let product = factors.fold(first, |product, factor| {
                    self.step("*", "*", &[product, factor], kind, origin)
                });
                self.times(product, *constant, kind, origin)
            }
        };
        self.forms.entry(node).or_insert(form);
        Value::new(node, lanes.clone(), None)
    }

    /// An operation of a sum or a product.
    fn step(
        &mut self,
        name: &'static str,
        cost: &'static str,
        parents: &[Node],
        (ty, _): (TypeId, Scalar),
        origin: Origin,
    ) -> Node {
        let cost = Some((cost, ty));
        self.computed(name, ty, cost, origin, parents, Lanes::DATA)
            .node
    }

    /// A value times a constant.
    fn times(&mut self, node: Node, by: i64, kind: (TypeId, Scalar), origin: Origin) -> Node {
        match signed(by, kind.1) {
            1 => node,
            -1 => self.step("negate", "-", &[node], kind, origin),
            _ => {
                let constant = self.constant(by as u64, Lanes::Same(by)).node;
                let cost = if by.count_ones() == 1 { "bits" } else { "*" };
                self.step("*", cost, &[node, constant], kind, origin)
            }
        }
    }
}

/// The number as a signed integer of the same size.
fn signed(number: i64, scalar: Scalar) -> i64 {
    match scalar {
        Scalar::UInt => i64::from(number as i32),
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_away_is_not_added_so_many_times() {
        assert_eq!(signed(wrapped(-3, Scalar::UInt), Scalar::UInt), -3);
        assert_eq!(signed(7, Scalar::UInt), 7);
        assert_eq!(signed(-3, Scalar::Long), -3);
    }
}
