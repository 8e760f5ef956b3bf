//! Products of square matrices: compared exactly, then timed. And the two that can be tuned.

use crate::tunable::{Illegal, Parameter, Trial, Tunable};
use crate::{
    Buffer, Choice, Limit, MeasurementSession, Outcome, Program, Stop, Times, Verified, Work,
};
use kernels::matmul::{Blocks, Layout};
use launch::measurement::{Fill, Step, StepArgument};
use launch::noise;
use launch::protocol::Device;

/// Matrices of integers, whose product is exact in any order of summation, and matrices of other floats for
/// timing.
pub(crate) struct Matrices {
    pub(crate) side: usize,
    pub(crate) whole: [Vec<f32>; 2],
    exact: [Buffer; 2],
    floats: [Buffer; 2],
    c: Buffer,
}

/// The largest whole number in a matrix: a sum of up to 2^14 products stays below 2^24, so each is a float.
const LARGEST: u64 = 31;

/// The largest side for which sums are exact.
const LONGEST: usize = 1 << 14;

fn whole(seed: u64, index: usize) -> f32 {
    (noise::bits(seed, index as u64) % (2 * LARGEST + 1)) as f32 - LARGEST as f32
}

impl Matrices {
    pub(crate) fn new(session: &mut MeasurementSession<'_>, side: usize) -> Result<Matrices, Stop> {
        if side > LONGEST {
            return Err(Stop::Unable {
                reason: format!("products of sides above {LONGEST} are not compared"),
            });
        }
        let numbers = |seed| (0..side * side).map(|index| whole(seed, index)).collect();
        let whole: [Vec<f32>; 2] = [numbers(1), numbers(2)];
        let bytes = 4 * side * side;
        let any = |seed| Fill::Floats {
            seed,
            low: -1.0,
            high: 1.0,
        };
        Ok(Matrices {
            side,
            exact: [
                session.upload_floats(&whole[0])?,
                session.upload_floats(&whole[1])?,
            ],
            floats: [
                session.buffer(bytes, any(3))?,
                session.buffer(bytes, any(4))?,
            ],
            c: session.buffer(bytes, Fill::Zeros)?,
            whole,
        })
    }

    pub(crate) fn work(&self) -> Work {
        let side = self.side as f64;
        Work {
            operations: 2.0 * side.powi(3),
            bytes: 3.0 * 4.0 * side.powi(2),
            items: side.powi(2),
        }
    }

    /// Checks the product of the integer matrices by its product with a vector: row by row, and every element
    /// counts.
    pub(crate) fn compare(&self, what: &str, c: &[f32]) -> Result<Verified, Stop> {
        let side = self.side;
        // Whole numbers again, none of them 0, and all sums below 2^53.
        let factors: Vec<f64> = (0..side)
            .map(|i| (noise::bits(5, i as u64) % 1000) as f64 + 1.0)
            .collect();
        let times = |matrix: &[f32], row: usize, vector: &[f64]| -> f64 {
            let row = &matrix[row * side..][..side];
            row.iter().zip(vector).map(|(&x, y)| f64::from(x) * y).sum()
        };
        let [a, b] = &self.whole;
        let b: Vec<f64> = (0..side).map(|row| times(b, row, &factors)).collect();
        for row in 0..side {
            let (expected, got) = (times(a, row, &b), times(c, row, &factors));
            if got != expected {
                return Err(Stop::Wrong {
                    what: what.to_owned(),
                    how: format!("row {row} of {side} is not that of the product"),
                });
            }
        }
        Ok(Verified::Compared(
            "every row of a product of whole numbers, exactly, multiplied by a vector".to_owned(),
        ))
    }

    /// Multiplies the whole numbers by the launch that `step` makes, and compares.
    pub(crate) fn verify(
        &self,
        session: &mut MeasurementSession<'_>,
        what: &str,
        step: &Multiply<'_>,
    ) -> Result<Verified, Stop> {
        // NaN marks elements that are not written.
        session.write(self.c, &vec![0xff; self.c.bytes])?;
        session.run(&[step.of(self.exact, self.c, self.side)])?;
        let c = session.floats(self.c)?;
        self.compare(what, &c)
    }

