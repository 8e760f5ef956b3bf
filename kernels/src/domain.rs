//! What a problem's text allows, in one place: its named quantities, each with its least and its most.
//!
//! A starter's text holds the sentence that is made from it, and tests hold that the cases stay within it
//! and reach every edge of it.

use crate::Signature;
use launch::{Argument, Launch, Scalar};
use std::fmt::Write;

/// The quantities of a problem, in the order in which its text names them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Domain {
    quantities: Vec<Quantity>,
}

/// One quantity: a parameter of the kernel, the values in one of its buffers, or the size of a work-group.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// What is meant.
    pub kind: Kind,
    /// The least that is allowed.
    pub least: f64,
    /// The most that is allowed.
    pub most: f64,
}

/// What a quantity is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Elements along a side, by the parameter's name. The work-groups lie along it in `dimension` of the
    /// NDRange, `unit` elements to a work-item.
    Size {
        /// The parameter.
        name: &'static str,
        /// The dimension of the NDRange, where it is the same in every case.
        dimension: Option<usize>,
        /// Elements of a work-item along the side, where it is the same in every case.
        unit: usize,
    },
    /// How many of something there are, or how often something is done, by the parameter's name.
    Count {
        /// The parameter.
        name: &'static str,
    },
    /// The product of several sizes, by their parameters' names.
    Elements {
        /// The parameters.
        names: &'static [&'static str],
    },
    /// A number that is computed with: a scalar parameter, or each element of a buffer.
    Value {
        /// The parameter.
        name: &'static str,
    },
    /// Work-items of a work-group.
    WorkGroup {
        /// Which sizes between the least and the most are allowed.
        sizes: GroupSizes,
    },
    /// Work-groups of the NDRange.
    WorkGroups,
    /// Work-items of a sub-group: a power of two, and the last of a work-group may have fewer.
    SubGroup,
}

/// Which sizes a work-group may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupSizes {
    Any,
    PowersOfTwo,
    /// Multiples of a number.
    MultiplesOf(usize),
}

impl GroupSizes {
    pub fn holds(self, size: usize) -> bool {
        match self {
            GroupSizes::Any => true,
            GroupSizes::PowersOfTwo => size.is_power_of_two(),
            GroupSizes::MultiplesOf(unit) => size.is_multiple_of(unit),
        }
    }
}

impl Domain {
    /// Nothing is named yet.
    pub fn new() -> Self {
        Domain::default()
    }

    fn with(mut self, kind: Kind, least: f64, most: f64) -> Self {
        self.quantities.push(Quantity { kind, least, most });
        self
    }

    /// A side of the data, along which the work-groups lie in dimension `dimension` with one element to a
    /// work-item.
    pub fn size(self, name: &'static str, dimension: usize, least: usize, most: usize) -> Self {
        let dimension = Some(dimension);
        let unit = 1;
        self.with(
            Kind::Size {
                name,
                dimension,
                unit,
            },
            least as f64,
            most as f64,
        )
    }

    /// [`Domain::size`], with several elements to a work-item.
    pub fn size_of_units(
        self,
        name: &'static str,
        dimension: usize,
        unit: usize,
        least: usize,
        most: usize,
    ) -> Self {
        let dimension = Some(dimension);
        self.with(
            Kind::Size {
                name,
                dimension,
                unit,
            },
            least as f64,
            most as f64,
        )
    }

    /// A side of the data along which work-items lie in another way.
    pub fn side(self, name: &'static str, least: usize, most: usize) -> Self {
        self.with(
            Kind::Size {
                name,
                dimension: None,
                unit: 1,
            },
            least as f64,
            most as f64,
        )
    }

    /// How many of something there are.
    pub fn count(self, name: &'static str, least: usize, most: usize) -> Self {
        self.with(Kind::Count { name }, least as f64, most as f64)
    }

