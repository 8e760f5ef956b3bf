//! Problems without their case type, as the check uses them.

use crate::{Bound, Domain, Expected, Fact, Problem, Signature, Writers};
use launch::{Access, Argument, Launch, Standard};
use proptest::strategy::{BoxedStrategy, Strategy, ValueTree};
use proptest::test_runner::{Reason, TestRunner};
use std::fmt;

/// A [`Problem`] whose case type is hidden.
pub trait AnyProblem: Send + Sync {
    /// [`Problem::name`].
    fn name(&self) -> &'static str;
    /// [`Problem::reference`].
    fn reference(&self) -> &'static str;
    /// [`Problem::standard`].
    fn standard(&self) -> Standard;
    /// [`Problem::signature`].
    fn signature(&self) -> Signature;
    /// [`Problem::domain`].
    fn domain(&self) -> Domain;
    /// [`Problem::corners`].
    fn corners(&'static self) -> Vec<Box<dyn AnyCase>>;
    /// [`Problem::counted`].
    fn counted(&'static self) -> Vec<Box<dyn AnyCase>>;
    /// Draws a case from [`Problem::also_counted`]; none where there are none.
    fn draw_counted(&'static self, runner: &mut TestRunner) -> Option<Box<dyn AnyCase>>;
    /// Draws a case from [`Problem::cases`].
    fn draw(&'static self, runner: &mut TestRunner) -> Result<Box<dyn AnyCase>, Reason>;
    /// Reads a case that [`AnyCase::encode`] wrote.
    fn decode(&'static self, bytes: &[u8]) -> Result<Box<dyn AnyCase>, CaseError>;
}

/// A case whose type is hidden.
pub trait AnyCase: Send + Sync {
    /// [`Problem::describe`].
    fn describe(&self) -> Vec<Fact>;
    /// [`Problem::launch`], with its outputs open for reading: a kernel may read back what it has written,
    /// and nothing in a kernel's text tells how the host created a buffer. What was not written yet holds
    /// no value.
    fn launch(&self) -> Launch;
    /// [`Problem::expected`].
    fn expected(&self) -> Vec<Expected>;
    /// [`Problem::fault`].
    fn fault(&self) -> Option<String>;
    /// [`Problem::bounds`].
    fn bounds(&self) -> Vec<Bound>;
    /// [`Problem::done_twice`].
    fn done_twice(&self, buffer: usize, element: usize) -> Option<Vec<u8>>;
    /// [`Problem::records_work_items`].
    fn records_work_items(&self, buffer: usize) -> bool;
    /// [`Problem::writers`].
    fn writers(&self, buffer: usize) -> Writers;
    /// [`Problem::owner`].
    fn owner(&self, buffer: usize, element: usize) -> Option<Vec<usize>>;
    /// The same case once more.
    fn duplicate(&self) -> Box<dyn AnyCase>;
    /// The case in a compact binary form.
    fn encode(&self) -> Vec<u8>;
    /// Starts to shrink from this case.
    fn shrink(&self, runner: &mut TestRunner) -> Result<Box<dyn Shrinker>, Reason>;
}

/// The search for a smaller case, one step at a time.
pub trait Shrinker {
    /// The case it stands at.
    fn current(&self) -> Box<dyn AnyCase>;
    /// Steps to a simpler case; false where there is none.
    fn simplify(&mut self) -> bool;
    /// Takes part of the last simplification back; false where that is not possible.
    fn complicate(&mut self) -> bool;
}

/// Why bytes are no case of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseError {
    /// They do not have the case's form.
    Malformed,
    /// They have, but the problem never draws such a case.
    NotAdmitted,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CaseError::Malformed => "the bytes are no case of this problem",
            CaseError::NotAdmitted => "this problem has no such case",
        })
    }
}

impl std::error::Error for CaseError {}

struct Case<P: Problem> {
    problem: &'static P,
    case: P::Case,
}

impl<P: Problem> AnyProblem for P {
    fn name(&self) -> &'static str {
        Problem::name(self)
    }

