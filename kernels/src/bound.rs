//! What a kernel may cost: bounds on what the simulator counts, the same on every machine.

use serde::{Deserialize, Serialize};

/// What is counted of a run. The unit of each is in its description; all are sums or ratios over the
/// whole launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Elements that work-items read from global and constant memory: their loads, a vector of four
    /// counting as four. In elements of 4 bytes.
    GlobalElementsRead,
    /// Elements that work-items write to global memory, in elements of 4 bytes.
    GlobalElementsWritten,
    /// Bytes that the sectors of global memory moved, both ways.
    GlobalBytesMoved,
    /// Requests of warps to global memory, both ways.
    GlobalRequests,
    /// Distinct bytes of the requests over bytes moved, in per cent, both ways together.
    CoalescingEfficiency,
    /// The worst access to local memory: passes over the passes that would do without conflicts, in
    /// per cent; 100 is none.
    BankConflict,
    /// Elements that work-items read from local memory, in elements of 4 bytes.
    LocalElementsRead,
    /// Bytes that are read from local memory while an asynchronous copy of the work-group is under way,
    /// over all bytes that are read from local memory, in per cent.
    LocalReadsDuringCopies,
    /// Barriers that a work-group passes.
    Barriers,
    /// Bytes of local memory of a work-group.
    LocalBytes,
    /// Lanes that were active over all lanes of the warps that ran, in per cent.
    ActiveLanes,
    /// Atomic operations of work-items on global memory.
    GlobalAtomics,
}

/// Which side of a number is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "is", content = "value")]
pub enum Limit {
    /// This many, or fewer.
    AtMost(u64),
    /// This many, or more.
    AtLeast(u64),
}

impl Limit {
    /// Does a figure keep it?
    pub fn holds(self, figure: u64) -> bool {
        match self {
            Limit::AtMost(most) => figure <= most,
            Limit::AtLeast(least) => figure >= least,
        }
    }
}

/// One requirement on the run of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bound {
    /// What is counted.
    pub measure: Measure,
    /// How much it may be.
    pub limit: Limit,
    /// Where the number comes from, as the end of "at most N: "; for the student.
    pub reason: String,
}

impl Bound {
    /// At most `most`.
    pub fn at_most(measure: Measure, most: u64, reason: impl Into<String>) -> Self {
        Bound {
            measure,
            limit: Limit::AtMost(most),
            reason: reason.into(),
        }
    }

    /// At least `least`.
    pub fn at_least(measure: Measure, least: u64, reason: impl Into<String>) -> Self {
        Bound {
            measure,
            limit: Limit::AtLeast(least),
            reason: reason.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_holds_at_its_own_number_and_on_one_side_of_it() {
        for (figure, at_most, at_least) in [(4, true, false), (5, true, true), (6, false, true)] {
            assert_eq!(Limit::AtMost(5).holds(figure), at_most);
            assert_eq!(Limit::AtLeast(5).holds(figure), at_least);
        }
    }
}
