//! A sea on the device, for the study of shallow water and the tuning of its kernels: buffers of noise, the
//! launches of a step, and a comparison of windows with the reference.

use crate::{Buffer, MeasurementSession, Program, Stop, Verified, Work};
use kernels::simulation::{Recipe, Scheme, Slot, Strip, Water};
use launch::measurement::{Fill, Step, StepArgument};
use launch::{NdRange, noise};

/// The time step over the width and the height of a cell, distinct so that a mix-up shows.
const RATIOS: [f64; 2] = [0.0625, 0.03125];

/// Cells along a side of the windows that are compared.
const WINDOW: usize = 24;

/// Seeds of noise: the current water, the previous water, the bottom.
const NOW: u64 = 10;
const BEFORE: u64 = 20;
const BOTTOM: u64 = 30;

pub(crate) struct Sea {
    pub(crate) scheme: Scheme,
    pub(crate) size: [usize; 2],
    now: [Buffer; 3],
    next: Option<[Buffer; 3]>,
    bottom: Option<Buffer>,
}

/// From where the noise of a field goes, one up.
fn low(scheme: Scheme, seed: u64) -> f32 {
    match (seed, scheme) {
        (BOTTOM, _) => -3.0,
        // Where depths are, not heights above the level of rest.
        (NOW | BEFORE, Scheme::Nonlinear) => 1.5,
        _ => -0.5,
    }
}

impl Sea {
    /// A sea of a size, without the buffers of a step.
    pub(crate) fn new(
        session: &mut MeasurementSession<'_>,
        scheme: Scheme,
        size: [usize; 2],
    ) -> Result<Sea, Stop> {
        let bytes = 4 * size[0] * size[1];
        let mut field = |seed: u64| session.buffer(bytes, noise_of(scheme, seed));
        let now = [field(NOW)?, field(NOW + 1)?, field(NOW + 2)?];
        let bottom = match scheme {
            Scheme::HighResolution => Some(field(BOTTOM)?),
            Scheme::Linear | Scheme::Nonlinear => None,
        };
        Ok(Sea {
            scheme,
            size,
            now,
            next: None,
            bottom,
        })
    }

    /// Makes room for what a step makes: nothing, or for the leapfrog the water before.
    pub(crate) fn renew(&mut self, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        for old in self.next.take().into_iter().flatten() {
            session.release(old)?;
        }
        let bytes = 4 * self.size[0] * self.size[1];
        let mut field = |number: u64| match self.scheme {
            Scheme::Nonlinear => session.buffer(bytes, noise_of(self.scheme, BEFORE + number)),
            _ => session.buffer(bytes, Fill::Zeros),
        };
        self.next = Some([field(0)?, field(1)?, field(2)?]);
        Ok(())
    }

