//! The report of a check: the one result model that every renderer shows. Its JSON is a contract:
//! the same check gives the same text, save the times, which stand apart so that they can be
//! dropped.

use crate::simulated::SIMULATOR;
use kernels::{Fact, Limit, Measure, Signature};
use launch::outcome::Message;
use launch::{Bottleneck, Finding, MistakeId, NdRange, Place, Symptom, Warps, WorkItem};
pub use repair::Remedy;
use serde::{Deserialize, Serialize};
use simulator::Open;
use std::fmt;

/// The result of a check of one exercise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CheckReport"))]
pub struct Report {
    /// The exercise.
    pub exercise: ExerciseName,
    /// The result.
    pub verdict: Verdict,
    /// The points earned, and their maximum.
    pub points: Points,
    /// Was it the replay of one case? Then no points are given.
    pub replayed: bool,
    /// The engines on which the cases ran, in order. A kernel that fails in one stage does not run in the
    /// next.
    pub stages: Vec<Stage>,
    /// The smallest case that shows the failure; absent if the failure is not about a case.
    pub counterexample: Option<Counterexample>,
    /// A change of a few words with which the kernel is right, if one was found.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub remedy: Option<Remedy>,
    /// The compiler's errors and warnings, with lines of the student's file.
    pub messages: Vec<Message>,
    /// Mistakes found in the text or observed in the simulator: that of the smallest case, or warnings about
    /// a kernel that passed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub findings: Vec<Finding>,
    /// The questions of the exercise, and the results of their answers.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub answers: Vec<Answered>,
    /// The costs of a right kernel, if the exercise limits them: each counted case with its requirements.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub costs: Vec<Costs>,
    /// Does the exercise limit costs that could not be counted, because the kernel is not analysed?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub uncounted: bool,
    /// The implementation-defined behaviour on which results may depend.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub looks_at: Vec<LooksAt>,
    /// Was the failure observed in the simulation of another implementation?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub elsewhere: bool,
}

impl Report {
    /// Why the kernel passed on a device alone; none if the simulator ran it.
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

/// The costs of one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Costs {
    /// The case.
    pub case: Vec<Fact>,
    /// Its NDRange.
    pub range: NdRange,
    /// Reproduces it: `grader check SLUG --replay TOKEN`; absent where it follows from answers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub token: Option<String>,
    /// Each requirement, in the order of the problem.
    pub requirements: Vec<Requirement>,
}

/// One requirement on a run, and the counted values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Requirement {
    /// The counted quantity.
    pub measure: Measure,
    /// The limit of that quantity.
    pub limit: Limit,
    /// The reason for the limit.
    pub reason: String,
    /// The value of the student's kernel.
    pub own: u64,
    /// The value of the problem's own kernel.
    pub solution: u64,
    /// Is the limit kept?
    pub met: bool,
    /// If it is not kept: the lines of the kernel's file that add most to it, the costliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineShare>,
}

/// What one line adds to a counted quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineShare {
    /// The line, from 1.
    pub line: u32,
    /// In the unit of the measure; of coalescing efficiency, the bytes that are moved and not used.
    pub value: u64,
}

impl Costs {
    /// Is every limit kept?
    pub fn are_met(&self) -> bool {
        self.requirements.iter().all(|requirement| requirement.met)
    }
}

/// A question, and the result of its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answered {
    /// Its key in the file of answers.
    pub key: String,
    /// A short form of the question.
    pub asks: String,
    /// The answer, as it would be written; absent where there is none yet.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub given: Option<String>,
    /// The result of the answer.
    #[serde(flatten)]
    pub state: AnswerState,
}

/// The result of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum AnswerState {
    /// It is right.
    Right,
    /// It is wrong; a finding says why.
    Wrong,
    /// There is no answer yet.
    Open,
    /// It depends on another answer, which is not right yet.
    Waits {
        /// The key of that answer.
        on: String,
    },
}