    /// Seconds of one product with the first `side` rows and columns alone.
    pub(crate) fn once(
        &self,
        session: &mut MeasurementSession<'_>,
        step: &Multiply<'_>,
        side: usize,
    ) -> Result<f64, Stop> {
        let step = step.of(self.floats, self.c, side);
        session.run(std::slice::from_ref(&step))?;
        Ok(session.run(&[step])?.median())
    }

    /// Times the product of the floats.
    pub(crate) fn time(
        &self,
        session: &mut MeasurementSession<'_>,
        step: &Multiply<'_>,
    ) -> Result<Times, Stop> {
        session.time(&[step.of(self.floats, self.c, self.side)])
    }
}

/// A kernel that multiplies matrices.
pub(crate) struct Multiply<'a> {
    pub(crate) program: &'a Program,
    pub(crate) kernel: &'a str,
    pub(crate) range: &'a dyn Fn(usize) -> (Vec<usize>, Vec<usize>),
}

impl Multiply<'_> {
    fn of(&self, [a, b]: [Buffer; 2], c: Buffer, side: usize) -> Step<'static> {
        let side_argument = StepArgument::Value((side as u32).to_ne_bytes().to_vec());
        let mut arguments = vec![a.argument(), b.argument(), c.argument()];
        arguments.extend([(); 3].map(|()| side_argument.clone()));
        let (global, local) = (self.range)(side);
        self.program
            .step(self.kernel, arguments, &global, Some(&local))
    }
}

/// The NDRange of a product in blocks.
pub(crate) fn blocks_range(blocks: &Blocks, side: usize) -> (Vec<usize>, Vec<usize>) {
    let range = blocks.range(side, side);
    let local = range.local.unwrap_or_default();
    (range.global, local)
}

/// The blocked product with the parameters that were tuned for the device.
pub(crate) fn suited(session: &MeasurementSession<'_>) -> Blocks {
    let tunable: &Blocked = if session.is_cpu() {
        &PACKED
    } else {
        &INTERLEAVED
    };
    let choice = crate::tunable::best(tunable, session);
    tunable.blocks(&choice)
}

/// A blocked product, to be tuned.
pub(crate) struct Blocked {
    layout: Layout,
    name: &'static str,
    what: &'static str,
    parameters: [Parameter; 6],
}

pub(crate) static INTERLEAVED: Blocked = Blocked {
    layout: Layout::Interleaved,
    name: "matmul",
    what: "the product of matrices in blocks, for a GPU",
    parameters: [
        parameter("GROUP_N", "work-items across", &[4, 8, 16, 32]),
        parameter("GROUP_M", "work-items down", &[4, 8, 16, 32]),
        parameter("ITEM_M", "rows of a work-item", &[2, 4, 8, 16]),
        parameter("VECTORS", "vectors of a row of a work-item", &[1, 2, 4]),
        parameter("WIDTH", "columns of a vector", &[2, 4]),
        parameter("TILE_K", "the step along k", &[4, 8, 16, 32]),
    ],
};

pub(crate) static PACKED: Blocked = Blocked {
    layout: Layout::Packed,
    name: "matmul-packed",
    what: "the product of matrices in blocks, for a CPU",
    parameters: [
        parameter("GROUP_N", "work-items across", &[1, 2, 4, 6, 8, 12, 16]),
        parameter("GROUP_M", "work-items down", &[8, 16, 22, 32, 43, 64]),
        parameter("ITEM_M", "rows of a work-item", &[4, 6, 8, 12, 14]),
        parameter("VECTORS", "vectors of a row of a work-item", &[1, 2, 3, 4]),
        parameter("WIDTH", "columns of a vector", &[4, 8, 16]),
        parameter("TILE_K", "the step along k", &[64, 128, 192, 256]),
    ],
};

const fn parameter(name: &'static str, what: &'static str, values: &'static [u64]) -> Parameter {
    Parameter { name, what, values }
}

/// The most floats for sums that any device keeps in a work-item's registers.
const MOST_SUMS: usize = 128;

/// The most vectors for sums that a CPU's 32 registers hold beside what is multiplied.
const MOST_VECTORS: usize = 28;

impl Blocked {
    fn blocks(&self, choice: &Choice) -> Blocks {
        let mut numbers = choice.0.iter().map(|&number| number as usize);
        let mut next = || numbers.next().unwrap_or(1);
        Blocks {
            layout: self.layout,
            group_n: next(),
            group_m: next(),
            item_m: next(),
            vectors: next(),
            width: next(),
            tile_k: next(),
        }
    }

