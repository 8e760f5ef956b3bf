//! The operations that names such as `work_group_reduce_add` and `atomic_fetch_xor` end with.

/// An operation on two values of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combine {
    /// `_add`
    Add,
    /// `_sub`, of atomics alone.
    Sub,
    /// `_mul`
    Mul,
    /// `_min`
    Min,
    /// `_max`
    Max,
    /// `_and`
    And,
    /// `_or`
    Or,
    /// `_xor`
    Xor,
    /// `_logical_and`
    LogicalAnd,
    /// `_logical_or`
    LogicalOr,
    /// `_logical_xor`
    LogicalXor,
}

impl Combine {
    /// Every operation; one whose text ends another's comes after that one.
    pub const ALL: [Combine; 11] = [
        Combine::LogicalAnd,
        Combine::LogicalOr,
        Combine::LogicalXor,
        Combine::Add,
        Combine::Sub,
        Combine::Mul,
        Combine::Min,
        Combine::Max,
        Combine::And,
        Combine::Xor,
        Combine::Or,
    ];

    /// What a name ends with.
    pub const fn text(self) -> &'static str {
        match self {
            Combine::Add => "_add",
            Combine::Sub => "_sub",
            Combine::Mul => "_mul",
            Combine::Min => "_min",
            Combine::Max => "_max",
            Combine::And => "_and",
            Combine::Or => "_or",
            Combine::Xor => "_xor",
            Combine::LogicalAnd => "_logical_and",
            Combine::LogicalOr => "_logical_or",
            Combine::LogicalXor => "_logical_xor",
        }
    }

    /// One of those that work on bits or truths, which floating types have not?
    pub const fn is_bitwise(self) -> bool {
        matches!(
            self,
            Combine::And
                | Combine::Or
                | Combine::Xor
                | Combine::LogicalAnd
                | Combine::LogicalOr
                | Combine::LogicalXor
        )
    }

    /// On truths, which are `int`?
    pub const fn is_logical(self) -> bool {
        matches!(
            self,
            Combine::LogicalAnd | Combine::LogicalOr | Combine::LogicalXor
        )
    }
}
