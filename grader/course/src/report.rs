//! The report of a check: the one result model that every renderer shows. Its JSON is a contract:
//! the same check gives the same text, save the times, which stand apart so that they can be
//! dropped.

use crate::costs::Costs;
use crate::dissent::{Dissent, LooksAt};
use crate::simulated::SIMULATOR;
use kernels::{Fact, Signature};
use launch::{Finding, Replacement, WorkItem};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a check of one exercise came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CheckReport"))]
pub struct Report {
    /// The exercise.
    pub exercise: ExerciseName,
    /// What it came to.
    pub verdict: Verdict,
    /// Points earned, and points there are.
    pub points: Points,
    /// Was it the replay of one case? Then no points are given, whatever it came to.
    pub replayed: bool,
    /// Where the cases ran, in order; what one stage finds wrong, the next never sees.
    pub stages: Vec<Stage>,
    /// The smallest case that shows the failure; absent where no single case is to blame.
    pub counterexample: Option<Counterexample>,
    /// A change of a few words with which the kernel is right; absent where none was found.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub remedy: Option<Remedy>,
    /// What the compiler said, errors and warnings, in the student's lines.
    pub messages: Vec<Message>,
    /// What is wrong with the program by its text, or was seen in the simulator: the mistake of the
    /// smallest case, or what is suspicious in a kernel that passed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub findings: Vec<Finding>,
    /// The questions of the exercise, and what their answers are worth.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub answers: Vec<Answered>,
    /// What a kernel that is right costs, where the exercise asks for that: each counted case with its
    /// requirements.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub costs: Vec<Costs>,
    /// Does the exercise ask for costs that could not be counted, since the kernel is not analysed?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub uncounted: bool,
    /// The names by which the text asks where it is read, where results may depend on them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub looks_at: Vec<LooksAt>,
    /// Was the failure seen where the text is read as another compiler reads it?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub elsewhere: bool,
}

impl Report {
    /// Why a device alone found the kernel right, where it did.
    pub fn device_alone(&self) -> Option<DeviceAlone<'_>> {
        let is_right = matches!(
            self.verdict,
            Verdict::Passed | Verdict::WrongAnswers | Verdict::TooCostly
        );
        let mut ran = self.stages.iter().filter(|stage| stage.skipped.is_none());
        if !is_right || ran.next().is_none() {
            return None;
        }
        match self.stages.iter().find(|stage| stage.device == SIMULATOR) {
            None => Some(DeviceAlone::SimulatorNotAsked),
            Some(stage) => match &stage.skipped {
                Some(Skipped::NotAnalysed { finding }) => Some(DeviceAlone::NotAnalysed(finding)),
                _ => None,
            },
        }
    }

    /// A report in which nothing is told yet, and nothing is earned.
    pub(crate) fn begun(exercise: ExerciseName, of: u32) -> Self {
        Report {
            exercise,
            verdict: Verdict::Passed,
            points: Points { earned: 0, of },
            replayed: false,
            stages: Vec::new(),
            counterexample: None,
            remedy: None,
            messages: Vec::new(),
            findings: Vec::new(),
            answers: Vec::new(),
            costs: Vec::new(),
            uncounted: false,
            looks_at: Vec::new(),
            elsewhere: false,
        }
    }

    /// The process's exit code: 0 it passed, 1 the student's work falls short, 2 the machine is at
    /// fault.
    pub fn exit_code(&self) -> u8 {
        match self.verdict.blame() {
            None => 0,
            Some(Blame::Kernel) => 1,
            Some(Blame::Machine) => 2,
        }
    }
}

/// A question, and what its answer is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answered {
    /// Its key in the file of answers.
    pub key: String,
    /// What is asked, in some words.
    pub asks: String,
    /// The answer, as it would be written; absent where there is none yet.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub given: Option<String>,
    /// What it is worth.
    #[serde(flatten)]
    pub state: AnswerState,
}

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum AnswerState {
    /// It is right.
    Right,
    /// It is wrong; a finding says why.
    Wrong,
    /// There is none yet.
    Open,
    /// It hangs on another one, which is not right yet.
    Waits {
        /// That one's key.
        on: String,
    },
}

/// What somebody sees of a mistake who has no tool that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Symptom {
    /// The launch does not come to an end, or goes on with what is half done.
    Hangs,
    /// Memory is touched that is not the kernel's to touch.
    Strays,
    /// The results may be other ones in another run, or on another device.
    Varies,
}