/// Why a kernel passed on a device alone, which does not see races and stray reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DeviceAlone<'a> {
    /// The kernel has a construct that the simulator does not support.
    NotAnalysed(&'a Finding),
    /// The check was requested on the device alone.
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

/// One engine on which cases ran, or should have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stage {
    /// `the simulator`, or the device as a student knows it.
    pub device: String,
    /// Cases run, without those that shrinking tried.
    pub cases: u32,
    /// Why it did not run, or stopped early; absent if it ran.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub skipped: Option<Skipped>,
    /// Its outcome, if it differs from the result that an earlier stage has proven.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dissent: Option<Dissent>,
    /// The times; absent in snapshots.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub times: Option<Times>,
}

/// The outcome of a device that differs from the simulator's proven result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dissent {
    /// The verdict that its outcome would give.
    pub verdict: Verdict,
    /// The smallest case that shows it.
    pub counterexample: Option<Counterexample>,
    /// The outcome of the same device with its compiler's optimisation off.
    pub unoptimised: SecondOpinion,
    /// The folder in which the case is kept for the device's vendor, if it is kept.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kept: Option<String>,
}

/// The outcome of a second run of the same cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SecondOpinion {
    /// Every case comes out right.
    Right,
    /// A case fails there as well.
    Wrong,
    /// There is no second opinion.
    Absent,
}

/// Something that makes results depend on the implementation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LooksAt {
    /// The kind of thing.
    pub what: DependsOn,
    /// The macro's name; empty for other kinds.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub name: String,
    /// Its first occurrence.
    pub place: Place,
}

/// A kind of implementation-defined behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DependsOn {
    /// A macro of compilers, drivers or processors.
    Macro,
    /// The numeric value of an address.
    Address,
    /// The accuracy of `native_` and `half_` functions.
    Approximation,
    /// The conversion of a floating-point value to an integer type that cannot hold it.
    Conversion,
    /// An integer division by zero.
    Division,
    /// Whether a product and a sum are rounded once or twice.
    Rounding,
    /// The bits of a NaN.
    NanBits,
    /// The order of atomic operations of different work-items.
    AtomicOrder,
    /// The order in which a group adds or multiplies floating values.
    ReductionOrder,
}

impl From<Open> for DependsOn {
    fn from(open: Open) -> Self {
        match open {
            Open::Address => DependsOn::Address,
            Open::Approximation => DependsOn::Approximation,
            Open::Conversion => DependsOn::Conversion,
            Open::Division => DependsOn::Division,
            Open::Rounding => DependsOn::Rounding,
            Open::NanBits => DependsOn::NanBits,
            Open::AtomicOrder => DependsOn::AtomicOrder,
            Open::ReductionOrder => DependsOn::ReductionOrder,
        }
    }
}

/// Why cases did not run on an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Skipped {
    /// The kernel failed in an earlier stage.
    FailedBefore,
    /// The kernel uses something that is not analysed there.
    NotAnalysed {
        /// The construct, with its place.
        finding: Finding,
    },
    /// There is no such device.
    Unavailable {
        /// Why, in a sentence with the remedy.
        reason: String,
    },
    /// The device's compiler lacks a part of the exercise's version of OpenCL C. Most of a version from 2.0 on is
    /// optional.
    Lacks {
        /// The version, such as `3.0`.
        standard: String,
    },
}

/// The exercise a report is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExerciseName {
    /// Its stable id.
    pub slug: String,
    /// Its position in the course.
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
    /// The maximum.
    pub of: u32,
}

