//! Numbers as people read them: three digits and a unit.

use launch::digits::grouped;
use std::time::Duration;

/// Bytes: `512 B`, `2.10 MB`. Units are powers of ten.
pub(super) fn bytes(count: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if count < 1000 {
        return format!("{count} B");
    }
    let mut value = count as f64 / 1000.0;
    let mut unit = 0;
    // A value that three digits would round to 1000 belongs to the next unit.
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{} {}", three_digits(value), UNITS[unit])
}

/// A share of 0 to 1 in percent; what is not whole is not rounded up to 100 %, nor down to 0 %.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 99.5 && percent < 100.0 {
        "99 %".to_owned()
    } else if percent > 0.0 && percent < 1.0 {
        "<1 %".to_owned()
    } else {
        format!("{percent:.0} %")
    }
}

/// A multiple of the minimum: `none` if it is the minimum.
pub(super) fn conflicts(degree: f64) -> String {
    if degree <= 1.0 {
        "none".to_owned()
    } else {
        format!("{}x", three_digits(degree))
    }
}

/// A count with its digits in groups of three, kept on one line.
pub(super) fn count(count: u64) -> String {
    grouped(count, '\u{a0}')
}

/// Milliseconds in seconds: `2 s`, `0.5 s`.
pub(super) fn seconds(milliseconds: u64) -> String {
    if milliseconds.is_multiple_of(1000) {
        format!("{} s", milliseconds / 1000)
    } else {
        format!("{:.1} s", Duration::from_millis(milliseconds).as_secs_f64())
    }
}

fn three_digits(value: f64) -> String {
    if value < 9.995 {
        format!("{value:.2}")
    } else if value < 99.95 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_three_digits_whatever_their_size() {
        for (given, shown) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.00 kB"),
            (2_097_152, "2.10 MB"),
            (999_499, "999 kB"),
            (999_600, "1.00 MB"),
            (u64::MAX, "18.4 EB"),
        ] {
            assert_eq!(bytes(given), shown);
        }
    }

    #[test]
    fn only_the_whole_is_a_hundred_percent() {
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.9999), "99 %");
        assert_eq!(percent(0.125), "12 %");
        assert_eq!(percent(0.0001), "<1 %");
        assert_eq!(percent(0.0), "0 %");
    }

    #[test]
    fn long_counts_are_grouped() {
        assert_eq!(count(7), "7");
        assert_eq!(count(4_194_304), "4\u{a0}194\u{a0}304");
    }
}
