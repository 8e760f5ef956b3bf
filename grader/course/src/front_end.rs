//! A kernel's text as the front end parses it. A check parses it once, for the static findings, every engine
//! and the forecast of its time.

use crate::report::{DependsOn, LooksAt};
use kernels::AnyProblem;
use launch::protocol::{Kernel, Parameter};
use launch::{Finding, MistakeId, Source};
use opencl_c::diagnostic::Severity;
use opencl_c::preprocessor::{Environment, NoIncludes, Options, preprocess};
use opencl_c::program::{Function, Program};
use opencl_c::types::{AddressSpace, Scalar, Type, TypeId};
use std::sync::{Arc, OnceLock};

/// A source text, preprocessed, parsed and checked.
#[derive(Debug)]
pub struct TranslationUnit {
    pub source: Source,
    /// The kernel that is wanted; empty where all are.
    kernel: String,
    program: Result<Arc<Program>, Unread>,
    /// The program under another compiler's predefined macros, if it differs.
    elsewhere: OnceLock<Option<Arc<Program>>>,
}

/// Why the front end has no program for a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Unread {
    /// The text is not OpenCL C.
    Errors(Vec<Finding>),
    /// The text has a construct that the front end does not analyse; the device's compiler decides.
    NotAnalysed(Box<Finding>),
}

impl TranslationUnit {
    pub fn of(source: Source) -> TranslationUnit {
        TranslationUnit::for_kernel(source, "")
    }

    /// As [`TranslationUnit::of`], where one kernel alone is wanted: what is not analysed in others, and in
    /// functions that it does not call, is left out.
    pub fn for_kernel(source: Source, kernel: &str) -> TranslationUnit {
        TranslationUnit {
            program: read(&source, Environment::Portable, kernel).map(Arc::new),
            kernel: kernel.to_owned(),
            source,
            elsewhere: OnceLock::new(),
        }
    }

    /// The same with another text.
    pub(crate) fn with_text(&self, text: String) -> TranslationUnit {
        let source = Source {
            text,
            ..self.source.clone()
        };
        TranslationUnit::for_kernel(source, &self.kernel)
    }

    pub fn program(&self) -> Result<&Arc<Program>, &Unread> {
        self.program.as_ref()
    }

    /// Does the text have other tokens under another compiler's predefined macros?
    pub(crate) fn differs_elsewhere(&self) -> bool {
        let queries = |program: &Arc<Program>| !program.consulted.is_empty();
        // A text that queries no such macro is the same everywhere.
        self.program.as_ref().is_ok_and(queries)
            && tokens(&self.source, Environment::Portable)
                != tokens(&self.source, Environment::Clang)
    }

    /// The program under another compiler's predefined macros; the usual one if it does not compile there.
    pub(crate) fn program_elsewhere(&self) -> Result<&Arc<Program>, &Unread> {
        let program = self.program()?;
        let other = self.elsewhere.get_or_init(|| {
            let read = || {
                read(&self.source, Environment::Clang, &self.kernel)
                    .ok()
                    .map(Arc::new)
            };
            self.differs_elsewhere().then(read).flatten()
        });
        Ok(other.as_ref().unwrap_or(program))
    }

    /// The implementation's macros that the text queries, unless it is the same program under the other
    /// compiler's.
    pub(crate) fn queried_macros(&self) -> Vec<LooksAt> {
        let Ok(program) = &self.program else {
            return Vec::new();
        };
        let is_another = self.differs_elsewhere();
        let queried = program.consulted.iter();
        let queried = queried.filter(|queried| is_another || !queried.is_known);
        let all = queried.map(|queried| LooksAt {
            what: DependsOn::Macro,
            name: queried.name.clone(),
            place: queried.place.clone(),
        });
        all.collect()
    }
}

/// The problem's own kernel, parsed.
pub(crate) fn own_program(problem: &dyn AnyProblem) -> Option<Program> {
    read(&own_source(problem), Environment::Portable, "").ok()
}

