//! `cases/NAME.in.cl` laid out is `cases/NAME.out.cl`; laid out again it stays.

use formatter::{Style, format};
use std::fs;
use std::path::Path;
use testing::golden;

#[test]
fn cases_are_laid_out_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut checks = Vec::new();
    for entry in fs::read_dir(&folder).expect("the cases") {
        let path = entry.expect("a case").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let Some(case) = name.strip_suffix(".in.cl") else {
            continue;
        };
        let text = fs::read_to_string(&path).expect("a text");
        let once =
            format(&text, &Style::default()).unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(
            format(&once, &Style::default()).as_ref(),
            Ok(&once),
            "{case}, a second time"
        );
        checks.push(golden::check(folder.join(format!("{case}.out.cl")), &once));
    }
    assert!(checks.len() > 20, "{}", checks.len());
    golden::assert_all(checks);
}
