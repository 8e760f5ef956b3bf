//! The course's files: the student's folder, the copy within this program, and the validation for authors.

pub mod book_parts;
pub mod course_check;
pub mod course_folder;
pub mod embedded;
pub(crate) mod own_problem;
pub mod selection;
pub mod snapshots;
