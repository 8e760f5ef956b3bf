//! The simulator: runs a checked kernel as a GPU runs it, and returns what happened.
//!
//! [`prepare`] lowers a kernel to register code once; [`Kernel::run`] runs a launch of it; [`simulate`]
//! does both. Phases are modules:
//!
//! 1. `lower`: checked program to register code ([`code`](self)): helper functions inlined, values that
//!    are uniform over a work-group are separated from those that vary.
//! 2. `launching`: binds arguments, checks the launch against a device profile, splits the work-groups
//!    over threads and puts the results together.
//! 3. `exec`: runs a work-group at once, each instruction for all its work-items under a mask.
//! 4. `shadow`, `coalesce`: races and memory traffic. `events`, `counters`, `trace`, `watch`: the results.
//!
//! Invariants: no I/O, no clock, no panic on any checked program. An outcome depends on program,
//! launch and options alone: not on threads, not on the host, not on natively or WebAssembly. A
//! correct kernel yields no event.

#![warn(missing_docs)]

mod arith;
mod calls;
mod claims;
mod coalesce;
mod code;
mod counters;
mod event;
mod events;
mod exec;
mod formula;
mod lane;
mod launching;
mod left_open;
mod lower;
mod mask;
pub mod math;
mod operand;
mod outcome;
mod profile;
mod registers;
mod shadow;
mod shape;
mod tally;
mod trace;
mod watch;

pub use claims::{Claim, Rule};
pub use counters::{AccessCounters, AccessKind, Banked, Counters, LineCounters, Traffic};
pub use event::{
    Branch, Breach, ClaimBroken, CopyDivergence, Divergence, Event, EventKind, Limit, LocalIds,
    MemoryRange, Object, OutOfBounds, Race, RaceScope, Uninitialized, UninitializedValue,
};
pub use launching::{Kernel, prepare, prepare_each, prepare_elsewhere, simulate};
pub use left_open::{LeftOpen, Open};
pub use outcome::{End, Options, Outcome, Output, Refusal, Unsupported};
pub use profile::DeviceProfile;
pub use trace::{AddressRun, LaneRange, Request, RequestCost, Trace, TraceStep, Tracing};
pub use watch::{Accessed, Ran, Watched, Watcher};