    /// The product of several sizes.
    pub fn elements(self, names: &'static [&'static str], least: usize, most: usize) -> Self {
        self.with(Kind::Elements { names }, least as f64, most as f64)
    }

    /// A number that is computed with.
    pub fn value(self, name: &'static str, least: f64, most: f64) -> Self {
        self.with(Kind::Value { name }, least, most)
    }

    /// A number that may be anything that an `int` holds.
    pub fn any_int(self, name: &'static str) -> Self {
        self.value(name, f64::from(i32::MIN), f64::from(i32::MAX))
    }

    /// Work-items of a work-group.
    pub fn work_group(self, sizes: GroupSizes, least: usize, most: usize) -> Self {
        self.with(Kind::WorkGroup { sizes }, least as f64, most as f64)
    }

    /// Work-groups of the NDRange, where the problem chooses how many there are.
    pub fn work_groups(self, least: usize, most: usize) -> Self {
        self.with(Kind::WorkGroups, least as f64, most as f64)
    }

    /// Work-items of a sub-group.
    pub fn sub_group(self, least: usize, most: usize) -> Self {
        self.with(Kind::SubGroup, least as f64, most as f64)
    }

    /// The quantities, in their order.
    pub fn quantities(&self) -> &[Quantity] {
        &self.quantities
    }

    /// The sentence of a starter: what each quantity may be.
    pub fn sentence(&self, signature: &Signature) -> String {
        let parts: Vec<String> = self
            .quantities
            .iter()
            .map(|quantity| quantity.text(signature))
            .collect();
        format!("Ranges: {}.", parts.join("; "))
    }

    /// The sentence as a comment of OpenCL C, in lines of at most 100 columns.
    pub fn comment(&self, signature: &Signature) -> String {
        const COLUMNS: usize = 100;
        let mut lines = vec!["//".to_owned()];
        for word in self.sentence(signature).split(' ') {
            match lines.last_mut() {
                Some(line) if line.len() + 1 + word.len() <= COLUMNS => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(format!("// {word}")),
            }
        }
        lines.join("\n")
    }
}

impl Quantity {
    /// The least and the most that a launch has of it; none where it has nothing of the kind, as an empty
    /// buffer.
    pub fn seen(&self, signature: &Signature, launch: &Launch) -> Option<[f64; 2]> {
        match self.kind {
            Kind::Size { name, .. } | Kind::Count { name } | Kind::Value { name } => {
                parameter(name, signature, launch)
            }
            Kind::Elements { names } => {
                let mut product = 1.0;
                for name in names {
                    product *= parameter(name, signature, launch)?[0];
                }
                Some([product; 2])
            }
            Kind::WorkGroup { .. } => {
                let local = launch.range.local.as_ref()?;
                Some([local.iter().product::<usize>() as f64; 2])
            }
            Kind::WorkGroups => {
                let local: usize = launch.range.local.as_ref()?.iter().product();
                let global: usize = launch.range.global.iter().product();
                Some([(global / local.max(1)) as f64; 2])
            }
            Kind::SubGroup => Some([launch.range.sub_group? as f64; 2]),
        }
    }

    fn text(&self, signature: &Signature) -> String {
        let (least, most) = (self.least, self.most);
        let is_any_int = [least, most] == [f64::from(i32::MIN), f64::from(i32::MAX)];
        let between = if is_any_int {
            "any int".to_owned()
        } else if least == most {
            format!("always {least}")
        } else {
            format!("from {least} to {most}")
        };
        match self.kind {
            Kind::Size { name, .. } | Kind::Count { name } => format!("{name} {between}"),
            Kind::Value { name } if is_pointer(name, signature) => {
                format!("elements of {name} {between}")
            }
            Kind::Value { name } => format!("{name} {between}"),
            Kind::Elements { names } => format!("{} at most {most}", names.join(" * ")),
            Kind::WorkGroup { sizes } => {
                let mut text = if least == most {
                    format!("work-groups of {most} work-items")
                } else {
                    format!("work-groups of {least} to {most} work-items")
                };
                // Writing to a text does not fail.
                let _ = match sizes {
                    GroupSizes::Any => Ok(()),
                    GroupSizes::PowersOfTwo => write!(text, " (a power of two)"),
                    GroupSizes::MultiplesOf(unit) => write!(text, " (a multiple of {unit})"),
                };
                text
            }
            Kind::WorkGroups => format!("{least} to {most} work-groups"),
            Kind::SubGroup => format!(
                "sub-groups of {least} to {most} work-items (a power of two; the last of a work-group may \
                 have fewer)"
            ),
        }
    }
}

