//! The simulator as an engine: the embedded default of a check, the same on every machine.

use crate::costs::own_program;
use crate::dissent::{DependsOn, LooksAt};
use crate::engine::{BufferAfter, BuildFailure, Built, Engine, Outcome, Ran};
use kernels::AnyProblem;
use launch::protocol::{Kernel, Parameter};
use launch::{Argument, Evidence, Finding, Launch, Level, MistakeId, Place, Source, pattern};
use opencl_c::diagnostic::Severity;
use opencl_c::preprocessor::{Environment, NoIncludes, Options as Preprocessing, preprocess};
use opencl_c::program::{Function, Program};
use opencl_c::types::{AddressSpace, Scalar, Type, TypeId};
use simulator::{Claim, End, LeftOpen, Options, Output, Refusal};
use std::collections::HashMap;

/// The name of the engine in reports.
pub const SIMULATOR: &str = "the simulator";

/// The steps that each launch may take at first: some tenths of a second.
const FIRST_STEPS: u64 = 1 << 24;

/// How many times as many steps as the problem's own kernel a kernel may take, where that is more: enough for
/// a histogram in which each of 64 bins has a work-item that reads all values.
const TIMES_SOLUTION: u64 = 128;

/// Runs kernels in the simulator.
///
/// A launch first gets a budget that any kernel of the course keeps. One that uses it up runs once more,
/// with a budget that follows from the steps of the problem's own kernel in the same launch: so an endless
/// loop ends soon, within a second or two in the largest launches, and a kernel that is merely slow runs to its end.
pub struct Simulator {
    options: Options,
    /// What the programs are for.
    problem: Option<&'static dyn AnyProblem>,
    /// The problem's own kernel, once it was needed; `None` where it cannot be simulated.
    solution: Option<Option<simulator::Kernel>>,
    /// The kernels of the program built last, or why one cannot be simulated.
    kernels: HashMap<String, Result<simulator::Kernel, Refusal>>,
    /// The program built last.
    program: Option<Program>,
    /// Does it run programs as in another place?
    elsewhere: bool,
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
            steps: 0,
        }
    }
}

