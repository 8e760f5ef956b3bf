//! What the command says to each request: the files in `command-line/` are transcripts.

use std::env;
use std::process::Command;
use tests::{binaries, course};

/// Set in the process that runs the transcripts: trycmd runs them in the folder of its process, which is not
/// to change under the other tests.
const CHILD: &str = "GRADER_TEST_TRANSCRIPTS";

#[test]
fn transcripts() {
    if env::var_os(CHILD).is_some() {
        let cases = trycmd::TestCases::new();
        cases
            .register_bin("grader", binaries().join("grader"))
            .env("CARGO", "")
            .env("NO_COLOR", "1")
            .case(tests::project().join("tests/command-line/*.trycmd"));
        return cases.run();
    }
    binaries();
    let course = course();
    let mut child = Command::new(env::current_exe().expect("the path of this program"));
    child
        .args(["--exact", "command_line::transcripts", "--nocapture"])
        .current_dir(course.path())
        .env(CHILD, "1");
    if testing::golden::updates() {
        child.env("TRYCMD", "overwrite");
    }
    assert!(child.status().expect("a child").success());
}
