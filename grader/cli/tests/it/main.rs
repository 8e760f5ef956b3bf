//! The command's own tests: what it prints and writes without a device.

mod every_verdict;
mod front_end_errors;
mod hostile_reports;
mod lint;
