use opencl_c::preprocessor::{NoIncludes, Options};
use repair::{Change, Kind, changes};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// The kernels of one kind.
fn kernels(kind: Kind) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder().join(kind.slug()))
        .unwrap_or_else(|error| panic!("{}: {error}", kind.slug()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "cl"));
    paths.sort();
    paths
}

/// The edits of the kernel `k` of a text.
pub(crate) fn edits(text: &str) -> Vec<Change> {
    let checked = opencl_c::compile("k.cl", text, &Options::default(), &mut NoIncludes)
        .unwrap_or_else(|rejected| panic!("{text}: {:?}", rejected.diagnostics));
    let dimensions = if text.contains("// Dimensions: 2") {
        2
    } else {
        1
    };
    changes(&checked.program, "k", dimensions)
}

/// The lines that an edit changes, as they were and as they become.
fn shown(text: &str, change: &Change) -> String {
    let edited = change.applied(text);
    let (was, now): (Vec<&str>, Vec<&str>) = (text.lines().collect(), edited.lines().collect());
    let first = was
        .iter()
        .zip(&now)
        .take_while(|(was, now)| was == now)
        .count();
    let (was, now) = (&was[first..], &now[first..]);
    let last = was
        .iter()
        .rev()
        .zip(now.iter().rev())
        .take_while(|(was, now)| was == now)
        .count();
    let last = last.min(was.len()).min(now.len());
    let lines = |lines: &[&str], mark: &str| -> String {
        let each = lines[..lines.len() - last].iter();
        each.map(|line| format!("{mark} {line}\n")).collect()
    };
    format!(
        "line {}: {}: {}\n{}{}",
        change.line(text),
        change.message(text),
        change.help(),
        lines(was, "-"),
        lines(now, "+")
    )
}

#[test]
fn each_kind_makes_the_edits_beside_its_kernels() {
    let mut checks = Vec::new();
    for kind in Kind::ALL {
        let kernels = kernels(*kind);
        assert!(!kernels.is_empty(), "no kernel of the kind {}", kind.slug());
        for path in kernels {
            let text = fs::read_to_string(&path).unwrap();
            let of_kind = edits(&text);
            let shown: Vec<String> = of_kind
                .iter()
                .filter(|change| change.kind == *kind && !change.edits.is_empty())
                .map(|change| shown(&text, change))
                .collect();
            checks.push(testing::golden::check(
                path.with_extension("txt"),
                &shown.join("\n"),
            ));
        }
    }
    testing::golden::assert_all(checks);
}

#[test]
fn each_edit_changes_the_text_and_none_comes_twice() {
    for kind in Kind::ALL {
        for path in kernels(*kind) {
            let text = fs::read_to_string(&path).unwrap();
            let all = edits(&text);
            let mut texts: Vec<String> = all
                .iter()
                .filter(|change| !change.edits.is_empty())
                .map(|change| change.applied(&text))
                .collect();
            assert!(!texts.contains(&text), "{}", path.display());
            let count = texts.len();
            texts.sort();
            texts.dedup();
            // Different edits may make the same text, but not many.
            assert!(texts.len() * 2 > count, "{}", path.display());
        }
    }
}
