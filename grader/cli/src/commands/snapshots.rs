//! `grader snapshots`

use super::Exit;
use crate::arguments::Snapshots;
use crate::exercises::course_folder::CourseFolder;
use crate::exercises::snapshots::{FOLDER, Reporter, Subject};
use crate::files::replace;
use crate::refusal::Refusal;
use crate::render::{self, Page, Tone};
use crate::session::Session;
use course::Exercise;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// One snapshot that differs.
struct Change {
    path: PathBuf,
    /// Its current text; absent if the file is missing.
    old: Option<String>,
    /// The expected text; absent if the file should not exist.
    new: Option<String>,
}

pub(super) fn run(arguments: &Snapshots, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let mut reporter = Reporter::start()?;
    let mut changed = 0;
    for exercise in folder.course.exercises() {
        session
            .line
            .show(format!("{}: running", exercise.manifest.slug));
        let changes = changes(&folder, exercise, &mut reporter)?;
        session.line.clear();
        changed += changes.len();
        session.show(&text(session.page, &folder.root, exercise, &changes), None)?;
        if arguments.accept {
            for change in &changes {
                accept(change).map_err(|error| Refusal::Replace {
                    path: change.path.clone(),
                    error,
                })?;
            }
        }
    }
    let files = if changed == 1 {
        "snapshot"
    } else {
        "snapshots"
    };
    let (closing, exit) = match (changed, arguments.accept) {
        (0, _) => ("Nothing changed.\n".to_owned(), Exit::Good),
        (_, true) => (format!("{changed} {files} rewritten.\n"), Exit::Good),
        (_, false) => (
            format!(
                "{changed} {files} changed. To keep this: {} snapshots --accept\n",
                session.program
            ),
            Exit::Short,
        ),
    };
    session.show(&closing, None)?;
    Ok(exit)
}

fn changes(
    folder: &CourseFolder,
    exercise: &Exercise,
    reporter: &mut Reporter,
) -> Result<Vec<Change>, Refusal> {
    let mut wanted = BTreeMap::new();
    for subject in Subject::of(folder, exercise).map_err(Refusal::Subject)? {
        let (_, snapshots) = reporter.take(folder, &subject).map_err(Refusal::Subject)?;
        for snapshot in snapshots {
            wanted.insert(snapshot.path(&folder.root, exercise), snapshot.file());
        }
    }
    let within = folder.root.join(FOLDER).join(&exercise.manifest.slug);
    let mut changes = Vec::new();
    for path in present(&within).map_err(|error| Refusal::Replace {
        path: within,
        error,
    })? {
        let old = fs::read_to_string(&path).unwrap_or_default();
        let new = wanted.remove(&path);
        if new.as_ref() != Some(&old) {
            changes.push(Change {
                path,
                old: Some(old),
                new,
            });
        }
    }
    changes.extend(wanted.into_iter().map(|(path, new)| Change {
        path,
        old: None,
        new: Some(new),
    }));
    changes.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(changes)
}

fn present(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "snap")
        {
            paths.push(path);
        }
    }
    Ok(paths)
}

fn accept(change: &Change) -> io::Result<()> {
    match &change.new {
        None => fs::remove_file(&change.path),
        Some(new) => {
            if let Some(folder) = change.path.parent() {
                fs::create_dir_all(folder)?;
            }
            replace::write(&change.path, new.as_bytes())
        }
    }
}

fn text(page: Page, root: &Path, exercise: &Exercise, changes: &[Change]) -> String {
    let head = format!("{:02} {}", exercise.manifest.number, exercise.manifest.slug);
    let state = match changes.len() {
        0 => page.paint(Tone::Good, "unchanged"),
        1 => page.paint(Tone::Warning, "1 snapshot changed"),
        count => page.paint(Tone::Warning, &format!("{count} snapshots changed")),
    };
    let mut text = format!("{head:<28} {state}\n");
    for change in changes {
        text.push_str(&diff(page, root, change));
    }
    text
}

fn diff(page: Page, root: &Path, change: &Change) -> String {
    let path = change.path.strip_prefix(root).unwrap_or(&change.path);
    let name = path.display().to_string();
    let side = |text: &Option<String>| match text {
        Some(text) => (name.clone(), text.clone()),
        None => ("/dev/null".to_owned(), String::new()),
    };
    let ((old_name, old), (new_name, new)) = (side(&change.old), side(&change.new));
    render::diff(page, (&old_name, &old), (&new_name, &new))
}
