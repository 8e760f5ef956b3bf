//! Kernels that pass, built-in functions and traces.

mod async_copy;
mod kernels;
mod math;
mod sub_groups;
mod trace;
mod watch;
