//! The language server for a page or a web editor, in a worker of theirs: text in and text out. Messages of the
//! protocol cross as JSON, one on each line. `grader/playground/build language-server-wasm` makes the WebAssembly
//! module, `exports` says how to call it, and `server.js` beside this crate's manifest does so.
//!
//! Without the feature `runs` no launch is run: that is the book's module, beside which the page has the simulator in
//! another.
//!
//! Invariant: the module asks its host for nothing. Files that it may read are those that it was given.

#[cfg(target_family = "wasm")]
pub mod exports;
mod files;
mod session;

pub use session::Session;
