//! The class page: one HTML file that needs no network and no script. Each text on it is escaped and has a limit.

mod board;
mod charts;
mod likeness;
mod mistakes;
mod students;

pub use board::board_html;

use crate::overview::{Overview, Table};
use crate::text::{html_text, number};
use charts::{distribution, time_line};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// A section of the page: the id for links to it, its heading, its HTML.
struct Section {
    id: &'static str,
    heading: &'static str,
    html: String,
}

/// The page of a class.
pub fn html(overview: &Overview) -> String {
    let sections: Vec<Section> = [
        ("points", "Points", distribution(overview)),
        ("time", "Submissions over time", time_line(overview)),
        ("exercises", "Exercises", students::by_exercise(overview)),
        (
            "teach",
            "What went wrong, and what to teach again",
            mistakes::html(overview),
        ),
        ("students", "Students", students::by_student(overview)),
        (
            "frequent",
            "Most frequent mistakes",
            table(&overview.most_frequent()),
        ),
        ("attention", "Needs attention", table(&overview.attention())),
        (
            "similar",
            "Similar",
            likeness::html(overview) + &table(&overview.alike()),
        ),
    ]
    .into_iter()
    .filter(|(.., html)| !html.is_empty())
    .map(|(id, heading, html)| Section { id, heading, html })
    .collect();
    let mut text = summary(overview);
    text.push_str("<nav>");
    for Section { id, heading, .. } in &sections {
        let _ = write!(text, "<a href=\"#{id}\">{heading}</a> ");
    }
    text.push_str("</nav>\n");
    for Section { id, heading, html } in &sections {
        let _ = write!(text, "<h2 id=\"{id}\">{heading}</h2>\n{html}");
    }
    document(&overview.title, &text)
}

/// A page with a title, which is its heading too.
fn document(title: &str, body: &str) -> String {
    let title = html_text(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1 dir=\"auto\">{title}</h1>\n\
         {body}</body>\n</html>\n"
    )
}

/// The deadline, and the figures that tell how the class did.
fn summary(overview: &Overview) -> String {
    let mut text = String::new();
    let _ = match &overview.deadline {
        Some(deadline) => writeln!(
            text,
            "<p>{} points. Deadline {}; {}.</p>",
            number(overview.of),
            html_text(deadline),
            html_text(&overview.late_rule)
        ),
        None => writeln!(text, "<p>{} points, no deadline.</p>", number(overview.of)),
    };
    if let Some(retries) = overview.retries {
        let _ = match retries {
            0 => writeln!(text, "<p>Nobody may hand in again.</p>"),
            _ => writeln!(
                text,
                "<p>Everybody may hand in again {}.</p>",
                counted(retries as usize, "time")
            ),
        };
    }
    let mut points: Vec<f64> = overview.rows.iter().filter_map(|row| row.points).collect();
    points.sort_by(f64::total_cmp);
    let count = |is: &dyn Fn(&crate::Row) -> bool| {
        overview
            .rows
            .iter()
            .filter(|row| is(row))
            .count()
            .to_string()
    };
    let mut tiles = vec![("submissions", overview.rows.len().to_string())];
    if !points.is_empty() {
        let median = (points[(points.len() - 1) / 2] + points[points.len() / 2]) / 2.0;
        let mean = points.iter().sum::<f64>() / points.len() as f64;
        let short = |points: f64| number((points * 10.0).round() / 10.0);
        tiles.push(("points, median", short(median)));
        tiles.push(("points, mean", short(mean)));
    }
    tiles.push((
        "passed everything",
        count(&|row| row.cells.iter().all(|cell| cell.label == "passed")),
    ));
    if overview.deadline.is_some() {
        tiles.push(("late", count(&|row| row.late > 0.0)));
    }
    tiles.push(("not graded", count(&|row| row.points.is_none())));
    text.push_str("<ul class=\"tiles\">");
    for (what, figure) in tiles {
        let _ = write!(text, "<li><b>{figure}</b>{what}</li>");
    }
    text.push_str("</ul>\n");
    text
}

/// A table as HTML; nothing where it has no rows.
fn table(table: &Table) -> String {
    if table.rows.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    if !table.about.is_empty() {
        let _ = writeln!(text, "<p class=\"soft\">{}</p>", html_text(&table.about));
    }
    let line = |cells: &[String], tag: &str| {
        let cells: String = cells
            .iter()
            .map(|cell| format!("<{tag} dir=\"auto\">{}</{tag}>", html_text(cell)))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    text.push_str("<div class=\"wide\"><table>\n<thead>");
    text.push_str(line(&table.heads, "th").trim_end());
    text.push_str("</thead>\n<tbody>\n");
    for row in &table.rows {
        text.push_str(&line(row, "td"));
    }
    text.push_str("</tbody>\n</table></div>\n");
    text
}

/// A count with its noun.
fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overview::{Cell, Row};

    const STUDENTS: usize = 300;

    /// Every student has another outcome in every exercise.
    fn large() -> Overview {
        let slugs = (0..37).map(|exercise| {
            (
                format!("exercise-with-a-long-name-{exercise}"),
                "A title".to_owned(),
                10.0,
            )
        });
        let mut overview = Overview::default();
        overview.title = "A class".to_owned();
        overview.of = 370.0;
        overview.exercises = slugs.collect();
        let labels = [
            "passed",
            "integer-overflow-in-index",
            "missing",
            "not-graded",
            "too-costly",
        ];
        for student in 0..STUDENTS {
            let cell = |exercise: usize| {
                let label = labels[(student + exercise) % labels.len()];
                Cell {
                    points: (label != "not-graded").then_some(5.0),
                    label: label.to_owned(),
                    why: (label == "not-graded").then(|| "the worker was lost twice".to_owned()),
                }
            };
            overview.rows.push(Row {
                student: format!("A student with a long name, number {student}"),
                id: student.to_string(),
                points: Some(student as f64),
                submitted: String::new(),
                time: crate::Instant::parse(&format!("2026-11-{:02}T12:00:00Z", 1 + student % 28)),
                late: 0.0,
                handed_in: None,
                cells: (0..37).map(cell).collect(),
                notes: Vec::new(),
            });
        }
        overview
    }

    #[test]
    fn the_page_of_a_large_class_stays_small_and_asks_for_nothing() {
        let page = html(&large());
        assert!(page.len() < 2_000_000, "{} bytes", page.len());
        assert_eq!(page.matches("<td class=\"n\">").count(), STUDENTS);
        for asked in [
            "http:", "https:", "src=", "<script", "<link", "@import", "url(",
        ] {
            assert!(!page.contains(asked), "{asked}");
        }
    }

    #[test]
    fn submissions_are_counted_over_time_where_times_are_known() {
        let mut overview = large();
        let page = html(&overview);
        assert!(
            page.contains("A bar is 13.5 h, the highest has 11."),
            "{page}"
        );
        overview.rows.truncate(1);
        assert!(html(&overview).contains("All of them came 2026-11-01T12:00:00+00:00."));
        overview.rows[0].time = None;
        assert!(!html(&overview).contains("Submissions over time"));
    }
}
