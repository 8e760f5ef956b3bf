//! A check on the reader's own GPU. The page has WebGPU and this module has not, so the two take turns: the module
//! says what to launch ([`Turn::Launch`]) and where its bytes lie in the module's memory, the page launches, writes
//! what came back to the same places, and asks again. The page judges nothing.
//!
//! The simulator checks first, and its report is the report: a kernel that fails there is not launched, and what a GPU
//! leaves changes neither verdict nor points. The cases, and the comparison of what they leave, are those of a check on
//! a device. The check is run anew each time with the outcomes that are known so far, until none is missing.

mod awaited;
mod jobs;
mod measured;

use crate::check::Check;
use crate::exercises::{exercise, handed_in};
use crate::refusal;
use awaited::Awaited;
use course::{Exercise, NoClock, Report, Settings, ShrinkLimits, Skipped, Submission, Verdict};
pub use jobs::Job;
use jobs::{Jobs, NotPrepared};
use launch::fault::Fault;
use launch::outcome::{Outcome, Ran};
use launch::protocol::{self, Run};
use launch::{Launch, Source};
use launch_file::json;
pub use measured::{GpuMeasurement, Measure};
use opencl_c::program::Program;
use serde::{Deserialize, Serialize};
use serde_bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::Arc;
use wgsl::Limits;

/// A check, and the device that the page has.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// What is checked.
    pub check: Check,
    /// The device.
    pub adapter: Adapter,
    /// The course's solution, which is timed beside a kernel that passes.
    #[serde(default)]
    pub solution: Option<String>,
}

/// A device of WebGPU, with its limits as WebGPU calls them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Adapter {
    pub name: String,
    pub max_compute_invocations_per_workgroup: usize,
    pub max_compute_workgroup_size_x: usize,
    pub max_compute_workgroup_size_y: usize,
    pub max_compute_workgroup_size_z: usize,
    pub max_compute_workgroups_per_dimension: u32,
    pub max_compute_workgroup_storage_size: u64,
    pub max_storage_buffer_binding_size: u64,
    pub max_storage_buffers_per_shader_stage: u32,
    /// Does its `fma` round once? The page has tried it.
    pub fused: bool,
}

/// How the launches ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Launched {
    /// Each has left its bytes; the time of each, in nanoseconds, where it was measured.
    Done(Vec<Option<f64>>),
    /// They could not be done: a sentence.
    Failed(String),
}

/// What the page does next.
pub enum Turn {
    /// Launch, then call [`GpuCheck::go_on`].
    Launch(String),
    /// Show the report.
    Report(String),
}

/// A check under way.
pub struct GpuCheck {
    begin: Begin,
    exercise: Exercise,
    submission: Submission,
    /// What the simulator says.
    report: Report,
    /// The outcomes on the device, in the order of the requests.
    known: Vec<Vec<Outcome>>,
    jobs: Jobs,
    stage: Stage,
}

enum Stage {
    Cases {
        launched: Vec<Job>,
        /// The outcome of the launch after them, which cannot be tried.
        last: Option<Outcome>,
    },
    /// The largest case, for the time of the kernel.
    Time {
        cases: u32,
        work_items: u64,
        launch: Launch,
        job: Box<Job>,
    },
    /// The same case, for the time of the solution.
    SolutionTime { beside: Beside, job: Box<Job> },
}

/// What the device says beside the simulator's report.
#[derive(Default, Serialize)]
struct Beside {
    device: String,
    state: State,
    /// Cases that ran.
    cases: u32,
    /// Why it did not run, or how it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// The report on the device as the command prints it, where it is not right there.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The time of the largest case in nanoseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    nanoseconds: Option<f64>,
    /// The time of the course's solution in nanoseconds, on the same case.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution_nanoseconds: Option<f64>,
    /// The work-items of that case.
    #[serde(skip_serializing_if = "Option::is_none")]
    work_items: Option<u64>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    /// The kernel fails in the simulator.
    #[default]
    NotRun,
    /// Every case is right there too.
    Passed,
    /// A case is wrong there.
    Differs,
    /// There is no sure form in WGSL.
    Refused,
    /// The device could not do it.
    Failed,
}

#[derive(Serialize)]
struct Reply<'t> {
    #[serde(flatten)]
    report: &'t Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    gpu: Beside,
}

#[derive(Serialize)]
struct Work<'w> {
    launches: Vec<jobs::Shown>,
    /// Those that were not sent yet, by number.
    shaders: BTreeMap<usize, &'w str>,
    /// Is the launch repeated, for its time?
    timed: bool,
}

impl GpuCheck {
    /// Checks in the simulator. `None` beside the report: there is nothing to launch.
    pub fn begin(request: &str) -> (Option<GpuCheck>, String) {
        let begun = serde_json::from_str(request)
            .map_err(|error| error.to_string())
            .and_then(GpuCheck::of);
        match begun {
            Ok(mut check) => match check.turn() {
                Turn::Launch(text) => (Some(check), text),
                Turn::Report(text) => (None, text),
            },
            Err(why) => (None, refusal::of_request(why)),
        }
    }

