//! `grader check`
