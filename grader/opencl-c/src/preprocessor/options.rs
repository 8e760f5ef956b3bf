//! What a caller may choose.

use super::environment::Environment;
use launch::{Source, Standard};

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
    /// Is `cl_khr_fp16` enabled from the first line on? The checker asks for it.
    pub half: bool,
    /// Bounds.
    pub limits: Limits,
}

impl Options {
    /// With the version and the definitions of a source.
    pub fn of(source: &Source) -> Options {
        let defines = source.defines.iter();
        Options {
            standard: source.standard,
            defines: defines
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            ..Options::default()
        }
    }
}