/// The verdict of a check. Its data is about the program as a whole; the counterexample is about one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Verdict {
    /// Every case gave the right result.
    Passed,
    /// The compiler refused the program.
    BuildFailed {
        /// Its log; empty if the findings replace it.
        log: String,
    },
    /// The program has no kernel of the expected name.
    NoSuchKernel {
        /// The exercise's kernel.
        expected: Signature,
        /// The program's kernels.
        found: Vec<String>,
        /// The kernel with the most similar name, if one is similar.
        nearest: Option<String>,
    },
    /// The kernel has other parameters than the exercise.
    OtherArguments {
        /// The exercise's signature.
        expected: Signature,
        /// The kernel's signature, if the device reports it.
        found: Option<Signature>,
        /// The first parameter (from 0) that does not match, if known; with too few or too many, the first
        /// that has no counterpart.
        first: Option<usize>,
        /// OpenCL's error, if OpenCL refused the arguments; otherwise empty.
        detail: String,
    },
    /// The simulator observed a mistake of the kernel; the findings describe it.
    Mistake {
        /// The id of the first finding, which is the one to fix first.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        mistake: MistakeId,
    },
    /// The simulator observed a mistake that the student has to find and name: only its symptom is given.
    Undiagnosed {
        /// The mistake's symptom.
        symptom: Symptom,
    },
    /// The file of answers cannot be parsed; the findings say why. Nothing ran.
    AnswersRefused,
    /// The kernel passed, but an answer is wrong or missing.
    WrongAnswers,
    /// A result is wrong.
    Wrong,
    /// Every result is right, but a requirement on the costs is not met.
    TooCostly,
    /// Something was written outside a buffer.
    WroteOutside,
    /// The kernel, or the compiler on it, crashed.
    Crashed {
        /// The cause, such as `SIGSEGV`.
        how: String,
        /// Was it the compiler?
        compiling: bool,
    },
    /// The kernel, or the compiler on it, did not end.
    OutOfTime {
        /// The limit in milliseconds.
        limit_ms: u64,
        /// Was it the compiler?
        compiling: bool,
    },
    /// The simulator stopped a launch that took far more steps than a right kernel needs.
    OutOfSteps {
        /// The executed steps.
        steps: u64,
        /// The steps of the course's own kernel in the same case, if they could be counted.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        solution: Option<u64>,
    },
    /// The kernel needs more memory, local memory or work-items in a work-group than the device has.
    OutOfResources {
        /// OpenCL's error code.
        code: String,
        /// The requested and the available amount, if known; may be empty.
        detail: String,
    },
    /// Nothing ran: the kernel uses something that is not analysed, and there is no device. Not the student's
    /// failure.
    NotAnalysed,
    /// The device is gone. Not the student's failure.
    DeviceLost {
        /// OpenCL's error code.
        detail: String,
    },
    /// The runner failed. Not the student's failure.
    RunnerFault {
        /// The reason.
        message: String,
    },
}

/// Who has to act on a failed check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// The student's kernel.
    Kernel,
    /// The machine or this program.
    Machine,
}

impl Verdict {
    /// Who has to act; none if the check passed.
    pub fn blame(&self) -> Option<Blame> {
        match self {
            Verdict::Passed => None,
            Verdict::DeviceLost { .. } | Verdict::RunnerFault { .. } | Verdict::NotAnalysed => {
                Some(Blame::Machine)
            }
            _ => Some(Blame::Kernel),
        }
    }

    /// Is it useful to look for mistakes in the text as well? Not if the text itself is refused.
    pub(crate) fn leaves_text_to_read(&self) -> bool {
        !matches!(
            self,
            Verdict::BuildFailed { .. }
                | Verdict::NoSuchKernel { .. }
                | Verdict::OtherArguments { .. }
        )
    }

    /// The label of a mistake in the course's tests: the mistake's id, or else the verdict's name.
    pub fn label(&self) -> &str {
        match self {
            Verdict::Mistake { mistake } => mistake.as_str(),
            other => other.name(),
        }
    }

    /// The name in the JSON, such as `wrote-outside`.
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

/// A failing case and its evidence: the smallest one found, or the replayed one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counterexample {
    /// The case.
    pub case: Vec<Fact>,
    /// Its NDRange.
    pub range: NdRange,
    /// Reproduces it: `grader check SLUG --replay TOKEN`.
    pub token: String,
    /// The search that found it; absent in a replay.
    pub shrinking: Option<Shrinking>,
    /// The first wrong element of each buffer with wrong elements, in the order of the arguments.
    pub wrong: Vec<WrongElement>,
    /// Writes outside buffers, the nearest to its buffer for each buffer.
    pub outside: Vec<OutsideWrite>,
    /// The facts that the data proves about the failure, the most informative first.
    pub explanations: Vec<Explanation>,
}

