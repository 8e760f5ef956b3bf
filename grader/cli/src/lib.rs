//! `grader`: the command. Arguments, files, rendering; what a check is lies in `course`.
//!
//! This library is there for the binary and for the end-to-end tests, which share the rendering of
//! snapshots with it.

#![allow(missing_docs)]

pub mod arguments;
pub mod book;
pub mod commands;
pub mod device;
pub mod exercises;
pub mod files;
pub mod measure;
pub mod predict;
pub mod refusal;
pub mod render;
pub mod session;
pub mod terminal;
