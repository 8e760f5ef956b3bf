//! A device that alone differs, and a kernel that differs from place to place.
//!
//! The simulator's word on a case is a proof where it analysed everything: it executed each statement as
//! the language defines it, saw no undefined read, no race and no access outside a buffer, and the outputs
//! are right. But a program may ask where it runs, or use what the language leaves open. So the simulator
//! can run a program as in another place ([`Simulator::elsewhere`]), in which a right kernel is right too:
//! one that is not chooses its results by where it runs, and fails.
//!
//! A device that leaves other values in memory, where both runs in the simulator are right, is at fault. If
//! the program computes in floating point, whose functions a device may round otherwise, or if the device
//! crashes or does not end, which the simulator does not prove, it takes a third opinion: the same device
//! with its compiler's optimisation off has to be right in all cases. Then nobody is failed for it, and the
//! stage says what the device gave.

use crate::check::{Observer, Plan};
use crate::claims::claims;
use crate::engine::{Engine, Outcome, Ran};
use crate::failure::{Failure, Smallest};
use crate::pass::Pass;
use crate::report::{Counterexample, Report, Stage, Verdict};
use crate::simulated::Simulator;
use kernels::AnyCase;
use launch::{Launch, Place, Source};
use serde::{Deserialize, Serialize};
use simulator::Open;

/// What a device gave that alone differs from what the simulator has proven.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dissent {
    /// What its result would come to.
    pub verdict: Verdict,
    /// The smallest case that shows it.
    pub counterexample: Option<Counterexample>,
    /// What the same device gives with its compiler's optimisation off.
    pub unoptimised: SecondOpinion,
    /// The folder in which the case is kept for the device's vendor; absent where it is kept nowhere.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kept: Option<String>,
}

/// What a second run of the same cases gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SecondOpinion {
    /// Every case comes out right.
    Right,
    /// A case fails there as well.
    Wrong,
    /// Nobody could be asked.
    Absent,
}

/// Something by which results can depend on where the kernel runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LooksAt {
    /// What it is.
    pub what: DependsOn,
    /// The macro's name; empty for all else.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub name: String,
    /// Where it stands first.
    pub place: Place,
}

/// What differs from place to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DependsOn {
    /// A macro of compilers, drivers or processors.
    Macro,
    /// What number an address is.
    Address,
    /// How accurate `native_` and `half_` functions are.
    Approximation,
    /// A floating value as a whole number of a type that has none for it.
    Conversion,
    /// A division of whole numbers by zero.
    Division,
    /// Whether a product and a sum are rounded once or twice.
    Rounding,
    /// The bits of a NaN.
    NanBits,
    /// The order in which atomic operations of different work-items come.
    AtomicOrder,
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
        }
    }
}

/// A case in which a device alone differs, whole.
#[derive(Debug)]
pub struct Evidence<'a> {
    /// The device.
    pub device: &'a str,
    /// The version of its driver, in the driver's own words.
    pub version: &'a str,
    /// What its result would come to.
    pub verdict: &'a Verdict,
    /// The program.
    pub source: &'a Source,
    /// The launch.
    pub launch: &'a Launch,
    /// The memory as the simulator leaves it.
    pub expected: &'a Ran,
    /// What the device does.
    pub got: &'a Outcome,
}

