//! The device as an engine of a check: it answers with the outcomes that are known, and notes the first launches whose
//! outcomes are not. Then the check ends, for what it is answered says nothing about the kernel.

use course::{Engine, TranslationUnit};
use launch::Launch;
use launch::fault::Fault;
use launch::outcome::{BuildError, Built, Outcome};
use launch::protocol::Kernel;
use opencl_c::program::Program;
use std::sync::Arc;

pub(super) struct Awaited<'a> {
    name: &'a str,
    known: std::slice::Iter<'a, Vec<Outcome>>,
    program: Option<Arc<Program>>,
    wanted: Option<Vec<Launch>>,
}

impl<'a> Awaited<'a> {
    pub(super) fn new(name: &'a str, known: &'a [Vec<Outcome>]) -> Awaited<'a> {
        Awaited {
            name,
            known: known.iter(),
            program: None,
            wanted: None,
        }
    }

    /// The program, and the launches whose outcomes are not known.
    pub(super) fn wanted(self) -> (Option<Arc<Program>>, Option<Vec<Launch>>) {
        (self.program, self.wanted)
    }
}

impl Engine for Awaited<'_> {
    fn device(&self) -> String {
        self.name.to_owned()
    }

    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildError> {
        let Ok(program) = unit.program() else {
            return Err(BuildError::Unavailable {
                reason: "the simulator does not read it".to_owned(),
            });
        };
        self.program = Some(program.clone());
        let kernels = program.kernels().map(|(_, function)| Kernel {
            name: function.name.to_string(),
            parameters: None,
        });
        Ok(Built {
            kernels: kernels.collect(),
            ..Built::default()
        })
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        match self.known.next() {
            Some(outcomes) => outcomes.clone(),
            None => {
                self.wanted.get_or_insert_with(|| launches.to_vec());
                vec![Outcome::Fault(Fault::NothingBuilt)]
            }
        }
    }
}
