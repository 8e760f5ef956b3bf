//! `problem.toml`: what a kernel of one's own exercise is to compute, on which data, and how exact. Unknown keys are
//! errors.

use crate::expression::{Expression, ExpressionError};
use crate::values::{Filling, limits};
use launch::{ElementType, Scalar};
use serde::Deserialize;
use std::fmt;
use toml::Spanned;

/// The most elements of a buffer, and the most that a size may be.
pub(crate) const LARGEST: usize = 70_000;

/// The most work-items of a work-group: as many as every device takes.
const LARGEST_GROUP: usize = 256;

/// A file that was read; each name in it is one that is there.
#[derive(Clone, Debug)]
pub(crate) struct ProblemFile {
    pub kernel: String,
    pub reference: ReferenceSource,
    pub sizes: Vec<Size>,
    pub arguments: Vec<Argument>,
    /// Work-items in each dimension, before they are rounded up to whole work-groups.
    pub global: Vec<Expression>,
    /// The shapes of work-groups, the simplest first.
    pub groups: Vec<Vec<usize>>,
}

/// Where right results come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReferenceSource {
    /// A file of OpenCL C beside `problem.toml`.
    OpenClC { file: String },
    /// A program and its arguments, started in the folder of `problem.toml`.
    Program { command: Vec<String>, seconds: u64 },
}

/// A number that each case draws.
#[derive(Clone, Debug)]
pub(crate) struct Size {
    pub name: String,
    pub least: usize,
    pub most: usize,
    /// Only multiples of this are drawn.
    pub multiple_of: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub name: String,
    pub kind: ArgumentKind,
}

