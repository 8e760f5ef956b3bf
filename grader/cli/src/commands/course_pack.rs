//! `grader course pack`: composes the course of a `course.toml`.
//!
//! What is included is written into the pack's `exercises` and `solutions`, beside its own exercises, so that every
//! command works there as in the base course. A number only orders: what is included gets the next one that is free.

use super::Exit;
use super::init::{self, Change};
use crate::arguments::PackArguments;
use crate::exercises::course_folder::{EXERCISES, MANIFEST, SOLUTION, as_typed};
use crate::exercises::embedded::{self, EmbeddedFile};
use crate::exercises::own_problem::PROBLEM;
use crate::files::replace;
use crate::refusal::{PackRefusal, Refusal};
use crate::session::Session;
use crate::terminal::interrupt;
use course::{Course, ExerciseFiles, Manifest};
use launch::sanitise::visible_line;
use pack::{BaseExercise, Chosen, CourseFile, FILE, Packs};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const SOLUTIONS: &str = "solutions";

pub(super) fn run(arguments: &PackArguments, session: &Session) -> Result<Exit, Refusal> {
    let root = find(arguments.folder.as_deref())?;
    let path = root.join(FILE);
    let text = read(&path)?;
    let file = CourseFile::parse(&as_typed(&path), &text).map_err(PackRefusal::from)?;
    let base = base();
    let chosen = file
        .composed(&as_typed(&root), &base, &OnDisk)
        .map_err(PackRefusal::from)?;
    let exercises = numbered(&root, &chosen)?;
    surplus(&root, &exercises)?;
    let mut changed = 0;
    for exercise in &exercises {
        let earlier: Vec<&str> = exercises
            .iter()
            .take_while(|other| other.slug != exercise.slug)
            .map(|other| other.slug.as_str())
            .collect();
        // Ctrl-C between two exercises leaves both whole; running the command again does the rest.
        changed += usize::from(interrupt::whole(|| exercise.write(&root, &file, &earlier))?);
    }
    let mut text = format!(
        "{}: {} exercises, {} of them its own; {changed} written or brought up to date.\n",
        visible_line(&file.title),
        exercises.len(),
        exercises.iter().filter(|exercise| exercise.is_own).count()
    );
    if let Some(to) = &arguments.to {
        hand_out(&root, to, &exercises)?;
        text += &session.page.wrap(
            "",
            "  ",
            &format!(
                "The course for students is in {}: exercises without solutions.",
                visible_line(&as_typed(to).to_string_lossy())
            ),
        );
    }
    session.show(&text, None)?;
    Ok(Exit::Good)
}

/// An exercise of the composed course.
struct Numbered {
    slug: String,
    number: u32,
    /// Does it lie in this pack's own folder?
    is_own: bool,
    chosen: Chosen,
}

struct OnDisk;

impl Packs for OnDisk {
    fn course_file(&self, folder: &Path) -> Result<String, String> {
        fs::read_to_string(folder.join(FILE)).map_err(|error| error.to_string())
    }

    fn has_own(&self, folder: &Path, slug: &str) -> bool {
        own_folder(folder, slug).is_some()
    }

    fn whole(&self, folder: &Path) -> PathBuf {
        // The current folder has no name of its own.
        let folder = match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder,
        };
        dunce::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
    }
}

/// The folder of an own exercise in a pack.
fn own_folder(pack: &Path, slug: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(pack.join(EXERCISES)).ok()?;
    let mut folders = entries.filter_map(|entry| Some(entry.ok()?.path()));
    folders.find(|folder| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let is_named = name.split_once('-').is_some_and(|(_, rest)| rest == slug);
        is_named && folder.join(PROBLEM).exists()
    })
}

fn find(named: Option<&Path>) -> Result<PathBuf, Refusal> {
    let from = match named {
        Some(named) => named.to_owned(),
        None => std::env::current_dir().map_err(|error| PackRefusal::Unreadable {
            path: PathBuf::from("."),
            error,
        })?,
    };
    let mut folders: Vec<&Path> = from.ancestors().collect();
    if named.is_some() {
        folders.truncate(1);
    }
    let found = folders
        .into_iter()
        .find(|folder| folder.join(FILE).is_file());
    let found = found.map(Path::to_owned);
    Ok(found.ok_or(PackRefusal::NoPack { from })?)
}

fn read(path: &Path) -> Result<String, PackRefusal> {
    fs::read_to_string(path).map_err(|error| PackRefusal::Unreadable {
        path: as_typed(path),
        error,
    })
}

