//! What was seen of the program's calls: kinds of handles, arguments of kernels, parts of programs. A handle that was
//! released may come back for another object; what is then recorded of it is recorded anew before it is used.

use crate::dispatch::Handle;
use launch::captured::Argument;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a handle is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Memory,
    Sampler,
}

/// An argument as it was set.
#[derive(Clone, Debug)]
pub(crate) enum Set {
    Bytes(Vec<u8>),
    Sized(u64),
    SharedVirtualMemory,
}

/// A kernel's arguments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) set: HashMap<u32, Set>,
    /// Reaches shared virtual memory that is no argument.
    pub(crate) reaches_more: bool,
}

/// The text of a program, and the options it was compiled with.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) text: Vec<u8>,
    pub(crate) options: String,
    pub(crate) headers: Vec<(String, String)>,
}

/// The launches of the kernels of one name.
#[derive(Clone, Copy, Debug, Default)]
struct Launches {
    count: u64,
    is_captured: bool,
}

#[derive(Debug, Default)]
struct Seen {
    kinds: HashMap<usize, Kind>,
    kernels: HashMap<usize, Arguments>,
    headers: HashMap<usize, Vec<(String, String)>>,
    linked: HashMap<usize, Vec<Unit>>,
    launches: HashMap<String, Launches>,
    user_events: HashSet<usize>,
}

/// The records. The lock is never held over a call of OpenCL: a driver may call the program back.
#[derive(Debug, Default)]
pub(crate) struct Records(Mutex<Seen>);

impl Records {
    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn note_kind(&self, handle: Handle, kind: Kind) {
        self.lock().kinds.insert(handle as usize, kind);
    }

    /// The object that the bytes of an argument name.
    pub(crate) fn object(&self, bytes: &[u8]) -> Option<(Handle, Kind)> {
        let handle = usize::from_ne_bytes(bytes.try_into().ok()?);
        let kind = *self.lock().kinds.get(&handle)?;
        Some((handle as Handle, kind))
    }

    pub(crate) fn note_argument(&self, kernel: Handle, index: u32, set: Set) {
        let mut seen = self.lock();
        let arguments = seen.kernels.entry(kernel as usize).or_default();
        arguments.set.insert(index, set);
    }

    pub(crate) fn note_reaches_more(&self, kernel: Handle, reaches_more: bool) {
        let mut seen = self.lock();
        let arguments = seen.kernels.entry(kernel as usize).or_default();
        arguments.reaches_more = reaches_more;
    }

    /// A kernel that is new: nothing is set of it.
    pub(crate) fn note_kernel(&self, kernel: Handle) {
        self.lock().kernels.remove(&(kernel as usize));
    }

    pub(crate) fn note_clone(&self, kernel: Handle, clone: Handle) {
        let mut seen = self.lock();
        if let Some(arguments) = seen.kernels.get(&(kernel as usize)).cloned() {
            seen.kernels.insert(clone as usize, arguments);
        }
    }

    pub(crate) fn arguments(&self, kernel: Handle) -> Arguments {
        let seen = self.lock();
        let arguments = seen.kernels.get(&(kernel as usize));
        arguments.cloned().unwrap_or_default()
    }

    pub(crate) fn note_headers(&self, program: Handle, headers: Vec<(String, String)>) {
        self.lock().headers.insert(program as usize, headers);
    }

    pub(crate) fn headers(&self, program: Handle) -> Vec<(String, String)> {
        let seen = self.lock();
        let headers = seen.headers.get(&(program as usize));
        headers.cloned().unwrap_or_default()
    }

    pub(crate) fn note_linked(&self, program: Handle, units: Vec<Unit>) {
        self.lock().linked.insert(program as usize, units);
    }

    pub(crate) fn linked(&self, program: Handle) -> Option<Vec<Unit>> {
        self.lock().linked.get(&(program as usize)).cloned()
    }

    /// A program that is new: nothing is known of it.
    pub(crate) fn note_program(&self, program: Handle) {
        let mut seen = self.lock();
        seen.headers.remove(&(program as usize));
        seen.linked.remove(&(program as usize));
    }

    pub(crate) fn note_user_event(&self, event: Handle) {
        self.lock().user_events.insert(event as usize);
    }

    pub(crate) fn note_user_event_is_set(&self, event: Handle) {
        self.lock().user_events.remove(&(event as usize));
    }

    pub(crate) fn has_open_user_event(&self) -> bool {
        !self.lock().user_events.is_empty()
    }

    /// Counts a launch of a kernel; its number if it is to be captured. A kernel is captured once, at its launch
    /// number `wanted` or at the first one after it that can be.
    pub(crate) fn begin_launch(&self, kernel: &str, wanted: u64) -> Option<u64> {
        let mut seen = self.lock();
        let launches = seen.launches.entry(kernel.to_owned()).or_default();
        launches.count += 1;
        if launches.is_captured || launches.count < wanted {
            return None;
        }
        launches.is_captured = true;
        Some(launches.count)
    }

    /// Lets the next launch of a kernel be captured in place of this one.
    pub(crate) fn put_off(&self, kernel: &str) {
        let mut seen = self.lock();
        if let Some(launches) = seen.launches.get_mut(kernel) {
            launches.is_captured = false;
        }
    }
}

impl Set {
    /// The argument, where its bytes are no object.
    pub(crate) fn into_argument(self) -> Argument {
        match self {
            Set::Bytes(bytes) => Argument::Value(bytes),
            Set::Sized(bytes) => Argument::Sized(bytes),
            Set::SharedVirtualMemory => Argument::SharedVirtualMemory,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_captured_once_at_the_launch_that_is_wanted() {
        let records = Records::default();
        let captured: Vec<_> = (0..4).map(|_| records.begin_launch("k", 2)).collect();
        assert_eq!(captured, [None, Some(2), None, None]);
        assert_eq!(records.begin_launch("other", 1), Some(1));
    }

    #[test]
    fn a_launch_that_is_put_off_leaves_its_place_to_the_next() {
        let records = Records::default();
        assert_eq!(records.begin_launch("k", 1), Some(1));
        records.put_off("k");
        assert_eq!(records.begin_launch("k", 1), Some(2));
        assert_eq!(records.begin_launch("k", 1), None);
    }
}
