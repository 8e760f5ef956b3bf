//! The measurements of a study, a line of JSON each, so that a run that was stopped at any moment continues
//! after its last complete task.
//!
//! The first line names the study and the device. A task's points count once the line that ends the task is
//! written; those of an incomplete task are left out, and measured again.

use crate::files::replace;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use studies::{On, Point};

/// The subject of a journal: results of different devices and depths are not mixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    pub study: String,
    #[serde(flatten)]
    pub on: On,
    /// Was it a quick run?
    pub quick: bool,
    /// The version of this program.
    pub version: String,
}

impl Head {
    fn description(&self) -> String {
        format!(
            "{} results of {} on {} (driver {}, grader {})",
            if self.quick { "quick" } else { "full" },
            self.study,
            self.on.device,
            self.on.driver,
            self.version
        )
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Entry {
    Head(Head),
    Point(Point),
    Done(String),
}

/// The head of a journal's text, and the points of its complete tasks. None if it is not a journal.
pub fn load(text: &str) -> Option<(Head, Vec<Point>)> {
    let Ok(Entry::Head(head)) = serde_json::from_str(text.lines().next()?) else {
        return None;
    };
    let (points, _) = read(Path::new(""), text, &head).ok()?;
    Some((head, points))
}

pub struct Journal {
    path: PathBuf,
    file: File,
    /// The points of complete tasks, in the order of measurement.
    pub points: Vec<Point>,
    /// The complete tasks.
    pub done: HashSet<String>,
}

/// Why a journal cannot be continued.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It has another subject.
    #[error("{path} holds {}, which are not mixed with others", there.description())]
    Other { path: PathBuf, there: Box<Head> },
    #[error("{path} holds no results of a study")]
    NotOne { path: PathBuf },
    #[error("{path} cannot be read or written: {error}")]
    File { path: PathBuf, error: io::Error },
}

impl Journal {
    /// Continues the journal at `path`, or starts one; with `again`, an existing one is replaced.
    pub fn open(path: &Path, head: &Head, again: bool) -> Result<Journal, JournalError> {
        let failed = |error| JournalError::File {
            path: path.to_owned(),
            error,
        };
        let text = match fs::read_to_string(path) {
            Ok(_) if again => String::new(),
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error)),
        };
        let (points, done) = read(path, &text, head)?;
        // The complete tasks are rewritten, so that nothing follows an incomplete line.
        let mut kept = line(&Entry::Head(head.clone())).map_err(failed)?;
        for point in &points {
            kept.push_str(&line(&Entry::Point(point.clone())).map_err(failed)?);
        }
        for task in &done {
            kept.push_str(&line(&Entry::Done(task.clone())).map_err(failed)?);
        }
        replace::write(path, kept.as_bytes()).map_err(failed)?;
        let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        Ok(Journal {
            path: path.to_owned(),
            file,
            points,
            done,
        })
    }

    /// Adds a point of the current task.
    pub fn point(&mut self, point: &Point) -> Result<(), JournalError> {
        self.points.push(point.clone());
        self.append(&Entry::Point(point.clone()))
    }

    /// Ends the current task.
    pub fn end(&mut self, task: &str) -> Result<(), JournalError> {
        self.done.insert(task.to_owned());
        self.append(&Entry::Done(task.to_owned()))
    }

    fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let written = line(entry).and_then(|line| self.file.write_all(line.as_bytes()));
        written.map_err(|error| JournalError::File {
            path: self.path.clone(),
            error,
        })
    }
}

fn line(entry: &Entry) -> io::Result<String> {
    // An infinite time becomes `null`, and its point is left out when the journal is read again.
    Ok(serde_json::to_string(entry)? + "\n")
}

/// The complete tasks of a journal's text, and their points.
fn read(
    path: &Path,
    text: &str,
    head: &Head,
) -> Result<(Vec<Point>, HashSet<String>), JournalError> {
    let mut lines = text.lines();
    match lines.next().map(serde_json::from_str::<Entry>) {
        None => return Ok((Vec::new(), HashSet::new())),
        Some(Ok(Entry::Head(there))) if there == *head => {}
        Some(Ok(Entry::Head(there))) => {
            return Err(JournalError::Other {
                path: path.to_owned(),
                there: Box::new(there),
            });
        }
        Some(_) => {
            return Err(JournalError::NotOne {
                path: path.to_owned(),
            });
        }
    }
    let (mut points, mut done) = (Vec::new(), HashSet::new());
    for entry in lines.filter_map(|line| serde_json::from_str(line).ok()) {
        match entry {
            Entry::Point(point) => points.push(point),
            Entry::Done(task) => {
                done.insert(task);
            }
            Entry::Head(_) => {}
        }
    }
    points.retain(|point: &Point| done.contains(&point.task));
    Ok((points, done))
}

#[cfg(test)]
mod tests {
    use super::*;
    use studies::Outcome;

    fn on(device: &str) -> On {
        On {
            device: device.to_owned(),
            platform: "a platform".to_owned(),
            driver: "1".to_owned(),
        }
    }

    fn head() -> Head {
        Head {
            study: "transfer".to_owned(),
            on: on("a device"),
            quick: false,
            version: "0".to_owned(),
        }
    }

    fn point(task: &str) -> Point {
        Point {
            task: task.to_owned(),
            series: "s".to_owned(),
            at: vec![("bytes".to_owned(), 4.0)],
            outcome: Outcome::Skipped {
                reason: "no reason".to_owned(),
            },
        }
    }

    #[test]
    fn whole_tasks_are_kept_and_what_was_cut_off_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("transfer.jsonl");
        let mut journal = Journal::open(&path, &head(), false).ok().unwrap();
        journal.point(&point("one")).ok().unwrap();
        journal.end("one").ok().unwrap();
        journal.point(&point("two")).ok().unwrap();
        drop(journal);
        // The process was killed in the middle of a line.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}{{\"point\":{{\"ta")).unwrap();
        for _ in 0..2 {
            let journal = Journal::open(&path, &head(), false).ok().unwrap();
            assert_eq!(journal.points, [point("one")]);
            assert!(journal.done.contains("one") && !journal.done.contains("two"));
        }
    }

    #[test]
    fn results_of_two_devices_are_not_mixed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("transfer.jsonl");
        drop(Journal::open(&path, &head(), false));
        let other = Head {
            on: on("another"),
            ..head()
        };
        let Err(JournalError::Other { there, .. }) = Journal::open(&path, &other, false) else {
            panic!("mixed");
        };
        assert_eq!(there.on.device, "a device");
        fs::write(&path, "a letter\n").unwrap();
        assert!(matches!(
            Journal::open(&path, &head(), false),
            Err(JournalError::NotOne { .. })
        ));
    }
}
