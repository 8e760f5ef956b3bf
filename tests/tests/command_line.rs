//! What the command says to each request: the files in `command-line/` are transcripts.

use tests::{binaries, course};

#[test]
fn transcripts() {
    let program = binaries().join("grader");
    let course = course();
    // The transcripts run in the folder of this process.
    std::env::set_current_dir(course.path()).expect("a folder");
    let cases = trycmd::TestCases::new();
    cases
        .register_bin("grader", program)
        .env("CARGO", "")
        .env("NO_COLOR", "1")
        .case(tests::project().join("tests/command-line/*.trycmd"));
    cases.run();
}
