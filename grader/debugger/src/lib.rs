//! A debugger for kernels: a launch in the simulator, stepped through by work-group, warp or work-item, forwards and
//! backwards, with every variable of every work-item and all memory in view.
//!
//! - [`Debuggee`]: the program and the launch. [`Session`]: the launch at one of its statements, with breakpoints, a
//!   focused work-item and the way back (`history`).
//! - `expressions`: what is asked for in OpenCL C, compiled in the scope of the statement. `values`: bytes as text.
//! - [`Console`]: commands as text, for a terminal. [`adapter`]: the Debug Adapter Protocol, for an editor.
//!
//! Invariants: no I/O, no clock. A session goes back by running the launch again from a snapshot: it runs the same way
//! each time. Nothing that is asked for changes the launch.

pub mod adapter;
mod breakpoints;
mod console;
mod debuggee;
mod expressions;
mod history;
mod session;
mod values;
mod views;

pub use breakpoints::Breakpoint;
pub use console::{Console, HELP, Reply, stop_text, unit_text};
pub use debuggee::Debuggee;
pub use session::{Depth, Session, Stop, Unit};
