//! The launches of a document's kernels, and what their runs in the simulator counted.
//!
//! A launch is that of a LAUNCH.toml, one that the settings name or that lies beside the document; for kernels
//! without one it is guessed.

use crate::analysis::Analysis;
use crate::document::Document;
use crate::includes::Files;
use crate::server::Server;
use crate::settings::plain_path;
use launch::{Evidence, Finding, Level};
use launch_file::{Ending, Ran, RepairEnding, Text};
use launch_guess::{Effort, Frame, Request, compile_with_missing, guess};
use opencl_c::preprocessor::Includes;
use opencl_c::source::Origin;
use simulator::{End, Options};
use std::path::{Path, PathBuf};

/// Does the server run launches? A page does that elsewhere, and leaves the simulator out of its server.
const RUNS: bool = cfg!(feature = "runs");

/// Work-items of a warp.
const WARP: usize = 32;

/// Steps of a run at most; an editor waits for it.
const MOST_STEPS: u64 = 20_000_000;

/// Steps of the first trial of a guessed launch.
const STEPS_OF_GUESS: u64 = 2_000_000;

/// Steps of the runs of a document together: kernels beyond are not run.
const MOST_STEPS_IN_ALL: u64 = 20_000_000;

/// A launch that ran.
pub(crate) struct Run {
    /// Where the launch comes from, in words.
    pub(crate) launch: String,
    pub(crate) ran: Box<Ran>,
}

/// A LAUNCH.toml that cannot be run, or whose run does not end.
pub(crate) struct NotRun {
    /// The name of its kernel.
    pub(crate) kernel: Origin,
    pub(crate) file: String,
    pub(crate) why: String,
}

/// The launches of a document.
#[derive(Default)]
pub(crate) struct Launches {
    pub(crate) runs: Vec<Run>,
    pub(crate) not_run: Vec<NotRun>,
}

/// A LAUNCH.toml of the document.
pub(crate) struct Written {
    pub(crate) path: PathBuf,
    text: String,
    kernel: Option<String>,
}

impl Written {
    /// Does it launch this kernel? Without a name it launches the only one.
    pub(crate) fn is_of(&self, kernel: &str) -> bool {
        self.kernel.as_deref().is_none_or(|it| it == kernel)
    }
}

/// Runs each kernel of a document that can be run.
pub(crate) fn run_all(server: &Server, document: &Document, analysis: &Analysis) -> Launches {
    let mut launches = Launches::default();
    let Some(program) = analysis.program.as_ref().filter(|_| RUNS) else {
        return launches;
    };
    let mut written = written(server, document);
    let mut steps = 0;
    for (_, function) in program.kernels() {
        if steps > MOST_STEPS_IN_ALL {
            break;
        }
        let kernel = &*function.name;
        let (from, ran) = match written.iter().position(|it| it.is_of(kernel)) {
            Some(at) => {
                let Written { path, text, .. } = written.swap_remove(at);
                let file = shown(&path, document);
                match run(server, document, analysis, &path, &text).and_then(completed) {
                    Ok(ran) => (file, ran),
                    Err(why) => {
                        launches.not_run.push(NotRun {
                            kernel: function.origin,
                            file,
                            why,
                        });
                        continue;
                    }
                }
            }
            None => match guessed(server, document, analysis, kernel) {
                Some(ran) => ("a guessed launch".to_owned(), ran),
                None => {
                    steps += STEPS_OF_GUESS;
                    continue;
                }
            },
        };
        let sizes: Vec<_> = ran
            .launch
            .range
            .global
            .iter()
            .map(usize::to_string)
            .collect();
        steps += ran.outcome.steps;
        launches.runs.push(Run {
            launch: format!("`{kernel}`, {} work-items, {from}", sizes.join(" x ")),
            ran,
        });
    }
    launches
}

fn shown(path: &Path, document: &Document) -> String {
    let folder = document.path.as_deref().and_then(Path::parent);
    let within = folder.and_then(|folder| path.strip_prefix(folder).ok());
    within.unwrap_or(path).display().to_string()
}

/// The LAUNCH.toml files whose program is the document.
pub(crate) fn written(server: &Server, document: &Document) -> Vec<Written> {
    let Some(own) = document.path.as_deref() else {
        return Vec::new();
    };
    let beside = [
        own.with_file_name("LAUNCH.toml"),
        own.with_extension("toml"),
    ];
    let paths = document.settings.launches.iter().chain(&beside);
    let read = |path: &PathBuf| {
        let text = server.host().read(path).ok()?;
        let table: toml::Table = text.parse().ok()?;
        let source = table.get("source")?.as_str()?;
        let folder = path.parent()?;
        let kernel = table.get("kernel").and_then(|it| it.as_str());
        (plain_path(&folder.join(source)) == own).then(|| Written {
            path: path.clone(),
            kernel: kernel.map(str::to_owned),
            text,
        })
    };
    paths.filter_map(read).collect()
}

/// The run of a launch that is guessed, once for the time that the text is edited.
fn guessed(
    server: &Server,
    document: &Document,
    analysis: &Analysis,
    kernel: &str,
) -> Option<Box<Ran>> {
    let path = document.path.clone().unwrap_or_default();
    let path = path.with_file_name("LAUNCH.toml");
    let earlier = document.guessed.borrow().get(kernel).cloned();
    if let Some(text) = earlier
        && let Ok(ran) = run(server, document, analysis, &path, &text).and_then(completed)
        && !ran
            .findings
            .iter()
            .any(|it| it.evidence == Evidence::Observed)
    {
        return Some(ran);
    }
    let mut includes = server.files(document);
    let mut options = analysis.options.clone();
    let (read, missing) =
        compile_with_missing(&analysis.name, &analysis.text, &mut options, &mut includes);
    let request = Request {
        kernel: Some(kernel.to_owned()),
        warp: WARP,
        effort: Effort::First {
            steps: STEPS_OF_GUESS,
        },
        ..Request::default()
    };
    let mut files = Program {
        server,
        document,
        analysis,
        folders: Vec::new(),
    };
    let guessed = guess(&read.ok()?, &missing, &request, &mut files).ok()?;
    let text = guessed.launch_file(&Frame {
        source: "",
        standard: Some(options.standard.flag()),
        defines: &document.settings.options.defines,
        includes: &[],
    });
    let ran = run(server, document, analysis, &path, &text);
    let kept = kernel.to_owned();
    document.guessed.borrow_mut().insert(kept, text);
    ran.and_then(completed).ok()
}

