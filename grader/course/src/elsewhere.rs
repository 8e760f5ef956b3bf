//! A kernel in another place: the simulator runs the cases once more where another compiler reads the text,
//! and where all that the language leaves open is done in another way. A right kernel is right there too.

use crate::diagnosis::Diagnosis;
use crate::engine::Engine;
use crate::observer::Observer;
use crate::pass::Pass;
use crate::plan::Plan;
use crate::simulated::Simulator;
use crate::stage::Run;

impl Plan<'_> {
    /// Runs the cases in another place. None where the kernel is the same in every place.
    ///
    /// Where no engine has proven the kernel right here, the simulator was not asked for: then a kernel that
    /// it finds wrong here is not failed for being wrong elsewhere.
    pub(crate) fn run_elsewhere(
        &self,
        is_proven: bool,
        observer: &mut dyn Observer,
    ) -> Option<Run> {
        let mut elsewhere = Simulator::elsewhere(self.unit)?;
        if !is_proven && !self.is_right_here(observer) {
            return None;
        }
        elsewhere.take_problem(self.problem);
        elsewhere.build(self.unit).ok()?;
        let run = self.run_cases(&mut elsewhere, None, false, observer);
        Some(Run {
            failed: run.failed.map(|failed| Diagnosis {
                elsewhere: Some(elsewhere.left_open()),
                ..failed
            }),
            ..run
        })
    }

    fn is_right_here(&self, observer: &mut dyn Observer) -> bool {
        let mut here = Simulator::default();
        here.take_problem(self.problem);
        let (mut runner, supply) = self.supply();
        here.build(self.unit).is_ok()
            && Pass::over(supply, &mut here, &mut runner, observer)
                .failed
                .is_none()
    }
}
