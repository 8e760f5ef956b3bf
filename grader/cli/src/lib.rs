//! `grader`: the command. Arguments, files, rendering; what a check is lies in `course`.
//!
//! This library is there for the binary and for the end-to-end tests, which share the rendering of
//! snapshots with it.

pub mod arguments;
pub mod course_folder;
pub mod interrupt;
pub mod output;
pub mod progress;
pub mod refusal;
pub mod render;
pub mod replace;
pub mod student_file;
