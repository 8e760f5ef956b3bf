//! Similar submissions, as a hint for a person to look at: never a verdict.
//!
//! 1. `shape`: a kernel's text becomes tokens of the front end's lexer. Comments, layout, braces and
//!    qualifiers go; numbers and types become alike; macros stand as they are written.
//! 2. [`Fingerprints`]: each run of [`RUN`] tokens becomes a number, its names counted in the order in which the
//!    run first has them, so that another choice of names is the same number. Of each [`WINDOW`] neighbours
//!    the least is kept: winnowing (S. Schleimer, D. S. Wilkerson, A. Aiken, *Winnowing: Local Algorithms for
//!    Document Fingerprinting*, SIGMOD 2003). Whatever `RUN + WINDOW - 1` tokens two texts have in common,
//!    they have a fingerprint in common. A run of what everybody was given (the starter, the hints, the course's
//!    own kernel) is never kept.
//! 3. [`compare`]: an index from fingerprint to holders; what many hold counts for little.
//!
//! Moving functions, renaming, reformatting, commenting and splicing keep the runs within the moved parts.
//! The same idea written in other steps is not found, and that is no copy either.
//!
//! No I/O and no clock. The result depends on the set of submissions alone, not on their order.

mod compare;
mod fingerprints;
mod matches;
mod shape;

pub use compare::{Alike, Comparison, LEAST_SHARED, Pair, SubmittedKernel, THRESHOLD, compare};
pub use fingerprints::{BaseCode, Fingerprints, RUN, WINDOW};
pub use matches::{Lines, Match};
