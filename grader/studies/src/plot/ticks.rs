//! The numbers along an axis: where they stand, how they are written, and which are left out for want of room.

use super::canvas::width;
use crate::chart::{Scale, short};

/// The most decades of which an axis also names the twos and fives.
const FEW_DECADES: f64 = 2.2;

/// A range of values that is drawn over a length.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) scale: Scale,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Range {
    /// From the least to the most of those values that the scale can show; None if there are none.
    pub(super) fn of(values: impl Iterator<Item = f64>, scale: Scale) -> Option<Range> {
        let shown = |value: &f64| value.is_finite() && (scale == Scale::Linear || *value > 0.0);
        let (low, high) = values
            .filter(shown)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        if low > high {
            return None;
        }
        let (low, high) = match scale {
            Scale::Linear => (low.min(0.0), if high <= 0.0 { 1.0 } else { high }),
            Scale::Log if low == high => (low / 2.0, high * 2.0),
            Scale::Log => (low, high),
        };
        Some(Range { scale, low, high })
    }

    /// The part of the range below a value, from 0 to 1.
    pub(super) fn share(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        }
    }
}

/// Values that are round on the scale, about that number of them where equal steps are equal differences.
pub(super) fn round(range: &Range, most: usize) -> Vec<f64> {
    match range.scale {
        Scale::Linear => {
            let rough = (range.high - range.low) / most.max(1) as f64;
            let decade = 10f64.powf(rough.log10().floor());
            let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * decade);
            let step = steps
                .into_iter()
                .find(|step| *step >= rough)
                .unwrap_or(rough);
            let first = (range.low / step - 1e-9).ceil() as i64;
            let last = (range.high / step + 1e-9).floor() as i64;
            (first..=last).map(|number| number as f64 * step).collect()
        }
        Scale::Log => {
            let decades = (range.high / range.low).log10();
            let of = |digit: f64| {
                let first = (range.low / digit).log10() - 1e-9;
                let last = (range.high / digit).log10() + 1e-9;
                (first.ceil() as i32..=last.floor() as i32)
                    .map(move |power| digit * 10f64.powi(power))
            };
            let mut values: Vec<f64> = of(1.0).collect();
            if decades <= FEW_DECADES {
                values.extend(of(2.0).chain(of(5.0)));
                values.sort_by(f64::total_cmp);
            }
            values
        }
    }
}

/// All powers of two from the least to the most value, if every value is one and there are some.
pub(super) fn powers_of_two(values: &[f64]) -> Option<Vec<f64>> {
    let power =
        |value: f64| (value >= 1.0 && value.log2().fract() == 0.0).then(|| value.log2() as i32);
    let powers: Vec<i32> = values
        .iter()
        .map(|value| power(*value))
        .collect::<Option<_>>()?;
    let (least, most) = (*powers.iter().min()?, *powers.iter().max()?);
    (most > least).then(|| (least..=most).map(|power| 2f64.powi(power)).collect())
}

/// How the values of one axis are written: large and small powers as powers.
pub(super) fn labels(values: &[f64]) -> Vec<String> {
    let largest = values
        .iter()
        .fold(0.0, |most: f64, value| most.max(value.abs()));
    let is_of_two = largest > 65536.0 && powers_of_two(values).is_some();
    values
        .iter()
        .map(|&value| {
            let tens = value.abs().log10();
            if is_of_two {
                format!("2{}", raised(value.log2() as i32))
            } else if value > 0.0 && !(-3.5..4.5).contains(&tens) {
                let power = tens.floor() as i32;
                match value / 10f64.powi(power) {
                    digit if (digit - 1.0).abs() < 1e-9 => format!("10{}", raised(power)),
                    digit => format!("{}·10{}", short(digit), raised(power)),
                }
            } else {
                short(value)
            }
        })
        .collect()
}

fn raised(power: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    power
        .to_string()
        .chars()
        .map(|letter| match letter.to_digit(10) {
            Some(digit) => DIGITS[digit as usize],
            None => '⁻',
        })
        .collect()
}

/// Every how many labels one is written, so that no two come near one another. The labels stand at equal
/// distances of `step` pixels.
pub(super) fn every(labels: &[String], size: f64, step: f64) -> usize {
    let widest = labels
        .iter()
        .map(|label| width(label, size))
        .fold(0.0, f64::max);
    let needed = ((widest + size * 0.7) / step.max(1e-3)).ceil().max(1.0) as usize;
    // Powers of two go on by factors of 2, 4, 16 ...
    needed.next_power_of_two()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(scale: Scale, low: f64, high: f64) -> Range {
        Range { scale, low, high }
    }

    #[test]
    fn round_values_are_few_and_within_the_range() {
        assert_eq!(
            round(&range(Scale::Linear, 0.0, 0.7), 5),
            [0.0, 0.2, 0.4, 0.6000000000000001]
        );
        assert_eq!(
            round(&range(Scale::Log, 0.5, 20_000.0), 5),
            [1.0, 10.0, 100.0, 1000.0, 10000.0]
        );
        assert_eq!(
            round(&range(Scale::Log, 2.0, 30.0), 5),
            [2.0, 5.0, 10.0, 20.0]
        );
    }

    #[test]
    fn large_powers_are_written_as_powers() {
        assert_eq!(labels(&[1024.0, 4194304.0]), ["2¹⁰", "2²²"]);
        assert_eq!(labels(&[1e-5, 100.0, 2e6]), ["10⁻⁵", "100", "2·10⁶"]);
        assert_eq!(labels(&[16.0, 4096.0]), ["16", "4096"]);
    }

    #[test]
    fn powers_of_two_are_found_only_where_all_are() {
        assert_eq!(powers_of_two(&[8.0, 1.0]), Some(vec![1.0, 2.0, 4.0, 8.0]));
        assert_eq!(powers_of_two(&[8.0, 3.0]), None);
    }

    #[test]
    fn labels_are_left_out_where_there_is_no_room() {
        let labels = ["1024".to_owned(), "2048".to_owned()];
        assert_eq!(every(&labels, 10.0, 100.0), 1);
        assert_eq!(every(&labels, 10.0, 20.0), 2);
    }
}
