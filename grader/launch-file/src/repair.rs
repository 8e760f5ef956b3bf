//! The repair of a kernel with a launch. There is no reference: a kernel is right if it runs to its end without an
//! error, and leaves the results of the wrong one that do not follow from its mistake.

use crate::answer::{Construct, End};
use crate::error::LaunchFileError;
use crate::file::LaunchFile;
use crate::files::{Files, Text};
use crate::results::Results;
use crate::run::{self, Ending, Ran, Read, Refused, Unsupported};
use launch::{Argument, Finding, Launch, Level, MistakeId};
use opencl_c::check::Checked;
use opencl_c::preprocessor::{Includes, Options as Preprocessing};
use opencl_c::program::Program;
use repair::{Effort, Evidence, Judge, Judgement, Remedy, search};
use serde::Serialize;
use simulator::{Options, Outcome, prepare, prepare_elsewhere};
use std::collections::BTreeMap;

/// Changes that are tried.
const EFFORT: Effort = Effort::WHOLE;

/// Simulated steps of all trials.
const STEPS: u64 = 240_000_000;

/// The steps of a changed kernel: this many times those of the wrong one, and at least some.
const TIMES_WRONG: u64 = 24;
const LEAST_STEPS: u64 = 20_000;

/// Its steps where the wrong one did not end.
const STEPS_IF_ENDLESS: u64 = 4_000_000;

/// A kernel, and the repair that was found.
#[derive(Debug)]
pub struct Repairing {
    /// The LAUNCH.toml and the files of the program.
    pub texts: Vec<Text>,
    /// The program that was to be repaired.
    pub program: Text,
    pub ending: RepairEnding,
}

/// How the search for a repair ended.
#[derive(Debug)]
pub enum RepairEnding {
    /// The front end found errors; nothing ran.
    NotBuilt(Vec<Finding>),
    /// The program uses what is not supported; nothing ran.
    Unsupported(Unsupported),
    /// No error was found.
    Right,
    /// No error was found until the launch was stopped after this many steps.
    Stopped { steps: u64 },
    /// An error was found.
    Wrong(Box<Wrong>),
}

/// A wrong kernel.
#[derive(Debug)]
pub struct Wrong {
    /// The first error.
    pub finding: Finding,
    /// The end of the launch.
    pub end: End,
    /// The change with which the kernel is right, if one was found.
    pub remedy: Option<Remedy>,
    /// The bytes of results that a right kernel has to leave as they are.
    pub compared: u64,
    /// The changed kernels that were tried.
    pub tried: u32,
}

/// The output of `grader repair --format json`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RepairAnswer<'a> {
    /// A launch that ran, or whose errors are findings.
    Report(Box<RepairReport<'a>>),
    /// A program beyond what is supported.
    Unsupported {
        /// The construct, with its place.
        unsupported: Construct<'a>,
    },
}

/// A kernel and its repair.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RepairReport"))]
pub struct RepairReport<'a> {
    /// The first error; null if there is nothing to repair.
    pub finding: Option<&'a Finding>,
    /// The end of the launch.
    pub end: End,
    /// The change with which the kernel is right; null if none was found.
    pub remedy: Option<&'a Remedy>,
    /// The changed kernels that were tried.
    pub tried: u32,
    /// Bytes of results that do not follow from the error: the repair leaves them as they are.
    pub compared: u64,
}

/// Searches for the repair of `program`, in place of the one that the LAUNCH.toml called `name` names.
pub fn repair(
    (name, text): (&str, &str),
    program: Text,
    files: &mut dyn Files,
    options: &Options,
) -> Result<Repairing, Box<Refused>> {
    let mut texts = vec![Text::new(name, text)];
    match attempt((name, text), &program, files, options, &mut texts) {
        Ok(ending) => Ok(Repairing {
            texts,
            program,
            ending,
        }),
        Err(error) => Err(Box::new(Refused {
            finding: error.to_finding(name, text),
            texts,
        })),
    }
}