    fn of(begin: Begin) -> Result<GpuCheck, String> {
        let exercise = exercise(&begin.check.exercise)?;
        Ok(GpuCheck {
            submission: handed_in(&exercise, &begin.check.files),
            report: begin.check.report()?,
            jobs: Jobs::new(begin.adapter.limits()),
            exercise,
            begin,
            known: Vec::new(),
            stage: Stage::Cases {
                launched: Vec::new(),
                last: None,
            },
        })
    }

    /// Takes what the launches left.
    pub fn go_on(&mut self, request: &str) -> Turn {
        let launched = match serde_json::from_str(request) {
            Ok(launched) => launched,
            Err(error) => return Turn::Report(refusal::of_request(error.to_string())),
        };
        let times: Vec<Option<f64>> = match launched {
            Launched::Done(times) => times,
            Launched::Failed(why) => return self.failed(why),
        };
        let time = times.first().copied().flatten();
        match &mut self.stage {
            Stage::Time {
                cases,
                work_items,
                launch,
                ..
            } => {
                let launch = launch.clone();
                let beside = Beside {
                    cases: *cases,
                    nanoseconds: time,
                    work_items: Some(*work_items),
                    ..self.beside(State::Passed, None)
                };
                self.time_solution(launch, beside)
            }
            Stage::SolutionTime { beside, .. } => {
                let beside = Beside {
                    solution_nanoseconds: time,
                    ..std::mem::take(beside)
                };
                self.end(beside)
            }
            Stage::Cases { launched, last } => {
                let launched = std::mem::take(launched);
                let last = last.take();
                if launched.iter().any(|job| self.jobs.parted(job)) {
                    let why = Some(wgsl::PARTED.to_owned());
                    return self.end(self.beside(State::Refused, why));
                }
                let times = times.into_iter().chain(std::iter::repeat(None));
                let mut outcomes: Vec<Outcome> =
                    launched.iter().zip(times).map(outcome_of).collect();
                outcomes.extend(last);
                self.known.push(outcomes);
                self.turn()
            }
        }
    }

    fn turn(&mut self) -> Turn {
        let simulated = self.report.stages.first();
        let is_right = is_right(&self.report.verdict)
            && simulated.is_some_and(|stage| stage.skipped.is_none() && stage.cases > 0);
        if !is_right {
            return self.end(Beside::default());
        }
        loop {
            let usual = Settings::default();
            let settings = Settings {
                cases: self.begin.check.cases.unwrap_or(usual.cases),
                seed: self.begin.check.seed.unwrap_or(usual.seed),
                // A search would take a turn for each launch.
                shrinking: ShrinkLimits {
                    launches: 0,
                    ..usual.shrinking
                },
                ..usual
            };
            let mut device = Awaited::new(&self.begin.adapter.name, &self.known);
            let engines = &mut [&mut device as _];
            let report = course::check(
                &self.exercise,
                &self.submission,
                engines,
                &settings,
                &mut NoClock,
            );
            let (program, wanted) = device.wanted();
            let (Some(program), Some(wanted)) = (program, wanted) else {
                return self.judged(&report);
            };
            let mut launched = Vec::new();
            let mut last = None;
            for launch in wanted {
                match self.jobs.prepare(&program, launch) {
                    Ok(job) => launched.push(job),
                    Err(NotPrepared::Refused(why)) => {
                        return self.end(self.beside(State::Refused, Some(why)));
                    }
                    Err(NotPrepared::Failed(failure)) => {
                        last = Some(Outcome::Failed(failure));
                        break;
                    }
                }
            }
            if launched.is_empty() {
                self.known.push(last.into_iter().collect());
                continue;
            }
            let text = work(&mut self.jobs, &launched, false);
            self.stage = Stage::Cases { launched, last };
            return Turn::Launch(text);
        }
    }

    /// The cases are through: what they show, or the largest once more for its time.
    fn judged(&mut self, report: &Report) -> Turn {
        let stage = report.stages.first();
        let cases = stage.map_or(0, |stage| stage.cases);
        if let Some(Skipped::Unavailable { reason }) =
            stage.and_then(|stage| stage.skipped.as_ref())
        {
            return self.end(self.beside(State::Failed, Some(reason.clone())));
        }
        if !is_right(&report.verdict) {
            let width = self.begin.check.columns.unwrap_or(80);
            let state = match report.counterexample {
                Some(_) => State::Differs,
                None => State::Failed,
            };
            let beside = Beside {
                cases,
                text: self.begin.check.text(report, width).ok(),
                ..self.beside(state, None)
            };
            return self.end(beside);
        }
        let largest = course::largest_sample(&self.exercise);
        let program = self
            .submission
            .kernel
            .clone()
            .and_then(|text| self.program(text));
        if let (Some(largest), Some(program)) = (largest, program) {
            let launch = largest.launch;
            let work_items = launch.range.global.iter().map(|&size| size as u64);
            let work_items = work_items.product();
            if let Ok(job) = self.jobs.prepare(&program, launch.clone()) {
                let text = work(&mut self.jobs, std::slice::from_ref(&job), true);
                self.stage = Stage::Time {
                    cases,
                    work_items,
                    launch,
                    job: Box::new(job),
                };
                return Turn::Launch(text);
            }
        }
        let beside = Beside {
            cases,
            ..self.beside(State::Passed, None)
        };
        self.end(beside)
    }

