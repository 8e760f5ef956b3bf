//! What the results say together: for a person as a page or as Markdown, for a learning platform as CSV.
//! Names are whatever students made of them: each format escapes them in its own way.

use crate::feedback::escaped;
use crate::graded::{Graded, Standing};
use crate::name::PassedOver;
use crate::plan::Plan;
use course::{Report, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The results together. It holds some words of each, and no report.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    title: String,
    of: f64,
    /// Slug, title and worth of each exercise.
    exercises: Vec<(String, String, f64)>,
    rows: Vec<Row>,
    mistakes: BTreeMap<String, MistakeRow>,
    passed_over: Vec<PassedOver>,
    similar: Vec<SimilarPair>,
}

/// A student.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The student.
    pub student: String,
    /// The name of the result's file.
    pub id: String,
    /// Points, where all is graded.
    pub points: Option<f64>,
    /// When it was handed in; empty where that is not known.
    pub submitted: String,
    /// Percent deducted.
    pub late: f64,
    /// The exercises.
    pub cells: Vec<Cell>,
    /// What a person may want to know.
    pub notes: Vec<String>,
}

/// An exercise of a student's.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Points; absent where it is not graded.
    pub points: Option<f64>,
    /// What it came to, in a word.
    pub label: String,
    /// Why it is not graded, what is wrong with the file, or why somebody may want to look at the kernel.
    pub why: Option<String>,
}

/// A mistake, and who makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MistakeRow {
    /// How many students.
    pub students: BTreeSet<usize>,
    /// How often, in each exercise.
    pub exercises: BTreeMap<String, usize>,
}

/// Two submissions of an exercise that look alike: a reason for a person to look at both, no more.
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarPair {
    /// The exercise.
    pub slug: String,
    /// The two students.
    pub students: [String; 2],
    /// How alike, from 0 to 1.
    pub score: f64,
    /// Lines of both that match, first and last: of the one, of the other.
    pub lines: Vec<[(usize, usize); 2]>,
}

impl Overview {
    /// An overview of nobody yet.
    pub fn new(plan: &Plan, passed_over: Vec<PassedOver>) -> Overview {
        Overview {
            title: plan.title.clone(),
            of: plan.of(),
            exercises: plan
                .tasks
                .iter()
                .map(|task| {
                    let title = task.exercise.manifest.title.clone();
                    (task.slug().to_owned(), title, task.weight)
                })
                .collect(),
            rows: Vec::new(),
            mistakes: BTreeMap::new(),
            passed_over,
            similar: Vec::new(),
        }
    }

    /// Takes a result in.
    pub fn take(&mut self, id: &str, graded: &Graded) {
        let student = self.rows.len();
        let mut cells = Vec::new();
        for exercise in &graded.exercises {
            if let Standing::Checked { report } = &exercise.standing {
                for mistake in mistakes_of(report) {
                    let row = self.mistakes.entry(mistake).or_default();
                    row.students.insert(student);
                    *row.exercises.entry(exercise.slug.clone()).or_default() += 1;
                }
            }
            cells.push(Cell {
                points: exercise.points,
                label: exercise.standing.label().to_owned(),
                why: match &exercise.standing {
                    Standing::NotGraded { why } => Some(why.clone()),
                    Standing::Refused { file, why } => Some(format!("{file} {why}")),
                    Standing::Checked { .. } => exercise.device_alone.clone(),
                    Standing::Missing => None,
                },
            });
        }
        self.rows.push(Row {
            student: graded.student.clone(),
            id: id.to_owned(),
            points: graded.points,
            submitted: graded
                .submitted
                .as_ref()
                .map(|submitted| submitted.time.clone())
                .unwrap_or_default(),
            late: graded.late.as_ref().map_or(0.0, |late| late.percent),
            cells,
            notes: graded.notes.clone(),
        });
    }

