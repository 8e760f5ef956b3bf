//! The geometric functions of 6.12.5 on vectors of one to four components. `float` and `half` are
//! computed in `double` and rounded once; `double` is scaled so that no square overflows or
//! vanishes (7.5.1). The `fast_` functions are these too.

use super::float::Floating;
use super::float64;
use opencl_c::types::Rounding;

/// The dot product of two vectors of one width.
pub fn dot<F: Floating>(x: &[F], y: &[F]) -> F {
    let sum = x
        .iter()
        .zip(y)
        .fold(0.0, |sum, (x, y)| sum + x.to_f64() * y.to_f64());
    rounded(sum)
}

/// The cross product of the first three components.
pub fn cross<F: Floating>(x: [F; 3], y: [F; 3]) -> [F; 3] {
    let component = |i: usize, j: usize| {
        let (xi, xj) = (x[i].to_f64(), x[j].to_f64());
        rounded(xi * y[j].to_f64() - xj * y[i].to_f64())
    };
    [component(1, 2), component(2, 0), component(0, 1)]
}

/// The length of a vector.
pub fn length<F: Floating>(x: &[F]) -> F {
    rounded(wide_length(x.iter().map(|x| x.to_f64())))
}

/// The length of `x - y`.
pub fn distance<F: Floating>(x: &[F], y: &[F]) -> F {
    let difference = x.iter().zip(y).map(|(x, y)| x.to_f64() - y.to_f64());
    rounded(wide_length(difference))
}

/// The vector of length 1 in the direction of `x`. Zero stays zero; infinite components count as 1 of
/// their sign, all others then as 0; one NaN makes all NaN.
pub fn normalize<F: Floating>(x: &[F], out: &mut [F]) {
    let infinite = x.iter().any(|x| x.to_f64().is_infinite());
    let component = |x: F| {
        let x = x.to_f64();
        match infinite {
            true if x.is_infinite() => float64::copysign(1.0, x),
            true => 0.0 * x,
            false => x,
        }
    };
    let (scale, squares) = scaled_squares(x.iter().map(|&x| component(x)));
    for (out, &x) in out.iter_mut().zip(x) {
        *out = if squares == 0.0 {
            x
        } else {
            rounded(component(x) * scale / squares.sqrt())
        };
    }
}

fn rounded<F: Floating>(x: f64) -> F {
    F::from_f64(float64::canonical(x), Rounding::NearestEven)
}

fn wide_length(x: impl Iterator<Item = f64> + Clone) -> f64 {
    if x.clone().any(f64::is_infinite) {
        return f64::INFINITY;
    }
    let (scale, squares) = scaled_squares(x);
    squares.sqrt() / scale
}

/// A power of two by which no square overflows or vanishes, and the sum of squares scaled by it.
fn scaled_squares(x: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let greatest = x
        .clone()
        .fold(0.0, |greatest, x| float64::fmax(greatest, x.abs()));
    let scale = if greatest > 1e150 {
        float64::ldexp(1.0, -600)
    } else if greatest < 1e-140 {
        float64::ldexp(1.0, 600)
    } else {
        1.0
    };
    let squares = x.fold(0.0, |sum, x| sum + (x * scale) * (x * scale));
    (scale, squares)
}
