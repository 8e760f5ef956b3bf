//! Writes results to standard output or a file. A closed pipe (`| head`) is no error.

use crate::files::replace;
use std::io::{self, Write};
use std::path::Path;

/// Writes a finished result to `file`, or to standard output.
pub fn write(text: &str, file: Option<&Path>) -> io::Result<()> {
    match file {
        Some(path) => replace::write(path, text.as_bytes()),
        None => {
            let mut stdout = io::stdout().lock();
            let written = stdout.write_all(text.as_bytes());
            match written.and_then(|()| stdout.flush()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                result => result,
            }
        }
    }
}

/// Writes a remark on standard error.
pub fn remark(text: &str) {
    // There is no way to report a closed standard error.
    let written = io::stderr().lock().write_all(text.as_bytes());
    drop(written);
}
