//! The book's pages of the kernels that are measured: what each does, in the words of its own first comment, its
//! parameters, and its place under the roofline, from the points that the book keeps.
//!
//! `UPDATE=1 cargo test -p tests kernel_pages` writes them anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use studies::{Place, Roof, places};
use tests::book::{is_fresh, source};
use tests::measured::{kept, name};
use tests::project;

/// The folder of the pages.
const KERNELS: &str = "kernels";

/// A kernel, or a few in one file.
struct Page {
    slug: &'static str,
    title: &'static str,
    /// Below `kernels/src`.
    file: &'static str,
    /// The chapter that leads there.
    chapter: &'static str,
    /// The study that measures it, and how its table names it.
    study: &'static str,
    series: &'static [&'static str],
    /// The folder of the one device it is for, if not for all.
    only: Option<&'static str>,
}

const fn page(
    slug: &'static str,
    title: &'static str,
    file: &'static str,
    chapter: &'static str,
    study: &'static str,
    series: &'static [&'static str],
) -> Page {
    Page {
        slug,
        title,
        file,
        chapter,
        study,
        series,
        only: None,
    }
}

const GPU: Option<&str> = Some("h200");
const CPU: Option<&str> = Some("pocl");

const PAGES: [Page; 20] = [
    page(
        "matmul-naive",
        "Matrix product, naive",
        "matmul/naive.cl",
        "matmul/naive",
        "matmul",
        &["naive"],
    ),
    page(
        "matmul-tiled",
        "Matrix product, tiled",
        "matmul/tiled.cl",
        "matmul/tiled",
        "matmul",
        &["tiled"],
    ),
    Page {
        only: GPU,
        ..page(
            "matmul-blocked",
            "Matrix product in blocks, for a GPU",
            "matmul/blocked.cl",
            "matmul/limit",
            "matmul",
            &["blocked"],
        )
    },
    Page {
        only: CPU,
        ..page(
            "matmul-packed",
            "Matrix product in packed blocks, for a CPU",
            "matmul/packed.cl",
            "matmul/limit",
            "matmul",
            &["blocked"],
        )
    },
    page(
        "convolution-variants",
        "Convolution, from plain to unrolled",
        "convolution/variants.cl",
        "convolution/unrolled",
        "convolution",
        &["naive", "vector", "cached filter", "unrolled"],
    ),
    page(
        "convolution-tuned",
        "Convolution, tuned",
        "convolution/tuned.cl",
        "convolution/unrolled",
        "convolution",
        &["tuned"],
    ),
    page(
        "mandelbrot-plain",
        "Mandelbrot set, plain",
        "simulation/mandelbrot.cl",
        "simulation/mandelbrot",
        "mandelbrot",
        &["plain"],
    ),
    page(
        "mandelbrot-tuned",
        "Mandelbrot set with less divergence",
        "simulation/mandelbrot_tuned.cl",
        "simulation/mandelbrot",
        "mandelbrot",
        &["less divergent"],
    ),
    page(
        "linear-plain",
        "Shallow water, linear, plain",
        "simulation/linear_plain.cl",
        "simulation/shallow-water-linear",
        "shallow-water",
        &["shallow-linear, plain"],
    ),
    page(
        "linear-tuned",
        "Shallow water, linear, tuned",
        "simulation/linear_tuned.cl",
        "simulation/shallow-water-linear",
        "shallow-water",
        &["shallow-linear, tuned"],
    ),
    page(
        "nonlinear-plain",
        "Shallow water, nonlinear, plain",
        "simulation/nonlinear_plain.cl",
        "simulation/shallow-water-nonlinear",
        "shallow-water",
        &["shallow-nonlinear, plain"],
    ),
    page(
        "nonlinear-tuned",
        "Shallow water, nonlinear, tuned",
        "simulation/nonlinear_tuned.cl",
        "simulation/shallow-water-nonlinear",
        "shallow-water",
        &["shallow-nonlinear, tuned"],
    ),
    page(
        "high-resolution-plain",
        "Shallow water, high resolution, plain",
        "simulation/high_resolution_plain.cl",
        "simulation/shallow-water-high-resolution",
        "shallow-water",
        &["shallow-high-resolution, plain"],
    ),
    Page {
        only: GPU,
        ..page(
            "high-resolution-shared",
            "Shallow water, high resolution, for a GPU",
            "simulation/high_resolution_shared.cl",
            "simulation/shallow-water-high-resolution",
            "shallow-water",
            &["shallow-high-resolution, tuned"],
        )
    },
    Page {
        only: CPU,
        ..page(
            "high-resolution-tuned",
            "Shallow water, high resolution, for a CPU",
            "simulation/high_resolution_tuned.cl",
            "simulation/shallow-water-high-resolution",
            "shallow-water",
            &["shallow-high-resolution, tuned"],
        )
    },
    page(
        "transpose",
        "Transpose through a tile",
        "sharing/transpose.cl",
        "sharing/transpose",
        "memory",
        &["transpose, exercise"],
    ),
    page(
        "transpose-tuned",
        "Transpose, tuned",
        "sharing/transpose_tuned.cl",
        "sharing/transpose",
        "memory",
        &["transpose, tuned"],
    ),
    page(
        "reduce-tuned",
        "Sum of an array, tuned",
        "sharing/reduce_tuned.cl",
        "sharing/reduction-scan-histogram",
        "memory",
        &["reduce, tuned"],
    ),
    page(
        "scan-tuned",
        "Running sums of an array, tuned",
        "sharing/scan_tuned.cl",
        "sharing/reduction-scan-histogram",
        "memory",
        &["scan, tuned"],
    ),
    page(
        "histogram-tuned",
        "Histogram, tuned",
        "sharing/histogram_tuned.cl",
        "sharing/reduction-scan-histogram",
        "memory",
        &["histogram, tuned"],
    ),
];

