//! Reads what a submission holds for each exercise: once, within limits, following no links.

use crate::archive::{Archive, ArchiveError};
use crate::folder::Folder;
use crate::listing::{Item, Kind, Tree};
use crate::name::{Entry, Shape};
use crate::plan::{Plan, Task};
use crate::times::{Instant, TimeSource};
use crate::unusable::Unusable;
use launch::sanitise;

/// A submission, as read.
#[derive(Clone, Debug)]
pub struct Submission {
    /// For each exercise of the plan, in order.
    pub tasks: Vec<SubmittedTask>,
    /// Remarks for the instructor, a sentence each.
    pub notes: Vec<String>,
    /// The modification time of the newest graded file.
    pub newest: Option<Instant>,
    pub from: TimeSource,
}

/// The submission of an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubmittedTask {
    /// Files to check; an absent one counts as empty.
    Files {
        kernel: Option<String>,
        /// The answers to the exercise's questions.
        answers: Option<String>,
    },
    Missing,
    /// A file that cannot be checked: the student has to fix it.
    Refused {
        /// Its path in the submission, safe to display.
        file: String,
        why: Unusable,
    },
    /// Ambiguous or unreadable here: a person has to look at it.
    Unclear {
        why: String,
    },
}

/// Files of a course folder that are expected in a submission and not graded.
const COMPANIONS: [&str; 5] = [
    "starter.cl",
    "starter.toml",
    "hints.md",
    "exercise.toml",
    "progress.json",
];

/// The most surplus files that are named.
const NAMED: usize = 5;

impl Submission {
    pub fn read(entry: &Entry, plan: &Plan) -> Submission {
        let zone = plan.deadline;
        let files = plan.limits.files;
        let mut tree: Box<dyn Tree> = match entry.shape {
            Shape::Folder => match Folder::open(&entry.path, files, zone) {
                Ok(folder) => Box::new(folder),
                Err(error) => {
                    let why = format!("the folder cannot be read: {error}");
                    return Submission::all(entry, plan, SubmittedTask::Unclear { why });
                }
            },
            Shape::Archive => {
                let most = plan.limits.archive_mib << 20;
                match Archive::open(&entry.path, most, files, zone) {
                    Ok(archive) => Box::new(archive),
                    Err(ArchiveError::Unreadable(error)) => {
                        let why = format!("the archive cannot be read: {error}");
                        return Submission::all(entry, plan, SubmittedTask::Unclear { why });
                    }
                    Err(closed) => {
                        let refused = SubmittedTask::Refused {
                            file: "the archive".to_owned(),
                            why: match closed {
                                ArchiveError::Damaged(why) => Unusable::Damaged {
                                    why: sanitise::visible_line(&why),
                                },
                                _ => Unusable::TooLong { most },
                            },
                        };
                        return Submission::all(entry, plan, refused);
                    }
                }
            }
        };
        let mut submission = Submission::all(entry, plan, SubmittedTask::Missing);
        submission.tasks.clear();
        let wrapper = wrapper(tree.items(), plan);
        let mut used = vec![false; tree.items().len()];
        for task in &plan.tasks {
            let submitted = submission.task(task, tree.as_mut(), wrapper, plan, &mut used);
            submission.tasks.push(submitted);
        }
        submission.note_rest(tree.as_ref(), &used);
        submission
    }

    /// A submission with the same state for every exercise.
    fn all(entry: &Entry, plan: &Plan, submitted: SubmittedTask) -> Submission {
        let mut notes = Vec::new();
        if entry.twice {
            notes.push("There are several submissions of this name.".to_owned());
        }
        Submission {
            tasks: plan.tasks.iter().map(|_| submitted.clone()).collect(),
            notes,
            newest: None,
            from: match entry.shape {
                Shape::Folder => TimeSource::Folder,
                Shape::Archive => TimeSource::Archive,
            },
        }
    }

