//! Integer simplification as LLVM's InstCombine does it: constants fold, and what has no effect is left out.

use super::{Reader, Value};
use crate::lanes::Lanes;
use opencl_c::program::BinaryOp;
use opencl_c::types::Scalar;

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
}
