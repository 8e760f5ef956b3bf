//! A language server for OpenCL C that needs no driver: diagnostics, hover, completion, navigation, rename and
//! formatting from the course's own front end and its catalogue of mistakes.
//!
//! [`Server`] takes messages of the Language Server Protocol and gives the answers; it reads no stream, starts no
//! thread and knows no clock, so that it runs in a process beside an editor and in a page's worker alike. Files
//! come from a [`Host`], which also makes the checks that a server asks for and hands the results in. `documents` are what the editor has open, `analysis` is what is known of
//! one; each feature is a module that reads an analysis and returns types of the protocol.
//!
//! Invariants: no I/O but through the host, no panic on any message, and a diagnostic always belongs to the newest
//! version of its document.

mod actions;
mod analysis;
mod builtins;
mod cmake;
mod code_lenses;
mod completion;
mod diagnostics;
mod document;
mod folding;
mod formatting;
mod highlighting;
mod host;
mod hover;
mod includes;
mod inlay_hints;
mod launches;
mod macros;
mod navigation;
mod occurrences;
mod positions;
mod rename;
mod requests;
mod server;
mod settings;
mod signature;
mod symbols;
mod tokens;
mod words;

pub use host::{CheckWanted, Checked, Exercise, Host, NoFiles};
pub use server::Server;
pub use settings::SETTINGS_FILE;
