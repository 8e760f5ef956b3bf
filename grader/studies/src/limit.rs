//! Measured limits of a device, which no kernel can exceed.

use crate::{Amount, MeasurementSession, Outcome, Program, Stop, Times, Verified, Verify, Work};
use kernels::measuring::LIMITS;
use launch::measurement::{Effort, Fill, StepArgument};
use serde::{Deserialize, Serialize};

/// A limit of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Multiplications and additions of floats, each counted: operations a second.
    Fma,
    /// Copying floats from one place of global memory to another, read and written bytes counted: bytes
    /// a second, beyond the caches.
    Copy,
    /// `a = b + factor * c` over floats: bytes a second, beyond the caches.
    Triad,
    /// Reading local memory: bytes a second.
    LocalMemory,
    /// Launching a kernel that does nothing and waiting for it: launches a second by the wall's clock.
    Launch,
}

pub(crate) struct Measured {
    /// In the limit's units a second.
    pub(crate) rate: f64,
    pub(crate) outcome: Outcome,
}

impl Limit {
    pub fn name(self) -> &'static str {
        match self {
            Limit::Fma => "multiply-add",
            Limit::Copy => "copy",
            Limit::Triad => "triad",
            Limit::LocalMemory => "local memory",
            Limit::Launch => "launches",
        }
    }

    /// The amount of a kernel's work that it limits.
    pub fn amount(self) -> Amount {
        match self {
            Limit::Fma => Amount::Operations,
            Limit::Copy | Limit::Triad | Limit::LocalMemory => Amount::Bytes,
            Limit::Launch => Amount::Items,
        }
    }

    /// Measures it. The best of several ways is the limit.
    pub(crate) fn measure(self, session: &mut MeasurementSession<'_>) -> Result<Measured, Stop> {
        let streams = matches!(self, Limit::Copy | Limit::Triad) && session.stores_past_caches();
        let ways = self.widths(session).iter().map(|&width| (width, false));
        let mut best: Option<Measured> = None;
        for (width, past_caches) in ways.chain(streams.then_some((16, true))) {
            let (times, work, verified) = match self {
                Limit::Fma => fma(session, "float", width)?,
                Limit::Copy | Limit::Triad => stream(session, self, width, past_caches)?,
                Limit::LocalMemory => local(session, width)?,
                Limit::Launch => launches(session)?,
            };
            let outcome = times.outcome(work, None, verified);
            let Some(rate) = outcome.rate(self.amount()) else {
                continue;
            };
            if best.as_ref().is_none_or(|best| best.rate < rate) {
                best = Some(Measured { rate, outcome });
            }
        }
        best.ok_or_else(|| Stop::Unable {
            reason: format!("the limit of {} could not be measured", self.name()),
        })
    }

    /// The vector widths to try. A GPU vectorises work-items itself; a CPU's compiler needs vector types.
    fn widths(self, session: &MeasurementSession<'_>) -> &'static [usize] {
        match (self, session.is_cpu()) {
            (Limit::Launch, _) => &[1],
            (Limit::Fma, true) => &[4, 8, 16],
            (Limit::Fma, false) => &[1, 2, 4],
            (Limit::Copy | Limit::Triad, true) => &[4, 16],
            (Limit::Copy | Limit::Triad, false) => &[1, 4],
            (Limit::LocalMemory, true) => &[4, 16],
            (Limit::LocalMemory, false) => &[1, 2, 4],
        }
    }
}

/// The program of the limits, for vectors of a type.
pub(crate) fn program(
    session: &mut MeasurementSession<'_>,
    of: &str,
    width: usize,
) -> Result<Program, Stop> {
    let mut defines = vec![("TYPE", of.to_owned()), ("WIDTH", width.to_string())];
    match of {
        "double" => defines.push(("NEEDS_DOUBLE", String::new())),
        "half" => defines.push(("NEEDS_HALF", String::new())),
        "int" | "long" => defines.push(("FMA(a, b, c)", "((a) * (b) + (c))".to_owned())),
        _ => {}
    }
    session.build("limits.cl", LIMITS, &defines, "")
}

/// A number of a type, in device layout; none for a type that has no such number here.
pub(crate) fn number(of: &str, value: f64) -> Option<Vec<u8>> {
    Some(match of {
        "float" => (value as f32).to_ne_bytes().to_vec(),
        "double" => value.to_ne_bytes().to_vec(),
        "int" => (value as i32).to_ne_bytes().to_vec(),
        "long" => (value as i64).to_ne_bytes().to_vec(),
        // The few numbers used, by their bits.
        "half" if value == 0.5 => 0x3800u16.to_ne_bytes().to_vec(),
        "half" if value == 1.0 => 0x3c00u16.to_ne_bytes().to_vec(),
        "half" if value == 2.0 => 0x4000u16.to_ne_bytes().to_vec(),
        "half" if value == 3.0 => 0x4200u16.to_ne_bytes().to_vec(),
        _ => return None,
    })
}

