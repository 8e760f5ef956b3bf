//! What a student reads about each of `errors/*.cl`, which stands beside it as `.txt`.
//! `UPDATE=1 cargo test -p grader front_end_errors` writes these.

use grader::render::{Page, Sources, findings};
use opencl_c::preprocessor::{NoIncludes, Options};
use std::fs;
use std::path::Path;

#[test]
fn each_mistake_is_told_as_the_text_beside_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut checks = Vec::new();
    for path in files {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a case");
        let rejected = opencl_c::compile(&name, &text, &Options::default(), &mut NoIncludes)
            .err()
            .unwrap_or_else(|| panic!("{name} is accepted"));
        let found: Vec<_> = rejected
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.to_finding(&rejected.sources))
            .collect();
        let mut sources = Sources::default();
        sources.add(&*name, text);
        let shown = findings(Page::PLAIN, "grader", &found, &sources);
        let beside = path.with_extension("txt");
        checks.push(testing::golden::check(beside, &shown));
    }
    testing::golden::assert_all(checks);
}
