//! Runs a LAUNCH.toml. Errors of the file, or of the launch apart from its kernel, are a [`Refused`];
//! mistakes of the kernel are in the [`Simulation`].

use crate::error::{ErrorKind, LaunchFileError};
use crate::expected::{Compared, compared};
use crate::file::{LaunchFile, Prepared, Program, Shown};
use crate::files::{Files, Text};
use launch::{Evidence, Finding, Launch, Level, MistakeId, Place, Source};
use mistakes::{Allowed, SimulatedRun};
use opencl_c::check::{Checked as Compiled, Rejected};
use opencl_c::diagnostic::{Diagnostic, Severity};
use opencl_c::preprocessor::{Includes, NoIncludes, Options as Preprocessing};
use opencl_c::program::{Function, Program as Checked};
use opencl_c::source::SourceMap;
use simulator::{End, Event, EventKind, Options, Outcome, Refusal};

/// The result of a launch, and the texts of its findings.
#[derive(Debug)]
pub struct Simulation {
    /// The LAUNCH.toml and the files of the program.
    pub texts: Vec<Text>,
    pub ending: Ending,
}

/// The end of a simulation.
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
    /// The message, a sentence without a full stop.
    pub message: String,
    /// The alternative; may be empty.
    pub help: String,
    pub span: Option<Place>,
}

impl Unsupported {
    /// The construct as a finding.
    pub fn to_finding(&self) -> Finding {
        Finding {
            mistake: MistakeId::NotAnalysed,
            level: Level::Error,
            evidence: Evidence::Proven,
            message: self.message.clone(),
            help: self.help.clone(),
            kernel: String::new(),
            spans: self.span.iter().cloned().collect(),
            work_items: Vec::new(),
            macro_backtrace: Vec::new(),
            fix: Vec::new(),
        }
    }
}

/// A launch that ran.
#[derive(Debug)]
pub struct Ran {
    /// The launch, its arguments under the kernel's own names.
    pub launch: Launch,
    /// The arguments to show.
    pub shown: Vec<Shown>,
    /// The findings, sorted by the order in which to fix them.
    pub findings: Vec<Finding>,
    /// The number of observations of each finding.
    pub counts: Vec<u64>,
    /// The buffers and images that were compared with what is expected in them; none where the run did not end.
    pub compared: Vec<Compared>,
    /// The simulator's outcome.
    pub outcome: Outcome,
    /// The work-items of a warp.
    pub warp: usize,
}

/// A request that can't be met: the error, its place in the LAUNCH.toml, and the remedy.
#[derive(Debug)]
pub struct Refused {
    /// The error.
    pub finding: Finding,
    /// The LAUNCH.toml and the files of the program, if it was read.
    pub texts: Vec<Text>,
}

/// Runs the LAUNCH.toml called `name`, whose text is `text`.
pub fn run(
    name: &str,
    text: &str,
    files: &mut dyn Files,
    options: &Options,
) -> Result<Simulation, Box<Refused>> {
    run_as((name, text), None, files, options)
}

/// Runs a LAUNCH.toml, its name and its text, with the program `given` in place of its own.
pub fn run_given(
    launch: (&str, &str),
    given: &Text,
    files: &mut dyn Files,
    options: &Options,
) -> Result<Simulation, Box<Refused>> {
    run_as(launch, Some(given), files, options)
}

fn run_as(
    (name, text): (&str, &str),
    given: Option<&Text>,
    files: &mut dyn Files,
    options: &Options,
) -> Result<Simulation, Box<Refused>> {
    let mut texts = vec![Text::new(name, text)];
    match attempt((name, text), given, files, options, &mut texts) {
        Ok(ending) => Ok(Simulation { texts, ending }),
        Err(error) => Err(Box::new(Refused {
            finding: error.to_finding(name, text),
            texts,
        })),
    }
}

/// A LAUNCH.toml that was read: its program and its launch, or why there is none.
#[derive(Debug)]
pub enum Read {
    Ready {
        /// The program.
        checked: Box<Compiled>,
        /// The launch, its arguments named as the kernel names them.
        prepared: Prepared,
    },
    /// The program is in error, or outside what is supported.
    NotBuilt(Ending),
}

/// Reads the LAUNCH.toml called `name`, whose text is `text`; nothing runs.
pub fn read(
    name: &str,
    text: &str,
    files: &mut dyn Files,
) -> Result<(Vec<Text>, Read), Box<Refused>> {
    read_as((name, text), None, files)
}

/// Reads a LAUNCH.toml, its name and its text, with the program `given` in place of its own; nothing runs.
pub fn read_given(
    launch: (&str, &str),
    given: &Text,
    files: &mut dyn Files,
) -> Result<(Vec<Text>, Read), Box<Refused>> {
    read_as(launch, Some(given), files)
}

