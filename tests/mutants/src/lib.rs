//! Mutation of the solutions: each is broken in one place, as a student would, and the check has to
//! catch it. What survives is either a hole in the check or computes the same; the latter are listed
//! beside the solution, each with its reason (`solutions/NN-slug/equivalent.toml`).

mod equivalent;
mod mutate;
mod scan;
mod trial;

pub use equivalent::{Equivalent, EquivalentError};
pub use mutate::{Mutant, Owners, mutants};
pub use trial::{Fate, Trial, on_every_core, trial, with_kernels};
