//! A step of a shallow-water scheme by kernels of the course, in any engine: their launches in order,
//! from slots filled with bytes.

use course::Engine;
use kernels::simulation::{Pass, Scheme, Slot, Strip};
use launch::outcome::Outcome;
use launch::{Access, Argument, Buffer, Launch, NdRange, Scalar, Source};

/// Height, flow to the east and flow to the north of each cell, row by row.
pub(crate) type Fields = [Vec<f32>; 3];

/// Which kernels make the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The solution of the exercise.
    Exercise,
    /// A kernel for each step of the textbook.
    Plain,
    /// One kernel, cut to a device in this way.
    Tuned(Strip),
}

impl Way {
    /// The program, of which the exercise's text is given.
    pub(crate) fn source(self, scheme: Scheme, exercise: &str) -> Source {
        let (text, defines) = match self {
            Way::Exercise => (exercise, Vec::new()),
            Way::Plain => (scheme.plain().text, Vec::new()),
            Way::Tuned(strip) => (scheme.tuned(strip).text, strip.defines().to_vec()),
        };
        let owned = |(name, value): (&str, String)| (name.to_owned(), value);
        Source {
            name: scheme.name().to_owned(),
            text: text.to_owned(),
            defines: defines.into_iter().map(owned).collect(),
            standard: launch::Standard::default(),
        }
    }

    fn passes(self, scheme: Scheme) -> &'static [Pass] {
        match self {
            Way::Plain => scheme.plain().passes,
            // The tuned kernel has the exercise's interface.
            Way::Exercise | Way::Tuned(_) => scheme.tuned(scheme.usual_strip(true)).passes,
        }
    }

    fn range(self, size: [usize; 2]) -> NdRange {
        match self {
            Way::Tuned(strip) => strip.range(size),
            Way::Exercise | Way::Plain => NdRange {
                offset: None,
                global: size.map(|side| side.next_multiple_of(8)).to_vec(),
                local: Some(vec![8, 8]),
                sub_group: None,
            },
        }
    }
}

/// What a step needs beside the water.
#[derive(Clone, Debug)]
pub(crate) struct Sea {
    pub(crate) scheme: Scheme,
    pub(crate) way: Way,
    /// Cells to the east and to the north.
    pub(crate) size: [usize; 2],
    /// The time step over the width and over the height of a cell.
    pub(crate) ratios: [f64; 2],
    /// Looked at by the high-resolution scheme alone.
    pub(crate) bottom: Vec<f32>,
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|&word| f32::from_le_bytes(word)).collect()
}

impl Sea {
    /// The water a step after `now`, in an engine that has built the program; `before` is that a step
    /// before `now`, which the leapfrog needs.
    pub(crate) fn step(&self, engine: &mut dyn Engine, before: &Fields, now: &Fields) -> Fields {
        let count = self.size[0] * self.size[1];
        let mut next: [Option<Vec<f32>>; 3] = Default::default();
        let mut between: [Option<Vec<f32>>; 4] = Default::default();
        if self.scheme == Scheme::Nonlinear {
            next = before.clone().map(Some);
        }
        let each = self.scheme.plain().between[0];
        for pass in self.way.passes(self.scheme) {
            let arguments = pass.slots.iter().map(|&slot| {
                let (held, elements) = match slot {
                    Slot::Now(field) => (Some(&now[field]), count),
                    Slot::Next(field) => (next[field].as_ref(), count),
                    Slot::Bottom => (Some(&self.bottom), count),
                    Slot::Between(number) => (between[number].as_ref(), each * count),
                    value => {
                        return Argument::Value {
                            name: format!("{slot:?}"),
                            bytes: self
                                .scheme
                                .value(value, self.ratios, self.size)
                                .expect("a number")
                                .to_vec(),
                        };
                    }
                };
                let access = match (slot, held) {
                    (Slot::Now(_) | Slot::Bottom, _) => Access::Read,
                    (_, None) => Access::Write,
                    (_, Some(_)) => Access::ReadWrite,
                };
                Argument::Buffer(Buffer {
                    name: format!("{slot:?}"),
                    element: Scalar::Float.into(),
                    contents: held.map_or(vec![0; 4 * elements], |values| {
                        values
                            .iter()
                            .flat_map(|value| value.to_le_bytes())
                            .collect()
                    }),
                    access,
                    initialized: held.is_some(),
                })
            });
            let launch = Launch {
                kernel: pass.kernel.to_owned(),
                arguments: arguments.collect(),
                range: self.way.range(self.size),
            };
            let outcome = engine.run(std::slice::from_ref(&launch)).remove(0);
            let Outcome::Ran(ran) = outcome else {
                panic!("{} of {self:?}: {outcome:?}", pass.kernel);
            };
            assert!(ran.findings.is_empty(), "{self:?}: {:?}", ran.findings);
            let is_buffer = |slot: &&Slot| self.scheme.value(**slot, [0.0; 2], [0; 2]).is_none();
            for (&slot, after) in pass.slots.iter().filter(is_buffer).zip(ran.buffers) {
                assert!(after.strays.is_empty(), "{} of {self:?}", pass.kernel);
                let after = floats(&after.contents);
                match slot {
                    Slot::Next(field) => next[field] = Some(after),
                    Slot::Between(number) => between[number] = Some(after),
                    Slot::Now(field) => assert_eq!(after, now[field], "{self:?}"),
                    _ => assert_eq!(after, self.bottom, "{self:?}"),
                }
            }
        }
        next.map(|field| field.expect("every field is made"))
    }
}
