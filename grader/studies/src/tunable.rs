//! A kernel whose work-group and parameters can be tuned.

use crate::{MeasurementSession, Outcome, Stop};
use launch::protocol::Device;
use std::fmt;

/// A tunable number: a size of the work-group, a `-D` of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name, which the kernel's text expects as `-D`.
    pub name: &'static str,
    /// A short description.
    pub what: &'static str,
    pub values: &'static [u64],
}

/// A value for each parameter, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice(pub Vec<u64>);

impl Choice {
    /// Names and values.
    pub fn named(&self, parameters: &[Parameter]) -> Vec<(String, u64)> {
        parameters
            .iter()
            .zip(&self.0)
            .map(|(parameter, &value)| (parameter.name.to_owned(), value))
            .collect()
    }

    /// The choice with these names and values; none if one is missing or not allowed.
    pub fn from_named(parameters: &[Parameter], named: &[(String, u64)]) -> Option<Choice> {
        parameters
            .iter()
            .map(|parameter| {
                let found = named.iter().find(|(name, _)| name == parameter.name);
                let value = found?.1;
                parameter.values.contains(&value).then_some(value)
            })
            .collect::<Option<Vec<u64>>>()
            .map(Choice)
    }
}

/// Why a choice cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// More work-items in a work-group than the device runs.
    WorkGroup { items: u64, most: u64 },
    /// More local memory than a compute unit has.
    LocalMemory { bytes: u64, most: u64 },
    /// The kernel does not support it.
    Kernel(&'static str),
}

impl Illegal {
    /// An error if a work-group is too large for the device or its local memory.
    pub fn unless_fits(device: &Device, items: u64, bytes: u64) -> Result<(), Illegal> {
        let most = device.max_work_group_size as u64;
        if items > most {
            return Err(Illegal::WorkGroup { items, most });
        }
        let most = device.local_memory;
        if bytes > most {
            return Err(Illegal::LocalMemory { bytes, most });
        }
        Ok(())
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::WorkGroup { items, most } => {
                write!(f, "{items} work-items in a work-group, the most are {most}")
            }
            Illegal::LocalMemory { bytes, most } => {
                write!(f, "{bytes} bytes of local memory, the most are {most}")
            }
            Illegal::Kernel(why) => f.write_str(why),
        }
    }
}

/// A kernel with parameters.
pub trait Tunable: Sync {
    /// The name in `grader tune NAME`.
    fn name(&self) -> &'static str;

    /// A description in one line, with the tuned sizes.
    fn what(&self) -> &'static str;

    /// The parameters. The first two are the columns and rows of the heat map.
    fn parameters(&self) -> &'static [Parameter];

    /// The choice without tuning.
    fn usual(&self, device: &Device) -> Choice;

    /// Whether the kernel was written for such a device. Others run it too, but slower.
    fn suits(&self, _device: &Device) -> bool {
        true
    }

    /// An error if the device cannot run the choice.
    fn legal(&self, choice: &Choice, device: &Device) -> Result<(), Illegal>;

    /// Makes the buffers that all choices share.
    fn prepare(&self, session: &mut MeasurementSession<'_>) -> Result<Box<dyn Trial>, Stop>;
}

/// An experiment with a choice.
pub trait Trial {
    /// Builds it, compares its results with the reference, and times it. The session decides whether energy is
    /// measured as well.
    fn attempt(
        &mut self,
        session: &mut MeasurementSession<'_>,
        choice: &Choice,
    ) -> Result<Outcome, Stop>;
}

/// The choice that tuning found best on the device, or else the usual one.
pub(crate) fn best(tunable: &dyn Tunable, session: &MeasurementSession<'_>) -> Choice {
    let device = session.device();
    session
        .tuned(tunable.name())
        .and_then(|named| Choice::from_named(tunable.parameters(), named))
        .filter(|choice| tunable.legal(choice, device).is_ok())
        .unwrap_or_else(|| tunable.usual(device))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: [Parameter; 2] = [
        Parameter {
            name: "WIDTH",
            what: "work-items of a row",
            values: &[1, 2, 4],
        },
        Parameter {
            name: "HEIGHT",
            what: "rows",
            values: &[1, 2],
        },
    ];

    #[test]
    fn a_choice_is_found_again_by_its_names_and_a_strange_one_is_none() {
        let choice = Choice(vec![4, 2]);
        let named = choice.named(&SHAPE);
        assert_eq!(Choice::from_named(&SHAPE, &named), Some(choice));
        assert_eq!(
            Choice::from_named(&SHAPE, &[("WIDTH".to_owned(), 3), ("HEIGHT".to_owned(), 1)]),
            None
        );
        assert_eq!(Choice::from_named(&SHAPE, &named[..1]), None);
    }
}
