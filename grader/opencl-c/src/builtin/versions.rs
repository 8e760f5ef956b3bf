//! Since which version of OpenCL C a built-in function is there.

use super::Name;
use crate::preprocessor::Standard;

impl Name {
    /// The first version that has it. What an extension brings is there in every version.
    pub const fn since(self) -> Standard {
        if self.is_c11_atomic() {
            return Standard::V2_0;
        }
        match self {
            Name::GetEnqueuedLocalSize
            | Name::GetGlobalLinearId
            | Name::GetLocalLinearId
            | Name::Ctz
            | Name::AtomicWorkItemFence
            | Name::ToGlobal
            | Name::ToLocal
            | Name::ToPrivate
            | Name::GetFence
            | Name::WorkGroupAll
            | Name::WorkGroupAny
            | Name::WorkGroupBroadcast
            | Name::WorkGroupReduce
            | Name::WorkGroupScanInclusive
            | Name::WorkGroupScanExclusive
            | Name::GetEnqueuedNumSubGroups => Standard::V2_0,
            Name::Popcount | Name::Printf => Standard::V1_2,
            Name::GetGlobalOffset
            | Name::AsyncWorkGroupStridedCopy
            | Name::Shuffle
            | Name::Shuffle2
            | Name::Maxmag
            | Name::Minmag => Standard::V1_1,
            _ => Standard::V1_0,
        }
    }
}
