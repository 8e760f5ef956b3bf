//! Convolutions of a volume of bytes: compared at places, exactly, then timed. And the one that can
//! be tuned.

use crate::tunable::{Illegal, Parameter, Trial, Tunable};
use crate::{
    Buffer, Choice, Depth, Limit, MeasurementSession, Outcome, Program, Stop, Times, Verified, Work,
};
use kernels::convolution::{TUNED, TUNED_KERNEL, Tuned};
use launch::measurement::{Fill, Step, StepArgument};
use launch::noise;
use launch::protocol::Device;

/// A volume and filters, and a place for the results.
pub(crate) struct Volume {
    pub(crate) sides: [usize; 3],
    /// Voxels of a filter along each side.
    pub(crate) side: usize,
    /// Filters.
    pub(crate) count: usize,
    coefficients: Vec<f32>,
    voxels: Buffer,
    filters: Buffer,
    out: Buffer,
}

/// Places that are compared, beside the corners.
const PLACES: usize = 2000;

const VOXELS: u64 = 1;

impl Volume {
    pub(crate) fn new(
        session: &mut MeasurementSession<'_>,
        sides: [usize; 3],
        side: usize,
        count: usize,
    ) -> Result<Volume, Stop> {
        let voxels: usize = sides.iter().product();
        // Multiples of a power of two, whose products with bytes sum exactly in any order, so that every
        // correct kernel gives the same bytes. The unit shrinks with the number of elements, so that most
        // results fit a byte.
        let places = side.pow(3);
        let unit = (places as f64).log2().ceil().exp2() as f32 * 8.0;
        let coefficients: Vec<f32> = (0..places * count)
            .map(|index| ((noise::bits(2, index as u64) % 80) as f32 - 32.0) / unit)
            .collect();
        Ok(Volume {
            sides,
            side,
            count,
            voxels: session.buffer(voxels, Fill::Bytes { seed: VOXELS })?,
            filters: session.upload_floats(&coefficients)?,
            out: session.buffer(voxels * count, Fill::Zeros)?,
            coefficients,
        })
    }

    /// The work of one convolution; products with elements outside the volume count too.
    pub(crate) fn work(&self) -> Work {
        let voxels = self.sides.iter().product::<usize>() as f64;
        let count = self.count as f64;
        Work {
            operations: 2.0 * voxels * count * self.side.pow(3) as f64,
            bytes: voxels * (1.0 + count),
            items: voxels,
        }
    }

    /// The results of a voxel, as the definition has them.
    fn expected(&self, at: [usize; 3]) -> Vec<u8> {
        let [w, h, d] = self.sides;
        let radius = self.side / 2;
        let mut sums = vec![0.0f64; self.count];
        for place in 0..self.side.pow(3) {
            let step = [
                place % self.side,
                place / self.side % self.side,
                place / self.side.pow(2),
            ];
            // Larger by the radius than the coordinates, since they may lie before the first voxel.
            let [x, y, z] = [0, 1, 2].map(|axis| at[axis] + step[axis]);
            let inside = |v: usize, size: usize| (radius..size + radius).contains(&v);
            if !(inside(x, w) && inside(y, h) && inside(z, d)) {
                continue;
            }
            let index = ((z - radius) * h + y - radius) * w + x - radius;
            let voxel = f64::from(noise::byte(VOXELS, index as u64));
            for (sum, coefficient) in sums
                .iter_mut()
                .zip(&self.coefficients[place * self.count..])
            {
                *sum += voxel * f64::from(*coefficient);
            }
        }
        // Such a conversion drops the fraction and saturates.
        sums.into_iter().map(|sum| sum as u8).collect()
    }

