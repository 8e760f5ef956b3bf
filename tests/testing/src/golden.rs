//! Files with the expected output of tests. A test compares its output with them; `UPDATE=1 cargo test`
//! writes them anew, for every kind of such file.

use std::fs;
use std::path::Path;

/// Whether the expected files are to be written instead of compared.
pub fn updates() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// Compares `found` with the file at `path`, and describes the difference. A file that is not there counts
/// as empty. With `UPDATE=1` it writes the file, or removes it where `found` is empty.
pub fn check(path: impl AsRef<Path>, found: &str) -> Result<(), String> {
    let path = path.as_ref();
    let expected = fs::read_to_string(path).unwrap_or_default();
    if expected == found {
        return Ok(());
    }
    if updates() {
        let written = match found.is_empty() {
            true => fs::remove_file(path),
            false => fs::write(path, found),
        };
        return written.map_err(|error| format!("{}: {error}", path.display()));
    }
    Err(difference(path, &expected, found))
}

/// Fails where [`check`] finds a difference.
#[track_caller]
pub fn assert(path: impl AsRef<Path>, found: &str) {
    if let Err(difference) = check(path, found) {
        panic!("{difference}");
    }
}

/// Fails with all differences of a family of files together.
#[track_caller]
pub fn assert_all(checks: impl IntoIterator<Item = Result<(), String>>) {
    let different: Vec<String> = checks.into_iter().filter_map(Result::err).collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// The first line that differs, and what was found from there on: all of both texts would hide it.
fn difference(path: &Path, expected: &str, found: &str) -> String {
    let same = expected
        .lines()
        .zip(found.lines())
        .take_while(|(expected, found)| expected == found)
        .count();
    let rest: Vec<&str> = found.lines().skip(same).take(40).collect();
    format!(
        "{} differs from line {} on (UPDATE=1 writes it anew)\nexpected: {}\nfound:    {}",
        path.display(),
        same + 1,
        expected.lines().nth(same).unwrap_or("(its end)"),
        match rest.is_empty() {
            true => "(the end)".to_owned(),
            false => rest.join("\n          "),
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difference_names_the_first_line_that_differs() {
        let told = difference(Path::new("a.txt"), "one\ntwo\n", "one\nthree\n");
        assert!(told.contains("from line 2 on"), "{told}");
        assert!(told.contains("expected: two"), "{told}");
        assert!(told.contains("found:    three"), "{told}");
    }
}
