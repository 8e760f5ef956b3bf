//! `grader init`
//!
//! A folder has two kinds of files. The course's own (manifest, hints, starter) are updated. A file of the
//! student is written once, and after that only if it still is the old starter, byte for byte. An exercise
//! keeps its folder's contents when its number changes: the folder is renamed.

use super::Exit;
use crate::arguments::Init;
use crate::exercises::course_folder::{
    ANSWERS, ANSWERS_STARTER, EXERCISES, MANIFEST, SOLUTION, STARTER, as_typed,
};
use crate::exercises::embedded::{self, EmbeddedFile};
use crate::files::replace;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::system::quoted;
use crate::terminal::interrupt;
use launch::sanitise::visible_line;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The student's files, each with its starter.
const BEGUN: [(&str, &str); 2] = [(STARTER, SOLUTION), (ANSWERS_STARTER, ANSWERS)];

/// The changes of all exercises.
#[derive(Debug, Default)]
struct Done {
    new: usize,
    updated: usize,
    unchanged: usize,
    /// Files that the student has changed, and whose starter has changed.
    kept: Vec<PathBuf>,
}

/// The change of one exercise.
pub(super) enum Change {
    New,
    Updated { kept: Vec<PathBuf> },
    None,
}

pub(super) fn run(arguments: &Init, session: &Session) -> Result<Exit, Refusal> {
    let root = &arguments.folder;
    let within = root.join(EXERCISES);
    if !within.is_dir() && holds_something(root) {
        return Err(Refusal::NotEmpty {
            folder: root.clone(),
        });
    }
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| Refusal::Replace { path, error }
    };
    fs::create_dir_all(&within).map_err(failed(&within))?;
    let mut done = Done::default();
    for (name, files) in embedded::exercises() {
        let folder = within.join(name);
        // Ctrl-C between two exercises leaves both consistent; running the command again does the rest.
        let change = interrupt::whole(|| write(&within, name, &files)).map_err(failed(&folder))?;
        match change {
            Change::New => done.new += 1,
            Change::Updated { kept } => {
                done.updated += 1;
                done.kept.extend(kept);
            }
            Change::None => done.unchanged += 1,
        }
    }
    session.show(&text(root, &done, session), None)?;
    Ok(Exit::Good)
}

/// Does it hold anything but this program? That is there where a download was unpacked.
fn holds_something(folder: &Path) -> bool {
    let program = std::env::current_exe().and_then(dunce::canonicalize).ok();
    let beside = program.as_deref().and_then(Path::parent);
    let is_here = beside
        .is_some_and(|beside| dunce::canonicalize(folder).is_ok_and(|folder| folder == *beside));
    let device = format!("grader-device{EXE_SUFFIX}");
    let is_program = |name: &OsStr| {
        let own = program.as_deref().and_then(Path::file_name);
        is_here && (own == Some(name) || name == device.as_str())
    };
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            entries.any(|entry| !entry.is_ok_and(|entry| is_program(&entry.file_name())))
        }
        Err(_) => folder.exists(),
    }
}

pub(super) fn write(within: &Path, name: &str, files: &[EmbeddedFile]) -> io::Result<Change> {
    let folder = within.join(name);
    if !folder.exists() {
        match earlier(within, name) {
            Some(earlier) => fs::rename(earlier, &folder)?,
            None => fs::create_dir_all(&folder)?,
        }
    }
    let is_new = !folder.join(MANIFEST).exists();
    let mut changed = false;
    let mut kept = Vec::new();
    let mut files: Vec<&EmbeddedFile> = files.iter().collect();
    // It marks the folder as an exercise, so it is written last.
    files.sort_by_key(|file| file.name == MANIFEST);
    for file in files {
        let path = folder.join(file.name);
        let is_same = fs::read(&path).is_ok_and(|there| there == *file.contents);
        if let Some((_, own)) = BEGUN.iter().find(|(starter, _)| *starter == file.name) {
            let own = folder.join(own);
            let before = fs::read(&own).ok();
            let untouched = before.is_none() || before == fs::read(&path).ok();
            if untouched && before.as_deref() != Some(&*file.contents) {
                replace::write(&own, &file.contents)?;
                changed = true;
            } else if !untouched && !is_same {
                kept.push(own);
            }
        }
        if !is_same {
            replace::write(&path, &file.contents)?;
            changed = true;
        }
    }
    Ok(match (is_new, changed) {
        (true, _) => Change::New,
        (false, true) => Change::Updated { kept },
        (false, false) => Change::None,
    })
}