fn attempt(
    (name, text): (&str, &str),
    program: &Text,
    files: &mut dyn Files,
    options: &Options,
    texts: &mut Vec<Text>,
) -> Result<RepairEnding, LaunchFileError> {
    let file = LaunchFile::parse(text)?;
    let preprocessing = file.preprocessing()?;
    let (checked, prepared) = match run::compiled(name, &file, Some(program), files, texts)? {
        Read::NotBuilt(ending) => return Ok(RepairEnding::of_unrun(ending)),
        Read::Ready { checked, prepared } => (checked, prepared),
    };
    let options = &file.on_device(options)?;
    let ran = match run::simulated_launch(&file, &checked, prepared, options)? {
        Ending::Ran(ran) => ran,
        ending => return Ok(RepairEnding::of_unrun(ending)),
    };
    let is_error = |finding: &&Finding| finding.level == Level::Error;
    let Some(finding) = ran.findings.iter().find(is_error) else {
        return Ok(match ran.outcome.end {
            simulator::End::OutOfSteps | simulator::End::Cancelled => RepairEnding::Stopped {
                steps: ran.outcome.steps,
            },
            simulator::End::Completed | simulator::End::Refused => RepairEnding::Right,
        });
    };
    // The bytes of an image that a kernel writes are not followed, so a change that drops the write would pass.
    if let Some(image) = ran
        .launch
        .arguments
        .iter()
        .find(|it| matches!(it, Argument::Image(_)))
    {
        return Ok(RepairEnding::Unsupported(Unsupported {
            message: format!(
                "`{}` is an image: repairs of kernels with images are not looked for",
                image.name()
            ),
            help: finding.message.clone(),
            span: finding.spans.first().cloned(),
        }));
    }
    let includes = run::includes(&file, files, &program.name)?;
    let mut judge = Launched::of(program, preprocessing, includes, (&checked, &ran), options);
    let lines: Vec<u32> = finding
        .spans
        .iter()
        .take(2)
        .map(|place| place.line)
        .collect();
    let wrong = &checked.program;
    let found = search(
        (&program.text, wrong),
        (&ran.launch.kernel, ran.launch.range.global.len()),
        &Evidence::of(
            wrong,
            &ran.launch.kernel,
            Some(finding.mistake),
            &lines,
            &[],
        ),
        EFFORT,
        &mut judge,
    );
    Ok(RepairEnding::Wrong(Box::new(Wrong {
        finding: finding.clone(),
        end: ran.outcome.end.into(),
        remedy: found.map(|found| Remedy::of(found, (&program.name, &program.text, wrong))),
        compared: judge.results.bytes(),
        tried: judge.tried,
    })))
}

impl RepairEnding {
    /// Of a program that did not run.
    fn of_unrun(ending: Ending) -> RepairEnding {
        match ending {
            Ending::NotBuilt(findings) => RepairEnding::NotBuilt(findings),
            Ending::Unsupported(unsupported) => RepairEnding::Unsupported(unsupported),
            Ending::Ran(_) => RepairEnding::Right,
        }
    }
}

/// Judges changed kernels by the launch.
struct Launched<'a> {
    name: &'a str,
    preprocessing: Preprocessing,
    includes: Box<dyn Includes + 'a>,
    launch: &'a Launch,
    options: Options,
    results: Results,
    /// The errors of the wrong kernel.
    errors: usize,
    /// The wrong kernel's text, and its lines that ran.
    text: &'a str,
    ran: Vec<u32>,
    /// Warnings of the wrong kernel, by their mistakes.
    warnings: BTreeMap<MistakeId, usize>,
    steps: u64,
    tried: u32,
}