    fn task(
        &mut self,
        task: &Task,
        tree: &mut dyn Tree,
        wrapper: bool,
        plan: &Plan,
        used: &mut [bool],
    ) -> SubmittedTask {
        let kernel = task.exercise.problem.map(|_| ("kernel", "cl"));
        let answers = task.exercise.sheet.map(|_| ("answers", "toml"));
        let mut texts = [None, None];
        for (text, wanted) in texts.iter_mut().zip([kernel, answers]) {
            let Some((stem, extension)) = wanted else {
                continue;
            };
            let is_it = |item: &Item| is_of(item, task, wrapper, stem, extension);
            let found: Vec<usize> = (0..tree.items().len())
                .filter(|&item| is_it(&tree.items()[item]))
                .collect();
            for &item in &found {
                used[item] = true;
            }
            let item = match found.as_slice() {
                [] => continue,
                [one] => *one,
                several => {
                    let paths: Vec<String> = several
                        .iter()
                        .map(|&item| shown(&tree.items()[item].path))
                        .collect();
                    let why = format!("submitted more than once: {}", paths.join(", "));
                    return SubmittedTask::Unclear { why };
                }
            };
            let file = shown(&tree.items()[item].path);
            let read = match tree.items()[item].kind {
                Kind::File => tree.read(item, plan.limits.kernel_kib << 10),
                Kind::Link => Err(Unusable::Link),
                Kind::Other => Err(Unusable::NotAFile),
            };
            let content = match read {
                Ok(content) => content,
                Err(Unusable::Unreadable { why }) => {
                    let why = format!("{file} cannot be read: {why}");
                    return SubmittedTask::Unclear { why };
                }
                Err(Unusable::Damaged { why }) => {
                    let why = Unusable::Damaged {
                        why: sanitise::visible_line(&why),
                    };
                    return SubmittedTask::Refused { file, why };
                }
                Err(why) => return SubmittedTask::Refused { file, why },
            };
            self.newest = self.newest.max(content.modified);
            match text_of(&content.bytes) {
                Ok(read) => *text = Some(read),
                Err(why) => return SubmittedTask::Refused { file, why },
            }
        }
        match texts {
            [None, None] => SubmittedTask::Missing,
            [kernel, answers] => SubmittedTask::Files { kernel, answers },
        }
    }

    /// Notes the files that are not graded.
    fn note_rest(&mut self, tree: &dyn Tree, used: &[bool]) {
        let is_extra = |item: &Item| {
            let name = item.path.last().map(String::as_str).unwrap_or_default();
            !COMPANIONS.contains(&name) && !name.starts_with('.')
        };
        let extra: Vec<String> = tree
            .items()
            .iter()
            .zip(used)
            .filter(|(item, used)| !**used && is_extra(item))
            .map(|(item, _)| shown(&item.path))
            .collect();
        self.note_some("Ignored, because no exercise asks for it", &extra);
        let outside: Vec<String> = tree
            .unsafe_paths()
            .iter()
            .map(|path| cut(&sanitise::visible_line(path)))
            .collect();
        self.note_some(
            "Not read, because its path leads out of the archive",
            &outside,
        );
        if tree.is_cut() {
            self.notes
                .push("It holds more files than the limit; the rest is ignored.".to_owned());
        }
    }

    fn note_some(&mut self, what: &str, names: &[String]) {
        if names.is_empty() {
            return;
        }
        let first: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
        let more = match names.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        self.notes
            .push(format!("{what}: {}{more}.", first.join(", ")));
    }
}

/// Are all files in one folder that is not an exercise's? Archives often have such a folder.
fn wrapper(items: &[Item], plan: &Plan) -> bool {
    let Some(first) = items.first().filter(|item| item.path.len() > 1) else {
        return false;
    };
    let folder = &first.path[0];
    let is_known = folder == "exercises" || plan.tasks.iter().any(|task| is_named(folder, task));
    !is_known
        && items
            .iter()
            .all(|item| item.path.len() > 1 && item.path[0] == *folder)
}

/// Is this the exercise's slug or its folder in the course?
fn is_named(name: &str, task: &Task) -> bool {
    name == task.slug() || name == task.exercise.folder
}

/// Is this a file of the exercise: `slug.cl` or `slug/kernel.cl`, possibly below `exercises/`? A
/// link or other special file in place of the folder counts too.
fn is_of(item: &Item, task: &Task, wrapper: bool, stem: &str, extension: &str) -> bool {
    let path = match item.path.as_slice() {
        [_, rest @ ..] if wrapper => rest,
        path => path,
    };
    let path = match path {
        [first, rest @ ..] if first == "exercises" && !rest.is_empty() => rest,
        path => path,
    };
    match path {
        [name] => match name.rsplit_once('.') {
            Some((name, end)) if end == extension => is_named(name, task),
            _ => item.kind != Kind::File && is_named(name, task),
        },
        [folder, name] => {
            is_named(folder, task)
                && name
                    .rsplit_once('.')
                    .is_some_and(|(name, end)| name == stem && end == extension)
        }
        _ => false,
    }
}

fn text_of(bytes: &[u8]) -> Result<String, Unusable> {
    let (text, _) = launch::text::decode(bytes);
    if text.contains('\0') {
        return Err(Unusable::Binary);
    }
    if text.trim().is_empty() {
        return Err(Unusable::Empty);
    }
    Ok(text)
}

/// A path, safe to display on one line.
fn shown(path: &[String]) -> String {
    cut(&sanitise::visible_line(&path.join("/")))
}

fn cut(text: &str) -> String {
    const LONGEST: usize = 120;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 1).chain(['\u{2026}']).collect()
}