#[derive(Clone, Debug)]
pub(crate) enum ArgumentKind {
    Buffer {
        element: ElementType,
        len: Expression,
        filling: Filling,
        role: Role,
        constant: bool,
        tolerance: Tolerance,
    },
    /// A scalar that follows from the sizes.
    Value { scalar: Scalar, value: Expression },
    /// A scalar that is one of some numbers, the simplest first.
    Choice { scalar: Scalar, choices: Vec<f64> },
    /// Local memory: elements of a work-group, with its size as the size `work_group`.
    Local {
        element: ElementType,
        len: Expression,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Role {
    /// The kernel reads it, and leaves it as it is.
    Input,
    /// The kernel writes every element; it holds nothing before.
    Output,
    /// The kernel reads it and writes it.
    Both,
    /// The kernel works in it; nobody looks at it afterwards.
    Scratch,
}

/// How far a floating-point result may be off.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tolerance {
    pub ulps: f64,
    pub reason: String,
}

/// An error in a `problem.toml` or in a file that it names.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemError {
    /// The line, from 1; absent for an error of the whole file.
    pub line: Option<usize>,
    pub kind: ProblemErrorKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ProblemErrorKind {
    /// Not TOML, or an unknown key or a wrong type.
    Syntax {
        message: String,
    },
    /// Neither a reference of OpenCL C nor a program, or both.
    References,
    /// A file that `reference` names is missing or cannot be read.
    NoFile {
        file: String,
    },
    /// The reference of OpenCL C does not compile.
    NotOpenClC {
        file: String,
        message: String,
    },
    /// The reference has no kernel of the name.
    NoKernel {
        file: String,
        kernel: String,
    },
    /// The pack is not trusted.
    NotTrusted {
        command: String,
    },
    Expression(ExpressionError),
    /// A name is used twice.
    Twice {
        name: String,
    },
    UnknownType {
        name: String,
    },
    /// A type that is known and not supported here.
    Unsupported {
        name: String,
    },
    /// An argument is not exactly one of a buffer, a scalar and local memory.
    ArgumentKind {
        name: String,
    },
    /// A key that does not belong to this kind of argument, or is missing.
    ArgumentKey {
        name: String,
        expected: &'static str,
    },
    /// A number or a list beyond what is allowed.
    OutOfRange {
        key: &'static str,
        expected: String,
    },
    /// No argument is written.
    NoOutput,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kernel: String,
    reference: Option<Spanned<String>>,
    program: Option<Vec<String>>,
    seconds: Option<Spanned<u64>>,
    #[serde(default, rename = "size")]
    sizes: Vec<SizeTable>,
    #[serde(rename = "argument")]
    arguments: Vec<Spanned<ArgumentTable>>,
    launch: LaunchTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SizeTable {
    name: Spanned<String>,
    least: Spanned<usize>,
    most: Spanned<usize>,
    multiple_of: Option<Spanned<usize>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArgumentTable {
    name: String,
    buffer: Option<String>,
    scalar: Option<String>,
    local: Option<String>,
    len: Option<Spanned<Text>>,
    value: Option<Spanned<Text>>,
    choices: Option<Vec<f64>>,
    least: Option<f64>,
    most: Option<f64>,
    role: Option<Role>,
    #[serde(default)]
    constant: bool,
    ulps: Option<f64>,
    reason: Option<String>,
}

/// An expression, or a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Number(i64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaunchTable {
    global: Spanned<Vec<Text>>,
    groups: Spanned<Vec<GroupEntry>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum GroupEntry {
    One(usize),
    Several(Vec<usize>),
}

impl Text {
    fn text(&self) -> String {
        match self {
            Text::Number(number) => number.to_string(),
            Text::Text(text) => text.clone(),
        }
    }
}

/// The name of the size of a work-group in the length of local memory.
pub(crate) const WORK_GROUP: &str = "work_group";

impl ProblemFile {
    pub(crate) fn parse(text: &str) -> Result<ProblemFile, ProblemError> {
        let line_of = |offset: usize| 1 + text.bytes().take(offset).filter(|&b| b == b'\n').count();
        let file: File = toml::from_str(text).map_err(|error| ProblemError {
            line: error.span().map(|span| line_of(span.start)),
            kind: ProblemErrorKind::Syntax {
                message: error.message().trim_end().to_owned(),
            },
        })?;
        let at = |offset: usize, kind| ProblemError {
            line: Some(line_of(offset)),
            kind,
        };
        let seconds = match &file.seconds {
            None => 10,
            Some(seconds) if (1..=600).contains(seconds.get_ref()) => *seconds.get_ref(),
            Some(seconds) => {
                return Err(at(seconds.span().start, range("seconds", "from 1 to 600")));
            }
        };
        let reference = match (file.reference, file.program) {
            (Some(file), None) => ReferenceSource::OpenClC {
                file: file.into_inner(),
            },
            (None, Some(command)) if !command.is_empty() => {
                ReferenceSource::Program { command, seconds }
            }
            _ => {
                return Err(ProblemError {
                    line: None,
                    kind: ProblemErrorKind::References,
                });
            }
        };
        let mut sizes: Vec<Size> = Vec::new();
        for table in file.sizes {
            let size = size(table, &at)?;
            sizes.push(size);
        }
        let names: Vec<String> = sizes.iter().map(|size| size.name.clone()).collect();
        let mut arguments: Vec<Argument> = Vec::new();
        for table in file.arguments {
            let begin = table.span().start;
            let argument = argument(table.into_inner(), begin, &names, &at)?;
            if arguments.iter().any(|known| known.name == argument.name) {
                return Err(at(
                    begin,
                    ProblemErrorKind::Twice {
                        name: argument.name,
                    },
                ));
            }
            arguments.push(argument);
        }
        let is_written = |argument: &Argument| {
            matches!(
                argument.kind,
                ArgumentKind::Buffer {
                    role: Role::Output | Role::Both,
                    ..
                }
            )
        };
        if !arguments.iter().any(is_written) {
            return Err(ProblemError {
                line: None,
                kind: ProblemErrorKind::NoOutput,
            });
        }
        let begin = file.launch.global.span().start;
        let global = file.launch.global.into_inner();
        let parsed = global
            .iter()
            .map(|text| Expression::parse(&text.text(), &names));
        let global: Vec<Expression> = parsed
            .collect::<Result<_, _>>()
            .map_err(|error| at(begin, ProblemErrorKind::Expression(error)))?;
        if !(1..=3).contains(&global.len()) {
            return Err(at(begin, range("global", "of 1 to 3 dimensions")));
        }
        let begin = file.launch.groups.span().start;
        let groups: Vec<Vec<usize>> = file
            .launch
            .groups
            .into_inner()
            .into_iter()
            .map(|entry| match entry {
                GroupEntry::One(size) => vec![size],
                GroupEntry::Several(sizes) => sizes,
            })
            .collect();
        let is_group = |group: &Vec<usize>| {
            let items: usize = group.iter().fold(1, |all, size| all.saturating_mul(*size));
            group.len() == global.len() && (1..=LARGEST_GROUP).contains(&items)
        };
        if groups.is_empty() || groups.len() > 32 || !groups.iter().all(is_group) {
            let expected =
                "1 to 32 shapes of 1 to 256 work-items, each with as many sizes as `global`";
            return Err(at(begin, range("groups", expected)));
        }
        Ok(ProblemFile {
            kernel: file.kernel,
            reference,
            sizes,
            arguments,
            global,
            groups,
        })
    }
}

fn range(key: &'static str, expected: &str) -> ProblemErrorKind {
    ProblemErrorKind::OutOfRange {
        key,
        expected: expected.to_owned(),
    }
}

fn size(
    table: SizeTable,
    at: &dyn Fn(usize, ProblemErrorKind) -> ProblemError,
) -> Result<Size, ProblemError> {
    let multiple_of = table.multiple_of.as_ref().map_or(1, |it| *it.get_ref());
    let begin = table.most.span().start;
    let size = Size {
        name: table.name.into_inner(),
        least: table.least.into_inner(),
        most: table.most.into_inner(),
        multiple_of,
    };
    if size.most > LARGEST || size.least > size.most {
        let expected = format!("from `least` to {LARGEST}");
        return Err(at(begin, range("most", &expected)));
    }
    let is_multiple = |number: usize| multiple_of > 0 && number.is_multiple_of(multiple_of);
    if !is_multiple(size.least) || !is_multiple(size.most) {
        return Err(at(
            begin,
            range("multiple_of", "a number that divides `least` and `most`"),
        ));
    }
    Ok(size)
}

fn argument(
    table: ArgumentTable,
    begin: usize,
    sizes: &[String],
    at: &dyn Fn(usize, ProblemErrorKind) -> ProblemError,
) -> Result<Argument, ProblemError> {
    let name = table.name.clone();
    let wrong = |expected: &'static str| {
        let name = name.clone();
        at(begin, ProblemErrorKind::ArgumentKey { name, expected })
    };
    let element = |text: &str| {
        let unknown = |_| {
            let name = text.to_owned();
            at(begin, ProblemErrorKind::UnknownType { name })
        };
        let element: ElementType = text.parse().map_err(unknown)?;
        match (element.scalar, element.width) {
            (Scalar::Half, _) | (_, 3) => Err(at(
                begin,
                ProblemErrorKind::Unsupported {
                    name: text.to_owned(),
                },
            )),
            _ => Ok(element),
        }
    };
    let expression = |text: &Spanned<Text>, sizes: &[String]| {
        Expression::parse(&text.get_ref().text(), sizes)
            .map_err(|error| at(text.span().start, ProblemErrorKind::Expression(error)))
    };
    let kind = match (&table.buffer, &table.scalar, &table.local) {
        (Some(buffer), None, None) => {
            if table.value.is_some() || table.choices.is_some() {
                return Err(wrong("a buffer has `len`, `role`, and `least` with `most`"));
            }
            let element = element(buffer)?;
            let role = table
                .role
                .ok_or_else(|| wrong("a buffer needs a `role`: input, output, both or scratch"))?;
            let len = table
                .len
                .as_ref()
                .ok_or_else(|| wrong("a buffer needs a `len`"))?;
            let (lowest, highest) = limits(element.scalar);
            let filling = match (table.least, table.most) {
                (None, None) => Filling::Distinct,
                (Some(least), Some(most))
                    if least <= most && least >= lowest && most <= highest =>
                {
                    Filling::Range { least, most }
                }
                _ => {
                    return Err(wrong(
                        "`least` and `most` stand together, in order, within the type",
                    ));
                }
            };
            let is_written = matches!(role, Role::Output | Role::Both);
            let tolerance = match (table.ulps, &table.reason) {
                (None, None) => Tolerance {
                    ulps: 0.0,
                    reason: "the result is exact".to_owned(),
                },
                (Some(ulps), Some(reason))
                    if is_written
                        && element.scalar.is_floating()
                        && (0.0..=1e6).contains(&ulps) =>
                {
                    let reason = reason.clone();
                    Tolerance { ulps, reason }
                }
                _ => {
                    return Err(wrong(
                        "`ulps` (0 to 1000000) and `reason` stand together, for a floating result",
                    ));
                }
            };
            if table.constant && role != Role::Input {
                return Err(wrong("only an input lies in constant memory"));
            }
            ArgumentKind::Buffer {
                element,
                len: expression(len, sizes)?,
                filling,
                role,
                constant: table.constant,
                tolerance,
            }
        }
        (None, Some(scalar), None) => {
            let ElementType { scalar, width: 1 } = element(scalar)? else {
                return Err(wrong("a scalar has one component"));
            };
            match (&table.value, &table.choices) {
                (Some(value), None) => ArgumentKind::Value {
                    scalar,
                    value: expression(value, sizes)?,
                },
                (None, Some(choices)) if (1..=32).contains(&choices.len()) => {
                    if crate::values::bytes(scalar, choices).is_none() {
                        return Err(wrong("each of the `choices` has to fit the type"));
                    }
                    ArgumentKind::Choice {
                        scalar,
                        choices: choices.clone(),
                    }
                }
                _ => return Err(wrong("a scalar needs a `value` or 1 to 32 `choices`")),
            }
        }
        (None, None, Some(local)) => {
            let len = table
                .len
                .as_ref()
                .ok_or_else(|| wrong("local memory needs a `len`"))?;
            let mut names = sizes.to_vec();
            names.push(WORK_GROUP.to_owned());
            ArgumentKind::Local {
                element: element(local)?,
                len: expression(len, &names)?,
            }
        }
        _ => return Err(at(begin, ProblemErrorKind::ArgumentKind { name })),
    };
    Ok(Argument {
        name: table.name,
        kind,
    })
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        match &self.kind {
            ProblemErrorKind::Syntax { message } => f.write_str(message),
            ProblemErrorKind::References => f.write_str(
                "it needs one reference: `reference`, a file of OpenCL C, or `program`, a command as a list",
            ),
            ProblemErrorKind::NoFile { file } => {
                write!(f, "the reference {} is missing, or no text", file.escape_default())
            }
            ProblemErrorKind::NotOpenClC { file, message } => {
                write!(f, "the reference {} does not compile: {message}", file.escape_default())
            }
            ProblemErrorKind::NoKernel { file, kernel } => write!(
                f,
                "the reference {} has no kernel `{}`",
                file.escape_default(),
                kernel.escape_default()
            ),
            ProblemErrorKind::NotTrusted { command } => write!(
                f,
                "right results come from the program `{}`, which may not run",
                command.escape_default()
            ),
            ProblemErrorKind::Expression(error) => error.fmt(f),
            ProblemErrorKind::Twice { name } => {
                write!(f, "there are two arguments `{}`", name.escape_default())
            }
            ProblemErrorKind::UnknownType { name } => {
                write!(f, "there is no type `{}`", name.escape_default())
            }
            ProblemErrorKind::Unsupported { name } => write!(
                f,
                "`{}` is not supported in a pack: neither `half` nor vectors of three are",
                name.escape_default()
            ),
            ProblemErrorKind::ArgumentKind { name } => write!(
                f,
                "the argument `{}` needs one of `buffer`, `scalar` and `local`, with its type",
                name.escape_default()
            ),
            ProblemErrorKind::ArgumentKey { name, expected } => {
                write!(f, "the argument `{}`: {expected}", name.escape_default())
            }
            ProblemErrorKind::OutOfRange { key, expected } => write!(f, "`{key}` must be {expected}"),
            ProblemErrorKind::NoOutput => {
                f.write_str("no buffer has the role `output` or `both`: the kernel would have nothing to compute")
            }
        }
    }
}

impl std::error::Error for ProblemError {}