    fn reference(&self) -> &'static str {
        Problem::reference(self)
    }

    fn standard(&self) -> Standard {
        Problem::standard(self)
    }

    fn signature(&self) -> Signature {
        Problem::signature(self)
    }

    fn domain(&self) -> Domain {
        Problem::domain(self)
    }

    fn corners(&'static self) -> Vec<Box<dyn AnyCase>> {
        Problem::corners(self)
            .into_iter()
            .map(|case| erase(self, case))
            .collect()
    }

    fn counted(&'static self) -> Vec<Box<dyn AnyCase>> {
        Problem::counted(self)
            .into_iter()
            .map(|case| erase(self, case))
            .collect()
    }

    fn draw_counted(&'static self, runner: &mut TestRunner) -> Option<Box<dyn AnyCase>> {
        let tree = self.also_counted()?.new_tree(runner).ok()?;
        Some(erase(self, tree.current()))
    }

    fn draw(&'static self, runner: &mut TestRunner) -> Result<Box<dyn AnyCase>, Reason> {
        let tree = self.cases().new_tree(runner)?;
        Ok(erase(self, tree.current()))
    }

    fn decode(&'static self, bytes: &[u8]) -> Result<Box<dyn AnyCase>, CaseError> {
        let (case, rest) =
            postcard::take_from_bytes::<P::Case>(bytes).map_err(|_| CaseError::Malformed)?;
        if !rest.is_empty() {
            return Err(CaseError::Malformed);
        }
        if !self.admits(&case) {
            return Err(CaseError::NotAdmitted);
        }
        Ok(erase(self, case))
    }
}

fn erase<P: Problem>(problem: &'static P, case: P::Case) -> Box<dyn AnyCase> {
    Box::new(Case { problem, case })
}

impl<P: Problem> AnyCase for Case<P> {
    fn describe(&self) -> Vec<Fact> {
        self.problem.describe(&self.case)
    }

    fn launch(&self) -> Launch {
        let mut launch = self.problem.launch(&self.case);
        for argument in &mut launch.arguments {
            if let Argument::Buffer(buffer) = argument
                && buffer.access == Access::Write
            {
                buffer.access = Access::ReadWrite;
            }
        }
        launch
    }

    fn expected(&self) -> Vec<Expected> {
        self.problem.expected(&self.case)
    }

    fn fault(&self) -> Option<String> {
        self.problem.fault(&self.case)
    }

    fn bounds(&self) -> Vec<Bound> {
        self.problem.bounds(&self.case)
    }

    fn done_twice(&self, buffer: usize, element: usize) -> Option<Vec<u8>> {
        self.problem.done_twice(&self.case, buffer, element)
    }

    fn records_work_items(&self, buffer: usize) -> bool {
        self.problem.records_work_items(buffer)
    }

    fn writers(&self, buffer: usize) -> Writers {
        self.problem.writers(&self.case, buffer)
    }

    fn owner(&self, buffer: usize, element: usize) -> Option<Vec<usize>> {
        self.problem.owner(&self.case, buffer, element)
    }

    fn duplicate(&self) -> Box<dyn AnyCase> {
        erase(self.problem, self.case.clone())
    }

    fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(&self.case)
            .expect("a case holds only numbers, which postcard can write")
    }

    fn shrink(&self, runner: &mut TestRunner) -> Result<Box<dyn Shrinker>, Reason> {
        let tree = self.problem.shrinking_from(&self.case).new_tree(runner)?;
        Ok(Box::new(Tree {
            problem: self.problem,
            tree,
        }))
    }
}

struct Tree<P: Problem> {
    problem: &'static P,
    tree: <BoxedStrategy<P::Case> as Strategy>::Tree,
}

impl<P: Problem> Shrinker for Tree<P> {
    fn current(&self) -> Box<dyn AnyCase> {
        erase(self.problem, self.tree.current())
    }

    fn simplify(&mut self) -> bool {
        self.tree.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.tree.complicate()
    }
}
