//! The simulator for a page in a browser: a launch and its files in, the answer out, both as JSON. The
//! answer is that of `grader simulate --format json`, byte for byte. The script `build` beside this
//! crate's manifest makes the WebAssembly module; `exports` tells how to call it.

#[cfg(target_family = "wasm")]
pub mod exports;
mod request;

pub use request::{Request, Warp, answer};