fn read_as(
    (name, text): (&str, &str),
    given: Option<&Text>,
    files: &mut dyn Files,
) -> Result<(Vec<Text>, Read), Box<Refused>> {
    let mut texts = vec![Text::new(name, text)];
    let read =
        LaunchFile::parse(text).and_then(|file| compiled(name, &file, given, files, &mut texts));
    match read {
        Ok(read) => Ok((texts, read)),
        Err(error) => Err(Box::new(Refused {
            finding: error.to_finding(name, text),
            texts,
        })),
    }
}

/// Compiles the program of a LAUNCH.toml, or the one `given` in its place.
pub(crate) fn compiled(
    name: &str,
    file: &LaunchFile,
    given: Option<&Text>,
    files: &mut dyn Files,
    texts: &mut Vec<Text>,
) -> Result<Read, LaunchFileError> {
    // Made before the program is compiled: an error here is the nearer one.
    let mut prepared = file.launch(files)?;
    let preprocessing = file.preprocessing()?;
    let options = file.options()?;
    let Text { name, text } = match (given, file.program()) {
        (Some(given), _) => given.clone(),
        (None, Program::File(source)) => files
            .program(&source)
            .map_err(|why| at_source(file, ErrorKind::Source(why)))?,
        // Its lines count from the first of the text, not of the LAUNCH.toml.
        (None, Program::Text(code)) => Text::new(format!("{name} (code)"), code),
    };
    for (folder, span) in file.includes() {
        files
            .enter(folder)
            .map_err(|why| LaunchFileError::at(span, ErrorKind::IncludeFolder(why)))?;
    }
    for folder in &options.includes {
        files.enter(folder).map_err(|why| {
            LaunchFileError::at(file.options_span(), ErrorKind::IncludeFolder(why))
        })?;
    }
    let mut includes = includes(file, files, &name)?;
    let compiled = opencl_c::compile(&name, &text, &preprocessing, &mut *includes);
    // What is unsupported in another kernel does not concern this one.
    let compiled = compiled.or_else(|mut rejected| match rejected.rest.take() {
        Some(rest) if kernel_of(&rest.program, file.kernel()).is_some() => Ok(*rest),
        _ => Err(rejected),
    });
    Ok(match compiled {
        Ok(checked) if options.strict && !checked.warnings.is_empty() => {
            add_files(texts, &checked.program.sources);
            let errors = checked.warnings.iter().map(|warning| Diagnostic {
                severity: Severity::Error,
                ..warning.clone()
            });
            let errors: Vec<Diagnostic> = errors.collect();
            Read::NotBuilt(not_built(&errors, &checked.program.sources))
        }
        Ok(mut checked) => {
            if options.silent {
                checked.warnings.clear();
            }
            add_files(texts, &checked.program.sources);
            if let Some(kernel) = kernel_of(&checked.program, file.kernel()) {
                name_arguments(&mut prepared, kernel);
            }
            let checked = Box::new(checked);
            Read::Ready { checked, prepared }
        }
        Err(rejected) => {
            add_files(texts, &rejected.sources);
            Read::NotBuilt(not_built(&rejected.diagnostics, &rejected.sources))
        }
    })
}

/// Finds what the program called `main` includes, once the folders of the LAUNCH.toml are entered.
pub(crate) fn includes<'f>(
    file: &LaunchFile,
    files: &'f mut dyn Files,
    main: &str,
) -> Result<Box<dyn Includes + 'f>, LaunchFileError> {
    let found = files.includes(main);
    found.map_err(|why| at_source(file, ErrorKind::IncludeFolder(why)))
}

fn at_source(file: &LaunchFile, kind: ErrorKind) -> LaunchFileError {
    LaunchFileError {
        span: file.source_span(),
        kind,
    }
}

/// Runs the launch of a LAUNCH.toml.
pub(crate) fn simulated_launch(
    file: &LaunchFile,
    checked: &Compiled,
    prepared: Prepared,
    options: &Options,
) -> Result<Ending, LaunchFileError> {
    let program = &checked.program;
    let kernel = kernel_of(program, file.kernel());
    let ending = simulated(checked, prepared, &file.on_device(options)?);
    ending.map_err(|refusal| refused(file, program, kernel, refusal))
}

fn attempt(
    (name, text): (&str, &str),
    given: Option<&Text>,
    files: &mut dyn Files,
    options: &Options,
    texts: &mut Vec<Text>,
) -> Result<Ending, LaunchFileError> {
    let file = LaunchFile::parse(text)?;
    match compiled(name, &file, given, files, texts)? {
        Read::NotBuilt(ending) => Ok(ending),
        Read::Ready { checked, prepared } => simulated_launch(&file, &checked, prepared, options),
    }
}