/// The exercises that this program holds, in their order.
fn base() -> Vec<BaseExercise> {
    let files = embedded::exercises();
    let text = |files: &[EmbeddedFile], name: &str| {
        let file = files.iter().find(|file| file.name == name);
        file.map(|file| String::from_utf8_lossy(&file.contents).into_owned())
            .unwrap_or_default()
    };
    let texts: Vec<[String; 3]> = files
        .iter()
        .map(|(folder, files)| {
            [
                (*folder).to_owned(),
                text(files, MANIFEST),
                text(files, "hints.md"),
            ]
        })
        .collect();
    let course = Course::parse(texts.iter().map(|[folder, manifest, hints]| ExerciseFiles {
        folder,
        manifest,
        hints,
    }));
    // The tests hold that they are whole.
    let exercises = course
        .map(|course| course.exercises().to_vec())
        .unwrap_or_default();
    exercises
        .into_iter()
        .map(|exercise| BaseExercise {
            slug: exercise.manifest.slug,
            chapter: exercise.manifest.chapter,
        })
        .collect()
}

/// Own exercises keep their numbers; what is included gets the next one.
fn numbered(root: &Path, chosen: &[Chosen]) -> Result<Vec<Numbered>, PackRefusal> {
    let whole = OnDisk.whole(root);
    let mut exercises: Vec<Numbered> = Vec::new();
    for chosen in chosen {
        let last = exercises.last();
        let least = last.map_or(0, |last| last.number);
        let is_own = chosen
            .pack
            .as_deref()
            .is_some_and(|pack| OnDisk.whole(pack) == whole);
        let number = match own_folder(root, &chosen.slug).filter(|_| is_own) {
            None => least + 1,
            Some(folder) => {
                let name = folder.file_name().unwrap_or_default().to_string_lossy();
                let number = name
                    .split('-')
                    .next()
                    .and_then(|number| number.parse().ok());
                let number = number.unwrap_or(0);
                if number <= least {
                    return Err(PackRefusal::Number {
                        slug: chosen.slug.clone(),
                        number,
                        before: last.map_or(String::new(), |last| last.slug.clone()),
                        least,
                    });
                }
                number
            }
        };
        exercises.push(Numbered {
            slug: chosen.slug.clone(),
            number,
            is_own,
            chosen: chosen.clone(),
        });
    }
    Ok(exercises)
}

/// No folder of `exercises` may be beside the course: its students would see it.
fn surplus(root: &Path, exercises: &[Numbered]) -> Result<(), PackRefusal> {
    let slugs: BTreeSet<&str> = exercises.iter().map(|it| it.slug.as_str()).collect();
    for entry in fs::read_dir(root.join(EXERCISES))
        .into_iter()
        .flatten()
        .flatten()
    {
        let folder = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let slug = name.split_once('-').map(|(_, slug)| slug);
        if folder.join(MANIFEST).exists() && !slug.is_some_and(|slug| slugs.contains(slug)) {
            return Err(PackRefusal::Surplus {
                folder: as_typed(&folder),
            });
        }
    }
    Ok(())
}

impl Numbered {
    fn folder(&self) -> String {
        format!("{:02}-{}", self.number, self.slug)
    }

    /// Writes it into the pack, if it is included from elsewhere; whether something changed.
    fn write(&self, root: &Path, file: &CourseFile, earlier: &[&str]) -> Result<bool, Refusal> {
        if self.is_own {
            return Ok(false);
        }
        let folder = self.folder();
        let failed = |path: PathBuf| move |error| Refusal::Replace { path, error };
        let (files, solution) = self.files()?;
        let files: Vec<EmbeddedFile> = files
            .into_iter()
            .map(|it| self.renumbered(it, file, earlier))
            .collect();
        let within = root.join(EXERCISES);
        fs::create_dir_all(&within).map_err(failed(within.clone()))?;
        let change = init::write(&within, &folder, &files).map_err(failed(within.join(&folder)))?;
        let within = root.join(SOLUTIONS).join(&folder);
        let stale = renamed(&root.join(SOLUTIONS), &folder, &self.slug);
        if let Some(stale) = stale {
            fs::rename(&stale, &within).map_err(failed(stale))?;
        }
        let mut changed = !matches!(change, Change::None);
        for EmbeddedFile { name, contents } in solution {
            let path = within.join(name);
            if fs::read(&path).is_ok_and(|there| there == *contents) {
                continue;
            }
            let folder = path.parent().unwrap_or(&within).to_owned();
            fs::create_dir_all(&folder).map_err(failed(folder.clone()))?;
            replace::write(&path, &contents).map_err(failed(path.clone()))?;
            changed = true;
        }
        Ok(changed)
    }

    /// Its files, and those of its solution, from this program or from another pack.
    fn files(&self) -> Result<(Vec<EmbeddedFile>, Vec<EmbeddedFile>), PackRefusal> {
        let Some(pack) = &self.chosen.pack else {
            let is_it = |folder: &&str| {
                folder
                    .split_once('-')
                    .is_some_and(|(_, slug)| slug == self.slug)
            };
            let all = embedded::exercises();
            let folder = all
                .keys()
                .find(|folder| is_it(folder))
                .copied()
                .unwrap_or_default();
            let files = all.get(folder).cloned().unwrap_or_default();
            return Ok((files, embedded::solution_files(folder)));
        };
        let folder = own_folder(pack, &self.slug).unwrap_or_default();
        let name = folder.file_name().unwrap_or_default();
        let files = files_in(&folder, "")?;
        let files = files.into_iter().filter(|file| file.name != SOLUTION);
        Ok((
            files.collect(),
            files_in(&pack.join(SOLUTIONS).join(name), "")?,
        ))
    }

