//! The operators of [`arith`](crate::arith) applied to registers, all active work-items at once.

use crate::arith::{Map1, Map2};
use crate::lane::Lane;
use crate::mask::Mask;
use crate::operand::Reg;
use crate::registers::{Bank, Registers};

/// Applies a function of one operand to a register.
pub(crate) struct Apply1<'a> {
    pub(crate) registers: &'a mut Registers,
    pub(crate) mask: &'a Mask,
    pub(crate) dst: Reg,
    pub(crate) a: Reg,
}

impl Map1 for Apply1<'_> {
    type Out = ();
    #[inline(always)]
    fn apply<A: Lane, R: Lane>(self, f: impl Fn(A) -> R)
    where
        A::Bits: Bank,
        R::Bits: Bank,
    {
        self.registers.map1(self.mask, self.dst, self.a, f);
    }
}

/// Applies a function of two operands to registers.
pub(crate) struct Apply2<'a> {
    pub(crate) registers: &'a mut Registers,
    pub(crate) mask: &'a Mask,
    pub(crate) dst: Reg,
    pub(crate) a: Reg,
    pub(crate) b: Reg,
}

impl Map2 for Apply2<'_> {
    type Out = ();
    #[inline(always)]
    fn apply<A: Lane, R: Lane>(self, f: impl Fn(A, A) -> R)
    where
        A::Bits: Bank,
        R::Bits: Bank,
    {
        self.registers.map2(self.mask, self.dst, self.a, self.b, f);
    }
}
