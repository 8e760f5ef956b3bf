//! One pass over the cases of a check on one engine.

use crate::claims::claims;
use crate::engine::Engine;
use crate::failure::{Failure, add_new};
use crate::observer::{Observer, Step};
use crate::plan::Supply;
use kernels::AnyCase;
use launch::fault::Fault;
use launch::outcome::Outcome;
use launch::{Argument, Finding, Launch};
use proptest::test_runner::TestRunner;

/// One pass over all cases, up to the first that fails.
pub(crate) struct Pass {
    /// Cases that ran, the failing one included.
    pub(crate) ran: u32,
    pub(crate) failed: Option<(Box<dyn AnyCase>, Failure)>,
    /// The findings of the right cases, each once.
    pub(crate) warnings: Vec<Finding>,
    pub(crate) nanoseconds: Option<u64>,
}

impl Pass {
    /// Launches to the first batch. Most kernels that fail do so in the first few cases, which are
    /// the smallest; each batch after it is twice as large.
    const FIRST_BATCH: usize = 4;
    /// Launches to a batch, at most.
    const LARGEST_BATCH: usize = 64;
    /// Bytes of buffers to a batch: it is closed by the launch that reaches them.
    const BATCH_BYTES: usize = 8 << 20;

    pub(crate) fn over(
        mut supply: Supply,
        engine: &mut dyn Engine,
        runner: &mut TestRunner,
        observer: &mut dyn Observer,
    ) -> Self {
        let mut pass = Pass {
            ran: 0,
            failed: None,
            warnings: Vec::new(),
            nanoseconds: Some(0),
        };
        let mut batch = Self::FIRST_BATCH;
        loop {
            observer.step(Step::Running {
                done: pass.ran,
                of: supply.of,
            });
            let mut cases = Vec::new();
            let mut launches = Vec::new();
            let mut bytes = 0;
            while launches.len() < batch && bytes < Self::BATCH_BYTES {
                let Some(case) = supply.next(runner) else {
                    break;
                };
                let launch = case.launch();
                bytes += buffer_bytes(&launch);
                cases.push(case);
                launches.push(launch);
            }
            if cases.is_empty() {
                return pass;
            }
            let outcomes = engine.run_claimed(&launches, &|number| {
                let case = cases.get(number).zip(launches.get(number));
                case.map_or_else(Vec::new, |(case, launch)| claims(case.as_ref(), launch))
            });
            pass.judge(cases, &launches, outcomes);
            if pass.failed.is_some() {
                return pass;
            }
            batch = (2 * batch).min(Self::LARGEST_BATCH);
        }
    }

    /// Takes in the outcomes of a batch, up to the first failure.
    fn judge(&mut self, cases: Vec<Box<dyn AnyCase>>, launches: &[Launch], outcomes: Vec<Outcome>) {
        let given = outcomes.len();
        let mut outcomes = outcomes.into_iter();
        for (case, launch) in cases.into_iter().zip(launches) {
            // An engine leaves launches out only after a failure.
            let outcome = outcomes.next().unwrap_or_else(|| {
                Outcome::Fault(Fault::Garbage {
                    what: format!("{given} outcomes of {} launches", launches.len()),
                })
            });
            self.ran += 1;
            if let Outcome::Ran(ran) = &outcome {
                self.nanoseconds = self.nanoseconds.zip(ran.nanoseconds).map(|(a, b)| a + b);
            }
            if let Some(failure) = Failure::of(case.as_ref(), launch, &outcome) {
                self.failed = Some((case, failure));
                return;
            }
            if let Outcome::Ran(ran) = outcome {
                add_new(&mut self.warnings, ran.findings);
            }
        }
    }
}

fn buffer_bytes(launch: &Launch) -> usize {
    let sizes = launch.arguments.iter().map(|argument| match argument {
        Argument::Buffer(buffer) => buffer.contents.len(),
        _ => 0,
    });
    sizes.sum()
}
