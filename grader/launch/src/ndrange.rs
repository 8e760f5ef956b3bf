//! The NDRange: how many work-items, in groups of which shape.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Global and local sizes of a launch, in work-items, one to three dimensions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NdRange {
    /// Work-items in each dimension; one to three numbers.
    pub global: Vec<usize>,
    /// Work-items of one work-group in each dimension; the runtime chooses where it is absent.
    pub local: Option<Vec<usize>>,
    /// What every global id begins at, in each dimension; 0 where it is absent. Reports of exercises, which have none,
    /// do not mention it.
    #[serde(skip)]
    pub offset: Option<Vec<usize>>,
    /// Work-items of a sub-group in the simulator; its usual size where it is absent. A device has its own size.
    #[serde(skip)]
    pub sub_group: Option<usize>,
}

/// The most work-items of a launch. The same on every host, so that a launch means the same where
/// addresses have 32 bits; a kernel of that many would run for hours in the simulator.
pub const MOST_WORK_ITEMS: u64 = u32::MAX as u64;

/// Why an NDRange cannot be launched on any device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NdRangeError {
    /// There must be one to three dimensions.
    Dimensions {
        /// The actual number.
        found: usize,
    },
    /// Global and local sizes differ in their number of dimensions.
    RankMismatch {
        /// Dimensions of the global size.
        global: usize,
        /// Dimensions of the local size.
        local: usize,
    },
    /// OpenCL 1.2 launches no empty range.
    Zero {
        /// The dimension of size zero.
        dimension: usize,
    },
    /// OpenCL 1.2 wants the global size to be a multiple of the local one, in each dimension.
    NotAMultiple {
        /// The dimension it fails in.
        dimension: usize,
        /// Global size there.
        global: usize,
        /// Local size there.
        local: usize,
    },
    /// There are more than [`MOST_WORK_ITEMS`].
    TooMany,
    /// Global size and offset differ in their number of dimensions.
    OffsetRank {
        /// Dimensions of the global size.
        global: usize,
        /// Dimensions of the offset.
        offset: usize,
    },
    /// An offset is beyond what an id of [`MOST_WORK_ITEMS`] can be.
    OffsetTooLarge {
        /// The dimension.
        dimension: usize,
    },
}

impl NdRange {
    /// `global` work-items in groups of `local`, in one dimension.
    pub fn linear(global: usize, local: usize) -> Self {
        NdRange {
            global: vec![global],
            local: Some(vec![local]),
            offset: None,
            sub_group: None,
        }
    }

    /// Checks what holds on every device; a device's own limits come on top.
    pub fn validate(&self) -> Result<(), NdRangeError> {
        let found = self.global.len();
        if !(1..=3).contains(&found) {
            return Err(NdRangeError::Dimensions { found });
        }
        if let Some(dimension) = self.global.iter().position(|&size| size == 0) {
            return Err(NdRangeError::Zero { dimension });
        }
        let work_items = self
            .global
            .iter()
            .try_fold(1_u64, |product, &size| product.checked_mul(size as u64));
        if work_items.is_none_or(|count| count > MOST_WORK_ITEMS) {
            return Err(NdRangeError::TooMany);
        }
        if let Some(offset) = &self.offset {
            if offset.len() != found {
                return Err(NdRangeError::OffsetRank {
                    global: found,
                    offset: offset.len(),
                });
            }
            let beyond = |&offset: &usize| offset as u64 > MOST_WORK_ITEMS;
            if let Some(dimension) = offset.iter().position(beyond) {
                return Err(NdRangeError::OffsetTooLarge { dimension });
            }
        }
        let Some(local) = &self.local else {
            return Ok(());
        };
        if local.len() != found {
            return Err(NdRangeError::RankMismatch {
                global: found,
                local: local.len(),
            });
        }
        for (dimension, (&global, &local)) in self.global.iter().zip(local).enumerate() {
            if local == 0 {
                return Err(NdRangeError::Zero { dimension });
            }
            if !global.is_multiple_of(local) {
                return Err(NdRangeError::NotAMultiple {
                    dimension,
                    global,
                    local,
                });
            }
        }
        Ok(())
    }
}

impl fmt::Display for NdRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NdRangeError::Dimensions { found } => {
                write!(f, "an NDRange has one to three dimensions, not {found}")
            }
            NdRangeError::RankMismatch { global, local } => write!(
                f,
                "the global size has {global} dimension(s), the local size {local}"
            ),
            NdRangeError::Zero { dimension } => {
                write!(f, "dimension {dimension} of the NDRange has size 0")
            }
            NdRangeError::NotAMultiple {
                dimension,
                global,
                local,
            } => write!(
                f,
                "global size {global} is no multiple of the work-group size {local} (dimension {dimension})"
            ),
            NdRangeError::TooMany => {
                write!(f, "the NDRange has more than {MOST_WORK_ITEMS} work-items")
            }
            NdRangeError::OffsetRank { global, offset } => write!(
                f,
                "the global size has {global} dimension(s), the global offset {offset}"
            ),
            NdRangeError::OffsetTooLarge { dimension } => write!(
                f,
                "the global offset is larger than {MOST_WORK_ITEMS} (dimension {dimension})"
            ),
        }
    }
}

impl std::error::Error for NdRangeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_global_size_that_is_no_multiple_is_named_with_its_dimension() {
        let range = NdRange {
            offset: None,
            global: vec![64, 10],
            local: Some(vec![16, 4]),
            sub_group: None,
        };
        assert_eq!(
            range.validate(),
            Err(NdRangeError::NotAMultiple {
                dimension: 1,
                global: 10,
                local: 4
            })
        );
    }

    #[test]
    fn more_work_items_than_can_be_counted_are_refused() {
        let range = |global: &[usize]| NdRange {
            offset: None,
            global: global.to_vec(),
            local: None,
            sub_group: None,
        };
        let most = usize::try_from(MOST_WORK_ITEMS).unwrap();
        assert_eq!(range(&[most]).validate(), Ok(()));
        assert_eq!(range(&[most, 2]).validate(), Err(NdRangeError::TooMany));
        let wraps = [1 << 31, 1 << 31, 4];
        assert_eq!(range(&wraps).validate(), Err(NdRangeError::TooMany));
    }

    #[test]
    fn empty_ranges_and_wrong_ranks_are_refused() {
        assert!(NdRange::linear(0, 1).validate().is_err());
        assert!(NdRange::linear(4, 0).validate().is_err());
        let range = NdRange {
            offset: None,
            global: vec![4],
            local: Some(vec![2, 2]),
            sub_group: None,
        };
        assert!(range.validate().is_err());
        let range = NdRange {
            offset: None,
            global: vec![],
            local: None,
            sub_group: None,
        };
        assert!(range.validate().is_err());
    }
}
