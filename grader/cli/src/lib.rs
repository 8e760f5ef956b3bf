//! `grader`: the command. Arguments, files, rendering; what a check is lies in `course`.
//!
//! This library is there for the binary and for the end-to-end tests, which share the rendering of
//! snapshots with it.

pub mod arguments;
pub mod book;
pub mod class_refusal;
pub mod commands;
pub mod course_check;
pub mod course_folder;
mod device_fault;
pub mod embedded;
pub mod engine;
pub mod fault;
pub mod file_system;
mod forecast;
pub mod handed_in;
pub mod include_folders;
pub mod interrupt;
pub mod journal;
pub mod keyboard;
pub mod launch_folder;
pub mod measured_device;
pub mod others;
pub mod output;
pub mod parts;
pub mod profiles;
pub mod progress_file;
pub mod progress_line;
pub mod refusal;
pub mod render;
pub mod replace;
pub mod saves;
pub mod selection;
pub mod session;
pub mod snapshots;
pub mod student_file;
pub mod tuned;
pub mod turn;
pub mod wake;