/// Why a device alone found a kernel right. Races and stray reads go unseen there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DeviceAlone<'a> {
    /// The simulator does not analyse something in the kernel.
    NotAnalysed(&'a Finding),
    /// The check was to run on the device alone.
    SimulatorNotAsked,
}

impl fmt::Display for DeviceAlone<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ran on the device alone: ")?;
        match self {
            DeviceAlone::NotAnalysed(finding) => {
                write!(f, "not simulated, {}", finding.message)?;
                match finding.spans.first() {
                    Some(place) => write!(f, " (line {})", place.line),
                    None => Ok(()),
                }
            }
            DeviceAlone::SimulatorNotAsked => {
                write!(
                    f,
                    "the simulator, which sees races and stray reads, did not run"
                )
            }
        }
    }
}

/// One place where cases ran, or should have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stage {
    /// `the simulator`, or the device as a student knows it.
    pub device: String,
    /// Cases run, without those that shrinking tried.
    pub cases: u32,
    /// Why it did not run, or not to its end; absent where nothing kept it from it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub skipped: Option<Skipped>,
    /// What it gave where it alone differs from what a stage before it has proven.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dissent: Option<Dissent>,
    /// How long it took; absent in snapshots.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub times: Option<Times>,
}

/// What kept cases from running somewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Skipped {
    /// A stage before it found something wrong.
    FailedBefore,
    /// The kernel holds what is not analysed there.
    NotAnalysed {
        /// What, and where.
        finding: Finding,
    },
    /// There is no such device here.
    Unavailable {
        /// Why, in a sentence with the remedy.
        reason: String,
    },
}

/// The exercise a report is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExerciseName {
    /// Its stable id.
    pub slug: String,
    /// Its place in the order.
    pub number: u32,
    /// Its title.
    pub title: String,
}

/// Points of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Points {
    /// Points earned.
    pub earned: u32,
    /// Points there are.
    pub of: u32,
}

/// What a check came to. The data is about the program as a whole; what one case showed is in the
/// counterexample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Verdict {
    /// Every case gave the right result.
    Passed,
    /// The compiler refused the program.
    BuildFailed {
        /// Its log, as it was; empty where the findings say it all.
        log: String,
    },
    /// The program has no kernel of the expected name.
    NoSuchKernel {
        /// The kernel the exercise asks for.
        expected: Signature,
        /// The kernels there are.
        found: Vec<String>,
        /// The one whose name comes nearest, where one comes near.
        nearest: Option<String>,
    },
    /// The kernel takes other arguments than the exercise gives it.
    OtherArguments {
        /// What the exercise asks for.
        expected: Signature,
        /// What the kernel takes, where the device tells.
        found: Option<Signature>,
        /// The first parameter (from 0) that does not fit, where known; with too few or too many,
        /// the first that has no partner.
        first: Option<usize>,
        /// What OpenCL said, where it was OpenCL that refused them; else empty.
        detail: String,
    },
    /// The simulator saw the kernel make a mistake; the findings tell which.
    Mistake {
        /// The id of the first of them, which is the one to mend first.
        mistake: String,
    },
    /// The simulator saw a mistake that the student is to find and to name: only what it does is told.
    Undiagnosed {
        /// What it does.
        symptom: Symptom,
    },
    /// The file of answers is none that can be read; the findings tell why, and nothing ran.
    AnswersRefused,
    /// What is left to do is answering: an answer is wrong, or not there yet.
    WrongAnswers,
    /// A result is wrong.
    Wrong,
    /// Every result is right, and a requirement on what the run costs is not met.
    TooCostly,
    /// Something was written outside a buffer.
    WroteOutside,
    /// The kernel, or the compiler over it, crashed.
    Crashed {
        /// How, such as `SIGSEGV`.
        how: String,
        /// Was it the compiler?
        compiling: bool,
    },
    /// The kernel, or the compiler over it, did not come to an end.
    OutOfTime {
        /// The limit in milliseconds.
        limit_ms: u64,
        /// Was it the compiler?
        compiling: bool,
    },
    /// The simulator stopped a launch that took far more steps than a right kernel needs.
    OutOfSteps {
        /// The steps it took.
        steps: u64,
        /// Those of the course's own kernel in the same case, where these could be counted.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        solution: Option<u64>,
    },
    /// The device has too little memory, local memory or work-items a group for the kernel.
    OutOfResources {
        /// What OpenCL called it.
        code: String,
        /// What was asked and what there is, where known; may be empty.
        detail: String,
    },
    /// Nothing ran: the kernel holds what is not analysed, and there is no device. Not the student's
    /// failure.
    NotAnalysed,
    /// The device is gone. Not the student's failure.
    DeviceLost {
        /// What OpenCL called it.
        detail: String,
    },
    /// The runner failed. Not the student's failure.
    RunnerFault {
        /// What went wrong.
        message: String,
    },
}

