//! The kinds of edit: how each is named in JSON, in a hint and in the overview of a class.

use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $slug:literal $rank:literal $title:literal;)*) => {
        /// A kind of edit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum Kind {
            $($(#[$doc])* #[serde(rename = $slug)] $name,)*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &[Kind] = &[$(Kind::$name,)*];

            /// Its stable name, as in JSON.
            pub const fn slug(self) -> &'static str {
                match self { $(Kind::$name => $slug,)* }
            }

            /// What is wrong with a kernel that an edit of this kind repairs, as in "a barrier is missing".
            pub const fn title(self) -> &'static str {
                match self { $(Kind::$name => $title,)* }
            }

            /// How late it is tried: students need edits of a low rank more often.
            pub(crate) const fn rank(self) -> u32 {
                match self { $(Kind::$name => $rank,)* }
            }
        }
    };
}

kinds! {
    /// Another work-item query, or another dimension of one.
    Query "query" 0 "another id or size is meant";
    /// A loop over the whole problem becomes the share of each work-item.
    Share "share" 0 "every work-item does the work of all";
    /// A comparison that takes in or leaves out equality, or turns round.
    Comparison "comparison" 1 "a comparison is wrong";
    /// A barrier inserted.
    Barrier "barrier" 1 "a barrier is missing";
    /// A barrier moved: out of a condition or a loop, or to another line.
    BarrierMoved "barrier-moved" 2 "a barrier is in the wrong place";
    /// A barrier removed.
    BarrierRemoved "barrier-removed" 3 "a barrier is one too many";
    /// Another memory fence flag.
    Fence "fence-flag" 1 "a barrier has the wrong fence flag";
    /// A `return` before a barrier that becomes a guard.
    EarlyReturn "early-return" 2 "work-items return before a barrier";
    /// A guard added or extended.
    Guard "guard" 2 "a bounds guard is missing";
    /// A guard or a part of it removed.
    GuardRemoved "guard-removed" 3 "a condition is one too many";
    /// Another variable.
    Variable "variable" 2 "another variable is meant";
    /// Two operands exchanged, such as row and column.
    Swap "swap" 2 "two values are exchanged";
    /// An index with another stride.
    Stride "stride" 4 "an index has the wrong stride";
    /// An index with another offset.
    Offset "offset" 3 "an index has the wrong offset";
    /// Another constant.
    Constant "constant" 2 "a constant is wrong";
    /// Another operator.
    Operator "operator" 3 "an operator is wrong";
    /// A term of an expression removed.
    Term "term" 3 "a term is one too many";
    /// Another built-in function, or its arguments exchanged.
    Builtin "built-in" 2 "another built-in function is meant";
    /// An ordinary access made atomic.
    Atomic "atomic" 1 "an atomic operation is missing";
    /// A wait for an asynchronous copy.
    Wait "wait" 1 "the wait for a copy is missing";
    /// An initial value, or another one.
    Initial "initial-value" 2 "an initial value is missing or wrong";
    /// Another type of a variable.
    Type "type" 2 "a variable has the wrong type";
    /// A cast added or removed, or a literal of another type.
    Cast "cast" 2 "a cast is missing or one too many";
    /// Another address space of an array or a variable.
    AddressSpace "address-space" 2 "a variable is in the wrong address space";
    /// A statement removed or moved.
    Statement "statement" 4 "a statement is one too many or in the wrong place";
}
