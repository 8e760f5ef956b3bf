//! A device whose result differs from all others.
//!
//! The simulator's result of a case is a proof where it analysed everything: it executed each statement as
//! the language defines it, saw no undefined read, no race and no access outside a buffer, and the outputs
//! are right. But a program may query its implementation, or depend on implementation-defined behaviour. So
//! the simulator can run a program as another implementation ([`Simulator::elsewhere`]). A right kernel is
//! right there too; a kernel whose results depend on the implementation fails.
//!
//! If both runs in the simulator are right, a device that leaves other values in memory is at fault. If the
//! program computes in floating point (a device may round functions differently), or if the device crashes or
//! does not end (about which the simulator proves nothing), a third opinion decides: the same device with its
//! compiler's optimisation off must be right in all cases. Nobody fails because of a faulty device; the stage
//! of the report shows its result.

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

/// Who is at fault if a device leaves wrong values in a case that the simulator has proven right.
pub(crate) enum Judgement {
    Device(Box<Dissent>),
    Kernel,
    /// The device found a case in which the simulator observes the mistake too.
    KernelInSimulator(Failure),
    /// The kernel fails in the simulation of another implementation; it uses this implementation-defined
    /// behaviour.
    KernelElsewhere(Vec<LooksAt>),
}

impl Plan<'_> {
    /// Judges a device's failure of a kernel that the simulator has found right in every case.
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
