//! `grader.exe`, built for Windows and run in Wine.

use crate::project;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// What installs what is missing.
const REMEDY: &str = "`./setup --windows` installs what is needed";

/// The folder with `grader.exe` and `grader-device.exe`, built now from the sources in the dev profile.
pub fn windows_binaries() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let mut build = Command::new(script("build"));
        build
            .arg("--dev")
            .stdin(Stdio::null())
            .stderr(Stdio::inherit());
        let built = build.output().expect("a shell");
        assert!(
            built.status.success(),
            "nothing is built for Windows: {REMEDY}"
        );
        let path = String::from_utf8(built.stdout).expect("a path");
        // The first call prepares Wine, and no test's time is spent on that.
        let tried = Command::new(script("wine"))
            .arg(Path::new(path.trim()).join("grader.exe"))
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        assert!(
            tried.status.success() && tried.stdout.starts_with(b"grader "),
            "Wine does not run grader.exe: {REMEDY}\n{}",
            String::from_utf8_lossy(&tried.stderr)
        );
        PathBuf::from(path.trim())
    })
}

/// `grader.exe`, to be run in `folder`, in an environment that the developer's shell doesn't reach.
pub fn windows_grader(folder: &Path) -> Command {
    windows_program(&windows_binaries().join("grader.exe"), folder)
}

/// The same of a copy.
pub fn windows_program(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(script("wine"));
    command
        .arg(program)
        .current_dir(folder)
        .stdin(Stdio::null());
    for (name, _) in env::vars_os() {
        let is_ours = name.to_string_lossy().starts_with("GRADER_");
        if is_ours
            || ["CARGO", "CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR"]
                .contains(&&*name.to_string_lossy())
        {
            command.env_remove(name);
        }
    }
    // Nobody's own profile of a device.
    command.env("XDG_DATA_HOME", folder.join("no-data"));
    command
}

fn script(name: &str) -> PathBuf {
    project().join("grader/other-systems").join(name)
}
