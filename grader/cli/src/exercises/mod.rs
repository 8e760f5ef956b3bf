//! The course's files: the folder a student works in, the copy within this program, and what the author of an
//! exercise checks.

pub mod book_parts;
pub mod course_check;
pub mod course_folder;
pub mod embedded;
pub mod selection;
pub mod snapshots;
