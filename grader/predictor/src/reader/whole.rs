//! Whole numbers as a compiler simplifies them before the kernel computes any: what the text tells is a constant, what
//! cancels out is gone, and what is the same along a row of the work-group stands first in a sum or a product, so that
//! it is computed once for the row.

use super::{Reader, Value, wrapped};
use crate::graph::Node;
use crate::lanes::Lanes;
use opencl_c::program::BinaryOp;
use opencl_c::source::Origin;
use opencl_c::types::{Scalar, TypeId};

/// Terms of a sum, or factors of a product, that are put in order together.
const MOST: usize = 16;

/// A sum of values, each so often, and a constant; or a product of values and a constant.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// Each term, by its place in the graph, and what it is multiplied by.
    Sum {
        terms: Vec<(Node, i64)>,
        constant: i64,
    },
    /// Each factor, one that is squared twice.
    Product { factors: Vec<Node>, constant: i64 },
}

impl Reader<'_> {
    /// The value of an operator on whole numbers, where nothing is left to compute. Not in a loop, of whose rounds some
    /// stand for others.
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
        let (a, b) = (self.told(left), self.told(right));
        if let (Some(_), Some(_), Lanes::Same(number)) = (a, b, lanes) {
            return Some(self.constant(*number as u64, lanes.clone()));
        }
        let is_less = |by: i64| !scalar.is_signed() && self.most(left) < by as u64;
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

    /// What an operator makes a sum or a product.
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
            BinaryOp::Multiply => match (self.told(left), self.told(right)) {
                (Some(times), _) => Some(self.multiple(right, times, scalar)),
                (_, Some(times)) => Some(self.multiple(left, times, scalar)),
                _ => self.product(left, right, scalar),
            },
            _ => None,
        }
    }

    /// The number that the text tells.
    fn told(&self, value: &Value) -> Option<i64> {
        match value.lanes {
            Lanes::Same(number) if self.out.graph.is_told(value.node) => Some(number),
            _ => None,
        }
    }

    /// The largest that a number without a sign may be, or one that has lost it, as far as a compiler sees it.
    fn most(&self, value: &Value) -> u64 {
        let noted = || self.most.get(&value.node).copied();
        let told = self.told(value).map(|number| number as u64);
        told.or_else(noted).unwrap_or(u64::MAX)
    }

    /// Notes how large the value of an operator may be.
    pub(super) fn bounded(
        &mut self,
        op: BinaryOp,
        (left, right): (&Value, &Value),
        scalar: Scalar,
        value: &Value,
    ) {
        if scalar.is_signed() {
            // No sign is left where the text says that it is none.
            let told = [left, right].into_iter().find_map(|side| self.told(side));
            if let (BinaryOp::And, Some(most @ 0..)) = (op, told) {
                self.most.insert(value.node, most as u64);
            }
            return;
        }
        let largest = u64::MAX >> (64 - 8 * scalar.size().clamp(1, 8));
        let (a, b) = (self.most(left).min(largest), self.most(right).min(largest));
        let is_told = self.out.graph.is_told(right.node);
        let most = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Multiply => a.checked_mul(b),
            BinaryOp::Divide if is_told => a.checked_div(b),
            BinaryOp::Divide => Some(a),
            BinaryOp::Remainder => Some(a.min(b.saturating_sub(1))),
            BinaryOp::And => Some(a.min(b)),
            BinaryOp::ShiftRight if is_told => Some(a >> b.min(63)),
            _ => None,
        };
        if let Some(most) = most.filter(|&most| most < largest) {
            self.most.insert(value.node, most);
        }
    }

    /// A value as a sum, if it is one.
    fn terms(&self, value: &Value) -> (Vec<(Node, i64)>, i64) {
        match (self.told(value), self.forms.get(&value.node)) {
            (Some(number), _) => (Vec::new(), number),
            (_, Some(Form::Sum { terms, constant })) => (terms.clone(), *constant),
            _ => (vec![(value.node, 1)], 0),
        }
    }

    /// The sum of a value and another so often.
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

    /// A value so often.
    fn multiple(&self, value: &Value, times: i64, scalar: Scalar) -> Form {
        let (factors, constant) = self.factors(value);
        Form::Product {
            factors,
            constant: wrapped(constant.wrapping_mul(times), scalar),
        }
    }

    /// A value as a product, if it is one. A sum is computed first, and then multiplied.
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

    /// The value of a sum or a product: what is the same along a row first, and a constant last.
    pub(super) fn of_form(
        &mut self,
        form: Form,
        lanes: &Lanes,
        (ty, scalar): (TypeId, Scalar),
        origin: Origin,
    ) -> Value {
        let rank = |reader: &Self, node: Node| (reader.out.graph.is_across(node), node);
        let kind = (ty, scalar);
        let node = match &form {
            Form::Sum { terms, constant } => {
                let mut terms: Vec<(Node, i64)> = terms
                    .iter()
                    .map(|&(node, by)| (node, signed(by, scalar)))
                    .collect();
                terms.sort_by_key(|&(node, _)| rank(self, node));
                // A sum begins with what is not subtracted: a term, or the constant.
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
                    // There is a term, or else the constant.
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

    /// A step towards a sum or a product.
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

/// A number as the signed type of the same size holds it.
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
