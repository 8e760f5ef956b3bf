//! What a measurement needs on any device: the contents of buffers, and times that are taken until they are steady.

use launch::measurement::{Effort, Fill, Sample};
use launch::noise;
use std::time::Instant;

/// Writes the part of a buffer's contents that begins at `offset`, a multiple of four.
pub fn write_fill(fill: Fill, offset: usize, part: &mut [u8]) {
    match fill {
        Fill::Zeros => part.fill(0),
        Fill::Floats { seed, low, high } => {
            let first = (offset / 4) as u64;
            for (index, element) in part.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                let value = noise::float(seed, first + index as u64, low, high);
                *element = value.to_ne_bytes();
            }
        }
        Fill::Bytes { seed } => {
            for (index, byte) in part.iter_mut().enumerate() {
                *byte = noise::byte(seed, (offset + index) as u64);
            }
        }
    }
}

/// Takes samples until they are steady or a bound is reached.
pub fn sample_until<E>(
    effort: &Effort,
    mut take: impl FnMut() -> Result<Sample, E>,
) -> Result<Vec<Sample>, E> {
    let begun = Instant::now();
    for _ in 0..effort.warm_up {
        take()?;
        if begun.elapsed().as_secs_f64() > effort.seconds {
            break;
        }
    }
    let begun = Instant::now();
    let mut samples: Vec<Sample> = Vec::new();
    while samples.len() < effort.most.max(1) as usize {
        samples.push(take()?);
        if samples.len() >= effort.least.max(1) as usize
            && (is_steady(&samples, effort.standard_error)
                || begun.elapsed().as_secs_f64() > effort.seconds)
        {
            break;
        }
    }
    Ok(samples)
}

/// Is the standard error of the mean at most that share of the mean?
fn is_steady(samples: &[Sample], share: f64) -> bool {
    if samples.len() < 2 {
        return false;
    }
    let count = samples.len() as f64;
    let times = || {
        samples
            .iter()
            .map(|sample| sample.device.unwrap_or(sample.wall) as f64)
    };
    let mean = times().sum::<f64>() / count;
    let variance = times().map(|time| (time - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (variance / count).sqrt() <= share * mean
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(times: &[u64], effort: Effort) -> usize {
        let mut times = times.iter().cycle();
        let samples = sample_until(&effort, || {
            let wall = *times.next().unwrap();
            Ok::<_, ()>(Sample {
                wall,
                device: None,
                wait: None,
            })
        });
        samples.unwrap().len()
    }

    const EFFORT: Effort = Effort {
        warm_up: 0,
        least: 3,
        most: 50,
        standard_error: 0.02,
        seconds: 60.0,
    };

    #[test]
    fn steady_times_end_at_the_least_and_unsteady_ones_at_the_most() {
        assert_eq!(timed(&[100], EFFORT), 3);
        assert_eq!(timed(&[100, 900], EFFORT), 50);
    }

    #[test]
    fn nearly_steady_times_take_as_many_as_it_needs() {
        // A spread of 10 % of the mean needs about 25 samples for a standard error of 2 %.
        let taken = timed(&[90, 110], EFFORT);
        assert!((24..=28).contains(&taken), "{taken}");
    }

    #[test]
    fn no_sample_is_begun_after_the_time_is_up() {
        let effort = Effort {
            seconds: 0.0,
            ..EFFORT
        };
        assert_eq!(timed(&[100, 900], effort), 3);
    }

    #[test]
    fn warm_up_is_thrown_away() {
        let effort = Effort {
            warm_up: 1,
            ..EFFORT
        };
        let mut taken = 0;
        let samples = sample_until(&effort, || {
            taken += 1;
            Ok::<_, ()>(Sample {
                wall: if taken == 1 { 1_000_000 } else { 100 },
                device: None,
                wait: None,
            })
        });
        assert_eq!(samples.unwrap().len(), 3);
        assert_eq!(taken, 4);
    }
}
