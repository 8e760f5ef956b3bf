//! What the end-to-end tests start from: the binaries, built as they are now, and a copy of the
//! course that a test may spoil.

pub mod attacks;
pub mod book;
pub mod class;
#[cfg(target_os = "linux")]
pub mod machine;
pub mod measured;
#[cfg(target_os = "linux")]
pub mod pseudo_terminal;
pub mod shapes;
#[cfg(target_os = "linux")]
pub mod slurm;
pub mod wine;

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub use testing::project;

/// The folder with `grader` and `grader-device`, in the profile of these tests: the one that
/// `GRADER_BINARIES` names, which `./test` has built, or else built now from the sources.
pub fn binaries() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        if let Some(built) = env::var_os("GRADER_BINARIES") {
            return PathBuf::from(built);
        }
        // A test program lies in target/PROFILE/deps.
        let program = env::current_exe().expect("the path of this program");
        let folder = program.ancestors().nth(2).expect("a folder above deps");
        let status = build(folder).status().expect("cargo starts");
        assert!(
            status.success(),
            "the programs do not build; `./setup` installs what they need"
        );
        folder.to_owned()
    })
}

/// Cargo's command that builds all programs of the workspace into `binaries`, a profile's folder: the one
/// that `./test` has used, where it has built them.
pub fn build(binaries: &Path) -> Command {
    let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.current_dir(project()).stdin(Stdio::null());
    match env::var_os("GRADER_BINARIES") {
        Some(_) => build.args(["test", "--no-run", "--lib", "--tests"]),
        None => build.arg("build"),
    };
    build.args(["--locked", "--quiet", "--workspace", "--bins"]);
    if binaries.ends_with("release") {
        build.arg("--release");
    }
    build
}

/// `grader`, to be run in `folder`, in an environment that the developer's shell doesn't reach.
pub fn grader(folder: &Path) -> Command {
    let mut command = Command::new(binaries().join("grader"));
    command.current_dir(folder).stdin(Stdio::null());
    for name in [
        "CARGO",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "GRADER_COURSE",
        "GRADER_DEVICE",
        "NO_COLOR",
        "RUST_BACKTRACE",
    ] {
        command.env_remove(name);
    }
    // Nobody's own profile of a device.
    command.env("XDG_DATA_HOME", folder.join("no-data"));
    command
}

/// A copy of the course: its exercises, as fresh as they are in the repository.
///
/// The student's files are the starters, whatever a developer has made of them.
pub fn course() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(
        &project().join("exercises"),
        &folder.path().join("exercises"),
    )
    .expect("a copy");
    for exercise in fs::read_dir(folder.path().join("exercises")).expect("a folder") {
        let exercise = exercise.expect("an entry").path();
        for (starter, own) in [
            ("starter.cl", "kernel.cl"),
            ("starter.toml", "answers.toml"),
        ] {
            if exercise.join(starter).exists() {
                fs::copy(exercise.join(starter), exercise.join(own)).expect("a copy");
            }
        }
    }
    folder
}

/// A copy of the book's example of a course pack: `grader course pack` writes into the folder of a pack.
pub fn example_pack() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(&project().join("book/example-pack"), folder.path()).expect("a copy");
    folder
}

/// Waits until something holds; a machine under load takes its time.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(120), "no {what}");
        sleep(Duration::from_millis(10));
    }
}

/// What keeps a core busy until it is dropped.
pub struct Hog(Child);

impl Hog {
    /// Begins.
    pub fn start() -> Hog {
        let hog = Command::new("sh")
            .args(["-c", "while :; do :; done"])
            .spawn();
        Hog(hog.expect("a shell"))
    }
}

impl Drop for Hog {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