impl<'a> Launched<'a> {
    fn of(
        program: &'a Text,
        preprocessing: Preprocessing,
        includes: Box<dyn Includes + 'a>,
        (checked, ran): (&Checked, &'a Ran),
        options: &Options,
    ) -> Launched<'a> {
        let Ran {
            launch, outcome, ..
        } = ran;
        let steps = match outcome.end {
            simulator::End::Completed => outcome
                .steps
                .saturating_mul(TIMES_WRONG)
                .saturating_add(LEAST_STEPS),
            _ => STEPS_IF_ENDLESS,
        };
        let options = Options {
            count: false,
            threads: 1,
            steps: steps.min(options.steps),
            ..options.clone()
        };
        let kernel = prepare(&checked.program, &launch.kernel);
        let elsewhere = prepare_elsewhere(&checked.program, &launch.kernel);
        let results = match kernel {
            Ok(kernel) => Results::of(
                (&kernel, elsewhere.as_ref().ok()),
                launch,
                outcome,
                &options,
            ),
            Err(_) => Results::default(),
        };
        Launched {
            name: &program.name,
            preprocessing,
            includes,
            launch,
            options,
            results,
            errors: errors(outcome),
            text: &program.text,
            ran: lines_that_ran(&program.name, outcome),
            warnings: warnings(checked, outcome),
            steps: 0,
            tried: 0,
        }
    }

    /// Do the lines that a change leaves alone still run, if they ran in the wrong kernel? A condition that
    /// never holds hides an error and repairs nothing. Nor may lines be removed that ran, unless there are
    /// results to show that they were not needed.
    fn runs_what_ran(&self, text: &str, outcome: &Outcome) -> bool {
        let old: Vec<&str> = self.text.lines().collect();
        let new: Vec<&str> = text.lines().collect();
        let both = old.iter().zip(&new);
        let above = both.take_while(|(old, new)| old == new).count();
        let (old, new) = (old.len() - above, new.len() - above);
        let rest = self.text.lines().rev().take(old);
        let both = rest.zip(text.lines().rev().take(new));
        let below = both.take_while(|(old, new)| old == new).count();
        let runs = lines_that_ran(self.name, outcome);
        // How many of these are among the changed ones.
        let changed = |lines: &[u32], rest: usize| {
            let within = above as u32 + 1..(above + rest - below) as u32 + 1;
            lines.iter().filter(|line| within.contains(line)).count()
        };
        let is_kept = |line: &u32| {
            let at = *line as usize;
            let from_end = (above + old).checked_sub(at);
            match from_end {
                _ if at <= above => runs.contains(line),
                Some(from_end) if from_end < below => {
                    runs.contains(&((above + new - from_end) as u32))
                }
                _ => true,
            }
        };
        let is_shown = self.results.bytes() > 0;
        self.ran.iter().all(is_kept) && (is_shown || changed(&runs, new) >= changed(&self.ran, old))
    }

    fn compile(&mut self, text: &str) -> Option<Checked> {
        let Launched {
            name,
            preprocessing,
            includes,
            ..
        } = self;
        opencl_c::compile(name, text, preprocessing, &mut **includes).ok()
    }
}

/// The lines of a file that work-items ran, in order.
fn lines_that_ran(file: &str, outcome: &Outcome) -> Vec<u32> {
    let lines = outcome.counters.lines.iter();
    let ran = lines.filter(|it| it.executions > 0 && it.file == file);
    ran.map(|it| it.line).collect()
}

/// The errors that a launch showed.
fn errors(outcome: &Outcome) -> usize {
    let observed = mistakes::observed(&outcome.events);
    let is_error = |finding: &Finding| finding.level == Level::Error;
    observed.iter().filter(|(it, _)| is_error(it)).count()
}

