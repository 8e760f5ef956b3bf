//! The versions of OpenCL C.

use serde::{Deserialize, Serialize};

/// A version of OpenCL C.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Standard {
    /// OpenCL C 1.0
    V1_0,
    /// OpenCL C 1.1
    V1_1,
    /// OpenCL C 1.2
    #[default]
    V1_2,
    /// OpenCL C 2.0
    V2_0,
    /// OpenCL C 3.0, with every optional feature but pipes and queues
    V3_0,
}

impl Standard {
    /// From the value of `-cl-std=`.
    pub fn from_flag(flag: &str) -> Option<Self> {
        Some(match flag {
            "CL1.0" => Standard::V1_0,
            "CL1.1" => Standard::V1_1,
            "CL1.2" => Standard::V1_2,
            "CL2.0" => Standard::V2_0,
            "CL3.0" => Standard::V3_0,
            _ => return None,
        })
    }

    /// The value of `-cl-std=`.
    pub const fn flag(self) -> &'static str {
        match self {
            Standard::V1_0 => "CL1.0",
            Standard::V1_1 => "CL1.1",
            Standard::V1_2 => "CL1.2",
            Standard::V2_0 => "CL2.0",
            Standard::V3_0 => "CL3.0",
        }
    }

    /// Its number, as it is written: `1.2`.
    pub const fn text(self) -> &'static str {
        match self {
            Standard::V1_0 => "1.0",
            Standard::V1_1 => "1.1",
            Standard::V1_2 => "1.2",
            Standard::V2_0 => "2.0",
            Standard::V3_0 => "3.0",
        }
    }

    /// The value of `__OPENCL_C_VERSION__`.
    pub const fn number(self) -> u32 {
        match self {
            Standard::V1_0 => 100,
            Standard::V1_1 => 110,
            Standard::V1_2 => 120,
            Standard::V2_0 => 200,
            Standard::V3_0 => 300,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_read_back() {
        for standard in [
            Standard::V1_0,
            Standard::V1_1,
            Standard::V1_2,
            Standard::V2_0,
            Standard::V3_0,
        ] {
            assert_eq!(Standard::from_flag(standard.flag()), Some(standard));
        }
        assert_eq!(Standard::from_flag("CL2.1"), None);
    }
}