/// Who has to mend what a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// The student's kernel.
    Kernel,
    /// The machine or this program.
    Machine,
}

impl Verdict {
    /// Who has to mend it; nobody, where the check passed.
    pub fn blame(&self) -> Option<Blame> {
        match self {
            Verdict::Passed => None,
            Verdict::DeviceLost { .. } | Verdict::RunnerFault { .. } | Verdict::NotAnalysed => {
                Some(Blame::Machine)
            }
            _ => Some(Blame::Kernel),
        }
    }

    /// What a labelled mistake is caught as: the mistake's id, or the verdict's name.
    pub fn label(&self) -> &str {
        match self {
            Verdict::Mistake { mistake } => mistake,
            other => other.name(),
        }
    }

    /// Its name, as in the JSON: `wrote-outside`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::BuildFailed { .. } => "build-failed",
            Verdict::NoSuchKernel { .. } => "no-such-kernel",
            Verdict::OtherArguments { .. } => "other-arguments",
            Verdict::Mistake { .. } => "mistake",
            Verdict::Undiagnosed { .. } => "undiagnosed",
            Verdict::AnswersRefused => "answers-refused",
            Verdict::WrongAnswers => "wrong-answers",
            Verdict::Wrong => "wrong",
            Verdict::TooCostly => "too-costly",
            Verdict::WroteOutside => "wrote-outside",
            Verdict::Crashed { .. } => "crashed",
            Verdict::OutOfTime { .. } => "out-of-time",
            Verdict::OutOfSteps { .. } => "out-of-steps",
            Verdict::OutOfResources { .. } => "out-of-resources",
            Verdict::NotAnalysed => "not-analysed",
            Verdict::DeviceLost { .. } => "device-lost",
            Verdict::RunnerFault { .. } => "runner-fault",
        }
    }
}

/// A failing case, and what it showed: the smallest one found, or the one replayed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counterexample {
    /// The case.
    pub case: Vec<Fact>,
    /// Its NDRange.
    pub range: launch::NdRange,
    /// Reproduces it: `grader check SLUG --replay TOKEN`.
    pub token: String,
    /// How it was come by; absent in a replay, which takes the case as it is.
    pub shrinking: Option<Shrinking>,
    /// The first wrong element of each buffer with wrong elements, in the order of the arguments.
    pub wrong: Vec<WrongElement>,
    /// Writes outside buffers, the nearest to its buffer for each buffer.
    pub outside: Vec<OutsideWrite>,
    /// What the data proves about the failure, the most telling first.
    pub explanations: Vec<Explanation>,
}

impl Counterexample {
    /// Off by one says nothing of rounding where the kernel does not round.
    pub(crate) fn leave_out_rounding_unless(&mut self, rounds: bool) {
        let is_about_rounding = |it: &Explanation| matches!(it, Explanation::OffByRounding { .. });
        self.explanations
            .retain(|it| rounds || !is_about_rounding(it));
    }
}

/// A change of a few words with which the kernel is right in every case that was tried. Other changes may
/// do as well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Remedy {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to write.
    pub help: String,
    /// The first line to be changed, from 1.
    pub line: Option<u32>,
    /// What to write for what, in the order of the text.
    pub edits: Vec<Replacement>,
    /// Cases that were tried with the change; all were right.
    pub cases: u32,
}

/// How the smallest failing case was come by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shrinking {
    /// The failing case it began from.
    pub from: Vec<Fact>,
    /// Launches it took.
    pub launches: u32,
    /// Was the search carried to its end? Otherwise a smaller case may exist.
    pub complete: bool,
}

/// The first wrong element of a buffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongElement {
    /// The kernel's name for the buffer.
    pub buffer: String,
    /// The element's index.
    pub index: usize,
    /// The right value.
    pub expected: String,
    /// The value that is there.
    pub got: String,
    /// How the value came there, as far as the data tells.
    pub state: ElementState,
    /// How far off in ULP, for floating-point elements that are numbers.
    pub ulps: Option<f64>,
    /// How far off it may be, in ULP; 0 where only the exact value will do.
    pub allowed_ulps: f64,
    /// The work-item that has to write it, where the problem lays that down.
    pub owner: Option<WorkItem>,
    /// How many elements are wrong.
    pub wrong: usize,
    /// How many elements there are.
    pub of: usize,
}

