//! Each `NAME.commands` in `cases` is typed, line by line, in a session of `NAME.cl`; what is answered is in
//! `NAME.out`.

use debugger::{Console, Reply, Session, Unit};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use testing::golden;

#[test]
fn commands_are_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "commands"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    golden::assert_all(files.iter().map(|path| {
        let debuggee = crate::debuggee(&path.with_extension("cl")).expect("a program");
        let launch = debuggee.prepare().expect("a launch");
        let mut session = Session::new(&debuggee, &launch);
        let mut console = Console {
            unit: Unit::WorkItem,
        };
        let mut out = String::new();
        for line in fs::read_to_string(path).expect("commands").lines() {
            let _ = writeln!(out, "> {line}");
            match console.run(&mut session, line, &mut || false) {
                Reply::Text(text) => {
                    let _ = writeln!(out, "{}", text.trim_end());
                }
                Reply::Quit => out.push_str("(quit)\n"),
            }
        }
        golden::check(path.with_extension("out"), &out)
    }));
}
