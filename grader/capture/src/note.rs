//! What is to be known of a launch that was taken.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A build option that is not OpenCL's was left out.
    OptionLeftOut(String),
    /// A folder of included files that the build options name is not here, and was left out.
    NoFolder(String),
    /// Two arguments share memory; in the launch each has its own.
    Shared { one: String, other: String },
    /// Nothing was read after the launch.
    NothingAfter,
    /// The simulator does not read the program, so that the types of the arguments are not known.
    NotRead,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::OptionLeftOut(option) => {
                write!(
                    f,
                    "the build option {option} is left out: it is not OpenCL's"
                )
            }
            Note::NoFolder(folder) => write!(
                f,
                "the folder of included files {folder} is left out: it is not on this machine"
            ),
            Note::Shared { one, other } => write!(
                f,
                "{one} and {other} share memory in the program; here each has its own, and what they hold after the \
                 launch is not compared"
            ),
            Note::NothingAfter => {
                f.write_str("nothing was read after the launch: what it leaves is not compared")
            }
            Note::NotRead => f.write_str(
                "the program has errors here or is not supported, so arguments are given as bytes",
            ),
        }
    }
}
