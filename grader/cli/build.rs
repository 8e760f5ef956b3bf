//! `GRADER_BUILD`: a hash of every source that a verdict depends on. A class that is graded again with
//! another grader is checked again, because the hash is part of each verdict's key.
//!
//! Exercises are not among the sources: the key holds the manifest of the exercise itself, and an edited
//! kernel rebuilds nothing.
//!
//! `course_files.rs`: the files of the course that the binary holds, the exercises with their starters and the
//! solutions. The students' own files are not among them.

use std::fmt::Write;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

/// The simulator, the catalogue and the references; the device runner; the check and what calls it; and the
/// versions of the libraries that they use.
const SOURCES: [&str; 13] = [
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
    "grader/pack/src",
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
    write_course_files(root)
}

/// Writes the tables of the course's files. The compiler watches each file in them. A folder is watched with all
/// within it, which `exercises` cannot be, as students write there: a new exercise is noticed by its problem and
/// its solution.
fn write_course_files(root: &Path) -> io::Result<()> {
    println!(
        "cargo::rerun-if-changed={}",
        root.join("solutions").display()
    );
    let of_student = |name: &str| {
        matches!(name, "kernel.cl" | "answers.toml")
            || name.contains(".bak")
            || name.starts_with('.')
    };
    let of_solution = |name: &str| matches!(name, "kernel.cl" | "answers.toml");
    let mut text = String::new();
    write_table(&mut text, "EXERCISES", &root.join("exercises"), |name| {
        !of_student(name)
    })?;
    write_table(&mut text, "SOLUTIONS", &root.join("solutions"), of_solution)?;
    let out = std::env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&out).join("course_files.rs"), text)
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

/// Adds a table of the files in the folders of `course`: folder, name, contents.
fn write_table(
    text: &mut String,
    table: &str,
    course: &Path,
    wanted: impl Fn(&str) -> bool,
) -> io::Result<()> {
    let _ = writeln!(text, "static {table}: &[(&str, &str, &[u8])] = &[");
    for (folder, path) in sorted(course)? {
        if !path.is_dir() {
            continue;
        }
        for (name, file) in sorted(&path)? {
            if file.is_file() && wanted(&name) {
                let file = std::path::absolute(file)?;
                let _ = writeln!(
                    text,
                    "    ({folder:?}, {name:?}, include_bytes!({file:?})),"
                );
            }
        }
    }
    text.push_str("];\n");
    Ok(())
}

/// The entries of a folder by name, the same on every system.
fn sorted(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut entries = fs::read_dir(folder)?
        .map(|entry| entry.map(|it| (it.file_name().to_string_lossy().into_owned(), it.path())))
        .collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}
