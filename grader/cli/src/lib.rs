//! `grader`: the command. It has arguments, files and rendering; the check itself is in `course`.
//!
//! The library serves the binary and the end-to-end tests, which share the rendering of snapshots.

pub mod arguments;
#[cfg(feature = "full")]
pub mod book;
#[cfg(feature = "full")]
pub mod captures;
pub mod commands;
#[cfg(feature = "full")]
pub mod comparison;
#[cfg(feature = "full")]
pub mod debugging;
pub mod device;
#[cfg(feature = "full")]
pub mod editor_messages;
pub mod exercises;
pub mod files;
pub mod findings;
#[cfg(feature = "full")]
pub mod measure;
pub mod predict;
pub mod refusal;
pub mod render;
pub mod session;
pub mod system;
pub mod terminal;
