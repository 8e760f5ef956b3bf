//! `grader board`: what ranks, and what earns nothing. `tests/board` holds the entries: `honest`, and attacks, whose
//! first lines say what each tries.

use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;
use tests::{course, grader, project};

/// A folder with the entries of `tests/board`.
fn entries() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(project().join("tests/board")).expect("the entries") {
        let entry = entry.expect("an entry");
        let to = folder.path().join(entry.file_name());
        fs::create_dir(&to).expect("a folder");
        for file in fs::read_dir(entry.path()).expect("an entry") {
            let file = file.expect("a kernel");
            fs::copy(file.path(), to.join(file.file_name())).expect("a copy");
        }
    }
    folder
}

fn board(folder: &Path, arguments: &[&str]) -> Output {
    let course = course();
    let out = folder.join("board.html");
    grader(course.path())
        .args(["board", "--out"])
        .arg(out)
        .args(arguments)
        .arg(folder)
        .output()
        .expect("grader starts")
}

fn page(folder: &Path, arguments: &[&str]) -> String {
    let output = board(folder, arguments);
    assert!(output.status.success(), "{output:?}");
    fs::read_to_string(folder.join("board.html")).expect("a page")
}

/// The ranks of an exercise's entries.
fn ranks(page: &str, slug: &str) -> Vec<(u32, String)> {
    let section = page
        .split("<h2 ")
        .find(|it| it.starts_with(&format!("id=\"{slug}\"")));
    let rows = section
        .expect("a section")
        .split("<tr><td class=\"n\">")
        .skip(1);
    let row = |row: &str| {
        let (rank, rest) = row.split_once("</td><td dir=\"auto\">")?;
        let (entry, _) = rest.split_once("</td>")?;
        Some((rank.parse().ok()?, entry.to_owned()))
    };
    rows.filter_map(row).collect()
}

#[test]
fn no_attack_ranks_before_or_beside_the_honest_entry() {
    let folder = entries();
    let copy = folder.path().join("<script>alert(1)<");
    if !cfg!(windows) {
        fs::create_dir(&copy).expect("a folder");
        fs::write(copy.join("fill.cl"), "kernel void fill() {}").expect("a kernel");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("honest", folder.path().join("a-link-to-honest")).expect("a link");
    // Each board draws other cases and other data.
    for _ in 0..2 {
        let page = page(folder.path(), &[]);
        assert!(
            !page.contains("<script") && !page.contains("a-link"),
            "{page}"
        );
        let named = |ranks: &[(u32, &str)]| -> Vec<(u32, String)> {
            ranks
                .iter()
                .map(|(rank, entry)| (*rank, (*entry).to_owned()))
                .collect()
        };
        // A copy is worth what the original is; the others cost as much with a longer text, or more.
        let expected = [
            (1, "copy-with-short-names"),
            (1, "honest"),
            (3, "body-in-macros"),
        ];
        assert_eq!(ranks(&page, "transpose"), named(&expected));
        let expected = [(1, "honest"), (2, "copy-by-group"), (3, "vector-loads")];
        assert_eq!(ranks(&page, "reduce"), named(&expected));
        for (entry, why) in [
            ("data-from-two-elements", "wrong"),
            ("endless", "endless-loop"),
            ("known-case", "too-costly"),
            ("knows-how-data-is-made", "wrong"),
            ("large-tile", "local-memory-over-allocation"),
            ("one-group-works", "too little runs at once"),
            ("sum-by-formula", "wrong"),
        ] {
            let listed = format!("<li><bdi>{entry}</bdi>: {why}");
            assert!(page.contains(&listed), "{listed}: {page}");
        }
    }
}

#[test]
fn what_passes_a_check_by_making_its_data_is_wrong_on_a_board() {
    let entry = "knows-how-data-is-made";
    let course = course();
    let check = grader(course.path())
        .args(["check", "transpose", "--on", "simulator", "--file"])
        .arg(
            project()
                .join("tests/board")
                .join(entry)
                .join("transpose.cl"),
        )
        .output()
        .expect("grader starts");
    assert!(check.status.success(), "{check:?}");
    let folder = entries();
    fs::write(folder.path().join("damaged.zip"), "not a zip").expect("a file");
    let page = page(folder.path(), &["--exercise", "transpose"]);
    assert!(
        page.contains(&format!("<li><bdi>{entry}</bdi>: wrong</li>")),
        "{page}"
    );
    assert!(!page.contains("id=\"reduce\""), "{page}");
    // An entry that cannot be read is named once.
    assert_eq!(page.matches("<bdi>damaged</bdi>").count(), 1, "{page}");
}

#[test]
fn a_seed_makes_the_same_board_again_and_another_seed_another() {
    let folder = entries();
    let of = |seed| page(folder.path(), &["--exercise", "reduce", "--seed", seed]);
    let first = of("one");
    assert_eq!(of("one"), first);
    assert_ne!(of("two").replace("two", "one"), first);
}

#[test]
fn times_are_predicted_for_the_device_of_a_profile() {
    let folder = entries();
    let profile = project().join("book/data/h200/profile.toml");
    let profile = profile.to_str().expect("a path");
    let page = page(
        folder.path(),
        &["--exercise", "transpose", "--profile", profile],
    );
    assert!(page.contains("Ranked by predicted time"), "{page}");
    assert!(
        page.contains("Times are predicted for NVIDIA H200"),
        "{page}"
    );
    let ranks = ranks(&page, "transpose");
    let rank = |name| {
        ranks
            .iter()
            .find(|(_, entry)| entry == name)
            .map(|(rank, _)| *rank)
    };
    assert!(rank("honest").is_some(), "{ranks:?}");
    assert_eq!(rank("one-group-works"), None, "{ranks:?}");
}

/// Most of the cases that this word draws have few work-groups.
#[test]
fn one_work_group_that_works_for_all_has_no_rank_where_most_cases_are_small() {
    let page = page(
        entries().path(),
        &["--exercise", "transpose", "--seed", "x52"],
    );
    assert!(
        page.contains("<li><bdi>one-group-works</bdi>: too little runs at once"),
        "{page}"
    );
}

#[test]
fn what_cannot_be_ranked_is_refused_with_the_reason() {
    let folder = entries();
    let refused = |arguments: &[&str], expected: &str| {
        let output = board(folder.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
    };
    refused(&["--exercise", "transpse"], "transpose");
    refused(
        &["--profile", "no.toml"],
        "there is no profile of a device at no.toml",
    );
    let empty = tempfile::tempdir().expect("a folder");
    let output = board(empty.path(), &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("there is no submission in"), "{error}");
}
