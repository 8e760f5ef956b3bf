//! Unix: descriptors are moved, and standard output is pointed elsewhere for each capture.

pub(crate) mod printf;

use rustix::io::fcntl_dupfd_cloexec;
use rustix::process::{Resource, Rlimit, Signal, getpid, kill_process, setrlimit};
use rustix::stdio::{dup2_stdin, dup2_stdout};
use std::fs::File;
use std::io;
use std::sync::OnceLock;
use std::thread;

/// Moves standard input and output to descriptors of their own and puts the null device in their place.
pub(crate) fn take_streams() -> io::Result<(File, File)> {
    let input = File::from(fcntl_dupfd_cloexec(io::stdin(), 3)?);
    let output = File::from(fcntl_dupfd_cloexec(io::stdout(), 3)?);
    dup2_stdin(File::open("/dev/null")?)?;
    silence_output()?;
    Ok((input, output))
}

/// Sends whatever is printed from now on nowhere.
fn silence_output() -> io::Result<()> {
    // Opened once: a sealed process opens nothing for writing.
    static NULL: OnceLock<File> = OnceLock::new();
    let null = match NULL.get() {
        Some(null) => null,
        None => {
            let null = File::options().write(true).open("/dev/null")?;
            NULL.get_or_init(|| null)
        }
    };
    dup2_stdout(null)?;
    Ok(())
}

/// A crash leaves no core file.
pub(crate) fn no_core_files() -> io::Result<()> {
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    Ok(setrlimit(Resource::Core, none)?)
}

/// Ends the process without running anybody's exit handlers: a driver's would wait for a kernel.
pub(crate) fn end() -> ! {
    loop {
        // A process can always signal itself; the loop is for the type.
        let _ = kill_process(getpid(), Signal::KILL);
        thread::yield_now();
    }
}