/// The comment that a kernel's file opens with, as paragraphs.
fn opening(text: &str) -> String {
    let comment = text.lines().map_while(|line| line.strip_prefix("//"));
    let lines: Vec<&str> = comment
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    lines.join("\n")
}

/// What follows that comment, without the marks of what chapters show of it.
fn kernel(text: &str) -> String {
    let lines = text.lines().skip_while(|line| line.starts_with("//"));
    let shown: Vec<&str> = lines
        .filter(|line| !line.trim_start().starts_with("// ANCHOR"))
        .collect();
    shown.join("\n").trim().to_owned()
}

/// The parameters that `-D` sets: name, what stands for it where nothing is said, and what it is.
fn parameters(text: &str) -> Vec<[String; 3]> {
    let mut found = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (number, pair) in lines.windows(2).enumerate() {
        let Some(wanted) = pair[0].strip_prefix("#ifndef ") else {
            continue;
        };
        let Some(rest) = pair[1]
            .strip_prefix("#define ")
            .and_then(|rest| rest.strip_prefix(wanted))
        else {
            continue;
        };
        let (value, beside) = rest.split_once("//").unwrap_or((rest, ""));
        let above: Vec<&str> = lines[..number]
            .iter()
            .rev()
            .map_while(|line| line.strip_prefix("// "))
            .collect();
        let above: Vec<&str> = above.into_iter().rev().collect();
        let what = if beside.is_empty() {
            above.join(" ")
        } else {
            beside.trim().to_owned()
        };
        // A row of parameters has one comment, beside the first.
        let before = found.last().map(|[_, _, what]: &[String; 3]| what.clone());
        let what = Some(what).filter(|what| !what.is_empty()).or(before);
        found.push([
            wanted.to_owned(),
            value.trim().to_owned(),
            what.unwrap_or_default(),
        ]);
    }
    found
}

/// Three digits that mean something.
fn digits(value: f64) -> String {
    let after = (2 - value.abs().log10().floor() as i32).clamp(0, 6) as usize;
    format!("{value:.after$}")
}

