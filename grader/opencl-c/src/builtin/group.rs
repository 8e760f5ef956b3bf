//! Functions that the work-items of a work-group or sub-group compute together: what each takes and gives.

use super::{Combine, Name};
use crate::types::Scalar;

/// Whose work-items a function joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Those of a work-group.
    WorkGroup,
    /// Those of a sub-group.
    SubGroup,
}

/// What a function of a group does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupKind {
    /// Is it true for all?
    All,
    /// Is it true for any?
    Any,
    /// Is it the same for all?
    AllEqual,
    /// The value of the work-item that an argument names.
    Broadcast,
    /// The value of the first.
    First,
    /// All values, combined.
    Reduce,
    /// The values up to one's own, combined.
    Inclusive,
    /// The values before one's own, combined.
    Exclusive,
    /// Is it the first?
    Elect,
    /// A bit for each work-item.
    Ballot,
    /// One's own bit of a ballot.
    InverseBallot,
    /// A bit of a ballot.
    BitExtract,
    /// The bits that are set.
    BitCount,
    /// The bits that are set up to one's own.
    BitCountInclusive,
    /// The bits that are set before one's own.
    BitCountExclusive,
    /// The lowest bit that is set.
    FindLsb,
    /// The highest bit that is set.
    FindMsb,
    /// The value of any work-item.
    Shuffle,
    /// The value of the work-item whose id differs in these bits.
    ShuffleXor,
    /// The value of the work-item this far below.
    ShuffleUp,
    /// The value of the work-item this far above.
    ShuffleDown,
    /// As [`GroupKind::ShuffleUp`], out of two values behind one another.
    ShuffleUpTwo,
    /// As [`GroupKind::ShuffleDown`], out of two values behind one another.
    ShuffleDownTwo,
    /// The value of the work-item this far above, around the end.
    Rotate,
    /// Waits for all.
    Barrier,
}

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// A value of any type that the function takes.
    Value,
    /// An `int`.
    Int,
    /// A `uint`.
    UInt,
    /// A `uint4`: a ballot.
    Ballot,
    /// A `size_t`.
    Size,
}

/// What a function of a group takes and gives.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Whose work-items it joins.
    pub scope: Scope,
    /// What it does.
    pub kind: GroupKind,
    /// May work-items of the group be elsewhere?
    pub non_uniform: bool,
    /// Its parameters. A broadcast within a work-group has one to three ids.
    pub takes: &'static [Given],
    /// Its result; `Value` for the type of the value. A barrier has none.
    pub gives: Given,
    /// Is the last parameter the size of a cluster?
    pub clustered: bool,
}

/// What a block function does with memory, and the type of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfBlock {
    /// Each work-item gets the elements that lie its index and multiples of the sub-group's size from the pointer.
    Read(Scalar),
    /// Each work-item stores its elements there.
    Write(Scalar),
}

impl OfBlock {
    /// How many elements a work-item may have.
    pub const fn widths(self) -> &'static [u8] {
        match self {
            OfBlock::Read(Scalar::UChar) | OfBlock::Write(Scalar::UChar) => &[1, 2, 4, 8, 16],
            _ => &[1, 2, 4, 8],
        }
    }
}

