//! Files that a student writes and that are written for them: read with limits, replaced as a whole, watched.

pub mod file_system;
pub mod file_watcher;
pub mod include_folders;
pub mod launch_folder;
pub mod progress_file;
pub mod replace;
pub mod student_file;
pub mod submission;
