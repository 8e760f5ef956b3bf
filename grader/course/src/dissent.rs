//! A device that alone differs.
//!
//! The simulator's result of a case is a proof where it analysed everything: it executed each statement as
//! the language defines it, saw no undefined read, no race and no access outside a buffer, and the outputs
//! are right. But a program may ask where it runs, or use what the language leaves open. So the simulator
//! can run a program as in another place ([`Simulator::elsewhere`]), in which a right kernel is right too:
//! a kernel that is not chooses its results by where it runs, and fails.
//!
//! A device that leaves other values in memory, where both runs in the simulator are right, is at fault. If
//! the program computes in floating point, whose functions a device may round otherwise, or if the device
//! crashes or does not end, about which the simulator proves nothing, a third opinion decides: the same device
//! with its compiler's optimisation off has to be right in all cases. A device at fault fails nobody, and
//! the stage of the report shows its result.

use crate::claims::claims;
use crate::engine::Engine;
use crate::failure::{Failure, Smallest};
use crate::observer::{Evidence, Observer};
use crate::pass::Pass;
use crate::plan::Plan;
use crate::report::{Dissent, LooksAt, SecondOpinion};
use crate::simulated::Simulator;
use kernels::AnyCase;
use launch::Launch;
use launch::outcome::Outcome;

/// Who is at fault where a device leaves the wrong values in a case that the simulator has proven right.
pub(crate) enum Judgement {
    Device(Box<Dissent>),
    Kernel,
    /// The device has found a case in which the simulator sees the mistake as well.
    KernelInSimulator(Failure),
    /// The simulator finds the kernel wrong in another place; this is what it leaves to the implementation.
    KernelElsewhere(Vec<LooksAt>),
}

impl Plan<'_> {
    /// Judges a failure on a device of a kernel whose every case the simulator has found right.
    pub(crate) fn judge_dissent(
        &self,
        engine: &mut dyn Engine,
        found: &Smallest,
        from: &dyn AnyCase,
        observer: &mut dyn Observer,
    ) -> Judgement {
        let launch = found.case.launch();
        let mut here = Simulator::default();
        let Some(expected) = self.simulated(&mut here, found.case.as_ref(), &launch) else {
            return Judgement::Kernel;
        };
        match Failure::of(found.case.as_ref(), &launch, &expected) {
            None => {}
            Some(Failure::Other(_)) => return Judgement::Kernel,
            Some(failure) => return Judgement::KernelInSimulator(failure),
        }
        if let Some(mut elsewhere) = Simulator::elsewhere(self.unit)
            && let Some(outcome) = self.simulated(&mut elsewhere, found.case.as_ref(), &launch)
            && Failure::of(found.case.as_ref(), &launch, &outcome).is_some()
        {
            return Judgement::KernelElsewhere(elsewhere.left_open());
        }
        let got = engine.run(std::slice::from_ref(&launch)).into_iter().next();
        let unoptimised = self.second_opinion(engine, observer);
        let is_backed = unoptimised == SecondOpinion::Right;
        let is_excused = match &found.failure {
            Failure::Memory(_) => is_backed || !here.computes_in_floats(),
            Failure::Other(
                Outcome::Crashed { .. } | Outcome::LostTheDevice { .. } | Outcome::OutOfTime { .. },
            ) => is_backed,
            Failure::Other(_) | Failure::Mistake { .. } => false,
        };
        if !is_excused {
            return Judgement::Kernel;
        }
        let verdict = found.verdict(&self.problem.signature());
        let kept = match (&expected, &got) {
            (Outcome::Ran(expected), Some(got)) => observer.dissents(&Evidence {
                device: &engine.device(),
                version: &engine.version(),
                verdict: &verdict,
                source: &self.unit.source,
                launch: &launch,
                expected,
                got,
            }),
            _ => None,
        };
        Judgement::Device(Box::new(Dissent {
            verdict,
            counterexample: Some(found.counterexample(self.problem, from)),
            unoptimised,
            kept,
        }))
    }

    /// The outcome of a launch of a case in a simulator.
    fn simulated(
        &self,
        simulator: &mut Simulator,
        case: &dyn AnyCase,
        launch: &Launch,
    ) -> Option<Outcome> {
        simulator.take_problem(self.problem);
        simulator.build(self.unit).ok()?;
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
        match engine.build_unoptimised(self.unit) {
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
