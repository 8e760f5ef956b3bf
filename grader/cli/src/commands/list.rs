//! `grader list`

use super::Exit;
use crate::arguments::{Format, List};
use crate::files::progress_file::Store;
use crate::refusal::Refusal;
use crate::render::json::{self, Listed};
use crate::render::{self, Detail};
use crate::session::Session;

pub(super) fn run(arguments: &List, session: &Session) -> Result<Exit, Refusal> {
    let folder = session.course()?;
    let progress = Store::of(&folder.root).read();
    let exercises = folder.course.exercises();
    let files: Vec<String> = exercises
        .iter()
        .map(|exercise| {
            let files = folder.files_of(exercise);
            let first = files.first().map(|file| file.own.path());
            first.map_or_else(String::new, |path| path.display().to_string())
        })
        .collect();
    let listed: Vec<Listed<'_>> = exercises
        .iter()
        .zip(&files)
        .map(|(exercise, file)| {
            let manifest = &exercise.manifest;
            let record = progress.of(&manifest.slug);
            Listed {
                number: manifest.number,
                slug: &manifest.slug,
                title: &manifest.title,
                teaches: &manifest.teaches,
                chapter: &manifest.chapter,
                state: record.state(),
                points: record.points,
                of: manifest.points,
                file,
            }
        })
        .collect();
    let detail = match arguments.short {
        true => Detail::Title,
        false => Detail::Teaches,
    };
    let text = match arguments.format {
        Format::Text => render::list(session.page, &session.program, &listed, detail),
        Format::Json => json::list(&listed),
    };
    session.show(&text, None)?;
    Ok(Exit::Good)
}
