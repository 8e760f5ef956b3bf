//! Runs a LAUNCH.toml whose text is read. What is wrong with the file itself, or with the launch beside
//! its kernel, is a [`Refused`]; what is wrong with the kernel is in the [`Simulation`].

use super::launch_error::{ErrorKind, LaunchFileError};
use super::launch_file::{LaunchFile, Prepared, Program, Shown};
use crate::course_folder::as_typed;
use crate::include_folders::IncludeFolders;
use crate::render::Sources;
use crate::student_file;
use launch::{Argument, Finding, Launch, Place};
use opencl_c::diagnostic::{Diagnostic, Severity};
use opencl_c::preprocessor::Options as Preprocessing;
use opencl_c::program::{Function, Program as Checked};
use opencl_c::source::SourceMap;
use simulator::{Options, Outcome, Refusal};
use std::path::Path;

/// What a launch came to, and the texts that its findings are about.
#[derive(Debug)]
pub struct Simulation {
    /// The files of the program.
    pub sources: Sources,
    /// How it ended.
    pub ending: Ending,
}

/// How a simulation ended.
#[derive(Debug)]
pub enum Ending {
    /// The front end found errors; nothing ran.
    NotBuilt(Vec<Finding>),
    /// The program uses what is not supported; nothing ran.
    Unsupported(Unsupported),
    /// It ran, or was refused for a reason that is a finding.
    Ran(Box<Ran>),
}

/// A construct that is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What, as a sentence without a full stop.
    pub message: String,
    /// What to do instead; may be empty.
    pub help: String,
    /// Where it stands.
    pub span: Option<Place>,
}

/// A launch that ran.
#[derive(Debug)]
pub struct Ran {
    /// The launch, its arguments under the kernel's own names.
    pub launch: Launch,
    /// The arguments to show.
    pub shown: Vec<Shown>,
    /// Everything found, what the front end warned of first.
    pub findings: Vec<Finding>,
    /// How often each of the findings was seen.
    pub counts: Vec<u64>,
    /// What the simulator tells.
    pub outcome: Outcome,
}

/// A request that can't be met: what is wrong, where in the LAUNCH.toml, and what mends it.
#[derive(Debug)]
pub struct Refused {
    /// What is wrong.
    pub finding: Finding,
    /// The text of the LAUNCH.toml, and the program's.
    pub sources: Sources,
}

/// Runs the LAUNCH.toml at `path`, whose text is `text`.
pub fn run(path: &Path, text: &str, options: &Options) -> Result<Simulation, Box<Refused>> {
    let mut sources = Sources::default();
    let name = as_typed(path).display().to_string();
    sources.add(name.clone(), text);
    attempt(path, text, options, &mut sources)
        .map(|ending| Simulation {
            sources: sources.clone(),
            ending,
        })
        .map_err(|error| {
            Box::new(Refused {
                finding: error.to_finding(&name, text),
                sources,
            })
        })
}

