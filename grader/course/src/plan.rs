use crate::front_end::TranslationUnit;
use crate::settings::Settings;
use kernels::{AnyCase, AnyProblem};
use opencl_c::program::Program;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

pub(crate) struct Plan<'a> {
    pub(crate) problem: &'static dyn AnyProblem,
    pub(crate) unit: &'a TranslationUnit,
    pub(crate) cases: Cases<'a>,
    /// The points of a kernel that passes.
    pub(crate) points: u32,
    /// Does the exercise ask to name the mistake? Then the report does not name it.
    pub(crate) asks_for_diagnosis: bool,
    /// May a repair be searched for?
    pub(crate) shows_repairs: bool,
}

pub(crate) enum Cases<'a> {
    /// The corner cases, then drawn ones.
    Drawn(&'a Settings),
    Replayed(Box<dyn AnyCase>),
}

/// proptest's runner, with a generator that depends on the seed alone.
pub(crate) fn runner(seed: u64) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    runner_of(&bytes)
}

/// The same with all bytes of the seed.
pub(crate) fn runner_of(seed: &[u8; 32]) -> TestRunner {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, seed))
}

impl Plan<'_> {
    /// The cases, the same on every engine, and the generator that draws and shrinks them.
    pub(crate) fn supply(&self) -> (TestRunner, Supply) {
        let (corners, of) = match &self.cases {
            Cases::Drawn(settings) => {
                let corners = self.problem.corners();
                let of = settings.cases.max(corners.len() as u32);
                (corners, of)
            }
            Cases::Replayed(case) => (vec![case.duplicate()], 1),
        };
        let supply = Supply {
            problem: self.problem,
            corners: corners.into_iter(),
            left: of,
            of,
        };
        (self.runner(), supply)
    }

    /// The generator that draws the cases.
    pub(crate) fn runner(&self) -> TestRunner {
        let seed = match &self.cases {
            Cases::Drawn(settings) => settings.seed,
            Cases::Replayed(_) => 0,
        };
        runner(seed)
    }

    /// The program, where the front end reads the text.
    pub(crate) fn program(&self) -> Option<&Program> {
        self.unit.program().ok().map(AsRef::as_ref)
    }

    pub(crate) fn is_replay(&self) -> bool {
        matches!(self.cases, Cases::Replayed(_))
    }
}

/// The cases of one pass: the corner cases first, then drawn ones. A case is drawn only when it is needed,
/// since an early one may fail.
pub(crate) struct Supply {
    problem: &'static dyn AnyProblem,
    corners: std::vec::IntoIter<Box<dyn AnyCase>>,
    /// Cases still to come.
    left: u32,
    pub(crate) of: u32,
}

impl Supply {
    pub(crate) fn next(&mut self, runner: &mut TestRunner) -> Option<Box<dyn AnyCase>> {
        self.left = self.left.checked_sub(1)?;
        // A strategy that fails to draw ends the supply.
        self.corners
            .next()
            .or_else(|| self.problem.draw(runner).ok())
    }
}
