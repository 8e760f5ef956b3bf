//! `GRADER_BUILD`: a hash of every source that a verdict depends on. A class that is graded again with
//! another grader is checked again, because the hash is part of each verdict's key.
//!
//! Exercises are not among the sources: the key holds the manifest of the exercise itself, and an edited
//! kernel rebuilds nothing.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

/// The simulator, the catalogue and the references; the device runner; the check and what calls it; and the
/// versions of the libraries that they use.
const SOURCES: [&str; 12] = [
    "Cargo.lock",
    "kernels/src",
    "grader/class/src",
    "grader/cli/build.rs",
    "grader/cli/src",
    "grader/course/src",
    "grader/device/src",
    "grader/launch/src",
    "grader/mistakes/src",
    "grader/opencl-c/src",
    "grader/runner/src",
    "grader/simulator/src",
];

fn main() -> io::Result<()> {
    let root = Path::new("../..");
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        let path = root.join(source);
        println!("cargo::rerun-if-changed={}", path.display());
        source.hash(&mut hasher);
        hash(&path, &mut hasher)?;
    }
    println!("cargo::rustc-env=GRADER_BUILD={:016x}", hasher.finish());
    Ok(())
}

/// Adds a file, or the names and contents of all that is in a folder.
fn hash(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    if path.is_file() {
        fs::read(path)?.hash(hasher);
        return Ok(());
    }
    let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.file_name()));
    let mut names = entries.collect::<io::Result<Vec<_>>>()?;
    names.sort();
    for name in names {
        name.hash(hasher);
        hash(&path.join(name), hasher)?;
    }
    Ok(())
}
