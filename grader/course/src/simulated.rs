//! The simulator as an engine: the embedded default of a check, the same on every machine.

use crate::engine::Engine;
use crate::front_end::{TranslationUnit, Unread, kernels, own_program};
use crate::report::LooksAt;
use kernels::AnyProblem;
use launch::fault::Fault;
use launch::outcome::{BufferAfter, BuildError, Built, Outcome, Ran};
use launch::protocol::Failure;
use launch::{Argument, Evidence, Finding, Launch, Level, MistakeId, Place, pattern};
use opencl_c::program::Program;
use opencl_c::types::Type;
use simulator::{Claim, End, LeftOpen, Options, Output, Refusal};
use std::collections::HashMap;
use std::sync::Arc;

/// The name of the engine in reports.
pub const SIMULATOR: &str = "the simulator";

/// The first budget of steps of each launch: some tenths of a second.
const FIRST_STEPS: u64 = 1 << 24;

/// The factor by which a launch may exceed the steps of the problem's own kernel, if that allows more: enough
/// for a work-item that computes 16 values at once and tests every eighth iteration of a loop of four.
///
/// A work-group may take a quarter of that: an endless loop uses up the budget of one group, and a slow kernel
/// spreads its steps over all groups. So the larger factor costs no time with an endless loop.
const TIMES_SOLUTION: u64 = 512;

/// The factor for one work-group: enough for a histogram in which each of 64 bins has a work-item that reads all
/// values.
const GROUP_TIMES_SOLUTION: u64 = 128;

/// Runs kernels in the simulator.
///
/// A launch first gets a budget that suffices for any usual kernel of the course. If it is used up, the
/// launch runs again with a budget that follows from the steps of the problem's own kernel in the same
/// launch: so an endless loop ends within a second or two even in the largest launches, and a kernel that is
/// merely slow runs to its end.
pub struct Simulator {
    options: Options,
    /// The problem whose kernels are built.
    problem: Option<&'static dyn AnyProblem>,
    /// The problem's own kernel, once it was needed; `Some(None)` if it cannot be simulated.
    solution: Option<Option<simulator::Kernel>>,
    /// The kernels of the current program, or why one cannot be simulated.
    kernels: HashMap<String, Result<simulator::Kernel, Refusal>>,
    program: Option<Arc<Program>>,
    /// Does it simulate another implementation?
    elsewhere: bool,
    /// Does it explain races?
    explains: bool,
    /// The steps of all launches since the simulator was made.
    steps: u64,
}

impl Simulator {
    /// A simulator that runs every launch with `options`.
    pub fn new(options: Options) -> Self {
        Simulator {
            options,
            problem: None,
            solution: None,
            kernels: HashMap::new(),
            program: None,
            elsewhere: false,
            explains: true,
            steps: 0,
        }
    }
}

impl Simulator {
    /// A simulator of another implementation: other predefined macros, and other choices wherever the
    /// language leaves them to the implementation. None if `unit` does not depend on the implementation, or
    /// cannot be simulated.
    pub(crate) fn elsewhere(unit: &TranslationUnit) -> Option<Simulator> {
        let here = unit.program().ok()?;
        let mut names = here.kernels().map(|(_, kernel)| kernel.name.to_string());
        let is_open = names.any(|name| {
            simulator::prepare(here, &name).is_ok_and(|kernel| !kernel.left_open().is_empty())
        });
        (is_open || unit.differs_elsewhere()).then(|| {
            let simulator = Simulator::default();
            Simulator {
                elsewhere: true,
                options: Options {
                    races: false,
                    ..simulator.options
                },
                ..simulator
            }
        })
    }

    /// The implementation-defined behaviour that the program's kernels use.
    pub(crate) fn left_open(&self) -> Vec<LooksAt> {
        let kernels = self.kernels.values().flatten();
        let all = kernels.flat_map(|kernel| kernel.left_open());
        let of = |open: &LeftOpen| LooksAt {
            what: open.what.into(),
            name: String::new(),
            place: Place {
                file: open.file.clone(),
                line: open.line,
                column: 1,
                end_line: open.line,
                end_column: 1,
                label: String::new(),
                primary: true,
            },
        };
        let mut all: Vec<LooksAt> = all.map(of).collect();
        all.sort_by_key(|it| it.place.line);
        all
    }

    /// Does the program compute in floating point?
    pub(crate) fn computes_in_floats(&self) -> bool {
        let program = self.program.as_ref();
        program.is_some_and(|program| {
            let mut exprs = program.exprs.iter();
            exprs.any(|expr| match program.types.get(expr.ty) {
                Type::Scalar(scalar) => scalar.is_floating(),
                Type::Vector(scalar, _) => scalar.is_floating(),
                _ => false,
            })
        })
    }

    /// The default, on one thread: for many small launches.
    pub(crate) fn on_one_thread() -> Self {
        let simulator = Simulator::default();
        Simulator::new(Options {
            threads: 1,
            ..simulator.options
        })
    }

