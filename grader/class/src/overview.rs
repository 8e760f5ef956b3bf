//! The summary of all results: Markdown for people, CSV for a learning platform; `page` makes HTML of it. Names are
//! chosen by students, so each format escapes them.

use crate::gone_wrong::GoneWrong;
use crate::graded::{Graded, Standing};
use crate::name::Ignored;
use crate::plan::{LateRule, Plan};
use crate::text::{escaped, number};
use crate::times::Instant;
use course::{Report, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The summary of all results. It keeps a few words of each result and no report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overview {
    pub(crate) title: String,
    pub(crate) of: f64,
    pub(crate) due: Option<Instant>,
    /// The deadline as text.
    pub(crate) deadline: Option<String>,
    /// What being late costs, as the end of a sentence.
    pub(crate) late_rule: String,
    pub(crate) retries: Option<u32>,
    /// Slug, title and weight of each exercise.
    pub(crate) exercises: Vec<(String, String, f64)>,
    /// The chapter of the book of each exercise.
    chapters: Vec<String>,
    pub(crate) rows: Vec<Row>,
    mistakes: BTreeMap<String, MistakeRow>,
    /// What went wrong in each exercise.
    pub(crate) gone_wrong: Vec<GoneWrong>,
    ignored: Vec<Ignored>,
    pub(crate) similar: Vec<SimilarPair>,
}

/// The row of a student.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub student: String,
    /// The base name of the result file.
    pub id: String,
    /// Absent if not everything is graded.
    pub points: Option<f64>,
    /// The time of submission; empty if unknown.
    pub submitted: String,
    /// The same time.
    pub(crate) time: Option<Instant>,
    /// The late penalty in percent.
    pub late: f64,
    /// How often it was handed in, where that is known.
    pub handed_in: Option<u32>,
    pub cells: Vec<Cell>,
    /// Remarks for the instructor.
    pub notes: Vec<String>,
}

/// A student's result in one exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Absent if it is not graded.
    pub points: Option<f64>,
    /// The outcome in a word.
    pub label: String,
    /// Why it is not graded, why the file cannot be checked, or why the kernel deserves a look.
    pub why: Option<String>,
}

/// How often a mistake occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MistakeRow {
    pub students: BTreeSet<usize>,
    /// Its number of occurrences in each exercise.
    pub exercises: BTreeMap<String, usize>,
}

/// Two similar submissions of an exercise: a hint for a person, never a verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarPair {
    pub slug: String,
    pub students: [String; 2],
    /// Similarity from 0 to 1.
    pub score: f64,
    /// Matching lines of the first and the second submission, each as first and last.
    pub lines: Vec<[(usize, usize); 2]>,
}

impl Overview {
    /// An empty overview.
    pub fn new(plan: &Plan, ignored: Vec<Ignored>) -> Overview {
        Overview {
            title: plan.title.clone(),
            of: plan.of(),
            due: plan.deadline,
            deadline: plan.deadline.map(|deadline| deadline.to_string()),
            late_rule: late_rule(plan.late),
            retries: plan.retries,
            chapters: plan
                .tasks
                .iter()
                .map(|task| task.exercise.manifest.chapter.clone())
                .collect(),
            gone_wrong: plan.tasks.iter().map(|_| GoneWrong::default()).collect(),
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
            ignored,
            similar: Vec::new(),
        }
    }

