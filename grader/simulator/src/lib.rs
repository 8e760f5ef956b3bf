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
//! 5. [`stepping`]: a launch that stops before each statement, and can be taken back.
//!
//! Invariants: no I/O, no clock, no panic on any checked program. An outcome depends on program,
//! launch and options alone: not on threads, not on the host, not on natively or WebAssembly. A
//! correct kernel yields no event.
//!
//! Every work-item of this launch writes element 0, which is a race:
//!
//! ```
//! use launch::{Access, Argument, Buffer, Launch, NdRange, Scalar};
//! use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
//! use simulator::{EventKind, Options, simulate};
//!
//! let text = "kernel void last(global int *out) { out[0] = get_global_id(0); }";
//! let checked = opencl_c::compile("last.cl", text, &Preprocessing::default(), &mut NoIncludes).expect("a program");
//! let launch = Launch {
//!     kernel: "last".to_owned(),
//!     arguments: vec![Argument::Buffer(Buffer {
//!         name: "out".to_owned(),
//!         element: Scalar::Int.into(),
//!         contents: vec![0; 4],
//!         access: Access::ReadWrite,
//!         initialized: true,
//!     })],
//!     range: NdRange::linear(8, 4),
//! };
//! let outcome = simulate(&checked.program, &launch, &Options::default()).expect("a supported kernel");
//! assert!(matches!(outcome.events[0].kind, EventKind::Race(_)));
//! assert_eq!(outcome.outputs[0].bytes.len(), 4);
//! ```

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
pub mod image;
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
pub mod stepping;
mod strays;
mod tally;
mod trace;
mod watch;

pub use claims::{Claim, Rule};
pub use counters::{AccessCounters, AccessKind, Banked, Counters, LineCounters, Traffic};
pub use event::{
    Branch, Breach, ClaimBroken, ComputedIndex, CopyDivergence, Divergence, Event, EventKind,
    GroupMisuse, ImageMisuse, Limit, LocalIds, MemoryRange, Object, OutOfBounds, Race, RaceScope,
    StrayLane, Uninitialized, UninitializedValue,
};
pub use launching::{Kernel, prepare, prepare_each, prepare_elsewhere, simulate};
pub use left_open::{LeftOpen, Open};
pub use outcome::{End, GroupProgress, Options, Outcome, Output, Refusal, Unsupported};
pub use profile::DeviceProfile;
pub use trace::{
    AddressRun, LaneRange, Request, RequestCost, Trace, TraceStep, Tracing, Values, VariableValues,
};
pub use watch::{Accessed, ImageAccessed, Ran, Watched, Watcher};
