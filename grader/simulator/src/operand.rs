//! The operands of the register code, and the operators on them.

/// A register. Lowering numbers them; allocation rewrites them to a [`Slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Reg(pub(crate) u32);

/// Where a register lies once it is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// One value for the group.
    Uniform(usize),
    /// 32 bits for each work-item.
    Narrow(usize),
    /// 64 bits for each work-item.
    Wide(usize),
}

const KIND_SHIFT: u32 = 30;
const KEEP: u32 = 1 << 29;
const INDEX: u32 = KEEP - 1;

impl Reg {
    /// The register at a slot; `keep` where work-items outside the mask must keep their value.
    pub(crate) fn at(slot: Slot, keep: bool) -> Reg {
        let (kind, index) = match slot {
            Slot::Uniform(index) => (0, index),
            Slot::Narrow(index) => (1, index),
            Slot::Wide(index) => (2, index),
        };
        Reg(kind << KIND_SHIFT | if keep { KEEP } else { 0 } | index as u32)
    }

    /// Where it lies.
    #[inline(always)]
    pub(crate) fn slot(self) -> Slot {
        let index = (self.0 & INDEX) as usize;
        match self.0 >> KIND_SHIFT {
            0 => Slot::Uniform(index),
            1 => Slot::Narrow(index),
            _ => Slot::Wide(index),
        }
    }

    /// Must a write leave work-items outside the mask alone?
    #[inline(always)]
    pub(crate) fn keeps(self) -> bool {
        self.0 & KEEP != 0
    }

    #[inline(always)]
    pub(crate) fn is_uniform(self) -> bool {
        self.0 >> KIND_SHIFT == 0
    }
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnOp {
    Negate,
    Complement,
    /// 1 where the operand is zero.
    IsZero,
    /// 1 where the operand is not zero.
    IsNonZero,
    /// 0 or all ones, from 0 or not.
    Widen,
    /// 0 or all ones, from the top bit.
    TopBit,
}

/// Operators of two operands of one type. Comparisons give 0 or 1 in a narrow register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Min,
    Max,
}
