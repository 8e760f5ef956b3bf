//! Who has what: the exercises of the class, and the students by exercises.

use crate::overview::{Cell, Overview};
use crate::text::{html_text, number};
use std::fmt::Write;

/// With more exercises than this, a printed table shows points without the outcomes.
const MANY: usize = 14;

/// The colours of the tables: the class of a cell, and what it stands for.
const KEY: [(&str, &str); 4] = [
    ("f", "all points"),
    ("h", "some points"),
    ("w", "none"),
    ("m", "missing or not graded"),
];

fn class_of(cell: &Cell, of: f64) -> usize {
    match cell.points {
        None => 3,
        _ if cell.label == "missing" => 3,
        Some(points) if points >= of => 0,
        Some(points) if points > 0.0 => 1,
        Some(_) => 2,
    }
}

fn key() -> String {
    let items: String = KEY
        .iter()
        .map(|(class, what)| format!("<span><i class=\"{class}\"></i>{what}</span>"))
        .collect();
    format!("<p class=\"key\">{items}</p>\n")
}

/// For each exercise how many have all of its points, some, or none, and the mean.
pub(super) fn by_exercise(overview: &Overview) -> String {
    let mut text = key();
    text.push_str(
        "<div class=\"wide\"><table>\n<thead><tr><th>exercise</th><th>share</th><th>all points</th><th>some</th>\
         <th>none</th><th>missing</th><th>mean</th><th>of</th></tr></thead>\n<tbody>\n",
    );
    for (at, (slug, title, of)) in overview.exercises.iter().enumerate() {
        let cells = || {
            overview
                .rows
                .iter()
                .filter_map(move |row| row.cells.get(at))
        };
        let mut counts = [0_usize; KEY.len()];
        for cell in cells() {
            counts[class_of(cell, *of)] += 1;
        }
        let shares: String = counts
            .iter()
            .zip(KEY)
            .filter(|(count, _)| **count > 0)
            .map(|(count, (class, _))| format!("<i class=\"{class}\" style=\"flex:{count}\"></i>"))
            .collect();
        let points: Vec<f64> = cells().filter_map(|cell| cell.points).collect();
        let mean = match points.len() {
            0 => "-".to_owned(),
            graded => number((points.iter().sum::<f64>() / graded as f64 * 100.0).round() / 100.0),
        };
        let _ = writeln!(
            text,
            "<tr><td dir=\"auto\">{}: {}</td><td><div class=\"stack\">{shares}</div></td><td>{}</td><td>{}</td>\
             <td>{}</td><td>{}</td><td>{mean}</td><td>{}</td></tr>",
            html_text(slug),
            html_text(title),
            counts[0],
            counts[1],
            counts[2],
            counts[3],
            number(*of)
        );
    }
    text.push_str("</tbody>\n</table></div>\n");
    text
}

/// The table of students by exercises.
pub(super) fn by_student(overview: &Overview) -> String {
    let has_deadline = overview.deadline.is_some();
    let mut text = key();
    let many = match overview.exercises.len() > MANY {
        true => " many",
        false => "",
    };
    let _ = write!(
        text,
        "<div class=\"wide all{many}\"><table>\n<thead><tr><th>student</th><th>points of {}</th>",
        number(overview.of)
    );
    if has_deadline {
        text.push_str("<th>late</th>");
    }
    let is_counted = overview.rows.iter().any(|row| row.handed_in.is_some());
    if is_counted {
        text.push_str("<th>handed in</th>");
    }
    for (slug, _, of) in &overview.exercises {
        let _ = write!(
            text,
            "<th>{} <small>of {}</small></th>",
            html_text(slug),
            number(*of)
        );
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in &overview.rows {
        let _ = write!(
            text,
            "<tr><td dir=\"auto\">{}</td><td class=\"n\">{}</td>",
            html_text(&row.student),
            row.points.map_or("not graded".to_owned(), number)
        );
        if has_deadline {
            let late = match row.late {
                0.0 => String::new(),
                percent => format!("-{} %", number(percent)),
            };
            let _ = write!(text, "<td class=\"n\">{late}</td>");
        }
        if is_counted {
            let times = row
                .handed_in
                .map_or("-".to_owned(), |times| format!("{times}x"));
            let class = match (row.handed_in, overview.retries) {
                (Some(times), Some(retries)) if times > retries.saturating_add(1) => "n h",
                _ => "n",
            };
            let _ = write!(text, "<td class=\"{class}\">{times}</td>");
        }
        for (cell, (.., of)) in row.cells.iter().zip(&overview.exercises) {
            let (class, _) = KEY[class_of(cell, *of)];
            let points = cell.points.filter(|_| cell.label != "missing");
            let points = points.map_or("-".to_owned(), number);
            let label = match cell.label.as_str() {
                "passed" => String::new(),
                label => format!("<small>{}</small>", html_text(label)),
            };
            let _ = write!(text, "<td class=\"{class}\">{points}{label}</td>");
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table></div>\n");
    text
}