    /// Adds a result. `kernels` are the texts that were submitted, one for each exercise of the plan where there is one:
    /// examples are taken from them.
    pub fn take(&mut self, id: &str, graded: &Graded, kernels: &[Option<String>]) {
        let student = self.rows.len();
        let texts = kernels.iter().map(Option::as_deref);
        let texts = texts.chain(std::iter::repeat(None));
        for ((gone_wrong, exercise), kernel) in
            self.gone_wrong.iter_mut().zip(&graded.exercises).zip(texts)
        {
            gone_wrong.take(&graded.student, exercise, kernel);
        }
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
            time: graded
                .submitted
                .as_ref()
                .and_then(|submitted| Instant::parse(&submitted.time)),
            late: graded.late.as_ref().map_or(0.0, |late| late.percent),
            handed_in: graded.handed_in,
            cells,
            notes: graded.notes.clone(),
        });
    }

    pub fn take_similar(&mut self, pairs: Vec<SimilarPair>) {
        self.similar = pairs;
    }

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

    /// For each exercise: the numbers of passed, missing and ungraded submissions, the mean and the
    /// maximum.
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

    /// Items for a person's attention: student, subject, reason.
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
        for ignored in &self.ignored {
            rows.push([
                ignored.name.clone(),
                "not a submission".to_owned(),
                ignored.what.to_owned(),
            ]);
        }
        rows
    }

    /// The chapter of the book of an exercise.
    pub(crate) fn chapter_of(&self, slug: &str) -> &str {
        let at = self.exercises.iter().position(|(known, ..)| known == slug);
        at.and_then(|at| self.chapters.get(at))
            .map_or("", String::as_str)
    }

    /// The tables of the Markdown overview.
    fn tables(&self) -> Vec<Table> {
        let tables = vec![
            self.students(),
            Table::new(
                "Exercises",
                &["exercise", "passed", "missing", "not graded", "mean", "of"],
                self.by_exercise().into_iter().map(Vec::from).collect(),
            ),
            self.what_went_wrong(),
            self.most_frequent(),
            self.attention(),
            self.alike(),
        ];
        tables
            .into_iter()
            .filter(|table| !table.rows.is_empty())
            .collect()
    }

    fn students(&self) -> Table {
        let mut heads = vec!["student", "points", "late"];
        heads.extend(self.exercises.iter().map(|(slug, ..)| slug.as_str()));
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
        let rows = self.rows.iter().map(row).collect();
        let points = format!("Points of {}.", number(self.of));
        Table::new("Students", &heads, rows).about(match &self.deadline {
            Some(deadline) => format!("{points} Deadline {deadline}; {}.", self.late_rule),
            None => points,
        })
    }

    fn what_went_wrong(&self) -> Table {
        let of = |((slug, ..), gone_wrong): (&(String, String, f64), &GoneWrong)| {
            let rows = gone_wrong.rows().into_iter();
            rows.map(|[what, often, example]| vec![slug.clone(), what, often, example])
                .collect::<Vec<_>>()
        };
        let rows = self.exercises.iter().zip(&self.gone_wrong).flat_map(of);
        Table::new(
            "What went wrong",
            &[
                "exercise",
                "what",
                "submissions",
                "example: before -> after",
            ],
            rows.collect(),
        )
        .about("With the change, the kernel of the example passes.".to_owned())
    }

    pub(crate) fn most_frequent(&self) -> Table {
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
        let heads = ["mistake", "students", "in"];
        Table::new("Most frequent mistakes", &heads, mistakes.collect())
            .about("For a mistake with a name, see grader explain.".to_owned())
    }

    pub(crate) fn attention(&self) -> Table {
        let rows = self.to_look_at().into_iter().map(Vec::from).collect();
        Table::new("Needs attention", &["who", "what", "why"], rows)
    }

    pub(crate) fn alike(&self) -> Table {
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
        let heads = [
            "exercise",
            "student",
            "other student",
            "similarity",
            "lines",
        ];
        Table::new("Similar", &heads, similar.collect())
            .about("A hint for a person, not a verdict.".to_owned())
    }
}

/// What being late costs, as the end of a sentence.
fn late_rule(late: LateRule) -> String {
    if late.percent_a_day == 0.0 {
        return "being late costs nothing".to_owned();
    }
    let mut text = format!(
        "each day that has begun costs {} %",
        number(late.percent_a_day)
    );
    if late.at_most < 100.0 {
        let _ = write!(text, ", {} % at most", number(late.at_most));
    }
    if late.grace_minutes > 0 {
        let _ = write!(text, ", after {} minutes of grace", late.grace_minutes);
    }
    text
}

/// The catalogue's entry of an outcome that is a mistake.
pub(crate) fn entry_of(label: &str) -> Option<&'static mistakes::Mistake> {
    mistakes::find(label.parse().ok()?)
}

pub(crate) struct Table {
    pub heading: &'static str,
    pub about: String,
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn new(heading: &'static str, heads: &[&str], rows: Vec<Vec<String>>) -> Table {
        Table {
            heading,
            about: String::new(),
            heads: heads.iter().map(|head| (*head).to_owned()).collect(),
            rows,
        }
    }

    fn about(self, about: String) -> Table {
        Table { about, ..self }
    }
}

/// The errors in a report, each once: the verdict, and the findings beside it.
fn mistakes_of(report: &Report) -> BTreeSet<String> {
    let mut mistakes = BTreeSet::new();
    if report.verdict != Verdict::Passed {
        mistakes.insert(report.verdict.label().to_owned());
    }
    let errors = report
        .findings
        .iter()
        .filter(|finding| finding.level == launch::Level::Error);
    mistakes.extend(errors.map(|finding| finding.mistake.to_string()));
    mistakes
}