impl Name {
    /// What a function of a group takes and gives; `None` for other functions.
    #[inline(never)]
    pub const fn of_group(self) -> Option<Rule> {
        use Given::{Ballot, Int, Size, UInt, Value};
        use GroupKind as Kind;
        use Name::*;
        use Scope::{SubGroup, WorkGroup};
        const fn of(
            scope: Scope,
            kind: GroupKind,
            non_uniform: bool,
            takes: &'static [Given],
            gives: Given,
        ) -> Option<Rule> {
            Some(Rule {
                scope,
                kind,
                non_uniform,
                takes,
                gives,
                clustered: false,
            })
        }
        const fn clustered(rule: Option<Rule>) -> Option<Rule> {
            match rule {
                Some(rule) => Some(Rule {
                    clustered: true,
                    ..rule
                }),
                None => None,
            }
        }
        match self {
            WorkGroupAll => of(WorkGroup, Kind::All, false, &[Int], Int),
            WorkGroupAny => of(WorkGroup, Kind::Any, false, &[Int], Int),
            WorkGroupBroadcast => of(WorkGroup, Kind::Broadcast, false, &[Value, Size], Value),
            WorkGroupReduce => of(WorkGroup, Kind::Reduce, false, &[Value], Value),
            WorkGroupScanInclusive => of(WorkGroup, Kind::Inclusive, false, &[Value], Value),
            WorkGroupScanExclusive => of(WorkGroup, Kind::Exclusive, false, &[Value], Value),
            SubGroupBarrier => of(SubGroup, Kind::Barrier, false, &[UInt], Int),
            SubGroupAll => of(SubGroup, Kind::All, false, &[Int], Int),
            SubGroupAny => of(SubGroup, Kind::Any, false, &[Int], Int),
            SubGroupBroadcast => of(SubGroup, Kind::Broadcast, false, &[Value, UInt], Value),
            SubGroupReduce => of(SubGroup, Kind::Reduce, false, &[Value], Value),
            SubGroupScanInclusive => of(SubGroup, Kind::Inclusive, false, &[Value], Value),
            SubGroupScanExclusive => of(SubGroup, Kind::Exclusive, false, &[Value], Value),
            SubGroupElect => of(SubGroup, Kind::Elect, true, &[], Int),
            SubGroupNonUniformAll => of(SubGroup, Kind::All, true, &[Int], Int),
            SubGroupNonUniformAny => of(SubGroup, Kind::Any, true, &[Int], Int),
            SubGroupNonUniformAllEqual => of(SubGroup, Kind::AllEqual, true, &[Value], Int),
            SubGroupNonUniformBroadcast => {
                of(SubGroup, Kind::Broadcast, true, &[Value, UInt], Value)
            }
            SubGroupBroadcastFirst => of(SubGroup, Kind::First, true, &[Value], Value),
            SubGroupNonUniformReduce => of(SubGroup, Kind::Reduce, true, &[Value], Value),
            SubGroupNonUniformScanInclusive => of(SubGroup, Kind::Inclusive, true, &[Value], Value),
            SubGroupNonUniformScanExclusive => of(SubGroup, Kind::Exclusive, true, &[Value], Value),
            SubGroupBallot => of(SubGroup, Kind::Ballot, true, &[Int], Ballot),
            SubGroupInverseBallot => of(SubGroup, Kind::InverseBallot, true, &[Ballot], Int),
            SubGroupBallotBitExtract => of(SubGroup, Kind::BitExtract, true, &[Ballot, UInt], Int),
            SubGroupBallotBitCount => of(SubGroup, Kind::BitCount, true, &[Ballot], UInt),
            SubGroupBallotInclusiveScan => {
                of(SubGroup, Kind::BitCountInclusive, true, &[Ballot], UInt)
            }
            SubGroupBallotExclusiveScan => {
                of(SubGroup, Kind::BitCountExclusive, true, &[Ballot], UInt)
            }
            SubGroupBallotFindLsb => of(SubGroup, Kind::FindLsb, true, &[Ballot], UInt),
            SubGroupBallotFindMsb => of(SubGroup, Kind::FindMsb, true, &[Ballot], UInt),
            SubGroupShuffle => of(SubGroup, Kind::Shuffle, true, &[Value, UInt], Value),
            SubGroupShuffleXor => of(SubGroup, Kind::ShuffleXor, true, &[Value, UInt], Value),
            SubGroupShuffleUp => of(SubGroup, Kind::ShuffleUp, true, &[Value, UInt], Value),
            SubGroupShuffleDown => of(SubGroup, Kind::ShuffleDown, true, &[Value, UInt], Value),
            SubGroupRotate => of(SubGroup, Kind::Rotate, true, &[Value, Int], Value),
            SubGroupClusteredReduce => {
                clustered(of(SubGroup, Kind::Reduce, true, &[Value, UInt], Value))
            }
            SubGroupClusteredRotate => {
                clustered(of(SubGroup, Kind::Rotate, true, &[Value, Int, UInt], Value))
            }
            IntelSubGroupShuffleUp => of(
                SubGroup,
                Kind::ShuffleUpTwo,
                true,
                &[Value, Value, UInt],
                Value,
            ),
            IntelSubGroupShuffleDown => of(
                SubGroup,
                Kind::ShuffleDownTwo,
                true,
                &[Value, Value, UInt],
                Value,
            ),
            _ => None,
        }
    }

    /// What the work-items of a sub-group read or write of a block of memory together.
    pub const fn of_block(self) -> Option<OfBlock> {
        Some(match self {
            Name::IntelSubGroupBlockRead => OfBlock::Read(Scalar::UInt),
            Name::IntelSubGroupBlockReadUc => OfBlock::Read(Scalar::UChar),
            Name::IntelSubGroupBlockReadUs => OfBlock::Read(Scalar::UShort),
            Name::IntelSubGroupBlockReadUl => OfBlock::Read(Scalar::ULong),
            Name::IntelSubGroupBlockWrite => OfBlock::Write(Scalar::UInt),
            Name::IntelSubGroupBlockWriteUc => OfBlock::Write(Scalar::UChar),
            Name::IntelSubGroupBlockWriteUs => OfBlock::Write(Scalar::UShort),
            Name::IntelSubGroupBlockWriteUl => OfBlock::Write(Scalar::ULong),
            _ => return None,
        })
    }

    /// Must its name end with an operation?
    pub const fn needs_combine(self) -> bool {
        match self.of_group() {
            Some(rule) => matches!(
                rule.kind,
                GroupKind::Reduce | GroupKind::Inclusive | GroupKind::Exclusive
            ),
            None => matches!(self, Name::AtomicFetch),
        }
    }

    /// May its name end with this operation?
    pub const fn takes(self, combine: Combine) -> bool {
        match self {
            Name::AtomicFetch => !combine.is_logical() && !matches!(combine, Combine::Mul),
            _ => self.needs_combine() && !matches!(combine, Combine::Sub),
        }
    }

    /// An atomic function of OpenCL C 2.0?
    pub const fn is_c11_atomic(self) -> bool {
        matches!(
            self,
            Name::AtomicInit
                | Name::AtomicLoad
                | Name::AtomicStore
                | Name::AtomicExchange
                | Name::AtomicCompareExchangeStrong
                | Name::AtomicCompareExchangeWeak
                | Name::AtomicFetch
                | Name::AtomicFlagTestAndSet
                | Name::AtomicFlagClear
        )
    }

    /// A function of the generic address space?
    pub const fn is_of_address(self) -> bool {
        matches!(
            self,
            Name::ToGlobal | Name::ToLocal | Name::ToPrivate | Name::GetFence
        )
    }
}