impl Counterexample {
    /// The access in the kernel's file that has to do with the wrong element, if one is known.
    pub fn place(&self) -> Option<&Place> {
        self.explanations.iter().find_map(|it| match it {
            Explanation::WrittenBy { place, .. } => Some(place),
            Explanation::WrongInputs { places, .. } => places.first(),
            _ => None,
        })
    }

    /// Removes the explanation by rounding if the kernel does not round.
    pub(crate) fn leave_out_rounding_unless(&mut self, rounds: bool) {
        let is_about_rounding = |it: &Explanation| matches!(it, Explanation::OffByRounding { .. });
        self.explanations
            .retain(|it| rounds || !is_about_rounding(it));
    }
}

/// The search for the smallest failing case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shrinking {
    /// The failing case it started from.
    pub from: Vec<Fact>,
    /// Launches it took.
    pub launches: u32,
    /// Did the search finish? Otherwise a smaller case may exist.
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
    /// The actual value.
    pub got: String,
    /// The state of the element, as far as the data shows it.
    pub state: ElementState,
    /// The error in ULP, for floating-point elements that are numbers.
    pub ulps: Option<f64>,
    /// The allowed error in ULP; 0 if only the exact value is right.
    pub allowed_ulps: f64,
    /// The work-item that has to write it, if the problem prescribes one.
    pub owner: Option<WorkItem>,
    /// The number of wrong elements.
    pub wrong: usize,
    /// The number of elements.
    pub of: usize,
}

/// An element of a buffer that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ElementRead {
    /// The kernel's name for the buffer.
    pub buffer: String,
    /// The element's index.
    pub index: usize,
}

/// The state of a wrong element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ElementState {
    /// An output still holds the pattern that was there before the launch.
    NeverWritten,
    /// It holds its value from before the launch.
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
    /// The index of the written element, counted on past the ends: -1 is the one before the first.
    pub index: i64,
    /// The value that was written; absent if only a part of an element was written.
    pub value: Option<String>,
    /// The number of the buffer's elements.
    pub len: usize,
    /// The number of elements written outside it, as far as the guards show.
    pub count: usize,
    /// The work-item to which the index would belong, if the mapping defines one.
    pub owner: Option<WorkItem>,
}