    /// Takes in which submissions look alike.
    pub fn take_similar(&mut self, pairs: Vec<SimilarPair>) {
        self.similar = pairs;
    }

    /// The students.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The mistakes, those of most students first.
    pub fn mistakes(&self) -> Vec<(&str, &MistakeRow)> {
        let mut rows: Vec<(&str, &MistakeRow)> = self
            .mistakes
            .iter()
            .map(|(name, row)| (name.as_str(), row))
            .collect();
        rows.sort_by_key(|(name, row)| (std::cmp::Reverse(row.students.len()), *name));
        rows
    }

    /// For each exercise: how many passed, handed in something, are not graded; and the mean of the points.
    fn by_exercise(&self) -> Vec<[String; 6]> {
        let cells_of = |at: usize| self.rows.iter().filter_map(move |row| row.cells.get(at));
        let of = |(at, (slug, title, of)): (usize, &(String, String, f64))| {
            let count = |label: &str| cells_of(at).filter(|cell| cell.label == label).count();
            let points: Vec<f64> = cells_of(at).filter_map(|cell| cell.points).collect();
            let mean = match points.len() {
                0 => "-".to_owned(),
                graded => number(points.iter().sum::<f64>() / graded as f64),
            };
            [
                format!("{slug}: {title}"),
                count("passed").to_string(),
                count("missing").to_string(),
                count("not-graded").to_string(),
                mean,
                number(*of),
            ]
        };
        self.exercises.iter().enumerate().map(of).collect()
    }

    /// What needs a person: whose, what, why.
    fn to_look_at(&self) -> Vec<[String; 3]> {
        let mut rows = Vec::new();
        for row in &self.rows {
            for (cell, (slug, ..)) in row.cells.iter().zip(&self.exercises) {
                if let Some(why) = &cell.why {
                    let what = format!("{slug}: {}", cell.label);
                    rows.push([row.student.clone(), what, why.clone()]);
                }
            }
            for note in &row.notes {
                rows.push([row.student.clone(), String::new(), note.clone()]);
            }
        }
        for passed_over in &self.passed_over {
            rows.push([
                passed_over.name.clone(),
                "no submission".to_owned(),
                passed_over.what.to_owned(),
            ]);
        }
        rows
    }

    /// The tables of both overviews: a heading, the heads of the columns, the rows.
    fn tables(&self) -> Vec<Table> {
        let mut heads = vec!["student".to_owned(), "points".to_owned()];
        heads.push("late".to_owned());
        heads.extend(self.exercises.iter().map(|(slug, ..)| slug.clone()));
        let row = |row: &Row| {
            let mut cells = vec![
                row.student.clone(),
                row.points.map_or("not graded".to_owned(), number),
                match row.late {
                    0.0 => String::new(),
                    percent => format!("-{} %", number(percent)),
                },
            ];
            cells.extend(row.cells.iter().map(|cell| match cell.points {
                Some(points) if cell.label == "passed" => number(points),
                Some(points) => format!("{} {}", number(points), cell.label),
                None => cell.label.clone(),
            }));
            cells
        };
        let mistakes = self.mistakes().into_iter().map(|(name, row)| {
            let exercises = row.exercises.iter();
            let exercises: Vec<String> = exercises
                .map(|(slug, times)| format!("{slug} ({times})"))
                .collect();
            vec![
                name.to_owned(),
                row.students.len().to_string(),
                exercises.join(", "),
            ]
        });
        let similar = self.similar.iter().map(|pair| {
            let lines: Vec<String> = pair
                .lines
                .iter()
                .map(|[one, other]| format!("{}-{} and {}-{}", one.0, one.1, other.0, other.1))
                .collect();
            vec![
                pair.slug.clone(),
                pair.students[0].clone(),
                pair.students[1].clone(),
                format!("{:.0} %", pair.score * 100.0),
                lines.join(", "),
            ]
        });
        let heads_of = |heads: &[&str]| heads.iter().map(|head| (*head).to_owned()).collect();
        let tables = vec![
            Table {
                heading: "Students",
                about: format!("Points of {}.", number(self.of)),
                heads,
                rows: self.rows.iter().map(row).collect(),
            },
            Table {
                heading: "Exercises",
                about: String::new(),
                heads: heads_of(&["exercise", "passed", "missing", "not graded", "mean", "of"]),
                rows: self.by_exercise().into_iter().map(Vec::from).collect(),
            },
            Table {
                heading: "What goes wrong most",
                about: "Where it is a mistake with a name, grader explain tells of it.".to_owned(),
                heads: heads_of(&["mistake", "students", "in"]),
                rows: mistakes.collect(),
            },
            Table {
                heading: "To be looked at",
                about: String::new(),
                heads: heads_of(&["who", "what", "why"]),
                rows: self.to_look_at().into_iter().map(Vec::from).collect(),
            },
            Table {
                heading: "Alike",
                about: "A hint for a person, and no verdict.".to_owned(),
                heads: heads_of(&["exercise", "one", "other", "alike", "lines"]),
                rows: similar.collect(),
            },
        ];
        tables
            .into_iter()
            .filter(|table| !table.rows.is_empty())
            .collect()
    }
}

