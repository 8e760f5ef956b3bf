//! Why a launch is not captured.

use std::fmt;

#[derive(Debug)]
pub(crate) enum Failure {
    /// A user event has no status yet: to wait for the device might wait for the program itself.
    UserEvent,
    /// Its buffers and images take more bytes than is allowed.
    TooLarge { bytes: u64, limit: u64 },
    /// A call of OpenCL answered with an error.
    Call { name: &'static str, code: i32 },
    /// The driver does not have a function.
    Absent { name: &'static str },
    /// The file cannot be written.
    File(std::io::Error),
    /// The capture cannot be written down.
    Encode(postcard::Error),
    /// The layer itself failed.
    Panicked,
}

impl Failure {
    /// May a later launch of the same kernel be captured?
    pub(crate) fn passes(&self) -> bool {
        matches!(self, Failure::UserEvent)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::UserEvent => f.write_str(
                "a user event has no status yet, and to wait for the device might wait for it",
            ),
            Failure::TooLarge { bytes, limit } => write!(
                f,
                "its buffers take {bytes} bytes, before and after it together, and the limit is {limit}; --limit raises it"
            ),
            Failure::Call { name, code } => write!(f, "{name} answered {code}"),
            Failure::Absent { name } => write!(f, "this OpenCL has no {name}"),
            Failure::File(error) => write!(f, "it cannot be written: {error}"),
            Failure::Encode(error) => write!(f, "it cannot be written down: {error}"),
            Failure::Panicked => f.write_str("the layer failed"),
        }
    }
}