/// The mistakes that the text and a run of it show, errors among them, without advice on speed.
fn warnings(checked: &Checked, outcome: &Outcome) -> BTreeMap<MistakeId, usize> {
    let program = &checked.program;
    let compiled = checked.warnings.iter();
    let compiled = compiled.map(|it| it.to_finding(&program.sources));
    let read = mistakes::read_beside_a_run(program);
    let mut warnings = BTreeMap::new();
    let observed = mistakes::observed(&outcome.events);
    let observed = observed.into_iter().map(|(finding, _)| finding);
    for finding in compiled.chain(read).chain(observed) {
        if finding.level != Level::Performance {
            *warnings.entry(finding.mistake).or_default() += 1;
        }
    }
    warnings
}

impl Judge for Launched<'_> {
    fn read(&mut self, text: &str) -> Option<Program> {
        self.compile(text).map(|checked| checked.program)
    }

    fn judge(&mut self, text: &str) -> Judgement {
        let Some(checked) = self.compile(text) else {
            return Judgement::NoProgram;
        };
        let kernel = prepare(&checked.program, &self.launch.kernel);
        let Some(outcome) = kernel
            .ok()
            .and_then(|kernel| kernel.run(self.launch, &self.options).ok())
        else {
            return Judgement::NoProgram;
        };
        self.tried += 1;
        self.steps = self.steps.saturating_add(outcome.steps);
        let ends = outcome.end == simulator::End::Completed;
        if !ends || !self.results.are_kept_in(&outcome.outputs) {
            return Judgement::Wrong { right: 0 };
        }
        match errors(&outcome) {
            0 => Judgement::Right,
            // What mends some of the errors may be the first of two changes.
            errors => Judgement::Wrong {
                right: self.errors.saturating_sub(errors) as u32,
            },
        }
    }

    fn confirm(&mut self, text: &str) -> Option<u32> {
        let checked = self.compile(text)?;
        let (program, launch, options) = (&checked.program, self.launch, &self.options);
        let kernel = prepare(program, &launch.kernel).ok()?;
        let counting = Options {
            count: true,
            ..options.clone()
        };
        let outcome = kernel.run(launch, &counting).ok()?;
        let is_old = |(mistake, count): (MistakeId, usize)| {
            self.warnings.get(&mistake).is_some_and(|old| *old >= count)
        };
        let is_error = |it: &Finding| it.level == Level::Error;
        if !warnings(&checked, &outcome).into_iter().all(is_old)
            || mistakes::read_beside_a_run(program).iter().any(is_error)
        {
            return None;
        }
        let elsewhere = prepare_elsewhere(program, &launch.kernel).ok()?;
        let there = elsewhere.run(launch, options).ok()?;
        let is_right_there = there.end == simulator::End::Completed
            && errors(&there) == 0
            && self.results.are_kept_in(&there.outputs);
        let is_whole = self.runs_what_ran(text, &outcome)
            && self.results.are_written_by(&kernel, launch, options);
        (is_right_there && is_whole).then_some(1)
    }

    fn is_spent(&self) -> bool {
        self.steps > STEPS
    }
}

/// The answer for a search.
pub fn repair_answer(ending: &RepairEnding) -> RepairAnswer<'_> {
    let mut report = RepairReport {
        finding: None,
        end: End::Completed,
        remedy: None,
        tried: 0,
        compared: 0,
    };
    match ending {
        RepairEnding::Unsupported(Unsupported {
            message,
            help,
            span,
        }) => {
            return RepairAnswer::Unsupported {
                unsupported: Construct {
                    message,
                    help,
                    span: span.as_ref(),
                },
            };
        }
        RepairEnding::NotBuilt(findings) => {
            report.finding = findings.first();
            report.end = End::NotBuilt;
        }
        RepairEnding::Right => {}
        RepairEnding::Stopped { .. } => report.end = End::OutOfSteps,
        RepairEnding::Wrong(wrong) => {
            report = RepairReport {
                finding: Some(&wrong.finding),
                end: wrong.end,
                remedy: wrong.remedy.as_ref(),
                tried: wrong.tried,
                compared: wrong.compared,
            };
        }
    }
    RepairAnswer::Report(Box::new(report))
}
