//! `grader-device` as a child process: launches, refusals, crashes, deadlines and the box.

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod attacks;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod boxed;
mod crashes;
mod deadlines;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod hostile;
mod launches;
mod measurements;
#[cfg(unix)]
mod process;
mod refusals;
#[cfg(unix)]
mod start;
mod support;