fn row(on: &str, series: Option<&str>, place: Place, roof: Roof) -> String {
    let allowed = roof.allows(place.intensity);
    let by = if allowed < roof.peak {
        "memory"
    } else {
        "arithmetic"
    };
    let series = series.map_or(String::new(), |series| format!("{series}, "));
    format!(
        "| {series}{on} | {} | {} | {}, by {by} | {:.0} % |\n",
        digits(place.intensity),
        digits(place.rate * 1e-9),
        digits(allowed * 1e-9),
        place.rate / allowed * 100.0
    )
}

fn written(page: &Page) -> String {
    let path = project().join("kernels/src").join(page.file);
    let text = fs::read_to_string(&path).expect("a kernel");
    let mut out = format!(
        "# {}\n\n{}\n\nIt belongs to [this chapter](../{}.md), and `grader bench {}` measures it.\n",
        page.title,
        opening(&text),
        page.chapter,
        page.study,
    );
    let parameters = parameters(&text);
    if !parameters.is_empty() {
        out.push_str("\n## Parameters\n\n| `-D` | default | meaning |\n|---|---|---|\n");
        for [parameter, value, what] in parameters {
            assert!(
                !what.is_empty(),
                "{} says not what {parameter} is",
                page.file
            );
            let _ = writeln!(out, "| `{parameter}` | `{value}` | {what} |");
        }
    }
    out.push_str(
        "\n## Its place under the roofline\n\n\
         | device | operations for each byte | GFLOP/s | limit there | share of it |\n|---|---:|---:|---:|---:|\n",
    );
    let mut has_place = false;
    for (slug, study, on, points) in kept() {
        let is_for_it = page.only.is_none_or(|only| only == slug);
        if study.name() != page.study || !is_for_it {
            continue;
        }
        let roof =
            Roof::of(&points).unwrap_or_else(|| panic!("{} on {slug} has no roof", page.study));
        let places = places(&points);
        for series in page.series {
            let place = places
                .get(series)
                .unwrap_or_else(|| panic!("{series} has no place on {slug}"));
            let series = (page.series.len() > 1).then_some(*series);
            let device = on.device.split('-').next().unwrap_or_default();
            let device = if slug == "pocl" { "PoCL" } else { device };
            out.push_str(&row(
                &format!("[{device}](../measured/{slug}.md#{})", page.study),
                series,
                *place,
                roof,
            ));
            has_place = true;
        }
    }
    assert!(has_place, "{} was measured nowhere", page.slug);
    let _ = write!(
        out,
        "\nThese are the best of all sizes. The bytes are those that have to move at least, with caches that forget \
         nothing. The limit is the best that a kernel of multiply-adds and one that streams reached in the same \
         run. Above 100 % of it, a cache served some of the bytes.\n\n## The kernel\n\n\
         ```c\n{}\n```\n",
        kernel(&text)
    );
    out
}

#[test]
fn each_kernel_has_a_page_with_what_it_does_and_its_place() {
    fs::create_dir_all(source().join(KERNELS)).expect("a folder");
    let mut index = String::from(
        "# The kernels that are measured\n\nEach page says what the kernel does, its parameters, and how \
         near it is to a device's limit. All are OpenCL C 1.2 and written for no vendor.\n\n",
    );
    for page in &PAGES {
        is_fresh(&format!("{KERNELS}/{}.md", page.slug), &written(page));
        let _ = writeln!(index, "- [{}]({}.md)", page.title, page.slug);
    }
    is_fresh(&format!("{KERNELS}/index.md"), &index);
}

#[test]
fn each_page_of_a_kernel_is_in_the_books_contents_and_none_is_left_over() {
    let contents = fs::read_to_string(source().join("SUMMARY.md")).expect("the contents");
    let mut known: BTreeSet<String> = ["index.md".to_owned()].into();
    for page in &PAGES {
        let line = format!("- [{}]({KERNELS}/{}.md)", page.title, page.slug);
        assert!(contents.contains(&line), "{line}");
        known.insert(format!("{}.md", page.slug));
    }
    for entry in fs::read_dir(source().join(KERNELS)).expect("a folder") {
        let file = name(&entry.expect("an entry").path());
        assert!(known.contains(&file), "{file} is of no kernel");
    }
}