/// A program that was rejected, as [`run`] tells it.
pub fn rejected(rejected: &Rejected) -> Simulation {
    let mut texts = Vec::new();
    add_files(&mut texts, &rejected.sources);
    Simulation {
        texts,
        ending: not_built(&rejected.diagnostics, &rejected.sources),
    }
}

/// Runs a launch without a LAUNCH.toml, of the program `source`, which includes nothing.
pub fn run_prepared(
    source: &Source,
    prepared: Prepared,
    options: &Options,
) -> Result<Ending, Refusal> {
    let preprocessing = Preprocessing::of(source);
    match opencl_c::compile(&source.name, &source.text, &preprocessing, &mut NoIncludes) {
        Ok(checked) => simulated(&checked, prepared, options),
        Err(rejected) => Ok(not_built(&rejected.diagnostics, &rejected.sources)),
    }
}

fn kernel_of<'p>(program: &'p Checked, name: &str) -> Option<&'p Function> {
    let mut kernels = program.kernels().map(|(_, function)| function);
    kernels.find(|function| *function.name == *name)
}

/// A program without errors, run. What is not supported is an ending, not a refusal.
fn simulated(checked: &Compiled, prepared: Prepared, options: &Options) -> Result<Ending, Refusal> {
    let program = &checked.program;
    let Prepared {
        launch,
        shown,
        expected,
        ..
    } = prepared;
    match simulator::simulate(program, &launch, options) {
        Ok(outcome) => {
            let kernel = kernel_of(program, &launch.kernel);
            let warnings = &checked.warnings;
            let found = settled(program, warnings, kernel, &launch, options, &outcome);
            let (findings, counts) = found.into_iter().unzip();
            let compared = match outcome.end {
                End::Completed => compared(program, kernel, &outcome.outputs, &expected),
                _ => Vec::new(),
            };
            Ok(Ending::Ran(Box::new(Ran {
                launch,
                shown,
                findings,
                counts,
                compared,
                outcome,
                warp: options.warp,
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
        Err(refusal) => Err(refusal),
    }
}

/// The findings of a run that was made without a LAUNCH.toml, as [`run`] tells them, with the number of
/// observations of each.
pub fn findings(
    checked: &Compiled,
    launch: &Launch,
    options: &Options,
    outcome: &Outcome,
) -> Vec<(Finding, u64)> {
    let program = &checked.program;
    let kernel = kernel_of(program, &launch.kernel);
    settled(program, &checked.warnings, kernel, launch, options, outcome)
}

/// The findings of the front end, the catalogue and the run, each fact once, with the number of its
/// observations.
fn settled(
    program: &Checked,
    warnings: &[Diagnostic],
    kernel: Option<&Function>,
    launch: &Launch,
    options: &Options,
    outcome: &Outcome,
) -> Vec<(Finding, u64)> {
    let told = warnings.iter().map(|it| it.to_finding(&program.sources));
    let mut read = mistakes::read_beside_a_run(program);
    // Where every access of this launch stayed within its object, the launch itself is the guard.
    let strays = |event: &Event| matches!(event.kind, EventKind::OutOfBounds(_));
    if outcome.end == End::Completed && !outcome.events.iter().any(strays) {
        read.retain(|finding| finding.mistake != MistakeId::MissingBoundsGuard);
    }
    let measured = match kernel {
        Some(kernel) if outcome.end == End::Completed => mistakes::measure(&SimulatedRun {
            program,
            kernel,
            launch,
            counters: &outcome.counters,
            warp: options.warp,
            profile: &options.profile,
            launch_is_given: false,
        }),
        _ => Vec::new(),
    };
    let once = told.chain(read).chain(measured).map(|it| (it, 1));
    let observed = mistakes::observed(&outcome.events);
    let all = observed.into_iter().chain(once).collect();
    let explained = mistakes::explain_counted_races(program, all);
    let mut merged = mistakes::merge_counted_findings(explained, &Allowed::of(&program.sources));
    for (finding, _) in &mut merged {
        finding.put_primary_first();
    }
    merged
}

fn add_files(texts: &mut Vec<Text>, files: &SourceMap) {
    texts.extend(
        files
            .files()
            .map(|(_, file)| Text::new(&*file.name, file.text.clone())),
    );
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

/// Names the arguments after the kernel's parameters, if it has as many.
fn name_arguments(prepared: &mut Prepared, kernel: &Function) {
    let parameters = &kernel.vars[..kernel.parameters];
    for (argument, parameter) in prepared.launch.arguments.iter_mut().zip(parameters) {
        if parameter.name.is_empty() {
            continue;
        }
        *argument.name_mut() = parameter.name.to_string();
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
            let nearest = launch::nearest(&name, kernels.iter().map(String::as_str));
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
        // An unsupported construct is no error of the launch; the caller reports it.
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
