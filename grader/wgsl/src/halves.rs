//! `half`, kept as its 16 bits in a word and computed as a `float`. A float has more than twice the bits of a half and
//! two more, so a sum, difference, product or quotient that is rounded to a float and then to a half is the right one.

use crate::emit::Emit;
use crate::value::{Atom, Lane};
use opencl_c::types::Scalar;

impl Emit<'_> {
    /// A component of a half as a float, and of another type as it is; and the type that it has then.
    pub(crate) fn widened_half(&self, lane: &Lane, scalar: Scalar) -> (Scalar, Lane) {
        match scalar {
            Scalar::Half => {
                let text = format!("unpack2x16float({}).x", lane.lo.text);
                (Scalar::Float, Lane::one(Atom::text(text)))
            }
            other => (other, lane.clone()),
        }
    }

    /// A float rounded to the nearest half, to the even of two, where that is the type; the float as it is elsewhere.
    pub(crate) fn narrowed_half(&mut self, lane: Lane, to: Scalar) -> Lane {
        if to != Scalar::Half {
            return lane;
        }
        let text = format!("half_bits({})", lane.lo.text);
        Lane::one(Atom::name(self.named(&text)))
    }
}

/// The bits of a number that is a half.
pub(crate) fn bits(number: f64) -> u16 {
    let sign = ((number.to_bits() >> 48) & 0x8000) as u16;
    let size = number.abs() as f32;
    sign | match size.to_bits() {
        0x7f80_0001.. => 0x7e00,
        0x7f80_0000 => 0x7c00,
        normal @ 0x3880_0000.. => ((normal - 0x3800_0000) >> 13) as u16,
        // The least half is a power of two.
        _ => (size * 16_777_216.0) as u16,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_half_has_its_bits() {
        for (number, bits) in [
            (0.0, 0),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.5, 0xc100),
            (65504.0, 0x7bff),
            (2f64.powi(-14), 0x0400),
            (2f64.powi(-24), 1),
            (2f64.powi(-14) - 2f64.powi(-24), 0x03ff),
            (f64::INFINITY, 0x7c00),
            (f64::NAN, 0x7e00),
        ] {
            assert_eq!(super::bits(number), bits, "{number}");
        }
    }
}