/// A run that came to its end; else why it did not.
fn completed(ran: Box<Ran>) -> Result<Box<Ran>, String> {
    if ran.outcome.end == End::Completed {
        return Ok(ran);
    }
    Err(match ran.findings.first() {
        Some(finding) => said(finding),
        None => format!("its run takes more than {MOST_STEPS} steps"),
    })
}

fn said(finding: &Finding) -> String {
    match finding.help.as_str() {
        "" => finding.message.clone(),
        help => format!("{}; {help}", finding.message),
    }
}

/// What the runs of the document's LAUNCH.toml files show beside what its text does, each with the file.
pub(crate) fn findings(
    server: &Server,
    document: &Document,
    analysis: &Analysis,
) -> Vec<(PathBuf, Finding)> {
    if analysis.program.is_none() || !RUNS {
        return Vec::new();
    }
    let mut found = Vec::new();
    for Written { path, text, .. } in written(server, document) {
        // Why a file does not run the hints say.
        let Ok(ran) = run(server, document, analysis, &path, &text) else {
            continue;
        };
        let observed = ran.findings.into_iter().filter(|finding| {
            finding.level != Level::Performance && finding.evidence == Evidence::Observed
        });
        found.extend(observed.map(|finding| (path.clone(), finding)));
    }
    found
}

/// The text of the document with the smallest change with which a launch shows no error; else why there is none.
pub(crate) fn repaired(
    server: &Server,
    document: &Document,
    analysis: &Analysis,
    path: &Path,
) -> Result<String, NotRepaired> {
    if !RUNS {
        let why = "this server runs no launches".to_owned();
        return Err(NotRepaired::NotRun { why });
    }
    let text = server
        .host()
        .read(path)
        .map_err(|error| NotRepaired::NotRun {
            why: error.to_string(),
        })?;
    let options = Options {
        warp: WARP,
        ..Options::default()
    };
    let mut files = Program {
        server,
        document,
        analysis,
        folders: document.settings.include.clone(),
    };
    let given = Text::new(analysis.name.as_str(), analysis.text.as_str());
    let name = path.to_string_lossy();
    let repairing =
        launch_file::repair((&name, &text), given, &mut files, &options).map_err(|refused| {
            NotRepaired::NotRun {
                why: said(&refused.finding),
            }
        })?;
    match repairing.ending {
        RepairEnding::Wrong(wrong) => match &wrong.remedy {
            Some(remedy) => Ok(remedy.repaired(&analysis.text)),
            None => Err(NotRepaired::NoneFound { tried: wrong.tried }),
        },
        _ => Err(NotRepaired::NothingWrong),
    }
}

/// Why there is no repair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotRepaired {
    #[error("the launch does not run: {why}")]
    NotRun { why: String },
    #[error(
        "no repair was found: {tried} changes were tried, and with none of them the kernel is right"
    )]
    NoneFound { tried: u32 },
    #[error("the launch shows no error now")]
    NothingWrong,
    #[error("the document has changed since")]
    Changed,
}

/// Runs a LAUNCH.toml with the document as its program. The error says why it does not run.
fn run(
    server: &Server,
    document: &Document,
    analysis: &Analysis,
    path: &Path,
    text: &str,
) -> Result<Box<Ran>, String> {
    let options = Options {
        warp: WARP,
        steps: MOST_STEPS,
        ..Options::default()
    };
    let mut files = Program {
        server,
        document,
        analysis,
        folders: document.settings.include.clone(),
    };
    let given = Text::new(analysis.name.as_str(), analysis.text.as_str());
    let name = path.to_string_lossy();
    let simulation = launch_file::run_given((&name, text), &given, &mut files, &options)
        .map_err(|refused| said(&refused.finding))?;
    match simulation.ending {
        Ending::Ran(ran) => Ok(ran),
        Ending::NotBuilt(findings) => Err(findings.first().map(said).unwrap_or_default()),
        Ending::Unsupported(unsupported) => Err(unsupported.message),
    }
}

/// The files of a launch: the document, and what it includes.
struct Program<'a> {
    server: &'a Server,
    document: &'a Document,
    analysis: &'a Analysis,
    folders: Vec<PathBuf>,
}

impl launch_file::Files for Program<'_> {
    fn program(&mut self, _: &str) -> Result<Text, String> {
        let Analysis { name, text, .. } = self.analysis;
        Ok(Text::new(name.as_str(), text.as_str()))
    }

    fn enter(&mut self, folder: &str) -> Result<(), String> {
        let own = self.document.path.as_deref().and_then(Path::parent);
        let folder = own.unwrap_or(Path::new("")).join(folder);
        self.folders.push(plain_path(&folder));
        Ok(())
    }

    fn includes(&mut self, _: &str) -> Result<Box<dyn Includes + '_>, String> {
        let open = self.server.open_texts();
        Ok(Box::new(Files::new(
            self.server.host(),
            open,
            &self.folders,
        )))
    }
}
