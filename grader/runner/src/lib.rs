//! The parent's side of `grader-device`: starts it, asks it for builds and launches, and survives
//! whatever becomes of it.
//!
//! The child runs code that nobody trusts. Invariants:
//!
//! - Nothing waits for the child without a deadline, and nothing the child sends can make this
//!   process panic or grow beyond [`launch::protocol::MAX_FRAME`] a message.
//! - A child that crashed, hung or talked nonsense is killed with its process group, and the next
//!   request gets a fresh one with the program built again. The launches after the one it died of
//!   are not lost.
//! - The verdict is made here, where no kernel can reach: guard bands are compared in this process.
//! - A child lives no longer than its [`Runner`].
//! - A deadline counts what the child did, the processor time of its busiest thread and the time in
//!   which it waited, rather than what passed on the wall: on a busy machine nobody runs out of time for
//!   want of a processor. A generous limit on the wall's time stands behind it.
//! - Other people's kernels ([`Trust::Untrusted`]) are compiled in one process and run in another, each in
//!   a box; what the machine cannot enforce of it is told ([`Runner::missing`]), and refused unless the
//!   caller allows it.
//!
//! Everything returned is data; the wording is for whoever shows it.

mod bench;
mod blame;
mod build;
mod child;
mod child_slot;
mod clock;
mod exchange;
mod fault;
mod folder;
mod frame;
mod guard;
mod locate;
mod log;
mod options;
mod outcome;
mod role;
mod run;
mod runner;

pub use bench::{Bench, BenchError, Compiled};
pub use fault::{Exit, Fault, StartError, unprotected};
pub use log::{BuildMessage, Severity};
pub use options::{Options, Trust};
pub use outcome::{BufferAfter, BuildError, Built, Outcome, Ran, Stray};
pub use runner::Runner;