/// Bytes of a number of a type.
pub(crate) fn size(of: &str) -> usize {
    match of {
        "half" => 2,
        "double" | "long" => 8,
        _ => 4,
    }
}

/// Work-items that keep the device busy, and how they are grouped, for a kernel that computes alone.
pub(crate) fn crowd(session: &MeasurementSession<'_>, width: usize) -> (usize, usize) {
    let units = session.device().units() as usize;
    if session.is_cpu() {
        // Vectors are spelled out: a work-item is a thread's whole work. Scalars are joined to vectors
        // by the compiler, over a work-group.
        let group = if width == 1 { 64 } else { 1 };
        (units * 16 * group, group)
    } else {
        (units * 2048, session.device().max_work_group_size.min(256))
    }
}

/// Multiplies and adds in vectors of `width`.
pub(crate) fn fma(
    session: &mut MeasurementSession<'_>,
    of: &str,
    width: usize,
) -> Result<(Times, Work, Verified), Stop> {
    const STEPS: f64 = 20.0;
    let unable = || Stop::Unable {
        reason: format!("{of} is not measured"),
    };
    let program = program(session, of, width)?;
    let (items, group) = crowd(session, width);
    let out = session.buffer(items * width * size(of), Fill::Zeros)?;
    let (factor, summand) = (
        number(
            of,
            if of == "int" || of == "long" {
                3.0
            } else {
                0.5
            },
        )
        .ok_or_else(unable)?,
        number(of, 1.0).ok_or_else(unable)?,
    );
    let step = |rounds: u32| {
        program.step(
            "multiply_add",
            vec![
                out.argument(),
                StepArgument::Value(factor.clone()),
                StepArgument::Value(summand.clone()),
                StepArgument::Value(rounds.to_ne_bytes().to_vec()),
            ],
            &[items],
            Some(&[group]),
        )
    };
    // Enough iterations for about 10 ms, from the quicker of two short runs.
    let few = 64;
    let short = session
        .run(&[step(few)])?
        .median()
        .min(session.run(&[step(few)])?.median());
    let rounds = (f64::from(few) * 0.01 / short.max(1e-7)).clamp(64.0, 1e7) as u32;
    session.run(&[step(rounds)])?;
    let verified = match of {
        "float" => {
            // From n, the sum goes to 2 by halves: 2 + (n - 2) / 2^steps, and ten of them are added.
            let results = session.floats(out)?;
            Verify {
                relative: 1e-5,
                absolute: 0.0,
            }
            .floats(
                "the limit of multiply-add",
                &results,
                std::iter::repeat_n(20.0, items * width),
            )?;
            Verified::Compared("every element".to_owned())
        }
        _ => Verified::NothingComputed,
    };
    let times = session.time_with(&[step(rounds)], brief(session), None)?;
    session.release(out)?;
    let work = Work {
        operations: items as f64 * width as f64 * f64::from(rounds) * STEPS * 2.0,
        bytes: (items * width * size(of)) as f64,
        items: items as f64,
    };
    Ok((times, work, verified))
}

/// Enough for a limit: the best of a few times counts.
fn brief(session: &MeasurementSession<'_>) -> Effort {
    Effort {
        least: 5,
        most: 20,
        seconds: 0.4,
        ..session.effort()
    }
}

/// Bytes of one array that no cache holds.
pub(crate) fn beyond_caches(session: &MeasurementSession<'_>) -> usize {
    let device = session.device();
    let wanted = match (session.is_cpu(), session.depth()) {
        (_, crate::Depth::Quick) => 64 << 20,
        (true, crate::Depth::Full) => 512 << 20,
        (false, crate::Depth::Full) => 1 << 30,
    };
    let most = [device.max_allocation, device.global_memory / 8]
        .into_iter()
        .filter(|&bytes| bytes > 0)
        .min()
        .unwrap_or(u64::MAX);
    // A power of two, so that every vector and work-group divides it.
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    if wanted <= most {
        wanted
    } else {
        1 << most.max(1 << 16).ilog2()
    }
}

