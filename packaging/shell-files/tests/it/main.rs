//! The program writes what a shell and `man` read.

use std::fs;
use std::process::Command;

#[test]
fn each_command_is_completed_and_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_shell-files");
    let status = Command::new(program).arg(folder.path()).status();
    assert!(status.unwrap().success());
    let bash = fs::read_to_string(folder.path().join("completions/grader.bash")).unwrap();
    let page = fs::read_to_string(folder.path().join("man/grader-check.1")).unwrap();
    assert!(
        bash.contains("--replay") && page.contains("replay"),
        "{page}"
    );
    // A completion knows the commands that the manual has pages for.
    for command in ["check", "watch", "explain", "class"] {
        assert!(bash.contains(command), "{command}");
        let page = format!("man/grader-{command}.1");
        assert!(folder.path().join(&page).exists(), "{page}");
    }
}
