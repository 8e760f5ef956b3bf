//! Random programs, in the simulator and on a device.

mod programs;
mod uniformity;