/// A fact that the data proves about a failure, not a guess at its cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Explanation {
    /// The value of the first wrong element is the right one of exactly one other index.
    BelongsAt {
        /// The buffer.
        buffer: String,
        /// The index it was found at.
        index: usize,
        /// The index it belongs at.
        belongs: usize,
    },
    /// The first wrong element was processed by a work-item that does not own it.
    DoneBy {
        /// The buffer that records the work-item.
        buffer: String,
        /// The element's index.
        index: usize,
        /// The work-item that processed it.
        by: WorkItem,
    },
    /// The value of the first wrong element is the result of processing it twice.
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
        /// The number of work-groups that own elements.
        groups: usize,
    },
    /// Every wrong element is off by one, and the kernel converts floating-point numbers to integers: it
    /// rounds in another way than it should.
    OffByRounding {
        /// The buffer.
        buffer: String,
        /// Is each of them too small? Otherwise each is too large.
        too_small: bool,
    },
    /// No element of an output was written at all.
    NeverWritten {
        /// The buffer.
        buffer: String,
        /// The number of elements.
        count: usize,
    },
    /// No element of a buffer that the kernel has to change was changed.
    Unchanged {
        /// The buffer.
        buffer: String,
        /// The number of elements.
        count: usize,
    },
    /// The work-item that has to write an element does not reach the write, or no read of an input that the element
    /// depends on.
    NotReached {
        /// The buffer.
        buffer: String,
        /// The element's index.
        index: usize,
        /// The work-item.
        work_item: WorkItem,
        /// The line of the write or the read.
        write: u32,
        /// The line of the condition that decides.
        line: u32,
        /// The condition, or the comparison in it that decides.
        condition: String,
        /// Does it hold?
        holds: bool,
        /// What is compared, such as `4 > 1`; empty if that is not known.
        values: String,
        /// Does the work-item return there?
        returns: bool,
    },
    /// The access that wrote an element.
    WrittenBy {
        /// The buffer.
        buffer: String,
        /// The element's index.
        index: usize,
        /// The work-item that wrote it last.
        by: WorkItem,
        /// The access.
        place: Place,
        /// The elements that the same statement read for it, if they are few.
        reads: Vec<ElementRead>,
    },
    /// The element was written from a variable, which these statements compute.
    ValueOf {
        /// The buffer.
        buffer: String,
        /// The element's index.
        index: usize,
        /// The variable.
        variable: String,
        /// The statements that give it a value other than a constant.
        places: Vec<Place>,
    },
    /// The element depends on other inputs than the right one: each was changed, for the kernel and for
    /// the exercise's own.
    WrongInputs {
        /// The buffer.
        buffer: String,
        /// The element's index.
        index: usize,
        /// Inputs on which the right element depends and this one does not, the first ones.
        missing: Vec<String>,
        /// The number of further ones.
        more_missing: usize,
        /// Are those read all the same?
        are_read: bool,
        /// Inputs on which this element depends and the right one does not, the first ones.
        surplus: Vec<String>,
        /// The number of further ones.
        more_surplus: usize,
        /// The accesses that read a surplus input for this element, or those that read from the buffer of a missing
        /// one that no work-item reads. Their labels are their texts.
        places: Vec<Place>,
    },
    /// The element depends on the right inputs, and changes with one by another amount than it should: the inputs
    /// were changed, for the kernel and for the exercise's own.
    WrongEffect {
        /// The buffer.
        buffer: String,
        /// The element's index.
        index: usize,
        /// The input.
        input: String,
        /// By how much the element grows where the input grows by 1.
        grows: String,
        /// By how much the right one grows.
        should_grow: String,
        /// The factor between the two, if it is the same for each of several inputs.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        factor: Option<String>,
    },
    /// Every element is wrong.
    All {
        /// The buffer.
        buffer: String,
        /// The number of elements.
        count: usize,
    },
    /// An input was changed, which the kernel should only read.
    InputChanged {
        /// The buffer.
        buffer: String,
    },
    /// The case has nothing to do, but something was written.
    EmptyCase,
    /// The case does not crash alone: an earlier case of the same run corrupted the process, or it crashes
    /// only sometimes.
    NotAlone,
}

/// Times. They differ from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Times {
    /// The whole stage, in milliseconds.
    pub total_ms: f64,
    /// The build, in milliseconds.
    pub build_ms: f64,
    /// All launches on the device, in milliseconds, if the device reports it.
    pub device_ms: Option<f64>,
    /// The largest launch and its predicted time; absent if there is no profile of the device.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub foreseen: Option<Forecast>,
}

/// A launch and its predicted time. No grade depends on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Foreseen"))]
pub struct Forecast {
    /// The number of its work-items.
    pub work_items: u64,
    /// The measured time on the device, in milliseconds.
    pub device_ms: f64,
    /// The prediction.
    #[serde(flatten)]
    pub prediction: Prediction,
}

/// The prediction for a launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Foresight"))]
#[serde(tag = "prediction", rename_all = "kebab-case")]
pub enum Prediction {
    /// The model covers the launch.
    Predicted {
        /// The predicted time in milliseconds.
        predicted_ms: f64,
        /// What bounds it; absent in reports of older versions.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        bottleneck: Option<Bottleneck>,
        /// The warps of a compute unit; absent if the profile has no latencies.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        warps: Option<Warps>,
    },
    /// The model does not cover it.
    Refused {
        /// The reason.
        why: String,
    },
}
