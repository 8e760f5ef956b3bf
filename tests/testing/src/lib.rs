//! What the tests of all crates share: the project's folder, files with the expected output, and work on
//! every core.

pub mod cores;
pub mod golden;

use std::path::Path;

/// The project's folder.
pub fn project() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}
