//! The kinds of edit: how each is named in JSON, in a hint and in the overview of a class.

use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $slug:literal $title:literal;)*) => {
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
        }
    };
}

kinds! {
    /// Another work-item query, or another dimension of one.
    Query "query" "another id or size is meant";
    /// A loop over the whole problem becomes the share of each work-item.
    Share "share" "every work-item does the work of all";
    /// A comparison that takes in or leaves out equality, or turns round.
    Comparison "comparison" "a comparison is wrong";
    /// A barrier inserted.
    Barrier "barrier" "a barrier is missing";
    /// A barrier moved: out of a condition or a loop, or to another line.
    BarrierMoved "barrier-moved" "a barrier is in the wrong place";
    /// A barrier removed.
    BarrierRemoved "barrier-removed" "a barrier is one too many";
    /// Another memory fence flag.
    Fence "fence-flag" "a barrier has the wrong fence flag";
    /// A `return` before a barrier that becomes a guard.
    EarlyReturn "early-return" "work-items return before a barrier";
    /// A guard added or extended.
    Guard "guard" "a bounds guard is missing";
    /// A guard or a part of it removed.
    GuardRemoved "guard-removed" "a condition is one too many";
    /// Another variable.
    Variable "variable" "another variable is meant";
    /// Two operands exchanged, such as row and column.
    Swap "swap" "two values are exchanged";
    /// An index with another stride.
    Stride "stride" "an index has the wrong stride";
    /// An index with another offset.
    Offset "offset" "an index has the wrong offset";
    /// Another constant.
    Constant "constant" "a constant is wrong";
    /// Another operator.
    Operator "operator" "an operator is wrong";
    /// A division that rounds up.
    Rounding "rounding" "a division rounds down where it must round up";
    /// Parentheses in a macro.
    Macro "macro" "a macro lacks parentheses";
    /// A term of an expression removed.
    Term "term" "a term is one too many";
    /// Another built-in function, or its arguments exchanged.
    Builtin "built-in" "another built-in function is meant";
    /// An ordinary access made atomic.
    Atomic "atomic" "an atomic operation is missing";
    /// A wait for an asynchronous copy.
    Wait "wait" "the wait for a copy is missing";
    /// A statement that reads an array and overwrites it, split by a barrier.
    DoubleBuffer "double-buffer" "an array is read and overwritten in one step";
    /// An initial value, or another one.
    Initial "initial-value" "an initial value is missing or wrong";
    /// Another type of a variable.
    Type "type" "a variable has the wrong type";
    /// A cast added or removed, or a literal of another type.
    Cast "cast" "a cast is missing or one too many";
    /// Another address space of an array or a variable.
    AddressSpace "address-space" "a variable is in the wrong address space";
    /// The value that a variable had before, kept for a later statement.
    OldValue "old-value" "a variable is overwritten before its old value is used";
    /// A store of a changed copy.
    Store "store" "a result is not stored";
    /// A statement removed or moved.
    Statement "statement" "a statement is one too many or in the wrong place";
    /// A `;` removed that is the whole body of a condition or a loop.
    EmptyBody "empty-body" "a semicolon ends a condition or a loop too early";
    /// The operands of two operators grouped in the other way.
    Grouping "grouping" "an expression is grouped in the wrong way";
    /// A variable moved on at the end of each round of a loop.
    Step "step" "a loop does not move a variable on";
}