    /// Launches the solution on the case that the kernel was timed on, where the page has given one that translates.
    fn time_solution(&mut self, launch: Launch, beside: Beside) -> Turn {
        let solution = self.begin.solution.as_deref();
        let program = solution.and_then(|text| self.program(Source::of_file("solution.cl", text)));
        // Shaders are known by their kernels' names, and this is another kernel of the same name.
        self.jobs = Jobs::new(self.begin.adapter.limits());
        let job = program.and_then(|program| self.jobs.prepare(&program, launch).ok());
        let Some(job) = job else {
            return self.end(beside);
        };
        let text = work(&mut self.jobs, std::slice::from_ref(&job), true);
        self.stage = Stage::SolutionTime {
            beside,
            job: Box::new(job),
        };
        Turn::Launch(text)
    }

    fn program(&self, kernel: Source) -> Option<Arc<Program>> {
        let problem = self.exercise.problem?;
        let source = Source {
            standard: problem.standard(),
            ..kernel
        };
        let unit = course::TranslationUnit::for_kernel(source, problem.name());
        unit.program().ok().cloned()
    }

    /// The device did not do what was asked. A solution without a time is no loss.
    fn failed(&mut self, why: String) -> Turn {
        match &mut self.stage {
            Stage::SolutionTime { beside, .. } => {
                let beside = std::mem::take(beside);
                self.end(beside)
            }
            _ => self.end(self.beside(State::Failed, Some(why))),
        }
    }

    fn beside(&self, state: State, why: Option<String>) -> Beside {
        Beside {
            device: self.begin.adapter.name.clone(),
            state,
            why,
            ..Beside::default()
        }
    }

    fn end(&self, gpu: Beside) -> Turn {
        let width = self.begin.check.columns;
        let text = width.map(|width| self.begin.check.text(&self.report, width));
        Turn::Report(match text.transpose() {
            Ok(text) => json(&Reply {
                report: &self.report,
                text,
                gpu,
            }),
            Err(why) => refusal::of_request(why),
        })
    }

    /// The launches under way, with the bytes that are bound for them.
    pub fn launched(&mut self) -> &mut [Job] {
        match &mut self.stage {
            Stage::Cases { launched, .. } => launched,
            Stage::Time { job, .. } | Stage::SolutionTime { job, .. } => std::slice::from_mut(job),
        }
    }
}

/// What the page does for these launches.
fn work(jobs: &mut Jobs, launches: &[Job], timed: bool) -> String {
    let shaders = jobs.take_new();
    json(&Work {
        launches: launches.iter().map(Job::shown).collect(),
        shaders: shaders
            .into_iter()
            .map(|number| (number, jobs.text(number)))
            .collect(),
        timed,
    })
}

/// Is every result right, whatever it costs and whatever else is asked?
fn is_right(verdict: &Verdict) -> bool {
    matches!(
        verdict,
        Verdict::Passed | Verdict::TooCostly | Verdict::WrongAnswers
    )
}

/// What a launch left.
fn outcome_of((job, nanoseconds): (&Job, Option<f64>)) -> Outcome {
    let run = Run::of(&job.launch);
    let buffers = job.placed.buffers(&run);
    let images = job.placed.images(&run);
    let ran = protocol::Ran {
        buffers: buffers.iter().map(|bytes| Bytes::new(bytes)).collect(),
        images: images.iter().map(|bytes| Bytes::new(bytes)).collect(),
        nanoseconds: nanoseconds.map(|time| time as u64),
        printf: Bytes::new(&[]),
        printf_cut: false,
    };
    ran_of(&job.launch, &ran)
}

fn ran_of(launch: &Launch, ran: &protocol::Ran<'_>) -> Outcome {
    match Ran::of(launch, ran) {
        Some(ran) => Outcome::Ran(ran),
        None => Outcome::Fault(Fault::Garbage {
            what: "not the buffers that it was given".to_owned(),
        }),
    }
}

impl Adapter {
    fn limits(&self) -> Limits {
        Limits {
            work_group: self.max_compute_invocations_per_workgroup,
            work_group_sizes: [
                self.max_compute_workgroup_size_x,
                self.max_compute_workgroup_size_y,
                self.max_compute_workgroup_size_z,
            ],
            groups: self.max_compute_workgroups_per_dimension,
            local_memory: self.max_compute_workgroup_storage_size,
            buffer: self.max_storage_buffer_binding_size.min(1 << 31),
            buffers: self.max_storage_buffers_per_shader_stage,
            fused: self.fused,
        }
    }
}