/// The problem's own kernel, for any engine.
pub(crate) fn own_unit(problem: &dyn AnyProblem) -> TranslationUnit {
    TranslationUnit::of(own_source(problem))
}

fn own_source(problem: &dyn AnyProblem) -> Source {
    Source {
        name: format!("{}.cl", problem.name()),
        text: problem.reference().to_owned(),
        defines: Vec::new(),
        standard: problem.standard(),
    }
}

fn read(source: &Source, environment: Environment, kernel: &str) -> Result<Program, Unread> {
    #[cfg(test)]
    tests::READ.with_borrow_mut(|read| read.push(source.text.clone()));
    let options = options(source, environment);
    let rejected = match opencl_c::compile(&source.name, &source.text, &options, &mut NoIncludes) {
        Ok(checked) => return Ok(checked.program),
        Err(rejected) => rejected,
    };
    let is_wanted = |program: &Program| program.kernels().any(|(_, it)| &*it.name == kernel);
    if let Some(rest) = rejected.rest.as_deref().filter(|it| is_wanted(&it.program)) {
        return Ok(rest.program.clone());
    }
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

/// Tokens of a text once its macros are expanded.
pub(crate) fn size(unit: &TranslationUnit) -> usize {
    tokens(&unit.source, Environment::Portable).len()
}

fn tokens(source: &Source, environment: Environment) -> Vec<String> {
    let options = options(source, environment);
    let read = preprocess(&source.name, &source.text, &options, &mut NoIncludes);
    let tokens = read.tokens.iter();
    tokens
        .map(|&token| read.spelling(token).to_string())
        .collect()
}

fn options(source: &Source, environment: Environment) -> Options {
    Options {
        environment,
        ..Options::of(source)
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

/// A kernel's parameters, as OpenCL reports them.
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
                    AddressSpace::Generic => "generic",
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
        Type::Atomic(component) => format!("atomic_{}", scalar(component)),
        Type::Void => "void".to_owned(),
        Type::Event => "event_t".to_owned(),
        Type::Sampler => "sampler_t".to_owned(),
        Type::Image(image) => image.text().to_owned(),
        Type::Unsupported(name) => name.to_string(),
        Type::Error => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Exercise, ExerciseFiles, NoClock, Settings, Simulator, Verdict, check};
    use launch::Source;
    use std::cell::RefCell;

    thread_local! {
        /// The texts that the front end read on this thread.
        pub(super) static READ: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    /// The verdict of a check of a saxpy kernel on two engines, and how often the kernel's text was read.
    fn reads(text: String) -> (Verdict, usize) {
        let manifest = "slug = \"saxpy\"\nnumber = 7\ntitle = \"t\"\nteaches = \"t\"\nchapter = \"c\"\n\
                        minutes = 1\npoints = 10\nprerequisites = []\nproblem = \"saxpy\"\n\
                        kernel = \"kernel.cl\"\n";
        let exercise = Exercise::parse(ExerciseFiles {
            folder: "07-saxpy",
            manifest,
            hints: "## Hint 1\na\n## Hint 2\nb\n## Hint 3\nc\n",
        });
        let kernel = Source {
            name: "kernel.cl".to_owned(),
            text: text.clone(),
            defines: Vec::new(),
            standard: launch::Standard::default(),
        };
        READ.with_borrow_mut(Vec::clear);
        let report = check(
            &exercise.unwrap(),
            &kernel.into(),
            &mut [&mut Simulator::default(), &mut Simulator::default()],
            &Settings::default(),
            &mut NoClock,
        );
        let reads = READ.with_borrow(|read| read.iter().filter(|read| **read == text).count());
        (report.verdict, reads)
    }

    #[test]
    fn a_check_reads_the_kernel_once() {
        // Another text than the problem's own kernel, which is read for its costs.
        let right = format!("{}\n", kernels::problem("saxpy").unwrap().reference());
        let unguarded = right.replace("if (i < n)", "");
        assert_eq!(reads(right), (Verdict::Passed, 1));
        let (verdict, reads) = reads(unguarded);
        assert_eq!((verdict.label(), reads), ("out-of-bounds", 1));
    }
}
