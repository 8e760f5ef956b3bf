//! Memory accesses, as the reader records them.

use crate::lanes::{Lanes, Mask};
use crate::steps::Steps;
use opencl_c::program::{ExprId, VarId};
use opencl_c::source::Origin;
use opencl_c::types::AddressSpace;

/// The smallest unit of a memory transfer, in bytes.
pub(crate) const SECTOR: i64 = 32;

/// The object that a pointer points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Base {
    /// A buffer argument, by number.
    Buffer(u32),
    /// A local-memory argument.
    LocalArgument(u32),
    /// A local array of a function.
    Local(u32, VarId),
    /// A private object of a call.
    Private(u32, VarId),
    /// A constant at program scope.
    Table(u32),
}

/// An access to global, constant or local memory.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// The memory operand in the text, or the call of a built-in function.
    pub(crate) expr: ExprId,
    pub(crate) origin: Origin,
    pub(crate) base: Option<Base>,
    pub(crate) space: AddressSpace,
    pub(crate) kind: Kind,
    pub(crate) bytes: u32,
    pub(crate) offset: Lanes,
    /// The differences between neighbouring work-items, if affine.
    pub(crate) steps: Option<Steps>,
    pub(crate) active: Mask,
    /// Executions by each active work-item.
    pub(crate) weight: f64,
    /// The iterations of the enclosing loops, outermost first.
    pub(crate) iterations: Vec<Iteration>,
    /// Whether each work-item walks along an unknown part of memory, element by element.
    pub(crate) walks: bool,
}

/// An iteration of a loop that is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Iteration {
    /// Identifies the entry of the loop.
    pub(crate) loop_entry: u32,
    /// From 0.
    pub(crate) round: i64,
    /// Iterations that it represents, itself included.
    pub(crate) represents: i64,
}

impl Access {
    pub(crate) fn is_private(&self) -> bool {
        self.space == AddressSpace::Private
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Load,
    Store,
    Atomic,
}