    /// The launches of a step, over the same range.
    pub(crate) fn steps(
        &self,
        program: &Program,
        recipe: &Recipe,
        between: &[Buffer],
        range: &NdRange,
    ) -> Result<Vec<Step<'static>>, Stop> {
        let argument = |slot: Slot| {
            let buffer = match slot {
                Slot::Now(field) => self.now.get(field).copied(),
                Slot::Next(field) => self.next.and_then(|next| next.get(field).copied()),
                Slot::Bottom => self.bottom,
                Slot::Between(number) => between.get(number).copied(),
                number => {
                    let value = self.scheme.value(number, RATIOS, self.size);
                    return value.map(|bytes| StepArgument::Value(bytes.to_vec()));
                }
            };
            buffer.map(Buffer::argument)
        };
        recipe
            .passes
            .iter()
            .map(|pass| {
                let arguments = pass
                    .slots
                    .iter()
                    .enumerate()
                    .map(|(number, &slot)| {
                        argument(slot).ok_or_else(|| Stop::Unable {
                            reason: format!("{} has no value for argument {number}", pass.kernel),
                        })
                    })
                    .collect::<Result<_, Stop>>()?;
                let local = range.local.as_deref();
                Ok(program.step(pass.kernel, arguments, &range.global, local))
            })
            .collect()
    }

    /// Computes one step from fresh water, and compares windows of the result with the reference.
    pub(crate) fn compare(
        &mut self,
        session: &mut MeasurementSession<'_>,
        program: &Program,
        recipe: &Recipe,
        between: &[Buffer],
        range: &NdRange,
    ) -> Result<Verified, Stop> {
        self.renew(session)?;
        let steps = self.steps(program, recipe, between, range)?;
        session.run(&steps)?;
        let [nx, ny] = self.size;
        let side = [nx.min(WINDOW), ny.min(WINDOW)];
        let far = [nx - side[0], ny - side[1]];
        for origin in [[0, 0], [far[0] / 2, far[1] / 2], far, [0, far[1]]] {
            self.compare_window(session, recipe.name, origin, side)?;
        }
        Ok(Verified::Compared(format!(
            "four windows of {} x {} cells, three of them at the edges",
            side[0], side[1]
        )))
    }

    fn compare_window(
        &self,
        session: &mut MeasurementSession<'_>,
        what: &str,
        origin: [usize; 2],
        side: [usize; 2],
    ) -> Result<(), Stop> {
        let halo = self.scheme.halo();
        // Columns, and rows, of the window and of what a step looks at around it: between walls no more
        // than there are, else round the sea. And how far in the window begins.
        let around = |axis: usize| -> (Vec<usize>, usize) {
            let (first, last, all) = (origin[axis], origin[axis] + side[axis], self.size[axis]);
            match self.scheme {
                Scheme::Linear => {
                    let begin = first.saturating_sub(halo);
                    ((begin..(last + halo).min(all)).collect(), first - begin)
                }
                _ => {
                    let round = |place: usize| (place + all * halo - halo) % all;
                    ((first..last + 2 * halo).map(round).collect(), halo)
                }
            }
        };
        let ((columns, left), (rows, lower)) = (around(0), around(1));
        let field = |seed: u64| -> Vec<f64> {
            let low = low(self.scheme, seed);
            let cells = rows.iter().flat_map(|&y| {
                let index = move |x: usize| (y * self.size[0] + x) as u64;
                columns.iter().map(move |&x| index(x))
            });
            let values = cells.map(|index| noise::float(seed, index, low, low + 1.0).into());
            values.collect()
        };
        let water = |seed: u64| Water {
            size: [columns.len(), rows.len()],
            height: field(seed),
            east: field(seed + 1),
            north: field(seed + 2),
        };
        let expected = self
            .scheme
            .step(&water(BEFORE), &water(NOW), &field(BOTTOM), RATIOS);
        for (number, &buffer) in self.next.iter().flatten().enumerate() {
            for y in 0..side[1] {
                let first = (origin[1] + y) * self.size[0] + origin[0];
                let part = session.download_part(buffer, 4 * first, 4 * side[0])?;
                for (x, word) in part.as_chunks().0.iter().enumerate() {
                    let got = f64::from(f32::from_ne_bytes(*word));
                    let cell = expected[(lower + y) * columns.len() + left + x];
                    let allowed = self.scheme.ulps() * cell.scales[number] / f64::from(1 << 24);
                    // A NaN is not near.
                    let is_near = (got - cell.values[number]).abs() <= allowed;
                    if !is_near {
                        let value = cell.values[number];
                        return Err(Stop::Wrong {
                            what: what.to_owned(),
                            how: format!(
                                "field {number} of cell ({}, {}) is {got}, not {value}",
                                origin[0] + x,
                                origin[1] + y
                            ),
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Gives the buffers back.
    pub(crate) fn release(self, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        let next = self.next.into_iter().flatten();
        let mut all = self.now.into_iter().chain(next).chain(self.bottom);
        all.try_for_each(|buffer| session.release(buffer))
    }

    /// The work of one step.
    pub(crate) fn work(&self) -> Work {
        let cells = (self.size[0] * self.size[1]) as f64;
        Work {
            operations: cells * self.scheme.operations() as f64,
            bytes: cells * self.scheme.bytes() as f64,
            items: cells,
        }
    }
}

fn noise_of(scheme: Scheme, seed: u64) -> Fill {
    let low = low(scheme, seed);
    Fill::Floats {
        seed,
        low,
        high: low + 1.0,
    }
}

/// The program of a tuned kernel, cut to a device in that way.
pub(crate) fn cut(
    session: &mut MeasurementSession<'_>,
    scheme: Scheme,
    strip: Strip,
) -> Result<Program, Stop> {
    let recipe = scheme.tuned(strip);
    let mut defines = strip.defines().to_vec();
    // The nonlinear scheme overwrites what it has just read, and the high-resolution one waits for its sums:
    // neither gains from non-temporal stores.
    if scheme == Scheme::Linear && session.stores_past_caches() {
        defines.push(("STREAM", String::new()));
    }
    // Numbers too small for a float's usual form are nothing beside a wave: without them roots take fewer
    // instructions.
    session.build(recipe.name, recipe.text, &defines, "-cl-denorms-are-zero")
}