impl Plan<'_> {
    /// Runs the cases once more in the simulator, in a place that differs in all that the text asks for and
    /// in all that the language leaves open: a right kernel is right there as well.
    ///
    /// Where no engine has proven it right here, nothing is said of a kernel that the simulator finds wrong
    /// anywhere: its word was not asked for.
    pub(crate) fn run_elsewhere(
        &self,
        is_proven: bool,
        report: &mut Report,
        observer: &mut dyn Observer,
    ) {
        let Some(mut elsewhere) = Simulator::elsewhere(self.source) else {
            return;
        };
        if !is_proven && !self.is_right_here(observer) {
            return;
        }
        let mut stage = Stage {
            device: String::new(),
            cases: 0,
            skipped: None,
            dissent: None,
            times: None,
        };
        elsewhere.take_problem(self.problem);
        if elsewhere.build(self.source).is_err() {
            return;
        }
        self.run_cases(&mut elsewhere, None, &mut stage, false, report, observer);
        report.elsewhere = report.verdict != Verdict::Passed;
        if report.elsewhere {
            report.looks_at.extend(elsewhere.left_open());
        }
    }

    /// A device gave what is wrong in a case, and the simulator has found every case right. Nothing where the
    /// kernel is at fault, whose failure may then be another.
    pub(crate) fn judge_dissent(
        &self,
        engine: &mut dyn Engine,
        found: &mut Smallest,
        from: &dyn AnyCase,
        report: &mut Report,
        observer: &mut dyn Observer,
    ) -> Option<Dissent> {
        let launch = found.case.launch();
        let mut here = Simulator::default();
        let expected = self.simulated(&mut here, found.case.as_ref(), &launch)?;
        if let Some(failure) = Failure::of(found.case.as_ref(), &launch, &expected) {
            // The device has found a case in which the simulator sees the mistake as well.
            if !matches!(failure, Failure::Other(_)) {
                found.failure = failure;
            }
            return None;
        }
        if let Some(mut elsewhere) = Simulator::elsewhere(self.source)
            && let Some(outcome) = self.simulated(&mut elsewhere, found.case.as_ref(), &launch)
            && Failure::of(found.case.as_ref(), &launch, &outcome).is_some()
        {
            report.elsewhere = true;
            report.looks_at.extend(elsewhere.left_open());
            return None;
        }
        let got = engine.run(std::slice::from_ref(&launch)).into_iter().next();
        let unoptimised = self.second_opinion(engine, observer);
        let is_backed = unoptimised == SecondOpinion::Right;
        let is_excused = match &found.failure {
            Failure::Memory(_) => is_backed || !here.computes_in_floats(),
            Failure::Other(Outcome::Crashed { .. } | Outcome::OutOfTime { .. }) => is_backed,
            Failure::Other(_) | Failure::Mistake { .. } => false,
        };
        if !is_excused {
            return None;
        }
        let verdict = found.failure.verdict(&self.problem.signature());
        let kept = match (&expected, &got) {
            (Outcome::Ran(expected), Some(got)) => observer.dissents(&Evidence {
                device: &engine.device(),
                version: &engine.version(),
                verdict: &verdict,
                source: self.source,
                launch: &launch,
                expected,
                got,
            }),
            _ => None,
        };
        Some(Dissent {
            verdict,
            counterexample: Some(found.counterexample(self.problem, from)),
            unoptimised,
            kept,
        })
    }

    fn is_right_here(&self, observer: &mut dyn Observer) -> bool {
        let mut here = Simulator::default();
        here.take_problem(self.problem);
        let (mut runner, supply) = self.supply();
        here.build(self.source).is_ok()
            && Pass::over(supply, &mut here, &mut runner, observer)
                .failed
                .is_none()
    }

    /// What a launch of a case comes to in a simulator.
    fn simulated(
        &self,
        simulator: &mut Simulator,
        case: &dyn AnyCase,
        launch: &Launch,
    ) -> Option<Outcome> {
        simulator.take_problem(self.problem);
        simulator.build(self.source).ok()?;
        let claimed = |_| claims(case, launch);
        let outcomes = simulator.run_claimed(std::slice::from_ref(launch), &claimed);
        outcomes.into_iter().next()
    }

    /// Runs the same cases with optimisation off.
    fn second_opinion(
        &self,
        engine: &mut dyn Engine,
        observer: &mut dyn Observer,
    ) -> SecondOpinion {
        match engine.build_unoptimised(self.source) {
            None | Some(Err(_)) => SecondOpinion::Absent,
            Some(Ok(_)) => {
                let (mut runner, supply) = self.supply();
                let pass = Pass::over(supply, engine, &mut runner, observer);
                match pass.failed {
                    None => SecondOpinion::Right,
                    Some(_) => SecondOpinion::Wrong,
                }
            }
        }
    }
}
