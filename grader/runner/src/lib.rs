//! The parent's side of `grader-device`: starts it, requests builds and launches, and survives any
//! failure of it.
//!
//! The child runs untrusted code. Invariants:
//!
//! - Nothing waits for the child without a deadline. Nothing that the child sends makes this
//!   process panic or allocate more than [`launch::protocol::MAX_FRAME`] per message.
//! - A child that crashed, hung or sent an invalid reply is killed with its process group. The next
//!   request starts a new one and builds the program again, so later launches are not lost.
//! - The verdict is made here, out of a kernel's reach: guard bands are compared in this process.
//! - A child never outlives its [`Runner`].
//! - A deadline counts the processor time of the child's busiest thread and the time in which it
//!   waited, not wall-clock time, so a busy machine causes no timeouts. A generous wall-clock limit
//!   bounds it.
//! - Other people's kernels ([`Trust::Untrusted`]) are compiled in one sandboxed process and run in
//!   another. Protections that the machine cannot enforce are reported ([`Runner::missing`]), and
//!   refused unless the caller allows it.
//!
//! Results are data; errors have a `Display`.

mod bench;
mod blame;
mod build;
mod child;
mod child_slot;
mod clock;
mod exchange;
mod folder;
mod frame;
mod locate;
mod log;
mod lost;
mod options;
mod role;
mod run;
mod runner;
mod system;

pub use bench::{Bench, BenchError, Compiled};
pub use launch::fault::{Exit, Fault, StartError, unprotected};
pub use launch::outcome::{BufferAfter, BuildError, Built, Message, Outcome, Ran, Severity, Stray};
pub use locate::adapters_program;
pub use options::{Options, Trust};
pub use runner::Runner;
