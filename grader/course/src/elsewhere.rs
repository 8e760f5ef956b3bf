//! The simulator runs the cases once more as another implementation: other predefined macros, and other
//! choices wherever the language leaves them open. A right kernel is right there too.

use crate::diagnosis::Diagnosis;
use crate::engine::Engine;
use crate::observer::Observer;
use crate::pass::Pass;
use crate::plan::Plan;
use crate::simulated::Simulator;
use crate::stage::Run;

impl Plan<'_> {
    /// Runs the cases as another implementation; none if the kernel does not depend on the implementation.
    ///
    /// If no engine has proven the kernel right, the simulator was not among them. Then a kernel that is
    /// wrong in the usual simulation is not failed for being wrong in this one.
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