    /// The launch of a kernel over the volume.
    pub(crate) fn step(
        &self,
        program: &Program,
        kernel: &str,
        global: &[usize],
        local: &[usize],
    ) -> Step<'static> {
        let mut arguments = vec![
            self.voxels.argument(),
            self.filters.argument(),
            self.out.argument(),
        ];
        arguments.extend(
            self.sides
                .map(|side| StepArgument::Value((side as i32).to_ne_bytes().to_vec())),
        );
        program.step(kernel, arguments, global, Some(local))
    }

    /// Launches once and compares the corners and places all over the volume.
    pub(crate) fn verify(
        &self,
        session: &mut MeasurementSession<'_>,
        what: &str,
        step: &Step<'_>,
    ) -> Result<Verified, Stop> {
        let [w, h, d] = self.sides;
        let places: Vec<[usize; 3]> = (0..8usize)
            .map(|corner| {
                [(w, 1), (h, 2), (d, 4)]
                    .map(|(side, bit)| if corner & bit == 0 { 0 } else { side - 1 })
            })
            .chain((0..PLACES as u64).map(|n| {
                [(w, 0), (h, 1), (d, 2)]
                    .map(|(side, axis)| (noise::bits(3, 3 * n + axis) % side as u64) as usize)
            }))
            .collect();
        // Elements that a kernel omits must differ from the previous kernel's.
        session.write(self.out, &vec![0x55; self.out.bytes])?;
        session.run(std::slice::from_ref(step))?;
        let results = session.download(self.out)?;
        for at in &places {
            let [x, y, z] = *at;
            let voxel = (z * h + y) * w + x;
            let got = &results[voxel * self.count..][..self.count];
            let expected = self.expected(*at);
            let mut pairs = got.iter().zip(&expected).enumerate();
            if let Some((filter, (got, expected))) = pairs.find(|(_, (got, it))| got != it) {
                return Err(Stop::Wrong {
                    what: what.to_owned(),
                    how: format!("at ({x}, {y}, {z}) filter {filter} gives {got}, not {expected}"),
                });
            }
        }
        Ok(Verified::Compared(format!(
            "the corners and {PLACES} voxels, exactly"
        )))
    }

    /// Builds the tuned kernel with these numbers, compares what it computes, and times it.
    pub(crate) fn tuned(
        &self,
        session: &mut MeasurementSession<'_>,
        tuned: &Tuned,
    ) -> Result<(Times, Verified), Stop> {
        let program = session.build("tuned.cl", TUNED, &tuned.defines(), "")?;
        let range = tuned.range(self.sides);
        let local = range.local.unwrap_or_default();
        let step = self.step(&program, TUNED_KERNEL, &range.global, &local);
        let verified = self.verify(session, TUNED_KERNEL, &step)?;
        Ok((session.time(&[step])?, verified))
    }
}

/// The sides of a volume that keeps the device busy for some milliseconds with a good kernel.
pub(crate) fn busy(session: &MeasurementSession<'_>) -> [usize; 3] {
    match (session.is_cpu(), session.depth()) {
        (true, Depth::Quick) => [128, 48, 32],
        (true, Depth::Full) => [256, 128, 64],
        // A smaller volume leaves most of a large GPU without work.
        (false, _) => [256, 256, 256],
    }
}

/// The tuned kernel with the numbers that were found best for the device, or the usual ones.
pub(crate) fn suited(session: &MeasurementSession<'_>, side: usize, count: usize) -> Tuned {
    let device = session.device();
    let best = crate::tunable::best(&TUNABLE, session);
    let found = if best == TUNABLE.usual(device) {
        usual(device, side, count)
    } else {
        of(&best, side, count)
    };
    // Other filters need more of the local memory.
    match fits(&found, device) {
        Ok(()) => found,
        Err(_) => smaller(found, device),
    }
}

/// Numbers for a kind of device.
fn usual(device: &Device, side: usize, count: usize) -> Tuned {
    if device.kind == "CPU" {
        Tuned::cpu(side, count)
    } else if device.is_adapter() {
        Tuned::gpu_with_small_tiles(side, count)
    } else {
        Tuned::gpu(side, count)
    }
}

/// The convolution, to be tuned.
pub(crate) struct Convolution;

pub(crate) static TUNABLE: Convolution = Convolution;

/// The filters that it is tuned for.
const SIDE: usize = 5;
const COUNT: usize = 4;

static PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "ROWS",
        what: "rows of a work-item",
        values: &[1, 2, 4, 8],
    },
    Parameter {
        name: "GROUP_X",
        what: "work-items along x",
        values: &[1, 2, 4, 8, 16, 32],
    },
    Parameter {
        name: "GROUP_Y",
        what: "work-items along y",
        values: &[1, 2, 4, 8, 16],
    },
    Parameter {
        name: "GROUP_Z",
        what: "work-items along z",
        values: &[1, 2, 4, 8, 16],
    },
    Parameter {
        name: "VECTORS",
        what: "vectors of a work-item",
        values: &[1, 2, 3, 4, 5, 6, 8, 12, 16],
    },
    Parameter {
        name: "WIDTH",
        what: "voxels of a vector",
        values: &[1, 2, 4, 8, 16],
    },
    Parameter {
        name: "LANES",
        what: "work-items that copy a row",
        values: &[1, 8, 16, 32],
    },
];

/// The most floats for sums that are of any use.
const MOST_SUMS: usize = 512;

fn of(choice: &Choice, side: usize, count: usize) -> Tuned {
    let mut numbers = choice.0.iter().map(|&number| number as usize);
    let mut next = || numbers.next().unwrap_or(1);
    let rows = next();
    let group = [next(), next(), next()];
    let [vectors, width, lanes] = [next(), next(), next()];
    Tuned {
        side,
        count,
        together: count.min(4),
        width,
        vectors,
        rows,
        group,
        lanes,
    }
}

fn choice(tuned: &Tuned) -> Choice {
    let [x, y, z] = tuned.group;
    let numbers = [tuned.rows, x, y, z, tuned.vectors, tuned.width, tuned.lanes];
    Choice(numbers.map(|number| number as u64).to_vec())
}

fn fits(tuned: &Tuned, device: &Device) -> Result<(), Illegal> {
    tuned.check().map_err(Illegal::Kernel)?;
    if tuned.sums() > MOST_SUMS {
        return Err(Illegal::Kernel("more sums than there are registers"));
    }
    Illegal::unless_fits(device, tuned.items() as u64, tuned.local_bytes() as u64)
}

/// With smaller work-groups, until the device has room for them.
fn smaller(mut tuned: Tuned, device: &Device) -> Tuned {
    while fits(&tuned, device).is_err() && tuned.items() > 1 {
        let longest = tuned.group.into_iter().max().unwrap_or(1);
        // The last of the longest sides: along x neighbours share what they read.
        if let Some(side) = tuned.group.iter_mut().rfind(|side| **side == longest) {
            *side = longest / 2;
        }
        tuned.lanes = tuned.lanes.min(tuned.items());
    }
    tuned
}

impl Tunable for Convolution {
    fn name(&self) -> &'static str {
        "convolution"
    }

    fn what(&self) -> &'static str {
        "a volume of bytes with 4 filters of 5 x 5 x 5"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn usual(&self, device: &Device) -> Choice {
        choice(&smaller(usual(device, SIDE, COUNT), device))
    }

    fn legal(&self, choice: &Choice, device: &Device) -> Result<(), Illegal> {
        fits(&of(choice, SIDE, COUNT), device)
    }

    fn prepare(&self, session: &mut MeasurementSession<'_>) -> Result<Box<dyn Trial>, Stop> {
        let sides = busy(session);
        Ok(Box::new(Attempts(Volume::new(
            session, sides, SIDE, COUNT,
        )?)))
    }
}

struct Attempts(Volume);

impl Trial for Attempts {
    fn attempt(
        &mut self,
        session: &mut MeasurementSession<'_>,
        choice: &Choice,
    ) -> Result<Outcome, Stop> {
        let Attempts(volume) = self;
        let (times, verified) = volume.tuned(session, &of(choice, SIDE, COUNT))?;
        let share = session.share(Limit::Fma)?;
        Ok(times.outcome(volume.work(), Some(share), verified))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_choices_are_among_the_values() {
        for tuned in [
            Tuned::cpu(SIDE, COUNT),
            Tuned::gpu(SIDE, COUNT),
            Tuned::gpu_with_small_tiles(SIDE, COUNT),
        ] {
            let choice = choice(&tuned);
            assert_eq!(of(&choice, SIDE, COUNT), tuned);
            let named = choice.named(PARAMETERS);
            assert_eq!(Choice::from_named(PARAMETERS, &named), Some(choice));
        }
    }
}