fn is_pointer(name: &str, signature: &Signature) -> bool {
    let mut parameters = signature.parameters.iter();
    parameters.any(|parameter| parameter.name == name && parameter.type_name.ends_with('*'))
}

/// The least and the most number in the argument of that name.
fn parameter(name: &str, signature: &Signature, launch: &Launch) -> Option<[f64; 2]> {
    let mut both = signature.parameters.iter().zip(&launch.arguments);
    let (parameter, argument) = both.find(|(parameter, _)| parameter.name == name)?;
    let (scalar, bytes) = match argument {
        Argument::Value { bytes, .. } => (scalar(&parameter.type_name)?, bytes),
        Argument::Buffer(buffer) => (buffer.element.scalar, &buffer.contents),
        Argument::Local { .. }
        | Argument::Null { .. }
        | Argument::Image(_)
        | Argument::Sampler { .. } => return None,
    };
    let numbers: Box<dyn Iterator<Item = f64>> = match scalar {
        Scalar::UChar => Box::new(bytes.iter().map(|byte| f64::from(*byte))),
        Scalar::Int => Box::new(words(bytes).map(|word| f64::from(i32::from_le_bytes(word)))),
        Scalar::UInt => Box::new(words(bytes).map(|word| f64::from(u32::from_le_bytes(word)))),
        Scalar::Float => Box::new(words(bytes).map(|word| f64::from(f32::from_le_bytes(word)))),
        _ => return None,
    };
    numbers.fold(None, |seen, number| match seen {
        None => Some([number; 2]),
        Some([least, most]) => Some([least.min(number), most.max(number)]),
    })
}

fn words(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> {
    bytes.as_chunks().0.iter().copied()
}

fn scalar(type_name: &str) -> Option<Scalar> {
    match type_name {
        "int" => Some(Scalar::Int),
        "uint" => Some(Scalar::UInt),
        "float" => Some(Scalar::Float),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature() -> Signature {
        Signature::new(
            "k",
            &[
                ("global", "int*", "x"),
                ("private", "int", "first"),
                ("private", "uint", "n"),
            ],
        )
    }

    #[test]
    fn the_sentence_names_each_quantity_with_its_range() {
        let domain = Domain::new()
            .size("n", 0, 0, 10)
            .any_int("first")
            .value("x", -3.0, 4.0)
            .elements(&["w", "h"], 0, 12)
            .work_group(GroupSizes::PowersOfTwo, 1, 8);
        assert_eq!(
            domain.sentence(&signature()),
            "Ranges: n from 0 to 10; first any int; elements of x from -3 to 4; w * h at most 12; \
             work-groups of 1 to 8 work-items (a power of two)."
        );
        let comment = domain.comment(&signature());
        assert!(comment.lines().all(|line| line.starts_with("// ")));
        assert!(comment.lines().all(|line| line.len() <= 100));
    }

    #[test]
    fn what_a_launch_has_is_read_from_its_arguments_and_its_range() {
        let domain =
            Domain::new()
                .size("n", 0, 0, 10)
                .any_int("x")
                .work_group(GroupSizes::Any, 1, 8);
        let launch = Launch {
            kernel: "k".to_owned(),
            arguments: vec![
                crate::argument::buffer(
                    "x",
                    Scalar::Int,
                    crate::data::bytes(&[5, -7, 6], i32::to_le_bytes),
                    launch::Access::Read,
                ),
                crate::argument::value("first", 1_i32.to_le_bytes()),
                crate::argument::uint("n", 3),
            ],
            range: launch::NdRange::linear(8, 4),
        };
        let seen: Vec<Option<[f64; 2]>> = domain
            .quantities()
            .iter()
            .map(|quantity| quantity.seen(&signature(), &launch))
            .collect();
        assert_eq!(seen, [Some([3.0; 2]), Some([-7.0, 6.0]), Some([4.0; 2])]);
    }
}
