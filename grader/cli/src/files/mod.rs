//! The student's files: read with limits, replaced atomically, watched.

pub mod data_file;
pub mod file_system;
pub mod file_watcher;
pub mod include_folders;
pub mod launch_folder;
pub mod progress_file;
pub mod replace;
pub mod student_file;
pub mod submission;