struct Table {
    heading: &'static str,
    about: String,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// What a report shows to be wrong, each once: the verdict, and errors that were seen beside it.
fn mistakes_of(report: &Report) -> BTreeSet<String> {
    let mut mistakes = BTreeSet::new();
    if report.verdict != Verdict::Passed {
        mistakes.insert(report.verdict.label().to_owned());
    }
    let errors = report
        .findings
        .iter()
        .filter(|finding| finding.level == launch::Level::Error);
    mistakes.extend(errors.map(|finding| finding.mistake.clone()));
    mistakes
}

/// A number of points: at most three decimals, none that are zero.
pub(crate) fn number(points: f64) -> String {
    let text = format!("{points:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

/// The grades as CSV (RFC 4180): a row a student, a column an exercise. What is not graded is empty.
pub fn csv(overview: &Overview) -> String {
    let mut text = String::from("student,submitted,late_percent,points,of");
    for (slug, ..) in &overview.exercises {
        text.push(',');
        text.push_str(slug);
    }
    text.push_str(",remarks\r\n");
    for row in &overview.rows {
        let points = row.points.map(number).unwrap_or_default();
        let mut cells = vec![
            field(&row.student),
            field(&row.submitted),
            number(row.late),
            points,
            number(overview.of),
        ];
        cells.extend(
            row.cells
                .iter()
                .map(|cell| cell.points.map(number).unwrap_or_default()),
        );
        let labels = row.cells.iter().zip(&overview.exercises);
        let remarks: Vec<String> = labels
            .filter_map(
                |(cell, (slug, ..))| match (&cell.why, cell.label.as_str()) {
                    (Some(why), "passed") => Some(format!("{slug}: {why}")),
                    (None, "passed") => None,
                    (_, label) => Some(format!("{slug}: {label}")),
                },
            )
            .collect();
        cells.push(field(&remarks.join("; ")));
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    }
    text
}

/// A field of text. A spreadsheet would run one that begins like a formula.
fn field(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        "'"
    } else {
        ""
    };
    if text.contains(['"', ',', '\n', '\r', '\'']) || !guard.is_empty() {
        return format!("\"{guard}{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}

/// The overview as Markdown.
pub fn markdown(overview: &Overview) -> String {
    let mut text = format!("# {}\n", escaped(&overview.title));
    for table in overview.tables() {
        let _ = write!(text, "\n## {}\n\n", table.heading);
        if !table.about.is_empty() {
            let _ = write!(text, "{}\n\n", table.about);
        }
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        text.push_str(&line(&table.heads));
        text.push_str(&format!("|{}\n", "---|".repeat(table.heads.len())));
        for row in &table.rows {
            text.push_str(&line(row));
        }
    }
    text
}

/// The page's looks, in light and in dark.
const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; color: CanvasText; background: Canvas; }
div { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid GrayText; padding: .2rem .5rem; text-align: left; vertical-align: top; }
th { position: sticky; top: 0; background: Canvas; }
td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; max-width: 24rem; }
";

/// The overview as a page that needs nothing but itself.
pub fn html(overview: &Overview) -> String {
    let title = html_text(&overview.title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    for table in overview.tables() {
        let _ = writeln!(text, "<h2>{}</h2>", table.heading);
        if !table.about.is_empty() {
            let _ = writeln!(text, "<p>{}</p>", html_text(&table.about));
        }
        let line = |cells: &[String], tag: &str| {
            let cells: String = cells
                .iter()
                .map(|cell| format!("<{tag} dir=\"auto\">{}</{tag}>", html_text(cell)))
                .collect();
            format!("<tr>{cells}</tr>\n")
        };
        text.push_str("<div><table>\n<thead>");
        text.push_str(line(&table.heads, "th").trim_end());
        text.push_str("</thead>\n<tbody>\n");
        for row in &table.rows {
            text.push_str(&line(row, "td"));
        }
        text.push_str("</tbody>\n</table></div>\n");
    }
    text.push_str("</body>\n</html>\n");
    text
}

/// Text as a page shows it.
fn html_text(text: &str) -> String {
    let mut out = String::new();
    for c in launch::sanitise::visible_line(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overview(student: &str) -> Overview {
        Overview {
            title: "A <class>".to_owned(),
            of: 10.0,
            exercises: vec![("fill".to_owned(), "Fill".to_owned(), 10.0)],
            rows: vec![Row {
                student: student.to_owned(),
                id: "id".to_owned(),
                points: Some(7.5),
                submitted: "2026-11-20T23:59:00+01:00".to_owned(),
                late: 25.0,
                cells: vec![Cell {
                    points: Some(10.0),
                    label: "passed".to_owned(),
                    why: None,
                }],
                notes: Vec::new(),
            }],
            mistakes: BTreeMap::new(),
            passed_over: Vec::new(),
            similar: Vec::new(),
        }
    }

    #[test]
    fn a_name_is_no_formula_and_breaks_no_row() {
        let text = csv(&overview("=cmd(),\"x\""));
        assert_eq!(
            text,
            "student,submitted,late_percent,points,of,fill,remarks\r\n\
             \"'=cmd(),\"\"x\"\"\",2026-11-20T23:59:00+01:00,25,7.5,10,10,\r\n"
        );
    }

    #[test]
    fn a_name_is_text_in_the_page_and_in_markdown() {
        let hostile = "<script>alert(1)</script>|[x](javascript:y)";
        let page = html(&overview(hostile));
        assert!(!page.contains("<script") && page.contains("&lt;script&gt;"));
        assert!(!page.contains("<class>") && page.contains("A &lt;class&gt;"));
        let text = markdown(&overview(hostile));
        assert!(!text.contains("<script") && !text.contains("|["), "{text}");
    }

    #[test]
    fn submissions_that_look_alike_have_their_table_where_there_are_any() {
        let mut overview = overview("anna");
        assert!(!markdown(&overview).contains("Alike"));
        overview.take_similar(vec![SimilarPair {
            slug: "fill".to_owned(),
            students: ["anna".to_owned(), "ben".to_owned()],
            score: 0.93,
            lines: vec![[(1, 4), (2, 5)]],
        }]);
        assert!(markdown(&overview).contains("| fill | anna | ben | 93 % | 1-4 and 2-5 |"));
    }

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        assert_eq!(number(0.0), "0");
        assert_eq!(number(7.5), "7.5");
        assert_eq!(number(100.0), "100");
        assert_eq!(number(1.0 / 3.0), "0.333");
    }
}
