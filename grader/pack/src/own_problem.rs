//! A problem whose cases, data and tolerances are data: an implementation of [`Problem`] like any other.

use crate::problem_file::{
    Argument, ArgumentKind, LARGEST, ProblemError, ProblemErrorKind, ProblemFile, ReferenceSource,
    Role, Size, Tolerance, WORK_GROUP,
};
use crate::program::{Program, Trust};
use crate::reference::{Failed, Question, Reference, Simulated};
use crate::values;
use kernels::sizes::number_from;
use kernels::{Domain, Expected, Fact, GroupSizes, Problem, Signature, Writers};
use launch::{Access, Argument as LaunchArgument, Buffer, Launch, NdRange, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The number of cases whose results are kept: a check asks for each several times.
const KEPT: usize = 256;

/// Primes that neither work-groups nor what a work-item does divides.
const PRIMES: [usize; 6] = [2, 7, 31, 97, 257, 1021];

/// The files of an own exercise that its problem is made of.
pub struct OwnFiles<'a> {
    /// The problem's name: the exercise's slug.
    pub name: &'a str,
    /// The text of `problem.toml`.
    pub problem: &'a str,
    /// A kernel that is right, or nothing where solutions are not handed out: the steps of other kernels are
    /// measured by it.
    pub solution: &'a str,
    /// The folder of `problem.toml`.
    pub folder: &'a Path,
    /// The text of a file beside `problem.toml`.
    pub read: &'a dyn Fn(&str) -> Option<String>,
}

/// A problem that is data. It lives as long as the process, as those of the crate `kernels` do.
pub struct OwnProblem {
    name: &'static str,
    solution: &'static str,
    file: ProblemFile,
    /// The names of sizes and scalars, for [`Domain`].
    names: Vec<&'static str>,
    reasons: Vec<&'static str>,
    reference: Box<dyn Reference>,
    results: Mutex<HashMap<Vec<u8>, Kept>>,
}

type Kept = Arc<Result<Vec<Vec<f64>>, Failed>>;

/// One case: numbers from which its launch follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    sizes: Vec<usize>,
    /// The index of the shape of work-groups.
    group: usize,
    /// The index of the value of each scalar with choices.
    choices: Vec<usize>,
    pattern: u8,
}

/// Reads the problem of an own exercise. A problem with the same texts is read once: it is never freed.
pub fn read(files: &OwnFiles<'_>, trust: Trust) -> Result<&'static OwnProblem, ProblemError> {
    static KNOWN: Mutex<BTreeMap<String, &'static OwnProblem>> = Mutex::new(BTreeMap::new());
    let file = ProblemFile::parse(files.problem)?;
    let reference_text = match &file.reference {
        ReferenceSource::OpenClC { file } => {
            Some((files.read)(file).ok_or_else(|| ProblemError {
                line: None,
                kind: ProblemErrorKind::NoFile { file: file.clone() },
            })?)
        }
        ReferenceSource::Program { command, .. } if trust == Trust::Nothing => {
            return Err(ProblemError {
                line: None,
                kind: ProblemErrorKind::NotTrusted {
                    command: command.join(" "),
                },
            });
        }
        ReferenceSource::Program { .. } => None,
    };
    let key = format!(
        "{:?}",
        (
            files.folder,
            files.name,
            files.problem,
            files.solution,
            &reference_text
        )
    );
    let mut known = KNOWN.lock().unwrap_or_else(|broken| broken.into_inner());
    if let Some(problem) = known.get(&key) {
        return Ok(problem);
    }
    let reference: Box<dyn Reference> = match (&file.reference, reference_text) {
        (ReferenceSource::OpenClC { file: name }, text) => {
            let text = text.unwrap_or_default();
            Box::new(Simulated::compile(name, &text, &file.kernel)?)
        }
        (ReferenceSource::Program { command, seconds }, _) => {
            Box::new(Program::new(files.folder, command.clone(), *seconds))
        }
    };
    let problem: &'static OwnProblem = Box::leak(Box::new(OwnProblem {
        name: leaked(files.name),
        solution: leaked(files.solution),
        names: file.sizes.iter().map(|size| leaked(&size.name)).collect(),
        reasons: file.arguments.iter().map(|it| leaked(reason(it))).collect(),
        reference,
        results: Mutex::default(),
        file,
    }));
    known.insert(key, problem);
    Ok(problem)
}

fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn reason(argument: &Argument) -> &str {
    match &argument.kind {
        ArgumentKind::Buffer { tolerance, .. } => &tolerance.reason,
        _ => "",
    }
}

impl OwnProblem {
    fn choices(&self) -> impl Iterator<Item = (&Argument, Scalar, &[f64])> {
        self.file
            .arguments
            .iter()
            .filter_map(|argument| match &argument.kind {
                ArgumentKind::Choice { scalar, choices } => {
                    Some((argument, *scalar, choices.as_slice()))
                }
                _ => None,
            })
    }

    fn sizes(&self, case: &Case) -> BTreeMap<&str, i64> {
        self.file.sizes_of(case)
    }

    fn group(&self, case: &Case) -> &[usize] {
        self.file.groups.get(case.group).map_or(&[1], Vec::as_slice)
    }

    fn scalars(&self, case: &Case) -> Vec<(String, Scalar, f64)> {
        let sizes = self.sizes(case);
        let mut chosen = case.choices.iter();
        let of = |argument: &Argument| match &argument.kind {
            ArgumentKind::Value { scalar, value } => {
                Some((argument.name.clone(), *scalar, value.value(&sizes) as f64))
            }
            ArgumentKind::Choice { scalar, choices } => {
                let choice = chosen.next().and_then(|&at| choices.get(at));
                Some((
                    argument.name.clone(),
                    *scalar,
                    choice.copied().unwrap_or(0.0),
                ))
            }
            _ => None,
        };
        self.file.arguments.iter().filter_map(of).collect()
    }

    /// The results of the reference, computed once.
    fn results(&self, case: &Case) -> Kept {
        let key = format!("{case:?}").into_bytes();
        let known = |results: &HashMap<Vec<u8>, Kept>| results.get(&key).cloned();
        if let Some(kept) = known(
            &self
                .results
                .lock()
                .unwrap_or_else(|broken| broken.into_inner()),
        ) {
            return kept;
        }
        let launch = Problem::launch(self, case);
        let written = self.written();
        let computed = self.reference.results(&Question {
            launch: &launch,
            written: &written,
            scalars: &self.scalars(case),
        });
        let computed =
            Arc::new(computed.and_then(|results| self.checked(results, &launch, &written)));
        let mut results = self
            .results
            .lock()
            .unwrap_or_else(|broken| broken.into_inner());
        if results.len() >= KEPT {
            results.clear();
        }
        results.insert(key, computed.clone());
        computed
    }

    /// The positions of the arguments that the kernel writes.
    fn written(&self) -> Vec<usize> {
        let arguments = self.file.arguments.iter().enumerate();
        let written = arguments.filter(|(_, argument)| {
            matches!(
                argument.kind,
                ArgumentKind::Buffer {
                    role: Role::Output | Role::Both,
                    ..
                }
            )
        });
        written.map(|(at, _)| at).collect()
    }

    /// Have the results of a reference the right length, and are they values of their types?
    fn checked(
        &self,
        results: Vec<Vec<f64>>,
        launch: &Launch,
        written: &[usize],
    ) -> Result<Vec<Vec<f64>>, Failed> {
        for (values, &at) in results.iter().zip(written) {
            let Some(LaunchArgument::Buffer(buffer)) = launch.arguments.get(at) else {
                continue;
            };
            let expected = buffer.contents.len() / buffer.element.scalar.size();
            if values.len() != expected {
                return Err(Failed::Length {
                    buffer: buffer.name.clone(),
                    expected,
                    found: values.len(),
                });
            }
            if buffer.element.scalar.is_floating() {
                continue;
            }
            let is_other =
                |value: &&f64| values::bytes(buffer.element.scalar, &[**value]).is_none();
            if let Some(value) = values.iter().find(is_other) {
                let component = values.iter().position(|it| it.to_bits() == value.to_bits());
                return Err(Failed::Value {
                    buffer: buffer.name.clone(),
                    element: component.unwrap_or(0) / usize::from(buffer.element.width),
                    value: *value,
                    element_type: buffer.element.to_string(),
                });
            }
        }
        Ok(results)
    }

