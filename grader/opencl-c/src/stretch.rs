//! Stretches of a checked program: whoever runs it and whoever reads it agree on what was counted where.

use crate::program::ExprId;
use crate::source::Origin;
use std::sync::Arc;

/// What of the text runs as often as its first operation does, told by the construct that decides how often
/// that is. What stands behind a construct is a stretch of its own: not all may come back from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stretch {
    /// The calls that lead there, the kernel's own first: a helper function runs for each of them.
    pub calls: Arc<[ExprId]>,
    /// The construct.
    pub construct: Construct,
    /// Which part of it.
    pub part: Part,
}

/// What decides how often something runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Construct {
    /// What an `if` or a `?:` asks, or the right side of an `&&` or `||`.
    Condition(ExprId),
    /// A loop or a `switch`: where it begins, and what it asks, if it asks. Where a macro writes its argument
    /// twice, the place alone does not tell them apart.
    Statement(Origin, Option<ExprId>),
}

/// A part of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Where the condition holds.
    Then,
    /// Where it does not.
    Otherwise,
    /// The condition of a loop.
    Test,
    /// A loop's body.
    Round,
    /// What a loop does between two rounds.
    Step,
    /// The label of a `switch` with this number, counted from 0 in the order of the text.
    Case(u32),
    /// What stands behind it.
    After,
}