impl Simulator {
    /// One that runs programs as in another place: another compiler reads the text, and all that the
    /// language leaves to the implementation is done in another way. Nothing where `source` is the same
    /// there, or cannot be simulated.
    pub(crate) fn elsewhere(source: &Source) -> Option<Simulator> {
        let here = read(source).ok()?;
        let mut names = here.kernels().map(|(_, kernel)| kernel.name.to_string());
        let is_open = names.any(|name| {
            simulator::prepare(&here, &name).is_ok_and(|kernel| !kernel.left_open().is_empty())
        });
        (is_open || is_another_elsewhere(source)).then(|| {
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

    /// What the kernels of the program built last leave to the implementation.
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

    /// Does the program built last compute in floating point?
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

    fn build(&mut self, source: &Source) -> Result<Built, BuildFailure> {
        let elsewhere = self.elsewhere.then(|| read_in(source, Environment::Clang));
        let read = match elsewhere {
            Some(Ok(program)) => Ok(program),
            // What no other compiler reads is read as here.
            Some(Err(_)) | None => read(source),
        };
        let program = read.map_err(|unread| match unread {
            Unread::Errors(findings) => BuildFailure::Rejected { findings },
            Unread::NotAnalysed(finding) => BuildFailure::NotAnalysed { finding },
        })?;
        let kernels = kernels(&program);
        self.prepare(program);
        Ok(Built {
            messages: Vec::new(),
            kernels,
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
    /// Has later runs use `program`.
    fn prepare(&mut self, program: Program) {
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
        let within = |kernel: &simulator::Kernel, steps: u64, taken: &mut u64| {
            let options = Options {
                steps: steps.min(self.options.steps),
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
            Some(Ok(kernel)) => match within(kernel, FIRST_STEPS, &mut self.steps) {
                Ok(outcome) if outcome.end == End::OutOfSteps => {
                    solution = own_steps(self.problem, &mut self.solution, launch);
                    let budget = match (self.problem, solution) {
                        (Some(_), Some(steps)) => steps.saturating_mul(TIMES_SOLUTION),
                        // Nothing says how long is too long.
                        _ => u64::MAX,
                    };
                    if budget > FIRST_STEPS && self.options.steps > FIRST_STEPS {
                        within(kernel, budget, &mut self.steps)
                    } else {
                        Ok(outcome)
                    }
                }
                other => other,
            },
            Some(Err(refusal)) => Err(refusal.clone()),
            None => {
                return Outcome::Fault {
                    message: format!("the kernel `{}` was not built", launch.kernel),
                };
            }
        };
        match ran {
            Ok(outcome) if outcome.end == End::Cancelled => Outcome::Fault {
                message: "the simulation was cancelled".to_owned(),
            },
            Ok(outcome) => {
                let observed = mistakes::observed(&outcome.events);
                let findings: Vec<Finding> = observed.into_iter().map(|(it, _)| it).collect();
                // What a stopped launch left in memory says nothing of the kernel.
                if outcome.end == End::OutOfSteps && !has_error(&findings) {
                    return Outcome::OutOfSteps {
                        steps: outcome.steps,
                        solution,
                    };
                }
                let buffers = outcome.outputs.into_iter().map(|output| BufferAfter {
                    contents: contents(launch, output),
                    strays: Vec::new(),
                });
                Outcome::Ran(Ran {
                    buffers: buffers.collect(),
                    nanoseconds: None,
                    findings: match &self.program {
                        Some(program) => mistakes::explain_races(program, findings),
                        None => findings,
                    },
                })
            }
            Err(refusal) => refused(refusal),
        }
    }
}

/// The steps that the problem's own kernel takes in the launch.
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

/// A buffer's bytes, with the pattern of a device's memory where nothing was ever written.
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
        Refusal::Memory { .. } => Outcome::OutOfResources {
            code: "memory".to_owned(),
            detail: refusal.to_string(),
        },
        Refusal::ArgumentCount { .. } | Refusal::Argument { .. } => Outcome::Arguments {
            detail: refusal.to_string(),
        },
        Refusal::NoSuchKernel { .. } | Refusal::Range(_) => Outcome::Fault {
            message: refusal.to_string(),
        },
    }
}

fn not_analysed(message: String, place: Option<Place>) -> Finding {
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

/// The kernels of a program, in the order of its text.
pub(crate) fn kernels(program: &Program) -> Vec<Kernel> {
    let of = program.kernels().map(|(_, function)| Kernel {
        name: function.name.to_string(),
        parameters: Some(parameters(program, function)),
    });
    of.collect()
}

/// Why a program could not be read.
pub(crate) enum Unread {
    /// It is no program of OpenCL C.
    Errors(Vec<Finding>),
    /// It holds what the front end does not analyse; the device's compiler has the word.
    NotAnalysed(Box<Finding>),
}

/// Reads a program as the simulator does.
pub(crate) fn read(source: &Source) -> Result<Program, Unread> {
    read_in(source, Environment::Portable)
}

fn options(source: &Source, environment: Environment) -> Preprocessing {
    let defines = source.defines.iter();
    Preprocessing {
        defines: defines
            .map(|(name, value)| format!("{name}={value}"))
            .collect(),
        environment,
        ..Preprocessing::default()
    }
}

/// The names by which a text asks where it is read, unless the answers of the compiler that is known give
/// the same program.
pub(crate) fn places_asked(source: &Source, program: &Program) -> Vec<LooksAt> {
    let asked = &program.consulted;
    let is_another = !asked.is_empty() && is_another_elsewhere(source);
    let asked = asked.iter().filter(|asked| is_another || !asked.is_known);
    let all = asked.map(|asked| LooksAt {
        what: DependsOn::Macro,
        name: asked.name.clone(),
        place: asked.place.clone(),
    });
    all.collect()
}

/// Does another compiler read other tokens in the text?
fn is_another_elsewhere(source: &Source) -> bool {
    let tokens = |environment| {
        let options = options(source, environment);
        let read = preprocess(&source.name, &source.text, &options, &mut NoIncludes);
        let tokens = read.tokens.iter();
        tokens
            .map(|&token| read.spelling(token))
            .collect::<Vec<_>>()
    };
    tokens(Environment::Portable) != tokens(Environment::Clang)
}

fn read_in(source: &Source, environment: Environment) -> Result<Program, Unread> {
    let options = options(source, environment);
    let rejected = match opencl_c::compile(&source.name, &source.text, &options, &mut NoIncludes) {
        Ok(checked) => return Ok(checked.program),
        Err(rejected) => rejected,
    };
    let of = |severity| {
        let all = rejected.diagnostics.iter();
        all.filter(move |diagnostic| diagnostic.severity == severity)
    };
    if let Some(first) = of(Severity::Unsupported).next() {
        let mut finding = first.to_finding(&rejected.sources);
        finding.mistake = MistakeId::NotAnalysed;
        return Err(Unread::NotAnalysed(Box::new(finding)));
    }
    let errors = of(Severity::Error);
    Err(Unread::Errors(
        errors
            .map(|diagnostic| diagnostic.to_finding(&rejected.sources))
            .collect(),
    ))
}

/// A kernel's parameters, in the words in which OpenCL reports them.
fn parameters(program: &Program, function: &Function) -> Vec<Parameter> {
    function.vars[..function.parameters]
        .iter()
        .map(|var| {
            let (type_name, space) = match program.types.as_pointer(var.ty) {
                Some((pointee, _, space)) => (format!("{}*", type_name(program, pointee)), space),
                None => (type_name(program, var.ty), AddressSpace::Private),
            };
            Parameter {
                name: var.name.to_string(),
                type_name,
                address_space: match space {
                    AddressSpace::Global => "global",
                    AddressSpace::Local => "local",
                    AddressSpace::Constant => "constant",
                    AddressSpace::Private => "private",
                }
                .to_owned(),
            }
        })
        .collect()
}

fn type_name(program: &Program, ty: TypeId) -> String {
    let scalar = |scalar: &Scalar| scalar.name();
    match program.types.get(ty) {
        Type::Scalar(component) => scalar(component).to_owned(),
        Type::Vector(component, width) => format!("{}{width}", scalar(component)),
        Type::Pointer { pointee, .. } => format!("{}*", type_name(program, *pointee)),
        Type::Array { element, length } => format!("{}[{length}]", type_name(program, *element)),
        Type::Record(record) => {
            let record = program.types.record(*record);
            let kind = if record.is_union { "union" } else { "struct" };
            match &record.tag {
                Some(tag) => format!("{kind} {tag}"),
                None => kind.to_owned(),
            }
        }
        Type::Void => "void".to_owned(),
        Type::Event => "event_t".to_owned(),
        Type::Unsupported(name) => name.to_string(),
        Type::Error => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source {
            name: "kernel.cl".to_owned(),
            text: text.to_owned(),
            defines: vec![("SIZE".to_owned(), "4".to_owned())],
        }
    }

    fn built(text: &str) -> Result<Built, BuildFailure> {
        Simulator::default().build(&source(text))
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
        let Err(BuildFailure::Rejected { findings }) = built(text) else {
            panic!("not rejected");
        };
        assert_eq!(
            (findings[0].mistake, findings[0].spans[0].line),
            (MistakeId::CompileError, 2)
        );
    }

    #[test]
    fn what_is_not_analysed_is_no_error_of_the_program() {
        let text = "kernel void k(read_only image2d_t i, global int *y) { y[0] = 1; }";
        assert!(matches!(
            built(text),
            Err(BuildFailure::NotAnalysed { finding }) if finding.mistake == MistakeId::NotAnalysed
        ));
    }
}
