//! Launches that were captured in real programs, made into folders: the program's text, a LAUNCH.toml and files of
//! data. They come from the layer of `grader capture` ([`read`]) or from Intel's Intercept Layer for OpenCL
//! ([`intercept`]); what cannot be run is a [`NotTaken`].
//!
//! No I/O: files come in as bytes and go out as bytes.

mod arguments;
mod folder;
pub mod intercept;
mod not_taken;
mod note;
mod read;

pub use folder::{KERNEL_FILE, LAUNCH_FILE, Program, Written, program};
pub use not_taken::{BadArgument, NotTaken, Reason};
pub use note::Note;
pub use read::{NotRead, read};
