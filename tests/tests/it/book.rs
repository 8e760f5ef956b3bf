//! The book and the code do not part ways: what a chapter includes is there, its code comes from
//! files that the tests compile and run, its figures are what is drawn and counted today, its
//! transcripts are what the command says, and it links the exercises that there are.
//!
//! `UPDATE=1 cargo test -p tests book` writes the figures and transcripts anew.

use course::Exercise;
use figures::Figure;
use grader::exercises::course_folder::CourseFolder;
use kernels::measuring::Shape;
use kernels::models::IdsCase;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tests::book::{included, includes, is_fresh, is_written, pages, source};
use tests::{grader, project};

#[test]
fn what_a_page_includes_is_there_with_its_anchor() {
    let mut count = 0;
    for (page, text) in pages() {
        for include in includes(&text) {
            let (path, part) = included(&page, include);
            let contents = fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{}: {include}: {error}", page.display()));
            if let Some(anchor) = part.filter(|part| part.starts_with(char::is_alphabetic)) {
                for mark in ["ANCHOR: ", "ANCHOR_END: "] {
                    assert!(
                        contents
                            .lines()
                            .any(|line| line.ends_with(&format!("{mark}{anchor}"))),
                        "{}: {include}: no `{mark}{anchor}`",
                        page.display()
                    );
                }
            }
            count += 1;
        }
    }
    assert!(count > 10);
}

/// Whether a line of a snapshot belongs to its head, which names the test.
fn is_of_a_head(path: &Path, number: usize) -> bool {
    number < 5
        && path
            .extension()
            .is_some_and(|extension| extension == "snap")
}

#[test]
fn lines_that_a_page_includes_are_whole_paragraphs() {
    let mut cut: Vec<String> = Vec::new();
    for (page, text) in pages() {
        for include in includes(&text) {
            let (path, part) = included(&page, include);
            let Some((first, last)) = part.and_then(|part| part.split_once(':')) else {
                continue;
            };
            let contents = fs::read_to_string(&path).expect("a file");
            let lines: Vec<&str> = contents.lines().collect();
            let number = |text: &str, default| text.parse().unwrap_or(default);
            let (first, last) = (number(first, 1), number(last, lines.len()));
            let ends = |number: usize| {
                number == 0
                    || is_of_a_head(&path, number)
                    || lines.get(number - 1).is_none_or(|line| line.is_empty())
            };
            let is_whole = ends(first - 1) && ends(last + 1);
            if !is_whole || ends(first) || ends(last) {
                cut.push(format!("{}: {include}", page.display()));
            }
        }
    }
    assert!(cut.is_empty(), "{}", cut.join("\n"));
}

#[test]
fn code_in_the_book_is_included_from_files_that_are_tested() {
    for (page, text) in pages() {
        if is_written(&page) {
            continue;
        }
        let mut fence: Option<&str> = None;
        for line in text.lines() {
            if let Some(language) = line.strip_prefix("```") {
                fence = fence.is_none().then_some(language);
                continue;
            }
            if !matches!(fence, Some("c" | "rust")) || line.is_empty() {
                continue;
            }
            let include = includes(line)
                .next()
                .unwrap_or_else(|| panic!("{}: code of its own: {line}", page.display()));
            let (path, _) = included(&page, include);
            let path = path.canonicalize().expect("a file");
            // Kernels beside launches run for the transcripts; the example tests itself.
            let tested = [
                "kernels",
                "exercises",
                "solutions",
                "book/launches",
                // Graded by the tests of course packs.
                "book/example-pack",
                "grader/device/examples",
            ];
            let tested = tested.iter().any(|folder| {
                path.starts_with(project().canonicalize().expect("a folder").join(folder))
            });
            assert!(tested, "{}: {include} is not tested", page.display());
        }
        assert!(fence.is_none(), "{}: an open fence", page.display());
    }
}

/// The launches of the six mappings of a plane.
const PLANES: [&str; 6] = [
    "plane-one-to-one",
    "plane-contiguous",
    "plane-horizontal-global",
    "plane-vertical-global",
    "plane-horizontal-local",
    "plane-vertical-local",
];

