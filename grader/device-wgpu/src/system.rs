//! What differs between operating systems: how the process takes its own streams.

use std::fs::File;
use std::io;

/// Descriptors of our own; what drivers print goes nowhere.
#[cfg(unix)]
pub(crate) fn take_streams() -> io::Result<(File, File)> {
    use rustix::io::fcntl_dupfd_cloexec;
    use rustix::stdio::{dup2_stdin, dup2_stdout};
    let input = File::from(fcntl_dupfd_cloexec(io::stdin(), 3)?);
    let output = File::from(fcntl_dupfd_cloexec(io::stdout(), 3)?);
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    Ok((input, output))
}

/// The process's own handles.
#[cfg(windows)]
pub(crate) fn take_streams() -> io::Result<(File, File)> {
    use std::os::windows::io::AsHandle;
    let input = File::from(io::stdin().as_handle().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_handle().try_clone_to_owned()?);
    Ok((input, output))
}

/// Ends the process; the parent is gone.
pub(crate) fn end() -> ! {
    std::process::exit(0)
}
