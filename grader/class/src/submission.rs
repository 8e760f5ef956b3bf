//! What a submission holds for each exercise: read once, bounded, nothing followed.

use crate::archive::{Archive, Closed};
use crate::folder::Folder;
use crate::listing::{Item, Kind, Tree};
use crate::name::{Entry, Shape};
use crate::plan::{Plan, Task};
use crate::times::{Instant, TimeSource};
use crate::unusable::Unusable;
use launch::sanitise;

/// A submission, read.
#[derive(Clone, Debug)]
pub struct HandedIn {
    /// For each exercise of the plan, in order, what was handed in.
    pub tasks: Vec<Handed>,
    /// What a person may want to know of it, a sentence each.
    pub notes: Vec<String>,
    /// The newest of the files that are graded.
    pub newest: Option<Instant>,
    /// Where that time is from.
    pub from: TimeSource,
}

/// What was handed in for an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handed {
    /// Something to check. What is absent counts as empty.
    Files {
        /// The kernel.
        kernel: Option<String>,
        /// The answers to the exercise's questions.
        answers: Option<String>,
    },
    /// Nothing.
    Missing,
    /// A file that is none that can be checked: the student's to mend.
    Refused {
        /// Its path in the submission, safe to show.
        file: String,
        /// What is wrong with it.
        why: Unusable,
    },
    /// What is to be checked is not for a program to say, or could not be read here: a person has to look.
    Unclear {
        /// Why.
        why: String,
    },
}

/// Files of a course folder that are not handed in, and are no surprise in a submission.
const COMPANIONS: [&str; 5] = [
    "starter.cl",
    "starter.toml",
    "hints.md",
    "exercise.toml",
    "progress.json",
];

/// How many surplus files are named.
const NAMED: usize = 5;

impl HandedIn {
    /// Reads a submission.
    pub fn read(entry: &Entry, plan: &Plan) -> HandedIn {
        let like = plan.deadline;
        let files = plan.limits.files;
        let mut tree: Box<dyn Tree> = match entry.shape {
            Shape::Folder => match Folder::open(&entry.path, files, like) {
                Ok(folder) => Box::new(folder),
                Err(error) => {
                    let why = format!("the folder cannot be read: {error}");
                    return HandedIn::all(entry, plan, Handed::Unclear { why });
                }
            },
            Shape::Archive => {
                let most = plan.limits.archive_mib << 20;
                match Archive::open(&entry.path, most, files, like) {
                    Ok(archive) => Box::new(archive),
                    Err(Closed::Unreadable(error)) => {
                        let why = format!("the archive cannot be read: {error}");
                        return HandedIn::all(entry, plan, Handed::Unclear { why });
                    }
                    Err(closed) => {
                        let refused = Handed::Refused {
                            file: "the archive".to_owned(),
                            why: match closed {
                                Closed::Damaged(why) => Unusable::Damaged {
                                    why: sanitise::visible_line(&why),
                                },
                                _ => Unusable::TooLong { most },
                            },
                        };
                        return HandedIn::all(entry, plan, refused);
                    }
                }
            }
        };
        let mut handed_in = HandedIn::all(entry, plan, Handed::Missing);
        handed_in.tasks.clear();
        let wrapper = wrapper(tree.items(), plan);
        let mut used = vec![false; tree.items().len()];
        for task in &plan.tasks {
            let handed = handed_in.task(task, tree.as_mut(), wrapper, plan, &mut used);
            handed_in.tasks.push(handed);
        }
        handed_in.note_rest(tree.as_ref(), &used);
        handed_in
    }

    /// A submission of which every exercise is the same.
    fn all(entry: &Entry, plan: &Plan, handed: Handed) -> HandedIn {
        let mut notes = Vec::new();
        if entry.twice {
            notes.push("There are several submissions of this name.".to_owned());
        }
        HandedIn {
            tasks: plan.tasks.iter().map(|_| handed.clone()).collect(),
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
    ) -> Handed {
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
                    let why = format!("handed in more than once: {}", paths.join(", "));
                    return Handed::Unclear { why };
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
                    return Handed::Unclear { why };
                }
                Err(Unusable::Damaged { why }) => {
                    let why = Unusable::Damaged {
                        why: sanitise::visible_line(&why),
                    };
                    return Handed::Refused { file, why };
                }
                Err(why) => return Handed::Refused { file, why },
            };
            self.newest = self.newest.max(content.modified);
            match text_of(&content.bytes) {
                Ok(read) => *text = Some(read),
                Err(why) => return Handed::Refused { file, why },
            }
        }
        match texts {
            [None, None] => Handed::Missing,
            [kernel, answers] => Handed::Files { kernel, answers },
        }
    }

    /// Tells of what is not graded.
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
        self.note_some("Not looked at, since no exercise asks for it", &extra);
        let outside: Vec<String> = tree
            .unsafe_paths()
            .iter()
            .map(|path| cut(&sanitise::visible_line(path)))
            .collect();
        self.note_some(
            "Not read, since its path leads out of the archive",
            &outside,
        );
        if tree.is_cut() {
            self.notes
                .push("There are more files in it than are looked at.".to_owned());
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

/// Do all files lie in one folder that is not that of an exercise? Archives often have such a folder.
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

/// Is this the exercise's slug, or the name of its folder in the course?
fn is_named(name: &str, task: &Task) -> bool {
    name == task.slug() || name == task.exercise.folder
}

/// Is this the file of an exercise: `slug.cl` or `slug/kernel.cl`, perhaps in `exercises/`? So is whatever
/// stands where its folder should be, such as a link.
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

/// A path, safe to show on one line.
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