fn stream(
    session: &mut MeasurementSession<'_>,
    limit: Limit,
    width: usize,
    past_caches: bool,
) -> Result<(Times, Work, Verified), Stop> {
    let mut defines = vec![("TYPE", "float".to_owned()), ("WIDTH", width.to_string())];
    if past_caches {
        defines.push(("STREAM", String::new()));
    }
    let program = session.build("limits.cl", LIMITS, &defines, "")?;
    let bytes = beyond_caches(session);
    let (a, b) = (
        session.buffer(bytes, Fill::Zeros)?,
        session.buffer(
            bytes,
            Fill::Floats {
                seed: 1,
                low: 0.0,
                high: 1.0,
            },
        )?,
    );
    let items = bytes / 4 / width;
    let group = session.device().max_work_group_size.min(256);
    let range = (&[items][..], Some(&[group][..]));
    let mut made = vec![a, b];
    let (step, moved, factor) = match limit {
        Limit::Copy => (
            program.step("copy", vec![a.argument(), b.argument()], range.0, range.1),
            2,
            0.0,
        ),
        _ => {
            let factor = StepArgument::Value(2.0f32.to_ne_bytes().to_vec());
            // The third array is a second reading of numbers like those of the second, at other places.
            let c = session.buffer(
                bytes,
                Fill::Floats {
                    seed: 2,
                    low: 0.0,
                    high: 1.0,
                },
            )?;
            made.push(c);
            let arguments = vec![a.argument(), b.argument(), c.argument(), factor];
            (program.step("triad", arguments, range.0, range.1), 3, 2.0)
        }
    };
    session.run(std::slice::from_ref(&step))?;
    let checked = 4096.min(bytes / 4);
    let first = bytes / 4 - checked;
    let part = session.download_part(a, first * 4, checked * 4)?;
    let results: Vec<f32> = part
        .as_chunks::<4>()
        .0
        .iter()
        .map(|word| f32::from_ne_bytes(*word))
        .collect();
    let noise = |seed, index: usize| f64::from(launch::noise::float(seed, index as u64, 0.0, 1.0));
    Verify {
        relative: 1e-6,
        absolute: 1e-6,
    }
    .floats(
        limit.name(),
        &results,
        (first..first + checked).map(|index| noise(1, index) + factor * noise(2, index)),
    )?;
    let times = session.time_with(&[step], brief(session), None)?;
    for buffer in made {
        session.release(buffer)?;
    }
    let work = Work {
        operations: if limit == Limit::Triad {
            items as f64 * width as f64 * 2.0
        } else {
            0.0
        },
        bytes: bytes as f64 * f64::from(moved),
        items: (bytes / 4) as f64,
    };
    Ok((
        times,
        work,
        Verified::Compared(format!("the last {checked} elements")),
    ))
}

fn local(
    session: &mut MeasurementSession<'_>,
    width: usize,
) -> Result<(Times, Work, Verified), Stop> {
    const READS: f64 = 4.0;
    let program = program(session, "float", width)?;
    let group: usize = session.device().max_work_group_size.clamp(1, 256);
    let group = 1 << group.ilog2();
    let items = session.device().units() as usize * group * 16;
    let bytes = width * 4;
    let out = session.buffer(items * bytes, Fill::Zeros)?;
    let step = |rounds: u32| {
        program.step(
            "read_local",
            vec![
                out.argument(),
                StepArgument::Local(group * bytes),
                StepArgument::Value(rounds.to_ne_bytes().to_vec()),
            ],
            &[items],
            Some(&[group]),
        )
    };
    let few = 16;
    let short = session
        .run(&[step(few)])?
        .median()
        .min(session.run(&[step(few)])?.median());
    let rounds = (f64::from(few) * 0.005 / short.max(1e-7)).clamp(16.0, 1e6) as u32;
    // Whole trips around the tile, so that every work-item's sum is the same.
    let trip = (group as u32).div_ceil(READS as u32);
    let rounds = rounds.div_ceil(trip) * trip;
    session.run(&[step(rounds)])?;
    let results = session.floats(out)?;
    let trips = f64::from(rounds) * READS / group as f64;
    let sum = trips * (group * (group - 1) / 2) as f64;
    Verify {
        relative: 1e-3,
        absolute: 0.0,
    }
    .floats(
        "the limit of local memory",
        &results,
        std::iter::repeat_n(sum, items * width),
    )?;
    let times = session.time_with(&[step(rounds)], brief(session), None)?;
    session.release(out)?;
    let work = Work {
        operations: 0.0,
        bytes: items as f64 * f64::from(rounds) * READS * bytes as f64,
        items: items as f64,
    };
    Ok((times, work, Verified::Compared("every element".to_owned())))
}

fn launches(session: &mut MeasurementSession<'_>) -> Result<(Times, Work, Verified), Stop> {
    let program = program(session, "float", 1)?;
    let out = session.buffer(4, Fill::Zeros)?;
    let step = program.step("nothing", vec![out.argument()], &[1], Some(&[1]));
    // On the wall clock: the device's clock does not include the launch.
    let mut times = session.time_one_by_one(&[step])?;
    times.device = None;
    session.release(out)?;
    let work = Work {
        items: 1.0,
        ..Work::default()
    };
    Ok((times, work, Verified::NothingComputed))
}
