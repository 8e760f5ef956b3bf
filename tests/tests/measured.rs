//! What the book tells of measurements: made from the points in book/data, a folder a device, as
//! `grader bench all --out book/data/DEVICE` wrote them. Nothing is measured here.

use grader::journal;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use studies::{Chart, Study, roofline};
use tests::book::{is_fresh, pages, source};
use tests::project;

/// Every kept study: the device's folder, the study, its device's name, its points.
fn kept() -> Vec<(String, &'static dyn Study, studies::On, Vec<studies::Point>)> {
    let mut kept = Vec::new();
    let data = project().join("book/data");
    for device in fs::read_dir(&data).expect("the book's data") {
        let device = device.expect("an entry").path();
        let slug = name(&device);
        for study in studies::studies() {
            let path = device
                .join(study.name())
                .join(format!("{}.jsonl", study.name()));
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let (head, points) = journal::load(&text)
                .unwrap_or_else(|| panic!("{} is no journal of this version", path.display()));
            assert_eq!(head.study, study.name());
            assert!(!head.quick, "{} is a quick one", path.display());
            kept.push((slug.clone(), study, head.on, points));
        }
    }
    kept.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(!kept.is_empty(), "the book has lost its data");
    kept
}

/// Rows of a table that a page still has room for.
const MOST_ROWS: usize = 400;

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// A study's charts, named for the device as well: two devices may stand on one page.
fn charts(slug: &str, study: &dyn Study, points: &[studies::Point]) -> Vec<Chart> {
    study
        .charts(points)
        .into_iter()
        .chain(roofline(study.name(), points))
        .map(|chart| Chart {
            name: format!("{slug}-{}", chart.name),
            ..chart
        })
        .collect()
}

#[test]
fn what_the_book_tells_of_measurements_is_made_from_their_points() {
    let kept = kept();
    let devices: BTreeSet<&String> = kept.iter().map(|(slug, ..)| slug).collect();
    fs::create_dir_all(source().join("measured")).expect("a folder");
    for device in devices {
        let of: Vec<_> = kept.iter().filter(|(slug, ..)| slug == device).collect();
        let on = &of[0].2;
        let mut page = format!(
            "# Measured on {}\n\n{}, driver {}. Each time is a median over repeated samples; `±` is the \
             standard error of their mean. Written from what `grader bench` kept; the samples themselves \
             lie in `book/data/{device}`.\n",
            on.device, on.platform, on.driver
        );
        for (slug, study, _, points) in of {
            let told = studies::remarks(*study, points);
            let _ = write!(
                page,
                "\n## {}\n\n{} Repeats {}.\n\n{told}",
                study.name(),
                capital(study.question()),
                study.repeats(),
            );
            // A search tries hundreds of choices: its heat maps show them.
            if points.len() <= MOST_ROWS {
                let table = studies::table(*study, points);
                let _ = write!(
                    page,
                    "\n<details><summary>All points</summary>\n\n{table}\n</details>\n"
                );
            }
            is_fresh(&format!("measured/{slug}-{}.txt", study.name()), &told);
            for chart in charts(slug, *study, points) {
                let svg = chart.svg();
                if !svg.is_empty() {
                    is_fresh(&format!("measured/{}.svg", chart.name), &svg);
                }
            }
        }
        is_fresh(&format!("measured/{device}.md"), &page);
    }
}

fn capital(question: &str) -> String {
    let mut letters = question.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[test]
fn every_kept_chart_is_one_that_is_still_made() {
    let made: BTreeSet<String> = kept()
        .iter()
        .flat_map(|(slug, study, _, points)| charts(slug, *study, points))
        .map(|chart| format!("{}.svg", chart.name))
        .collect();
    for entry in fs::read_dir(source().join("measured")).expect("a folder") {
        let file = name(&entry.expect("an entry").path());
        if file.ends_with(".svg") {
            assert!(made.contains(&file), "{file} is made by no study");
        }
    }
}

#[test]
fn each_study_is_told_in_the_chapter_that_it_names() {
    let pages = pages();
    for study in studies::studies() {
        let chapter = source().join(format!("{}.md", study.chapter()));
        let page = pages.iter().find(|(path, _)| *path == chapter);
        let (_, text) = page.unwrap_or_else(|| panic!("{} has no chapter", study.name()));
        let command = format!("grader bench {}", study.name());
        assert!(
            text.contains(&command),
            "{} does not tell of `{command}`",
            chapter.display()
        );
    }
}