    /// Leaves the explanations of races out: the caller asks only whether a kernel is right.
    pub(crate) fn only_judge(&mut self) {
        self.explains = false;
    }

    /// Sets the budget of steps of each launch.
    pub(crate) fn limit_steps(&mut self, steps: u64) {
        self.options.steps = steps;
    }

    /// The default, with another budget of steps for each launch.
    pub fn of_steps(steps: u64) -> Self {
        let simulator = Simulator::default();
        Simulator::new(Options {
            steps,
            ..simulator.options
        })
    }
}

impl Default for Simulator {
    /// All checks on, no counting, as many threads as there are.
    fn default() -> Self {
        Simulator::new(Options {
            count: false,
            steps: 1_000_000_000,
            threads: 0,
            ..Options::default()
        })
    }
}

impl Engine for Simulator {
    fn device(&self) -> String {
        SIMULATOR.to_owned()
    }

    fn take_problem(&mut self, problem: &'static dyn AnyProblem) {
        self.problem = Some(problem);
        self.solution = None;
    }

    fn build(&mut self, unit: &TranslationUnit) -> Result<Built, BuildError> {
        let read = if self.elsewhere {
            unit.program_elsewhere()
        } else {
            unit.program()
        };
        let program = read.map_err(|unread| match unread.clone() {
            Unread::Errors(findings) => BuildError::Rejected { findings },
            Unread::NotAnalysed(finding) => BuildError::NotAnalysed { finding },
        })?;
        let kernels = kernels(program);
        self.prepare(program.clone());
        Ok(Built {
            kernels,
            ..Built::default()
        })
    }

    fn proves(&self) -> bool {
        true
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        self.run_claimed(launches, &|_| Vec::new())
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn run_claimed(
        &mut self,
        launches: &[Launch],
        claims: &dyn Fn(usize) -> Vec<Claim>,
    ) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(launches.len());
        for (number, launch) in launches.iter().enumerate() {
            let outcome = self.run_one(launch, &claims(number));
            let ends = outcome.ends_run();
            outcomes.push(outcome);
            if ends {
                break;
            }
        }
        outcomes
    }
}

impl Simulator {
    /// Makes `program` the program of later runs.
    fn prepare(&mut self, program: Arc<Program>) {
        self.kernels.clear();
        for (_, function) in program.kernels() {
            let name = function.name.to_string();
            let prepared = if self.elsewhere {
                simulator::prepare_elsewhere(&program, &name)
            } else {
                simulator::prepare(&program, &name)
            };
            self.kernels.insert(name, prepared);
        }
        self.program = Some(program);
    }

    fn run_one(&mut self, launch: &Launch, claims: &[Claim]) -> Outcome {
        let within = |kernel: &simulator::Kernel, steps: u64, group_steps: u64, taken: &mut u64| {
            let options = Options {
                steps: steps.min(self.options.steps),
                group_steps,
                ..self.options.clone()
            };
            let ran = kernel.run_claimed(launch, claims, &options);
            if let Ok(outcome) = &ran {
                *taken = taken.saturating_add(outcome.steps);
            }
            ran
        };
        let mut solution = None;
        let ran = match self.kernels.get(&launch.kernel) {
            Some(Ok(kernel)) => match within(kernel, FIRST_STEPS, FIRST_STEPS, &mut self.steps) {
                Ok(outcome) if outcome.end == End::OutOfSteps => {
                    solution = own_steps(self.problem, &mut self.solution, launch);
                    let (budget, of_group) = match (self.problem, solution) {
                        (Some(_), Some(steps)) => (
                            steps.saturating_mul(TIMES_SOLUTION),
                            steps.saturating_mul(GROUP_TIMES_SOLUTION).max(FIRST_STEPS),
                        ),
                        // There is no reference for a limit.
                        _ => (u64::MAX, u64::MAX),
                    };
                    if budget > FIRST_STEPS && self.options.steps > FIRST_STEPS {
                        within(kernel, budget, of_group, &mut self.steps)
                    } else {
                        Ok(outcome)
                    }
                }
                other => other,
            },
            Some(Err(refusal)) => Err(refusal.clone()),
            None => {
                return Outcome::Failed(Failure::NoSuchKernel {
                    kernel: launch.kernel.clone(),
                    kernels: self.kernels.keys().cloned().collect(),
                });
            }
        };
        match ran {
            Ok(outcome) if outcome.end == End::Cancelled => Outcome::Fault(Fault::Cancelled),
            Ok(outcome) => {
                let observed = mistakes::observed(&outcome.events);
                let findings: Vec<Finding> = observed.into_iter().map(|(it, _)| it).collect();
                // The memory of a stopped launch says nothing about the kernel.
                if outcome.end == End::OutOfSteps && !has_error(&findings) {
                    return Outcome::OutOfSteps {
                        steps: outcome.steps,
                        solution,
                    };
                }
                let is_image = |output: &Output| {
                    matches!(
                        launch.arguments.get(output.argument),
                        Some(Argument::Image(_))
                    )
                };
                let (images, buffers): (Vec<Output>, Vec<Output>) =
                    outcome.outputs.into_iter().partition(is_image);
                let buffers = buffers.into_iter().map(|output| BufferAfter {
                    contents: contents(launch, output),
                    strays: Vec::new(),
                });
                Outcome::Ran(Ran {
                    buffers: buffers.collect(),
                    images: images.into_iter().map(|output| output.bytes).collect(),
                    findings: match &self.program {
                        Some(program) if self.explains => {
                            mistakes::explain_races(program, findings)
                        }
                        _ => findings,
                    },
                    ..Ran::default()
                })
            }
            Err(refusal) => refused(refusal),
        }
    }
}