#[test]
fn the_drawings_are_those_of_todays_simulator() {
    let figures = figures::all().expect("every figure can be drawn");
    let mut drawn = BTreeSet::new();
    for Figure { name, svg } in &figures {
        is_fresh(&format!("figures/{name}.svg"), svg);
        drawn.insert((*name).to_owned());
    }
    let entries = fs::read_dir(source().join("figures")).expect("the figures");
    let there: BTreeSet<String> = entries
        .filter_map(|entry| {
            let name = entry.expect("an entry").file_name().into_string();
            Some(name.expect("a plain name").strip_suffix(".svg")?.to_owned())
        })
        .collect();
    assert_eq!(there, drawn);
}

/// Within a page a drawing's names have to be its own, and on the page for printing all pages are one.
#[test]
fn each_drawing_stands_in_one_place_of_the_book() {
    let pages = pages();
    let mut shown: Vec<&str> = pages
        .iter()
        .flat_map(|(_, text)| includes(text))
        .filter_map(|include| include.split_once("figures/")?.1.strip_suffix(".svg"))
        .collect();
    shown.sort_unstable();
    let figures = figures::all().expect("every figure can be drawn");
    let mut drawn: Vec<&str> = figures.iter().map(|figure| figure.name).collect();
    drawn.sort_unstable();
    assert_eq!(shown, drawn);
}

/// A formula is written in TeX, rendered once, and kept: the rendering carries the TeX that it was made of.
#[test]
fn each_formula_is_rendered_from_its_source_and_shown() {
    let pages = pages();
    let shown: BTreeSet<&str> = pages
        .iter()
        .flat_map(|(_, text)| includes(text))
        .filter_map(|include| include.split_once("math/")?.1.strip_suffix(".mathml"))
        .collect();
    let mut written = BTreeSet::new();
    for entry in fs::read_dir(project().join("book/math")).expect("the formulas") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str());
        let name = name.expect("a plain name").to_owned();
        let tex = fs::read_to_string(&path).expect("a formula");
        let rendered = source().join(format!("math/{name}.mathml"));
        let rendered = fs::read_to_string(rendered).unwrap_or_default();
        let escaped = tex.trim().replace('&', "&amp;");
        assert!(
            rendered.contains(&format!("\"application/x-tex\">{escaped}</annotation>")),
            "{name} is stale: node book/playground/formulas.js"
        );
        written.insert(name);
    }
    assert!(shown.iter().copied().eq(written.iter().map(String::as_str)));
}

/// Where the launches lie that the book tells of.
fn launches() -> PathBuf {
    project().join("book/launches")
}

