//! What differs between operating systems, behind one interface: the process's own streams, the capture of what a
//! kernel prints, and the process's end.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::{end, no_core_files, printf, take_streams};
#[cfg(windows)]
pub(crate) use windows::{end, no_core_files, printf, take_streams};
