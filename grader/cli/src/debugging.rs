//! What `debug` and `dap` step through: the program and launch of a LAUNCH.toml, or of an exercise.

use crate::exercises::course_folder::{as_typed, exercise_around};
use crate::exercises::selection;
use crate::files::launch_folder::LaunchFolder;
use crate::files::{student_file, submission};
use crate::refusal::Refusal;
use crate::session::Session;
use debugger::Debuggee;
use launch::{Finding, Source};
use launch_file::{Ending, LaunchFile, Read, Text};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::Options;
use std::path::{Path, PathBuf};

/// The launch in a folder, or beside a kernel.
const LAUNCH: &str = "LAUNCH.toml";

/// Why there is nothing to step through.
pub enum NoDebuggee {
    Refused(Refusal),
    /// The program is in error, or uses what is not supported: what is wrong, and the files.
    NotBuilt(Vec<Finding>, Vec<Text>),
}

impl<E: Into<Refusal>> From<E> for NoDebuggee {
    fn from(error: E) -> NoDebuggee {
        NoDebuggee::Refused(error.into())
    }
}

/// What the words name: a LAUNCH.toml, a folder with one, a kernel beside one, or else an exercise or its kernel. `token` chooses the
/// exercise's case.
pub fn debuggee(
    words: &[String],
    token: Option<&str>,
    warp: usize,
    session: &Session,
) -> Result<Debuggee, NoDebuggee> {
    let options = Options {
        warp,
        ..Options::default()
    };
    if let [path] = words
        && let Some((course, slug)) = exercise_of(Path::new(path))
    {
        let mut session = session.clone();
        session.course = Some(course);
        return of_exercise(&[slug], token, options, &session);
    }
    match words {
        [path] if token.is_none() && Path::new(path).exists() => {
            of_launch(Path::new(path), options)
        }
        [path] if token.is_none() && is_path(path) => {
            let file = student_file::UnusableFile::Missing(PathBuf::from(path));
            Err(NoDebuggee::Refused(Refusal::LaunchUnreadable(file)))
        }
        words => of_exercise(words, token, options, session),
    }
}

/// Does a word look like a path rather than like the name of an exercise?
fn is_path(word: &str) -> bool {
    let path = Path::new(word);
    path.components().count() > 1 || path.extension().is_some()
}

/// The course and the exercise whose kernel a file is. A LAUNCH.toml beside it comes first.
fn exercise_of(path: &Path) -> Option<(PathBuf, String)> {
    let is_kernel = path.is_file() && path.extension().is_some_and(|it| it == "cl");
    if !is_kernel || path.with_file_name(LAUNCH).is_file() {
        return None;
    }
    exercise_around(path)
}

fn of_launch(named: &Path, options: Options) -> Result<Debuggee, NoDebuggee> {
    let is_kernel = named.is_file() && named.extension().is_some_and(|it| it == "cl");
    let path = match (is_kernel, named.is_dir()) {
        (true, _) => named.with_file_name(LAUNCH),
        (false, true) => named.join(LAUNCH),
        (false, false) => named.to_owned(),
    };
    if is_kernel && !path.is_file() {
        return Err(NoDebuggee::Refused(Refusal::KernelForLaunch {
            file: named.to_owned(),
        }));
    }
    let text = student_file::read_at_most(&path, student_file::MOST_LAUNCH_BYTES)
        .map_err(Refusal::LaunchUnreadable)?;
    let name = as_typed(&path).display().to_string();
    let read = match is_kernel {
        true => {
            let kernel = student_file::read(named).map_err(Refusal::Source)?;
            let given = Text::new(as_typed(named).display().to_string(), kernel);
            let mut files = LaunchFolder::with_program(&path, named);
            launch_file::read_given((&name, &text), &given, &mut files)
        }
        false => launch_file::read(&name, &text, &mut LaunchFolder::of(&path)),
    };
    let (texts, read) = read.map_err(Refusal::Launch)?;
    let (checked, prepared) = match read {
        Read::Ready { checked, prepared } => (checked, prepared),
        Read::NotBuilt(ending) => {
            let findings = match ending {
                Ending::NotBuilt(findings) => findings,
                Ending::Unsupported(what) => vec![what.to_finding()],
                Ending::Ran(ran) => ran.findings,
            };
            return Err(NoDebuggee::NotBuilt(findings, texts));
        }
    };
    let refused = |error: launch_file::LaunchFileError| {
        Refusal::Launch(Box::new(launch_file::Refused {
            finding: error.to_finding(&name, &text),
            texts: texts.clone(),
        }))
    };
    let file = LaunchFile::parse(&text).map_err(refused)?;
    Ok(Debuggee {
        program: checked.program,
        preprocessing: file.preprocessing().map_err(refused)?,
        launch: prepared.launch,
        options: file.on_device(&options).map_err(refused)?,
    })
}

fn of_exercise(
    words: &[String],
    token: Option<&str>,
    options: Options,
    session: &Session,
) -> Result<Debuggee, NoDebuggee> {
    let folder = session.course()?;
    let exercise = selection::one(words, &folder.course)?;
    let sample = course::sample(exercise, token).map_err(Refusal::Token)?;
    let sample = sample.ok_or(Refusal::Token(course::TokenError::NoCases))?;
    let files = folder.files_of(exercise).into_iter().map(|file| file.own);
    let submission = submission::read(files).map_err(|file| Refusal::File {
        reset: Some(exercise.manifest.slug.clone()),
        file,
    })?;
    let source = Source {
        standard: sample.standard,
        ..submission.kernel.unwrap_or_default()
    };
    let preprocessing = Preprocessing::of(&source);
    match opencl_c::compile(&source.name, &source.text, &preprocessing, &mut NoIncludes) {
        Ok(checked) => Ok(Debuggee {
            program: checked.program,
            preprocessing,
            launch: sample.launch,
            options,
        }),
        Err(rejected) => {
            let findings = rejected.diagnostics.iter();
            Err(NoDebuggee::NotBuilt(
                findings
                    .map(|it| it.to_finding(&rejected.sources))
                    .collect(),
                vec![Text::new(source.name, source.text)],
            ))
        }
    }
}