/// The grades as CSV (RFC 4180): one row a student, one column an exercise. Ungraded cells are
/// empty.
pub fn csv(overview: &Overview) -> String {
    let slugs = overview.exercises.iter().map(|(slug, ..)| slug.as_str());
    let head = ["student", "submitted", "late_percent", "points", "of"].into_iter();
    // A column of its own at the end, where a list of times says it.
    let is_counted = overview.rows.iter().any(|row| row.handed_in.is_some());
    let counted = is_counted.then_some("handed_in");
    let head = head.chain(slugs.clone()).chain(["remarks"]).chain(counted);
    let mut rows: Vec<Vec<String>> = vec![head.map(str::to_owned).collect()];
    for row in &overview.rows {
        let remarks: Vec<String> = slugs
            .clone()
            .zip(&row.cells)
            .filter_map(|(slug, cell)| match (&cell.why, cell.label.as_str()) {
                (Some(why), "passed") => Some(format!("{slug}: {why}")),
                (None, "passed") => None,
                (_, label) => Some(format!("{slug}: {label}")),
            })
            .collect();
        let points = |points: Option<f64>| points.map(number).unwrap_or_default();
        let mut fields = vec![
            no_formula(&row.student),
            row.submitted.clone(),
            number(row.late),
            points(row.points),
            number(overview.of),
        ];
        fields.extend(row.cells.iter().map(|cell| points(cell.points)));
        fields.push(no_formula(&remarks.join("; ")));
        if is_counted {
            fields.push(
                row.handed_in
                    .map(|times| times.to_string())
                    .unwrap_or_default(),
            );
        }
        rows.push(fields);
    }
    comma_separated(&rows)
}

/// Rows of one length as CSV (RFC 4180).
fn comma_separated(rows: &[Vec<String>]) -> String {
    const ROW: &str = "a vector takes every write, and all rows are as long as the first";
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).expect(ROW);
    }
    let bytes = writer.into_inner().expect(ROW);
    String::from_utf8(bytes).expect("every field is UTF-8")
}

/// A spreadsheet evaluates a field that begins like a formula; an apostrophe makes it text.
fn no_formula(text: &str) -> String {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

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

/// What went wrong as CSV (RFC 4180): a row for each mistake of each exercise and the change that repairs it.
pub fn mistakes_csv(overview: &Overview) -> String {
    let head = [
        "exercise",
        "mistake",
        "repair",
        "submissions",
        "of",
        "before",
        "after",
        "chapter",
        "mistake_chapter",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for ((slug, ..), gone_wrong) in overview.exercises.iter().zip(&overview.gone_wrong) {
        for (label, kind, submissions, example) in gone_wrong.by_repair() {
            let change = example.and_then(|example| example.change.as_ref());
            let (before, after) = change.cloned().unwrap_or_default();
            let chapter = entry_of(label).map(|entry| entry.chapter.to_string());
            rows.push(vec![
                slug.clone(),
                label.to_owned(),
                kind.map_or_else(String::new, |kind| kind.slug().to_owned()),
                submissions.to_string(),
                gone_wrong.checked.to_string(),
                no_formula(&before),
                no_formula(&after),
                overview.chapter_of(slug).to_owned(),
                chapter.unwrap_or_default(),
            ]);
        }
    }
    comma_separated(&rows)
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
                time: Instant::parse("2026-11-20T23:59:00+01:00"),
                late: 25.0,
                handed_in: None,
                cells: vec![Cell {
                    points: Some(10.0),
                    label: "passed".to_owned(),
                    why: None,
                }],
                notes: Vec::new(),
            }],
            ..Overview::default()
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
        let page = crate::html(&overview(hostile));
        assert!(!page.contains("<script") && page.contains("&lt;script&gt;"));
        assert!(!page.contains("<class>") && page.contains("A &lt;class&gt;"));
        let text = markdown(&overview(hostile));
        assert!(!text.contains("<script") && !text.contains("|["), "{text}");
    }

    #[test]
    fn submissions_that_look_alike_have_their_table_where_there_are_any() {
        let mut overview = overview("anna");
        assert!(!markdown(&overview).contains("Similar"));
        overview.take_similar(vec![SimilarPair {
            slug: "fill".to_owned(),
            students: ["anna".to_owned(), "ben".to_owned()],
            score: 0.93,
            lines: vec![[(1, 4), (2, 5)]],
        }]);
        assert!(markdown(&overview).contains("| fill | anna | ben | 93 % | 1-4 and 2-5 |"));
    }
}
