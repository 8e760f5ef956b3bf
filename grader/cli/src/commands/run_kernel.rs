//! `grader run`

use super::Exit;
use super::simulate::exit;
use crate::arguments::{Format, Run, Standard};
use crate::exercises::course_folder::as_typed;
use crate::files::include_folders::IncludeFolders;
use crate::files::launch_folder::LaunchFolder;
use crate::files::{replace, student_file};
use crate::refusal::{GuessingRefusal, Refusal};
use crate::render::{self, json};
use crate::session::Session;
use launch_file::Files;
use launch_guess::{Frame, Guessed, Request, RunAnswer, compile_with_missing, guess};
use opencl_c::preprocessor::Options as Preprocessing;
use simulator::Options;
use std::path::{Component, Path, PathBuf};

/// The name of the launch where it is kept nowhere.
const NAME: &str = "LAUNCH.toml";

pub(super) fn run(arguments: &Run, session: &Session) -> Result<Exit, Refusal> {
    let text = student_file::read(&arguments.file).map_err(Refusal::Source)?;
    if let Some(file) = arguments.save.clone().filter(|file| file.exists()) {
        return Err(GuessingRefusal::Kept { file }.into());
    }
    let mut request = request(arguments)?;
    let launch = arguments
        .save
        .clone()
        .unwrap_or_else(|| PathBuf::from(NAME));
    let mut files = LaunchFolder::of(&launch);
    let mut options = Preprocessing {
        standard: arguments.compiler.std.into(),
        defines: arguments.compiler.define.clone(),
        ..Preprocessing::default()
    };
    let name = as_typed(&arguments.file).display().to_string();
    let mut includes = IncludeFolders::of(&name, &arguments.file, &arguments.compiler.include)
        .map_err(|(folder, error)| Refusal::IncludeFolder { folder, error })?;
    let (compiled, missing) = compile_with_missing(&name, &text, &mut options, &mut includes);
    let checked = match compiled {
        Ok(checked) => checked,
        Err(rejected) => return not_built(arguments, session, &rejected),
    };
    // Files of data are named from the current folder, and written from that of the launch.
    for (_, value) in &mut request.values {
        if Path::new(value.as_str()).is_file() {
            *value = slashed(&from_folder(&launch, Path::new(value.as_str())));
        }
    }
    let guessed = guess(&checked, &missing, &request, &mut files).map_err(GuessingRefusal::from)?;
    let source = slashed(&from_folder(&launch, &arguments.file));
    let folders: Vec<String> = arguments
        .compiler
        .include
        .iter()
        .map(|folder| slashed(&from_folder(&launch, folder)))
        .collect();
    let written = guessed.launch_file(&Frame {
        source: &source,
        standard: version(arguments.compiler.std),
        defines: &arguments.compiler.define,
        includes: &folders,
    });
    let exit = shown(arguments, session, &guessed, &written, &mut files)?;
    if let Some(file) = &arguments.save {
        replace::write(file, written.as_bytes()).map_err(|error| Refusal::Output {
            file: Some(file.clone()),
            error,
        })?;
    }
    Ok(exit)
}

/// Runs the launch, and shows it with what it came to.
fn shown(
    arguments: &Run,
    session: &Session,
    guessed: &Guessed,
    written: &str,
    files: &mut dyn Files,
) -> Result<Exit, Refusal> {
    let options = Options {
        warp: arguments.warp.lanes(),
        threads: 0,
        steps: guessed.steps,
        ..Options::default()
    };
    let mut simulation =
        launch_file::run(NAME, written, files, &options).map_err(Refusal::Launch)?;
    let marked = guessed.mark(&mut simulation.ending);
    let text = match arguments.format {
        Format::Text => {
            let page = session.page;
            let mut text = render::guess(page, written);
            text += &render::simulation(page, &session.program, &simulation);
            text += &render::elsewhere(page, &guessed.elsewhere);
            let file = arguments.file.display().to_string();
            let save = arguments.save.as_deref();
            text += &render::keep(page, &session.program, &file, save);
            text
        }
        Format::Json => {
            let answer = launch_file::answer(&simulation.ending);
            let guess = Some(guessed.json(written, &marked));
            json::run(&RunAnswer::new(guess, answer))
        }
    };

    session.show(&text, None)?;
    Ok(exit(&simulation.ending))
}

/// A program with errors, as `simulate` tells it.
fn not_built(
    arguments: &Run,
    session: &Session,
    rejected: &opencl_c::check::Rejected,
) -> Result<Exit, Refusal> {
    let simulation = launch_file::rejected(rejected);
    let text = match arguments.format {
        Format::Text => render::simulation(session.page, &session.program, &simulation),
        Format::Json => json::run(&RunAnswer::new(
            None,
            launch_file::answer(&simulation.ending),
        )),
    };
    session.show(&text, None)?;
    Ok(exit(&simulation.ending))
}

fn request(arguments: &Run) -> Result<Request, Refusal> {
    let mut request = Request {
        kernel: None,
        global: arguments.global.clone(),
        local: arguments.local.clone(),
        values: Vec::new(),
        warp: arguments.warp.lanes(),
        ..Request::default()
    };
    for word in &arguments.words {
        match word.split_once('=') {
            Some((name, value)) => request.values.push((name.to_owned(), value.to_owned())),
            None => {
                if let Some(one) = request.kernel.replace(word.clone()) {
                    let other = word.clone();
                    return Err(GuessingRefusal::TwoKernels { one, other }.into());
                }
            }
        }
    }
    Ok(request)
}

/// The version as a LAUNCH.toml has it; none for the usual one.
fn version(standard: Standard) -> Option<&'static str> {
    match standard {
        Standard::V1_0 => Some("CL1.0"),
        Standard::V1_1 => Some("CL1.1"),
        Standard::V1_2 => None,
        Standard::V2_0 => Some("CL2.0"),
        Standard::V3_0 => Some("CL3.0"),
    }
}

/// A path as a LAUNCH.toml at `launch` names it: from its folder, where it lies there or below; otherwise
/// as it is from there, or whole.
fn from_folder(launch: &Path, path: &Path) -> PathBuf {
    let folder = match launch.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => return path.to_owned(),
    };
    let (Ok(folder), Ok(whole)) = (dunce::canonicalize(folder), dunce::canonicalize(path)) else {
        return path.to_owned();
    };
    whole.strip_prefix(&folder).unwrap_or(&whole).to_owned()
}

/// With slashes on every system: a LAUNCH.toml may be read on another.
fn slashed(path: &Path) -> String {
    if path
        .components()
        .any(|it| matches!(it, Component::Prefix(_)))
    {
        return path.display().to_string();
    }
    crate::system::with_slashes(path)
        .to_string_lossy()
        .into_owned()
}
