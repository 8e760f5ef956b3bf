//! Machines that lack something of this one.

use seccompiler::{SeccompAction, SeccompFilter, TargetArch, apply_filter};
use std::env::consts::ARCH;
use std::process::{Command, Output};
use std::thread;

/// The system call that begins with Landlock, by the same number on every processor.
const LANDLOCK_CREATE_RULESET: i64 = 444;

/// "Function not implemented": what a kernel without Landlock says to it.
const NO_SUCH_CALL: u32 = 38;

/// Runs a command, and whatever it starts, as on a machine whose kernel has no Landlock.
pub fn without_landlock(command: &mut Command) -> Output {
    let here = TargetArch::try_from(ARCH).expect("a processor with filters of system calls");
    let rules = [(LANDLOCK_CREATE_RULESET, Vec::new())].into();
    let (others, this) = (SeccompAction::Allow, SeccompAction::Errno(NO_SUCH_CALL));
    let filter = SeccompFilter::new(rules, others, this, here).and_then(TryInto::try_into);
    let filter: Vec<_> = filter.expect("a filter");
    // A filter is of a thread and of what that thread starts: this process keeps its Landlock.
    thread::scope(|scope| {
        let thread = scope.spawn(|| {
            apply_filter(&filter).expect("a filter of system calls");
            command.output().expect("the command starts")
        });
        thread.join().expect("the command's output")
    })
}