/// What a wrong element tells of its history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ElementState {
    /// An output still holds the pattern that was there before the launch.
    NeverWritten,
    /// It holds the value it had before the launch.
    Unchanged,
    /// It holds another value than before the launch.
    Written,
}

/// A write outside a buffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutsideWrite {
    /// The kernel's name for the buffer.
    pub buffer: String,
    /// The element index that was written, counted on past the ends: -1 is the one before the
    /// first.
    pub index: i64,
    /// The value that stands there now; absent where only a part of an element was written.
    pub value: Option<String>,
    /// Elements the buffer has.
    pub len: usize,
    /// Elements written outside it, as far as the guards tell.
    pub count: usize,
    /// The work-item to which the index would belong, where the mapping tells.
    pub owner: Option<WorkItem>,
}

/// What the data proves about a failure. Each is a fact, not a guess at its cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Explanation {
    /// The value of the first wrong element is the right one of another index, and of no other.
    BelongsAt {
        /// The buffer.
        buffer: String,
        /// The index it was found at.
        index: usize,
        /// The index it belongs at.
        belongs: usize,
    },
    /// The work on the first wrong element was done by a work-item whose it is not.
    DoneBy {
        /// The buffer that records it.
        buffer: String,
        /// The element's index.
        index: usize,
        /// The work-item that did it.
        by: WorkItem,
    },
    /// The value of the first wrong element is what comes of doing the work on it twice.
    DoneTwice {
        /// The buffer.
        buffer: String,
        /// The element's index.
        index: usize,
    },
    /// Every wrong element belongs to one and the same work-group, the last one.
    LastGroupOnly {
        /// The buffer.
        buffer: String,
        /// The work-group's id.
        group: usize,
    },
    /// The elements of work-group 0 are right, those of all others are wrong.
    FirstGroupRight {
        /// The buffer.
        buffer: String,
        /// How many work-groups have elements.
        groups: usize,
    },
    /// Every wrong element is off by one, and the kernel makes integers of floating-point numbers: the
    /// fractions are treated in another way than they should be.
    OffByRounding {
        /// The buffer.
        buffer: String,
        /// Is each of them too small? Else each of them is too large.
        too_small: bool,
    },
    /// No element of an output was written at all.
    NeverWritten {
        /// The buffer.
        buffer: String,
        /// How many elements there are.
        count: usize,
    },
    /// No element of a buffer that was to be changed has another value than before.
    Unchanged {
        /// The buffer.
        buffer: String,
        /// How many elements there are.
        count: usize,
    },
    /// Every element is wrong.
    All {
        /// The buffer.
        buffer: String,
        /// How many.
        count: usize,
    },
    /// An input was changed, which the kernel should only read.
    InputChanged {
        /// The buffer.
        buffer: String,
    },
    /// There is nothing to do in this case, and yet something was written.
    EmptyCase,
    /// By itself the case does not crash: an earlier one of the same run damaged the process, or it
    /// crashes only now and then.
    NotAlone,
}

/// What the compiler said about a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Message {
    /// How grave.
    pub severity: Severity,
    /// The line in the student's file, from 1; absent where the compiler names none.
    pub line: Option<u32>,
    /// The column, from 1.
    pub column: Option<u32>,
    /// What it said.
    pub text: String,
}

/// How grave a compiler's message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The program is not built.
    Error,
    /// It is.
    Warning,
    /// Belongs to the message before it.
    Note,
}

/// How long things took. They differ from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Times {
    /// The whole stage, in milliseconds.
    pub total_ms: f64,
    /// The build, in milliseconds.
    pub build_ms: f64,
    /// On the device, all launches together, in milliseconds, where the device tells.
    pub device_ms: Option<f64>,
    /// The largest launch, beside what was predicted of it; absent where there is no profile of the device.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub foreseen: Option<Foreseen>,
}

/// A launch beside what was predicted of it. No grade hangs on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Foreseen {
    /// Its work-items.
    pub work_items: u64,
    /// What it took on the device, in milliseconds.
    pub device_ms: f64,
    /// What was predicted.
    #[serde(flatten)]
    pub prediction: Foresight,
}

/// What was predicted of a launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "prediction", rename_all = "kebab-case")]
pub enum Foresight {
    /// It is inside the model.
    Predicted {
        /// Its time in milliseconds.
        predicted_ms: f64,
    },
    /// It is not.
    Refused {
        /// Why, in some words.
        why: String,
    },
}