/// The folder of the same exercise under another number.
fn earlier(within: &Path, name: &str) -> Option<PathBuf> {
    let slug = |name: &str| name.split_once('-').map(|(_, slug)| slug.to_owned());
    let wanted = slug(name)?;
    let entries = fs::read_dir(within).ok()?;
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy());
            name.and_then(|name| slug(&name)).as_deref() == Some(&wanted)
                && path.join(MANIFEST).exists()
        })
}

fn text(root: &Path, done: &Done, session: &Session) -> String {
    let page = session.page;
    let shown = visible_line(&as_typed(root).to_string_lossy());
    let exercises = |count: usize| match count {
        1 => "1 exercise".to_owned(),
        count => format!("{count} exercises"),
    };
    let mut text = String::new();
    if done.updated + done.unchanged == 0 {
        text.push_str(&page.wrap(
            "",
            "",
            &format!("The course is in {shown}: {}.", exercises(done.new)),
        ));
        text.push_str("\nBegin:  ");
        if shown != "." {
            let change = format!("cd {}", quoted(&shown));
            text.push_str(&format!("{}\n        ", page.command(&change)));
        }
        let watch = format!("{} watch", from_elsewhere(&session.program));
        text.push_str(&format!("{}\n", page.command(&watch)));
        return text;
    }
    text.push_str(&page.wrap(
        "",
        "",
        &format!(
            "The course in {shown}: {} new, {} brought up to date, {} as before. What was written \
             in them is as it was.",
            exercises(done.new),
            done.updated,
            done.unchanged
        ),
    ));
    for kernel in &done.kept {
        let kernel = visible_line(&as_typed(kernel).to_string_lossy());
        let line = format!("{kernel} is kept; its starter changed, see the new one beside it");
        text.push_str(&page.wrap("  ", "    ", &line));
    }
    text
}

/// The command, as it can be typed in another folder.
fn from_elsewhere(program: &str) -> String {
    let path = Path::new(program);
    match std::env::current_dir() {
        Ok(current) if path.is_relative() && path.components().count() > 1 => {
            quoted(&current.join(path).display().to_string())
        }
        _ => program.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(starter: &'static str) -> Vec<EmbeddedFile> {
        let file = |name: &'static str, text: &'static str| EmbeddedFile {
            name,
            contents: std::borrow::Cow::Borrowed(text.as_bytes()),
        };
        vec![
            file(MANIFEST, "the manifest"),
            file("hints.md", "the hints"),
            file(STARTER, starter),
        ]
    }

    fn kernel(within: &Path, name: &str) -> String {
        fs::read_to_string(within.join(name).join(SOLUTION)).unwrap()
    }

    #[test]
    fn an_untouched_kernel_follows_its_starter_and_an_edited_one_is_kept() {
        let root = tempfile::tempdir().unwrap();
        let within = root.path();
        assert!(matches!(
            write(within, "01-a", &files("old")).unwrap(),
            Change::New
        ));
        assert!(matches!(
            write(within, "01-a", &files("old")).unwrap(),
            Change::None
        ));
        let change = write(within, "01-a", &files("new")).unwrap();
        assert!(matches!(change, Change::Updated { kept } if kept.is_empty()));
        assert_eq!(kernel(within, "01-a"), "new");
        fs::write(within.join("01-a").join(SOLUTION), "mine").unwrap();
        let change = write(within, "01-a", &files("newest")).unwrap();
        assert!(matches!(change, Change::Updated { kept } if kept.len() == 1));
        assert_eq!(kernel(within, "01-a"), "mine");
    }

    #[test]
    fn an_exercise_takes_its_work_along_when_its_number_changes() {
        let root = tempfile::tempdir().unwrap();
        let within = root.path();
        write(within, "01-a", &files("old")).unwrap();
        fs::write(within.join("01-a").join(SOLUTION), "mine").unwrap();
        write(within, "02-a", &files("old")).unwrap();
        assert_eq!(kernel(within, "02-a"), "mine");
        assert!(!within.join("01-a").exists());
    }

    #[test]
    fn a_folder_without_its_manifest_is_finished_by_the_next_run() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("01-a");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(SOLUTION), "mine").unwrap();
        write(root.path(), "01-a", &files("old")).unwrap();
        assert_eq!(kernel(root.path(), "01-a"), "mine");
        assert!(folder.join(MANIFEST).exists());
    }
}