fn own_steps(
    problem: Option<&'static dyn AnyProblem>,
    solution: &mut Option<Option<simulator::Kernel>>,
    launch: &Launch,
) -> Option<u64> {
    let problem = problem?;
    let kernel = solution.get_or_insert_with(|| {
        let program = own_program(problem)?;
        simulator::prepare(&program, &launch.kernel).ok()
    });
    let options = Options {
        races: false,
        count: false,
        ..Options::default()
    };
    let outcome = kernel.as_ref()?.run(launch, &options).ok()?;
    (outcome.end == End::Completed).then_some(outcome.steps)
}

fn has_error(findings: &[Finding]) -> bool {
    findings.iter().any(|it| it.level == Level::Error)
}

/// A buffer's bytes, with a device's poison where nothing was ever written.
fn contents(launch: &Launch, output: Output) -> Vec<u8> {
    let Some(Argument::Buffer(buffer)) = launch.arguments.get(output.argument) else {
        return output.bytes;
    };
    if buffer.initialized {
        return output.bytes;
    }
    let mut contents = vec![0; output.bytes.len()];
    pattern::write_poison(output.argument, buffer.element.scalar, &mut contents);
    for ((byte, written), is_defined) in contents.iter_mut().zip(output.bytes).zip(output.defined) {
        if is_defined {
            *byte = written;
        }
    }
    contents
}

fn refused(refusal: Refusal) -> Outcome {
    match refusal {
        Refusal::Unsupported(unsupported) => Outcome::NotAnalysed {
            finding: not_analysed(unsupported.to_string(), unsupported.place),
        },
        Refusal::Memory { needed, budget } => Outcome::TooMuchMemory { needed, budget },
        Refusal::ArgumentCount { .. } | Refusal::Argument { .. } => Outcome::ArgumentRefused {
            reason: refusal.to_string(),
        },
        Refusal::NoSuchKernel { name, kernels } => Outcome::Failed(Failure::NoSuchKernel {
            kernel: name,
            kernels,
        }),
        Refusal::Range(error) => Outcome::Failed(Failure::Range(error)),
    }
}

/// The finding of an engine that cannot run a kernel, which says nothing about the kernel.
pub fn not_analysed(message: String, place: Option<Place>) -> Finding {
    Finding {
        mistake: MistakeId::NotAnalysed,
        level: Level::Warning,
        evidence: Evidence::Proven,
        message,
        help: String::new(),
        kernel: String::new(),
        spans: place.into_iter().collect(),
        work_items: Vec::new(),
        macro_backtrace: Vec::new(),
        fix: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use launch::Source;

    fn source(text: &str) -> Source {
        Source {
            name: "kernel.cl".to_owned(),
            text: text.to_owned(),
            defines: vec![("SIZE".to_owned(), "4".to_owned())],
            standard: launch::Standard::default(),
        }
    }

    fn built(text: &str) -> Result<Built, BuildError> {
        Simulator::default().build(&TranslationUnit::of(source(text)))
    }

    #[test]
    fn parameters_are_named_as_a_device_names_them() {
        let text = "typedef struct { int a; } pair;\nkernel void k(global const float4 *x, \
                    local uint *t, constant char *c, unsigned int n, pair p) {}";
        let built = built(text).unwrap();
        let shown: Vec<String> = built.kernels[0]
            .parameters
            .iter()
            .flatten()
            .map(|it| format!("{} {} {}", it.address_space, it.type_name, it.name))
            .collect();
        let wanted = [
            "global float4* x",
            "local uint* t",
            "constant char* c",
            "private uint n",
            "private struct p",
        ];
        assert_eq!(shown, wanted);
    }

    #[test]
    fn an_error_comes_with_its_line() {
        let text = "kernel void k(global int *y) {\n  y[0] = lenght;\n}";
        let Err(BuildError::Rejected { findings }) = built(text) else {
            panic!("not rejected");
        };
        assert_eq!(
            (findings[0].mistake, findings[0].spans[0].line),
            (MistakeId::CompileError, 2)
        );
    }

    #[test]
    fn what_is_not_analysed_is_no_error_of_the_program() {
        let text = "kernel void k(queue_t q, global int *y) { y[0] = 1; }";
        assert!(matches!(
            built(text),
            Err(BuildError::NotAnalysed { finding }) if finding.mistake == MistakeId::NotAnalysed
        ));
    }
}
