//! Devices of this machine, through `grader-device` and `grader-wgpu`: as an engine of a check, why there is none, and how other
//! people's kernels run on them.

pub mod adapters;
pub mod bug_report;
pub mod engine;
#[cfg(feature = "full")]
pub mod gpu_lock;
pub mod install;
pub mod no_device;
pub mod untrusted;