    fn choice(&self, blocks: &Blocks) -> Choice {
        let numbers = [
            blocks.group_n,
            blocks.group_m,
            blocks.item_m,
            blocks.vectors,
            blocks.width,
            blocks.tile_k,
        ];
        Choice(numbers.map(|number| number as u64).to_vec())
    }
}

impl Tunable for Blocked {
    fn name(&self) -> &'static str {
        self.name
    }

    fn what(&self) -> &'static str {
        self.what
    }

    fn parameters(&self) -> &'static [Parameter] {
        match self.layout {
            Layout::Interleaved => &INTERLEAVED.parameters,
            Layout::Packed => &PACKED.parameters,
        }
    }

    fn usual(&self, device: &Device) -> Choice {
        let mut blocks = match self.layout {
            Layout::Interleaved => Blocks::GPU,
            Layout::Packed => Blocks::CPU,
        };
        // Shrinks work-groups until they fit the device.
        while self.legal(&self.choice(&blocks), device).is_err() {
            let smaller = |parameter: &Parameter, now: usize| {
                let below = parameter.values.iter().rev();
                below
                    .copied()
                    .find(|&value| value < now as u64)
                    .unwrap_or(now as u64) as usize
            };
            let next = Blocks {
                group_n: smaller(&self.parameters[0], blocks.group_n),
                group_m: smaller(&self.parameters[1], blocks.group_m),
                ..blocks
            };
            if next == blocks {
                break;
            }
            blocks = next;
        }
        self.choice(&blocks)
    }

    fn suits(&self, device: &Device) -> bool {
        (self.layout == Layout::Packed) == (device.kind == "CPU")
    }

    fn legal(&self, choice: &Choice, device: &Device) -> Result<(), Illegal> {
        let blocks = self.blocks(choice);
        blocks.check().map_err(Illegal::Kernel)?;
        let too_many = match self.layout {
            Layout::Interleaved => blocks.sums() > MOST_SUMS,
            Layout::Packed => blocks.item_m * blocks.vectors > MOST_VECTORS,
        };
        if too_many {
            return Err(Illegal::Kernel("more sums than there are registers"));
        }
        Illegal::unless_fits(device, blocks.items() as u64, blocks.local_bytes() as u64)
    }

    fn prepare(&self, session: &mut MeasurementSession<'_>) -> Result<Box<dyn Trial>, Stop> {
        let side = match (session.is_cpu(), session.depth()) {
            (true, crate::Depth::Quick) => 512,
            (true, crate::Depth::Full) => 1024,
            (false, crate::Depth::Quick) => 2048,
            (false, crate::Depth::Full) => 4096,
        };
        Ok(Box::new(Attempts {
            tunable: match self.layout {
                Layout::Interleaved => &INTERLEAVED,
                Layout::Packed => &PACKED,
            },
            matrices: Matrices::new(session, side)?,
        }))
    }
}

struct Attempts {
    tunable: &'static Blocked,
    matrices: Matrices,
}

impl Trial for Attempts {
    fn attempt(
        &mut self,
        session: &mut MeasurementSession<'_>,
        choice: &Choice,
    ) -> Result<Outcome, Stop> {
        let blocks = self.tunable.blocks(choice);
        let program = session.build(blocks.file(), blocks.text(), &blocks.defines(), "")?;
        let multiply = Multiply {
            program: &program,
            kernel: blocks.kernel(),
            range: &|side| blocks_range(&blocks, side),
        };
        let verified = self.matrices.verify(session, blocks.kernel(), &multiply)?;
        let times = self.matrices.time(session, &multiply)?;
        let share = session.share(Limit::Fma)?;
        Ok(times.outcome(self.matrices.work(), Some(share), verified))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_choices_are_among_the_values() {
        for (tunable, blocks) in [(&INTERLEAVED, Blocks::GPU), (&PACKED, Blocks::CPU)] {
            let choice = tunable.choice(&blocks);
            assert_eq!(tunable.blocks(&choice), blocks);
            let named = choice.named(tunable.parameters());
            assert_eq!(
                Choice::from_named(tunable.parameters(), &named),
                Some(choice)
            );
        }
    }
}