/// What `grader simulate` says of one of them.
fn simulate(name: &str, options: &[&str]) -> String {
    let output = grader(&launches())
        .arg("simulate")
        .arg(format!("{name}.toml"))
        .args(options)
        .output()
        .expect("grader starts");
    assert!(output.stderr.is_empty(), "{name}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Global memory's traffic in the launches, a line each: bytes asked for and moved, and their ratio.
fn traffic_figure(names: &[&str]) -> String {
    let mut text = format!(
        "{:<26}{:>10}{:>10}{:>12}\n",
        "", "asked", "moved", "efficiency"
    );
    for name in names {
        let answer: Value =
            serde_json::from_str(&simulate(name, &["--format", "json"])).expect("JSON");
        let sum = |key: &str| -> u64 {
            ["global_loads", "global_stores"]
                .iter()
                .map(|kind| {
                    answer["counters"]["total"][kind][key]
                        .as_u64()
                        .expect("a count")
                })
                .sum()
        };
        let (asked, moved) = (sum("bytes_asked"), sum("bytes_moved"));
        assert!(moved > 0, "{name}");
        text += &format!(
            "{name:<26}{asked:>10}{moved:>10}{:>10} %\n",
            asked * 100 / moved
        );
    }
    text
}

#[test]
fn the_table_of_the_planes_traffic_is_what_the_simulator_counts() {
    is_fresh("figures/planes-traffic.txt", &traffic_figure(&PLANES));
}

/// Mappings of a line with several elements to a work-item, and the files of their kernels.
const LINES: [(&str, &str); 3] = [
    ("contiguous", "contiguous"),
    ("globally spaced", "globally_spaced"),
    ("locally spaced", "locally_spaced"),
];

/// Bytes that the mappings move of `data` in a line, for runs of several lengths.
#[test]
fn the_table_of_run_lengths_is_what_the_simulator_counts() {
    const ELEMENTS: usize = 1 << 12;
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = format!(
        "{:<20}{:>18}{:>18}{:>18}\n",
        "elements each", LINES[0].0, LINES[1].0, LINES[2].0
    );
    for per_item in [1, 2, 4, 8, 16, 32] {
        text += &format!("{per_item:<20}");
        for (_, file) in LINES {
            let source = project().join(format!("kernels/src/mappings/{file}.cl"));
            let argument = |kind: &str| format!("[[arg]]\n{kind}\n");
            let launch = format!(
                "source = {source:?}\nkernel = \"map_{file}\"\nglobal = [{}]\nlocal = [64]\n{}{}{}{}",
                ELEMENTS / per_item,
                argument(&format!(
                    "buffer = \"int\"\nlen = {ELEMENTS}\ninit = \"iota\""
                )),
                argument(&format!(
                    "buffer = \"uint\"\nlen = {ELEMENTS}\ninit = \"uninit\""
                )),
                argument(&format!("scalar = \"uint\"\nvalue = {ELEMENTS}")),
                argument(&format!("scalar = \"uint\"\nvalue = {per_item}")),
            );
            fs::write(folder.path().join("launch.toml"), launch).expect("a file");
            let output = grader(folder.path())
                .args(["simulate", "launch.toml", "--format", "json"])
                .output()
                .expect("grader starts");
            let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let total = &answer["counters"]["total"];
            let moved = |kind: &str| total[kind]["bytes_moved"].as_u64().expect("a count");
            // Of what is written, half is `who`, which is written as `data` is.
            let data = moved("global_loads") + moved("global_stores") / 2;
            text += &format!("{:>14} KiB", data / 1024);
        }
        text.push('\n');
    }
    is_fresh("figures/run-lengths.txt", &text);
}

/// What the kernel of the exercise on tuning moves in some shapes, in its own launch file with the sizes
/// changed: width and height of the work-group, and rows of a work-item.
fn shapes_figure(shapes: &[[usize; 3]]) -> String {
    const PICTURE: [usize; 2] = [256, 192];
    let exercise = project().join("exercises/31-tune");
    let launch = fs::read_to_string(exercise.join("launch.toml")).expect("the launch file");
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(
        exercise.join("sharpen.cl"),
        folder.path().join("sharpen.cl"),
    )
    .expect("a copy");
    let mut text = format!(
        "{:>5} x {:<6} {:>4}{:>8}{:>12}{:>12}{:>10}\n",
        "width", "height", "rows", "tile", "local", "moved", "lanes"
    );
    for &[width, height, rows] in shapes {
        let global = [
            PICTURE[0].next_multiple_of(width),
            PICTURE[1].div_ceil(rows).next_multiple_of(height),
        ];
        let changed = launch
            .replace("WIDTH = \"16\"", &format!("WIDTH = \"{width}\""))
            .replace("HEIGHT = \"16\"", &format!("HEIGHT = \"{height}\""))
            .replace("ROWS = \"1\"", &format!("ROWS = \"{rows}\""))
            .replace("global = [256, 192]", &format!("global = {global:?}"))
            .replace("local = [16, 16]", &format!("local = [{width}, {height}]"));
        fs::write(folder.path().join("launch.toml"), changed).expect("a file");
        let output = grader(folder.path())
            .args(["simulate", "launch.toml", "--format", "json"])
            .output()
            .expect("grader starts");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let total = &answer["counters"]["total"];
        let moved = |kind: &str| total[kind]["bytes_moved"].as_u64().expect("a count");
        let lanes = total["active_lane_share"].as_f64().expect("a share");
        let (columns, lines) = (width + 8, height * rows + 8);
        text += &format!(
            "{width:>5} x {height:<6} {rows:>4}{:>8}{:>10} B{:>10} B{:>8.0} %\n",
            format!("{columns}x{lines}"),
            columns * lines * 4,
            moved("global_loads") + moved("global_stores"),
            lanes * 100.0
        );
    }
    text
}

#[test]
fn the_table_of_shapes_is_what_the_simulator_counts() {
    let shapes = [
        [1, 32, 6],
        [8, 8, 4],
        [16, 16, 1],
        [16, 16, 4],
        [32, 8, 1],
        [32, 8, 5],
        [64, 4, 5],
        [128, 2, 3],
        [160, 1, 4],
    ];
    for [width, height, rows] in shapes {
        let [width, height, rows] = [width, height, rows].map(|size| size as u64);
        let shape = Shape {
            width,
            height,
            rows,
        };
        assert!(Shape::legal().any(|legal| legal == shape), "{shape:?}");
    }
    let figure = format!(
        "{}\n{} choices are legal\n",
        shapes_figure(&shapes),
        Shape::legal().count()
    );
    is_fresh("figures/shapes.txt", &figure);
}

/// The transcripts that a page includes, by the names of their files.
fn transcripts() -> BTreeSet<String> {
    let pages = pages();
    pages
        .iter()
        .flat_map(|(_, text)| includes(text))
        .filter_map(|include| {
            let (_, name) = include.split_once("transcripts/")?;
            Some(name.split_once(".txt")?.0.to_owned())
        })
        .filter(|name| name != "devices" && name != "timing")
        .collect()
}

#[test]
fn the_transcripts_of_launches_are_what_the_command_says_of_them() {
    let told = transcripts();
    for name in &told {
        is_fresh(&format!("transcripts/{name}.txt"), &simulate(name, &[]));
    }
    for entry in fs::read_dir(launches()).expect("the launches") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("a name");
        assert!(
            told.contains(name) || PLANES.contains(&name),
            "no page tells of {name}"
        );
    }
}

#[test]
fn the_figure_of_the_ids_is_what_the_kernel_is_checked_against() {
    let mut text = String::from("global id   group   local id   size\n");
    for [global, group, local, size] in IdsCase::new(8, 4).rows() {
        text += &format!("{global:>9}{group:>8}{local:>11}{size:>7}\n");
    }
    is_fresh("figures/ids.txt", &text);
}

/// The labels of a list of devices, without what differs from machine to machine.
fn labels(text: &str) -> BTreeSet<String> {
    text.lines()
        .filter_map(|line| line.strip_prefix("      "))
        .filter(|line| line.starts_with(char::is_alphabetic))
        .filter_map(|line| line.split("  ").next().map(str::to_owned))
        .collect()
}

#[test]
fn the_list_of_devices_in_the_book_has_the_lines_of_todays_command() {
    let output = grader(project())
        .arg("devices")
        .output()
        .expect("grader starts");
    assert!(output.status.success());
    let now = String::from_utf8(output.stdout).expect("text");
    let path = source().join("transcripts/devices.txt");
    let mut kept = fs::read_to_string(&path).expect("the transcript");
    // The transcript is of another machine: only its labels are compared, and only for them it is replaced.
    if testing::golden::updates() && labels(&kept) != labels(&now) {
        fs::write(&path, &now).expect("a written file");
        kept.clone_from(&now);
    }
    assert!(labels(&kept).len() > 4, "{kept}");
    assert_eq!(labels(&kept), labels(&now));
}

#[test]
fn each_exercise_belongs_to_a_chapter_which_names_it() {
    let folder = CourseFolder::open(Some(project())).expect("the course");
    let pages = pages();
    for Exercise { manifest, .. } in folder.course.exercises() {
        let page = source().join(&manifest.chapter).with_extension("md");
        let chapter = pages
            .iter()
            .find(|(path, _)| *path == page)
            .unwrap_or_else(|| panic!("{}: no chapter {}", manifest.slug, manifest.chapter));
        let command = format!("grader check {}", manifest.slug);
        assert!(
            chapter.1.contains(&command),
            "{} does not end in `{command}`",
            chapter.0.display()
        );
    }
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = fs::read_to_string(source().join("SUMMARY.md")).expect("the summary");
    for (path, _) in pages() {
        let name = path.strip_prefix(source()).expect("a page of the book");
        let name = name.to_str().expect("a plain name");
        // The page of what is missing is no chapter.
        if matches!(name, "SUMMARY.md" | "404.md") {
            continue;
        }
        assert!(
            summary.contains(&format!("({name})")),
            "{name} is not in the summary"
        );
    }
}