    /// The candidates of each size for work-groups whose first side is `unit`.
    fn corner_sizes(size: &Size, unit: usize) -> Vec<usize> {
        let mut sizes = vec![
            1,
            0,
            unit.saturating_sub(1),
            unit,
            unit + 1,
            2 * unit - 1,
            4 * unit,
            97,
        ];
        sizes.extend([size.least, size.most.min(2000)]);
        sizes.retain(|it| (size.least..=size.most).contains(it));
        let mut sizes: Vec<usize> = sizes.into_iter().map(|it| rounded(size, it)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        // The simplest has something in it.
        if sizes.len() > 1 && sizes[0] == 0 {
            sizes.swap(0, 1);
        }
        sizes
    }
}

/// The multiple that is not above a number, and within the range.
fn rounded(size: &Size, number: usize) -> usize {
    let down = number / size.multiple_of * size.multiple_of;
    down.clamp(size.least, size.most)
}

impl Problem for OwnProblem {
    type Case = Case;

    fn name(&self) -> &'static str {
        self.name
    }

    fn reference(&self) -> &'static str {
        self.solution
    }

    fn signature(&self) -> Signature {
        let parameters: Vec<(String, String, &str)> = self
            .file
            .arguments
            .iter()
            .map(|argument| match &argument.kind {
                ArgumentKind::Buffer {
                    element, constant, ..
                } => {
                    let space = if *constant { "constant" } else { "global" };
                    (
                        space.to_owned(),
                        format!("{element}*"),
                        argument.name.as_str(),
                    )
                }
                ArgumentKind::Local { element, .. } => (
                    "local".to_owned(),
                    format!("{element}*"),
                    argument.name.as_str(),
                ),
                ArgumentKind::Value { scalar, .. } | ArgumentKind::Choice { scalar, .. } => (
                    "private".to_owned(),
                    scalar.name().to_owned(),
                    argument.name.as_str(),
                ),
            })
            .collect();
        let parameters: Vec<(&str, &str, &str)> = parameters
            .iter()
            .map(|(space, type_name, name)| (space.as_str(), type_name.as_str(), *name))
            .collect();
        Signature::new(&self.file.kernel, &parameters)
    }

    fn domain(&self) -> Domain {
        let mut domain = Domain::new();
        for (size, name) in self.file.sizes.iter().zip(&self.names) {
            domain = domain.side(name, size.least, size.most);
        }
        let items = self
            .file
            .groups
            .iter()
            .map(|group| group.iter().product::<usize>());
        let (least, most) = (items.clone().min().unwrap_or(1), items.max().unwrap_or(1));
        domain.work_group(GroupSizes::Any, least, most)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners = Vec::new();
        let choices: Vec<usize> = self
            .choices()
            .map(|(_, _, choices)| choices.len())
            .collect();
        for (group, shape) in self.file.groups.iter().enumerate() {
            let unit = shape.first().copied().unwrap_or(1);
            let candidates: Vec<Vec<usize>> = self
                .file
                .sizes
                .iter()
                .map(|size| OwnProblem::corner_sizes(size, unit))
                .collect();
            let rounds = candidates.iter().map(Vec::len).max().unwrap_or(1);
            for round in 0..rounds {
                let sizes = candidates
                    .iter()
                    .enumerate()
                    .map(|(at, sizes)| sizes[(round * (1 + 2 * at)) % sizes.len()])
                    .collect();
                let chosen = choices.iter().map(|of| (round + group) % of).collect();
                corners.push(Case {
                    sizes,
                    group,
                    choices: chosen,
                    pattern: (round % 4) as u8,
                });
            }
        }
        let whole = |sizes: Vec<usize>| Case {
            sizes,
            group: self.file.groups.len() - 1,
            choices: choices.iter().map(|_| 0).collect(),
            pattern: 3,
        };
        corners.push(whole(
            self.file.sizes.iter().map(|size| size.least).collect(),
        ));
        corners.push(whole(
            self.file.sizes.iter().map(|size| size.most).collect(),
        ));
        let mut corners: Vec<Case> = corners
            .into_iter()
            .map(|case| self.file.fitted(case))
            .collect();
        // The smallest case with something in it comes before those with nothing.
        let elements = |case: &Case| self.file.lengths(case).into_iter().sum::<usize>();
        let least = corners
            .iter()
            .map(elements)
            .filter(|it| *it > 0)
            .min()
            .unwrap_or(0);
        let simplicity = |case: &Case| {
            let (elements, sizes) = (elements(case), case.sizes.iter().sum::<usize>());
            (
                elements.max(least),
                elements == 0,
                sizes,
                case.group,
                case.pattern,
            )
        };
        corners.sort_by_key(simplicity);
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let groups: Vec<(usize, usize)> = self
            .file
            .groups
            .iter()
            .enumerate()
            .map(|(at, shape)| (at, shape.first().copied().unwrap_or(1)))
            .collect();
        let sizes = self.file.sizes.clone();
        let choices: Vec<BoxedStrategy<usize>> = self
            .choices()
            .map(|(_, _, choices)| (0..choices.len()).boxed())
            .collect();
        let drawn = select(groups).prop_flat_map(move |(group, unit)| {
            let sizes: Vec<BoxedStrategy<usize>> =
                sizes.iter().map(|size| drawn(size, unit)).collect();
            (Just(group), sizes)
        });
        let file = self.file.clone();
        (drawn, choices, any::<u8>())
            .prop_map(move |((group, sizes), choices, pattern)| {
                file.fitted(Case {
                    sizes,
                    group,
                    choices,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        let sizes: Vec<BoxedStrategy<usize>> = self
            .file
            .sizes
            .iter()
            .zip(&case.sizes)
            .map(|(size, &start)| {
                // Down to 1, where that is allowed: a case with nothing in it shows little.
                let least = size.least.max(1.min(start));
                let (least, unit) = (rounded(size, least).min(start), size.multiple_of);
                number_from((start - least) / unit)
                    .prop_map(move |steps| least + steps * unit)
                    .boxed()
            })
            .collect();
        let choices: Vec<BoxedStrategy<usize>> = case
            .choices
            .iter()
            .map(|&at| number_from(at).boxed())
            .collect();
        (
            sizes,
            number_from(case.group),
            choices,
            number_from(case.pattern.into()),
        )
            .prop_map(|(sizes, group, choices, pattern)| Case {
                sizes,
                group,
                choices,
                pattern: pattern as u8,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        let sizes = &self.file.sizes;
        let are_sizes = sizes.len() == case.sizes.len()
            && sizes.iter().zip(&case.sizes).all(|(size, &it)| {
                (size.least..=size.most).contains(&it) && it.is_multiple_of(size.multiple_of)
            });
        let choices: Vec<usize> = self
            .choices()
            .map(|(_, _, choices)| choices.len())
            .collect();
        let are_choices = choices.len() == case.choices.len()
            && choices.iter().zip(&case.choices).all(|(of, at)| at < of);
        are_sizes && are_choices && case.group < self.file.groups.len() && self.file.fits(case)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let mut facts: Vec<Fact> = self
            .file
            .sizes
            .iter()
            .zip(&case.sizes)
            .map(|(size, value)| Fact::new(&size.name, value))
            .collect();
        let group: Vec<String> = self.group(case).iter().map(usize::to_string).collect();
        facts.push(Fact::new("work-group", group.join(" x ")));
        let chosen: Vec<&str> = self
            .choices()
            .map(|(argument, ..)| argument.name.as_str())
            .collect();
        for (name, _, value) in self.scalars(case) {
            if chosen.contains(&name.as_str()) {
                facts.push(Fact::new(&name, value));
            }
        }
        for argument in Problem::launch(self, case).arguments {
            if let LaunchArgument::Buffer(buffer) = argument
                && buffer.initialized
            {
                let numbers = values::read(buffer.element.scalar, &buffer.contents);
                facts.push(Fact::new(&buffer.name, preview(&numbers)));
            }
        }
        facts
    }

    fn launch(&self, case: &Case) -> Launch {
        let sizes = self.sizes(case);
        let group = self.group(case);
        let lengths = self.file.lengths(case);
        let scalars = self.scalars(case);
        let argument = |(at, argument): (usize, &Argument)| match &argument.kind {
            ArgumentKind::Buffer {
                element,
                filling,
                role,
                ..
            } => {
                let initialized = matches!(role, Role::Input | Role::Both);
                let components = lengths[at] * usize::from(element.width);
                let contents = match initialized {
                    true => {
                        let salt = at as u64;
                        let numbers = values::numbers(
                            *filling,
                            element.scalar,
                            components,
                            case.pattern,
                            salt,
                        );
                        values::bytes(element.scalar, &numbers).unwrap_or_default()
                    }
                    false => Vec::new(),
                };
                let mut contents = contents;
                contents.resize(lengths[at] * element.size(), 0);
                LaunchArgument::Buffer(Buffer {
                    name: argument.name.clone(),
                    element: *element,
                    contents,
                    access: match role {
                        Role::Input => Access::Read,
                        Role::Output => Access::Write,
                        Role::Both | Role::Scratch => Access::ReadWrite,
                    },
                    initialized,
                })
            }
            ArgumentKind::Value { scalar, .. } | ArgumentKind::Choice { scalar, .. } => {
                let value = scalars.iter().find(|(name, ..)| *name == argument.name);
                let value = value.map_or(0.0, |(_, _, value)| *value);
                LaunchArgument::Value {
                    name: argument.name.clone(),
                    bytes: values::bytes(*scalar, &[value])
                        .unwrap_or_else(|| vec![0; scalar.size()]),
                }
            }
            ArgumentKind::Local { element, len } => {
                let mut sizes = sizes.clone();
                sizes.insert(WORK_GROUP, group.iter().product::<usize>() as i64);
                let len = usize::try_from(len.value(&sizes)).unwrap_or(0).max(1);
                LaunchArgument::Local {
                    name: argument.name.clone(),
                    bytes: len * element.size(),
                }
            }
        };
        let global = self.file.global.iter().zip(group).map(|(items, group)| {
            let items = usize::try_from(items.value(&sizes)).unwrap_or(0).max(1);
            items.next_multiple_of(*group)
        });
        Launch {
            kernel: self.file.kernel.clone(),
            arguments: self
                .file
                .arguments
                .iter()
                .enumerate()
                .map(argument)
                .collect(),
            range: NdRange {
                offset: None,
                global: global.collect(),
                local: Some(group.to_vec()),
                sub_group: None,
            },
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let results = self.results(case);
        let mut results = match results.as_ref() {
            Ok(results) => results.iter(),
            // Nobody looks at it: see `fault`.
            Err(_) => [].iter(),
        };
        let launch = Problem::launch(self, case);
        let mut expected = Vec::new();
        for (argument, reason) in self.file.arguments.iter().zip(&self.reasons) {
            let ArgumentKind::Buffer {
                element,
                role,
                tolerance,
                ..
            } = &argument.kind
            else {
                continue;
            };
            expected.push(match role {
                Role::Input => Expected::Unchanged,
                Role::Scratch => Expected::Scratch,
                Role::Output | Role::Both => match results.next() {
                    None => Expected::Scratch,
                    Some(values) if element.scalar.is_floating() => {
                        close(values, tolerance, reason, largest_input(&launch))
                    }
                    Some(values) => match values::bytes(element.scalar, values) {
                        Some(bytes) => Expected::Exact(bytes),
                        None => Expected::Scratch,
                    },
                },
            });
        }
        expected
    }

    fn fault(&self, case: &Case) -> Option<String> {
        self.results(case)
            .as_ref()
            .as_ref()
            .err()
            .map(Failed::to_string)
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        Writers::Anyone
    }

    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

/// Rounding errors are relative to the largest number that is computed with: an input, or the result.
fn close(values: &[f64], tolerance: &Tolerance, reason: &'static str, largest: f64) -> Expected {
    Expected::Close {
        scales: values
            .iter()
            .map(|value| value.abs().max(largest))
            .collect(),
        values: values.to_vec(),
        tolerance: kernels::Tolerance {
            ulps: tolerance.ulps,
            reason,
        },
    }
}

fn largest_input(launch: &Launch) -> f64 {
    let largest = launch.arguments.iter().map(|argument| match argument {
        LaunchArgument::Buffer(buffer)
            if buffer.initialized && buffer.element.scalar.is_floating() =>
        {
            let numbers = values::read(buffer.element.scalar, &buffer.contents);
            numbers.into_iter().map(f64::abs).fold(0.0, f64::max)
        }
        _ => 0.0,
    });
    largest.fold(0.0, f64::max)
}

impl ProblemFile {
    fn sizes_of(&self, case: &Case) -> BTreeMap<&str, i64> {
        let names = self.sizes.iter().map(|size| size.name.as_str());
        let sizes = case.sizes.iter().map(|&size| size as i64);
        names.zip(sizes).collect()
    }

    /// The length of each argument that is a buffer, in elements; negative ones are 0.
    fn lengths(&self, case: &Case) -> Vec<usize> {
        let sizes = self.sizes_of(case);
        let lengths = self.arguments.iter().map(|argument| match &argument.kind {
            ArgumentKind::Buffer { len, .. } => usize::try_from(len.value(&sizes)).unwrap_or(0),
            _ => 0,
        });
        lengths.collect()
    }

    fn fits(&self, case: &Case) -> bool {
        let sizes = self.sizes_of(case);
        let items = self.global.iter().map(|items| items.value(&sizes).max(1));
        let items = items.fold(1_i64, i64::saturating_mul);
        let are_small = self.lengths(case).into_iter().all(|len| len <= LARGEST);
        are_small && items <= 2 * LARGEST as i64
    }

    /// The same case with sizes so small that its buffers are small enough.
    fn fitted(&self, mut case: Case) -> Case {
        while !self.fits(&case) {
            // The size that is largest above its least is halved.
            let above = |(at, size): &(usize, &Size)| case.sizes[*at].saturating_sub(size.least);
            match self.sizes.iter().enumerate().max_by_key(above) {
                Some((at, size)) if case.sizes[at] > size.least => {
                    let half = size.least + (case.sizes[at] - size.least) / 2;
                    case.sizes[at] = rounded(size, half);
                }
                _ => break,
            }
        }
        case
    }
}

/// Sizes for a work-group whose first side is `unit`: small ones, one below and above a multiple, primes, any.
fn drawn(size: &Size, unit: usize) -> BoxedStrategy<usize> {
    let own = size.clone();
    let whole = (4096 / unit.max(1)).clamp(1, 16);
    let span = size.most - size.least + 1;
    prop_oneof![
        6 => 0..=3 * unit,
        8 => (1..=whole, 0..=2_usize).prop_map(move |(k, step)| k * unit + step - 1),
        4 => select(&PRIMES[..]),
        4 => size.least..=size.most.min(size.least + 4096),
        1 => size.least..=size.most,
    ]
    .prop_map(move |number| {
        let within = match (own.least..=own.most).contains(&number) {
            true => number,
            false => own.least + number % span,
        };
        rounded(&own, within)
    })
    .boxed()
}

/// The first few numbers as text.
fn preview(numbers: &[f64]) -> String {
    const SHOWN: usize = 5;
    let first: Vec<String> = numbers.iter().take(SHOWN).map(f64::to_string).collect();
    match numbers.len() {
        0 => "none".to_owned(),
        len if len <= SHOWN => first.join(", "),
        len => format!("{}, ... ({len} values)", first.join(", ")),
    }
}
