//! The ids of findings, in one table.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

macro_rules! ids {
    ($($name:ident = $text:literal,)*) => {
        /// What a finding is about: a mistake of the catalogue, or something found before a kernel can run.
        /// The crate `mistakes` has an entry for each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "each is documented by its page in the crate `mistakes`")]
        pub enum MistakeId {
            $($name,)*
        }

        impl MistakeId {
            /// Every id, in the order of the table.
            pub const ALL: &'static [MistakeId] = &[$(MistakeId::$name,)*];

            /// The stable id, as files, reports and comments write it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(MistakeId::$name => $text,)*
                }
            }
        }
    };
}

// First what is found by reading; then the mistakes: errors, warnings, performance, and within a level those
// first whose correction makes others disappear.
ids! {
    CompileError = "compile-error",
    CompileWarning = "compile-warning",
    NotAnalysed = "not-analysed",
    LaunchFile = "launch-file",
    AnswersFile = "answers-file",
    WrongAnswer = "wrong-answer",
    Request = "request",

    CudaIsm = "cuda-ism",
    Recursion = "recursion",
    WriteToConstant = "write-to-constant",
    WorkGroupTooLarge = "work-group-too-large",
    RequiredWorkGroupSize = "required-work-group-size",
    GlobalSizeNotMultiple = "global-size-not-multiple",
    LocalMemoryOverAllocation = "local-memory-over-allocation",
    BarrierInConditional = "barrier-in-conditional",
    BarrierInDivergentLoop = "barrier-in-divergent-loop",
    BarrierAfterReturn = "barrier-after-return",
    DivergentAsyncCopy = "divergent-async-copy",
    DivergentWorkGroupFunction = "divergent-work-group-function",
    DivergentSubGroupFunction = "divergent-sub-group-function",
    InvalidEvent = "invalid-event",
    AsyncCopyNotWaited = "async-copy-not-waited",
    WrongFenceFlag = "wrong-fence-flag",
    WeakAtomicOrder = "weak-atomic-order",
    MissingBarrier = "missing-barrier",
    EndlessLoop = "endless-loop",
    NullPointer = "null-pointer",
    WrongAddressSpace = "wrong-address-space",
    OutOfBounds = "out-of-bounds",
    DataRace = "data-race",
    CrossGroupRace = "cross-group-race",
    WrongWorkItem = "wrong-work-item",
    MisalignedAccess = "misaligned-access",
    WriteToReadOnly = "write-to-read-only",
    ReadFromWriteOnly = "read-from-write-only",
    ImageReadAfterWrite = "image-read-after-write",
    UninitializedRead = "uninitialized-read",
    ValueOfAbsentWorkItem = "value-of-absent-work-item",
    SamplerMismatch = "sampler-mismatch",
    ImageFormatMismatch = "image-format-mismatch",
    WorkItemQuery = "work-item-query",

    UnbarrieredReuse = "unbarriered-reuse",
    WholeProblemLoop = "whole-problem-loop",
    SubGroupSizeAssumed = "sub-group-size-assumed",
    MissingBoundsGuard = "missing-bounds-guard",
    UnusedArgument = "unused-argument",
    MacroHygiene = "macro-hygiene",
    IntegerOverflowInIndex = "integer-overflow-in-index",
    SignedUnsignedCompare = "signed-unsigned-compare",
    ThreeComponentVector = "three-component-vector",
    NarrowingStore = "narrowing-store",
    HalfSum = "half-sum",
    FloatEquality = "float-equality",
    DoubleLiteral = "double-literal",
    PrivateArraySpill = "private-array-spill",

    IdleWorkItems = "idle-work-items",
    UncoalescedAccess = "uncoalesced-access",
    RedundantGlobalRead = "redundant-global-read",
    BankConflict = "bank-conflict",
    BranchDivergence = "branch-divergence",
    LocalCacheWithoutReuse = "local-cache-without-reuse",
    LowOccupancy = "low-occupancy",
    ConstantDataInGlobal = "constant-data-in-global",
    PartitionCamping = "partition-camping",
    AtomicContention = "atomic-contention",
}

impl fmt::Display for MistakeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// No id is written like this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMistake(pub String);

impl fmt::Display for UnknownMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no mistake has the id `{}`", self.0)
    }
}

impl std::error::Error for UnknownMistake {}

impl FromStr for MistakeId {
    type Err = UnknownMistake;

    fn from_str(text: &str) -> Result<Self, UnknownMistake> {
        let mut all = MistakeId::ALL.iter().copied();
        all.find(|id| id.as_str() == text)
            .ok_or_else(|| UnknownMistake(text.to_owned()))
    }
}

impl Serialize for MistakeId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for MistakeId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_back() {
        for &id in MistakeId::ALL {
            assert_eq!(id.as_str().parse(), Ok(id));
        }
        assert!("data race".parse::<MistakeId>().is_err());
    }
}
