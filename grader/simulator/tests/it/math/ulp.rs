//! Units in the last place: how far a result is from a reference that is far wider.

use dashu_float::FBig;
use dashu_float::round::mode::HalfEven;

/// A number of `PRECISION` bits.
pub(crate) type Big = FBig<HalfEven, 2>;

/// Enough for twice the bits of a `double`, and the digits that reductions lose.
pub(crate) const PRECISION: usize = 192;

/// A finite number, to `PRECISION` bits.
pub(crate) fn big(x: f64) -> Big {
    Big::try_from(x)
        .expect("a finite number")
        .with_precision(PRECISION)
        .value()
}

/// A floating format: bits of its significand, and the exponents of its least normal number and of
/// its greatest one.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    pub(crate) precision: isize,
    pub(crate) least: isize,
    pub(crate) greatest: isize,
}

pub(crate) const HALF: Format = Format {
    precision: 11,
    least: -14,
    greatest: 15,
};
pub(crate) const SINGLE: Format = Format {
    precision: 24,
    least: -126,
    greatest: 127,
};
pub(crate) const DOUBLE: Format = Format {
    precision: 53,
    least: -1022,
    greatest: 1023,
};

impl Format {
    /// The error of `result` against `reference` in units of the reference's last place. An infinite
    /// result counts as the first number beyond the format, and so does a reference beyond it.
    pub(crate) fn error(self, result: f64, reference: &Big) -> f64 {
        self.exact_error(result, reference).to_f64().value()
    }

    /// [`Format::error`] to all bits of the reference.
    pub(crate) fn exact_error(self, result: f64, reference: &Big) -> Big {
        let beyond = big(1.0) << (self.greatest + 1);
        let clamp = |x: Big| {
            if x > beyond {
                beyond.clone()
            } else if x < -beyond.clone() {
                -beyond.clone()
            } else {
                x
            }
        };
        let reference = clamp(reference.clone());
        let result = if result.is_infinite() {
            if result > 0.0 {
                beyond.clone()
            } else {
                -beyond.clone()
            }
        } else {
            big(result)
        };
        let exponent = exponent(&reference).unwrap_or(self.least);
        let unit = exponent.clamp(self.least, self.greatest) - self.precision + 1;
        let error = (result - reference) >> unit;
        if error < big(0.0) { -error } else { error }
    }
}

/// `floor(log2 |x|)`, none for zero.
fn exponent(x: &Big) -> Option<isize> {
    let repr = x.repr();
    (!repr.significand().is_zero()).then(|| repr.digits() as isize + repr.exponent() - 1)
}
