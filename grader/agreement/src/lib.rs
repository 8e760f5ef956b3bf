//! Does the front end agree with a device's compiler on what is a program of OpenCL C 1.2, and on the
//! line of the first error?
//!
//! The compiler on the device is the authority. Programs come from a corpus of files, from a generator
//! of random well-formed programs, and from mutations of both; all is drawn from a seed, so a
//! disagreement can be had again.

mod behaviour;
mod compare;
mod front_end;
mod generate;
mod mutate;
mod oracle;
mod random;

pub use behaviour::{Behaviour, behaves_alike};
pub use compare::{Agreement, Disagreement, Tally, compare};
pub use front_end::{front_end, printed};
pub use generate::program;
pub use mutate::mutate;
pub use oracle::{Oracle, OracleError};
pub use random::Random;

/// What a compiler makes of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a program.
    Accepted,
    /// It is none.
    Rejected {
        /// The line of the first error, where that is known.
        line: Option<u32>,
        /// The first error in the compiler's words.
        message: String,
    },
    /// It may be one, but the front end does not analyse it.
    Unsupported {
        /// The line of what it does not analyse.
        line: u32,
        message: String,
    },
}