    /// The manifest with this course's number, points and policies; the starter's first line with the number.
    fn renumbered(&self, it: EmbeddedFile, file: &CourseFile, earlier: &[&str]) -> EmbeddedFile {
        let text = String::from_utf8_lossy(&it.contents);
        let text = match it.name {
            MANIFEST => self.manifest(&text, file, earlier),
            name if name.starts_with("starter.") => self.head(&text),
            _ => return it,
        };
        EmbeddedFile {
            name: it.name,
            contents: Cow::Owned(text.into_bytes()),
        }
    }

    fn manifest(&self, text: &str, file: &CourseFile, earlier: &[&str]) -> String {
        let read = Manifest::parse(text);
        let prerequisites: Vec<String> = read
            .iter()
            .flat_map(|manifest| &manifest.prerequisites)
            .filter(|slug| earlier.contains(&slug.as_str()))
            .map(|slug| format!("\"{slug}\""))
            .collect();
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines() {
            let key = line.split('=').next().unwrap_or_default().trim();
            lines.push(match (key, self.chosen.points) {
                ("number", _) => format!("number = {}", self.number),
                ("points", Some(points)) => format!("points = {points}"),
                ("prerequisites", _) => format!("prerequisites = [{}]", prerequisites.join(", ")),
                ("repair", _) if !file.policies.repair => continue,
                _ => line.to_owned(),
            });
        }
        if !file.policies.repair {
            lines.push("repair = false".to_owned());
        }
        lines.join("\n") + "\n"
    }

    /// A starter begins with the number of its exercise.
    fn head(&self, text: &str) -> String {
        let head = text
            .strip_prefix("// Exercise ")
            .and_then(|rest| rest.split_once(':'));
        match head {
            Some((number, rest)) if number.chars().all(|c| c.is_ascii_digit()) => {
                format!("// Exercise {}:{rest}", self.number)
            }
            _ => text.to_owned(),
        }
    }
}

/// The folder of the same solution under another number.
fn renamed(solutions: &Path, folder: &str, slug: &str) -> Option<PathBuf> {
    if solutions.join(folder).exists() {
        return None;
    }
    let entries = fs::read_dir(solutions).ok()?;
    let mut folders = entries.filter_map(|entry| Some(entry.ok()?.path()));
    folders.find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.split_once('-').is_some_and(|(_, rest)| rest == slug)
    })
}

/// The files of a folder and the folders in it, by their names from there.
fn files_in(folder: &Path, prefix: &str) -> Result<Vec<EmbeddedFile>, PackRefusal> {
    let unreadable = |path: &Path| {
        let path = as_typed(path);
        move |error| PackRefusal::Unreadable { path, error }
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        let path = entry.map_err(unreadable(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // What editors and programs leave behind.
        if name.starts_with('.') || name == "__pycache__" {
            continue;
        }
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            files.extend(files_in(&path, &format!("{name}/"))?);
            continue;
        }
        let contents = fs::read(&path).map_err(unreadable(&path))?;
        files.push(EmbeddedFile {
            // A command reads few files, and ends.
            name: Box::leak(name.into_boxed_str()),
            contents: Cow::Owned(contents),
        });
    }
    Ok(files)
}

/// Writes the course for students: `course.toml` and the exercises. What students have written there is kept.
fn hand_out(root: &Path, to: &Path, exercises: &[Numbered]) -> Result<(), Refusal> {
    if OnDisk.whole(root) == OnDisk.whole(to) {
        let folder = to.to_owned();
        return Err(PackRefusal::Itself { folder }.into());
    }
    let failed = |path: PathBuf| move |error| Refusal::Replace { path, error };
    let within = to.join(EXERCISES);
    fs::create_dir_all(&within).map_err(failed(within.clone()))?;
    for exercise in exercises {
        let folder = exercise.folder();
        let files = files_in(&root.join(EXERCISES).join(&folder), "")?;
        let is_of_student = |name: &str| matches!(name, "kernel.cl" | "answers.toml");
        let files: Vec<EmbeddedFile> = files
            .into_iter()
            .filter(|it| !is_of_student(it.name))
            .collect();
        init::write(&within, &folder, &files).map_err(failed(within.join(&folder)))?;
    }
    let text = read(&root.join(FILE))?;
    let path = to.join(FILE);
    replace::write(&path, text.as_bytes()).map_err(failed(path))
}
