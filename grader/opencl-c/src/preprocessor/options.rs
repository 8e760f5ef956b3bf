//! What a caller may choose.

use super::environment::Environment;

/// A version of OpenCL C.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

/// Bounds on one run of the preprocessor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tokens of the preprocessed program.
    pub tokens: usize,
    /// Tokens read, copied or made in the course of macro expansion.
    pub work: usize,
    /// Macros expanded within macros.
    pub expansion_depth: u32,
    /// Bytes of all files together, a file counted each time it is included.
    pub source_bytes: usize,
    /// Bytes of the texts that `#` and `##` make.
    pub made_bytes: usize,
    /// Files included from within files.
    pub include_depth: usize,
    /// Files opened, a file counted each time it is included.
    pub files: usize,
    /// Errors kept, and as many warnings; one error more says that there were more errors.
    pub diagnostics: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            tokens: 4_000_000,
            work: 8_000_000,
            expansion_depth: 4_000,
            source_bytes: 64 << 20,
            made_bytes: 16 << 20,
            include_depth: 200,
            files: 10_000,
            diagnostics: 100,
        }
    }
}

/// How to read a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The version of the language.
    pub standard: Standard,
    /// As after `-D`: `NAME`, `NAME=VALUE` or `NAME(PARAMETERS)=VALUE`.
    pub defines: Vec<String>,
    /// Who reads the text.
    pub environment: Environment,
    /// Is a constant without a suffix a `float` (`-cl-single-precision-constant`)? The checker asks for it.
    pub single_precision_constant: bool,
    /// Bounds.
    pub limits: Limits,
}