fn attempt(
    path: &Path,
    text: &str,
    options: &Options,
    sources: &mut Sources,
) -> Result<Ending, LaunchFileError> {
    let file = LaunchFile::parse(text)?;
    // Made before the program is compiled: an error here is the nearer one.
    let mut prepared = file.launch()?;
    let preprocessing = Preprocessing {
        standard: file.standard()?,
        defines: file.defines()?,
        ..Preprocessing::default()
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let (program_path, program_name, program_text) = match file.program() {
        Program::File(source) => {
            let program = folder.join(&source);
            let read = student_file::read(&program).map_err(|error| LaunchFileError {
                span: file.source_span(),
                kind: ErrorKind::Source(error.to_string()),
            })?;
            let name = as_typed(&program).display().to_string();
            (program, name, read)
        }
        // Its lines count from the first of the text, not of the LAUNCH.toml.
        Program::Text(code) => (
            path.to_owned(),
            format!("{} (code)", as_typed(path).display()),
            code,
        ),
    };
    let mut named = Vec::new();
    for (include, span) in file.includes() {
        let include = folder.join(include);
        if let Err(error) = include.read_dir() {
            return Err(LaunchFileError::at(
                span,
                ErrorKind::IncludeFolder(error.to_string()),
            ));
        }
        named.push(include);
    }
    let mut includes =
        IncludeFolders::of(&program_name, &program_path, &named).map_err(|(_, error)| {
            LaunchFileError {
                span: file.source_span(),
                kind: ErrorKind::IncludeFolder(error.to_string()),
            }
        })?;
    let compiled = opencl_c::compile(&program_name, &program_text, &preprocessing, &mut includes);
    let (program, warnings) = match compiled {
        Ok(checked) => (checked.program, checked.warnings),
        Err(rejected) => {
            add_files(sources, &rejected.sources);
            return Ok(not_built(&rejected.diagnostics, &rejected.sources));
        }
    };
    add_files(sources, &program.sources);
    let kernel = program
        .kernels()
        .map(|(_, function)| function)
        .find(|function| *function.name == *file.kernel());
    if let Some(kernel) = kernel {
        name_arguments(&mut prepared, kernel);
    }
    match simulator::simulate(&program, &prepared.launch, options) {
        Ok(outcome) => {
            let told = warnings.iter().map(|it| it.to_finding(&program.sources));
            let findings: Vec<Finding> = told.chain(outcome.findings.iter().cloned()).collect();
            let mut counts = vec![1; warnings.len()];
            counts.extend(&outcome.counts);
            Ok(Ending::Ran(Box::new(Ran {
                launch: prepared.launch,
                shown: prepared.shown,
                findings,
                counts,
                outcome,
            })))
        }
        Err(Refusal::Unsupported(unsupported)) => Ok(Ending::Unsupported(Unsupported {
            message: unsupported.to_string(),
            help: String::new(),
            span: unsupported.place.map(|place| Place {
                primary: true,
                ..place
            }),
        })),
        Err(refusal) => Err(refused(&file, &program, kernel, refusal)),
    }
}

fn add_files(sources: &mut Sources, files: &SourceMap) {
    for (_, file) in files.files() {
        sources.add(&*file.name, file.text.clone());
    }
}

/// Errors go before what is not supported: they may be what led there.
fn not_built(diagnostics: &[Diagnostic], sources: &SourceMap) -> Ending {
    let unsupported = diagnostics
        .iter()
        .find(|it| it.severity == Severity::Unsupported);
    let is_wrong = diagnostics.iter().any(|it| it.severity == Severity::Error);
    match unsupported {
        Some(diagnostic) if !is_wrong => {
            let finding = diagnostic.to_finding(sources);
            Ending::Unsupported(Unsupported {
                message: finding.message,
                help: finding.help,
                span: finding.spans.into_iter().next(),
            })
        }
        _ => Ending::NotBuilt(
            diagnostics
                .iter()
                .map(|it| it.to_finding(sources))
                .collect(),
        ),
    }
}

/// Calls the arguments by the names of the kernel's parameters, where it has as many.
fn name_arguments(prepared: &mut Prepared, kernel: &Function) {
    let parameters = &kernel.vars[..kernel.parameters];
    for (argument, parameter) in prepared.launch.arguments.iter_mut().zip(parameters) {
        if parameter.name.is_empty() {
            continue;
        }
        let name = match argument {
            Argument::Buffer(buffer) => &mut buffer.name,
            Argument::Value { name, .. }
            | Argument::Local { name, .. }
            | Argument::Null { name } => name,
        };
        *name = parameter.name.to_string();
    }
}

fn refused(
    file: &LaunchFile,
    program: &Checked,
    kernel: Option<&Function>,
    refusal: Refusal,
) -> LaunchFileError {
    let signature = || kernel.map_or_else(String::new, |kernel| signature(program, kernel));
    let (span, kind) = match refusal {
        Refusal::NoSuchKernel { name, kernels } => {
            let nearest = course::nearest(&name, kernels.iter().map(String::as_str));
            let kind = ErrorKind::NoSuchKernel {
                nearest: nearest.map(str::to_owned),
                name,
                kernels,
            };
            (Some(file.kernel_span()), kind)
        }
        Refusal::ArgumentCount { expected, given } => {
            let kind = ErrorKind::ArgumentCount {
                signature: signature(),
                expected,
                given,
            };
            // The first that is too many, or else the kernel that wants more.
            let span = file.argument_span(expected);
            (Some(span.unwrap_or(file.kernel_span())), kind)
        }
        Refusal::Argument {
            index,
            parameter,
            expected,
            given,
        } => {
            let kind = ErrorKind::Argument {
                signature: signature(),
                parameter,
                expected,
                given,
            };
            (file.argument_span(index), kind)
        }
        Refusal::Range(error) => (Some(file.range_span()), ErrorKind::Range(error)),
        Refusal::Memory { needed, budget } => (
            Some(file.range_span()),
            ErrorKind::Memory { needed, budget },
        ),
        // What is not supported is no error of the launch, and is told by the caller.
        Refusal::Unsupported(unsupported) => (None, ErrorKind::Source(unsupported.to_string())),
    };
    LaunchFileError { span, kind }
}

/// The kernel's head, one parameter a line.
fn signature(program: &Checked, kernel: &Function) -> String {
    let parameters: Vec<String> = kernel.vars[..kernel.parameters]
        .iter()
        .map(|parameter| format!("\n    {}", opencl_c::print::declaration(program, parameter)))
        .collect();
    format!("kernel void {}({})", kernel.name, parameters.join(","))
}
