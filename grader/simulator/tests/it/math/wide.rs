//! The references: each function in numbers of about 200 bits. Those that the library of big numbers
//! does not have are made of those it has: the error function by its Taylor series, the gamma function
//! by Stirling's series, far from where it is asked for.

use super::ulp::{Big, PRECISION, big};

fn one() -> Big {
    big(1.0)
}

fn pi() -> Big {
    Big::pi(PRECISION)
}

pub(crate) fn rsqrt(x: &Big) -> Big {
    one() / x.sqrt()
}

pub(crate) fn over_pi(x: Big) -> Big {
    x / pi()
}

pub(crate) fn exp2(x: &Big) -> Big {
    (x * big(2.0).ln()).exp()
}

pub(crate) fn exp10(x: &Big) -> Big {
    (x * big(10.0).ln()).exp()
}

pub(crate) fn cbrt(x: &Big) -> Big {
    root(x, 3)
}

/// `|x|^(1/n)` with the sign of `x`.
pub(crate) fn root(x: &Big, n: i32) -> Big {
    if x.repr().significand().is_zero() {
        return x.clone();
    }
    let negative = *x < big(0.0);
    let magnitude = if negative { -x.clone() } else { x.clone() };
    let root = (magnitude.ln() / big(n.into())).exp();
    if negative { -root } else { root }
}

/// The error function.
pub(crate) fn erf(x: &Big) -> Big {
    one_way_erf(x, 300)
}

/// `1 - erf(x)`: by the same series with the digits that the difference loses, then by the asymptotic
/// series, whose terms shrink until below 2^-90 of the first.
pub(crate) fn erfc(x: &Big) -> Big {
    if *x < big(8.0) {
        return (one().with_precision(400).value() - one_way_erf(x, 400))
            .with_precision(PRECISION)
            .value();
    }
    let square = x * x;
    let mut term = one();
    let mut sum = one();
    for n in 0..100 {
        let next = -term.clone() * big(f64::from(2 * n + 1)) / (big(2.0) * &square);
        if magnitude(&next) >= magnitude(&term) {
            break;
        }
        term = next;
        sum += &term;
    }
    sum * (-square).exp() / (x * pi().sqrt())
}

fn magnitude(x: &Big) -> Big {
    if *x < big(0.0) { -x.clone() } else { x.clone() }
}

/// Taylor's series of the error function in `bits` bits.
fn one_way_erf(x: &Big, bits: usize) -> Big {
    let wide = |x: f64| {
        Big::try_from(x)
            .expect("finite")
            .with_precision(bits)
            .value()
    };
    let x = x.clone().with_precision(bits).value();
    if magnitude(&x) > wide(12.0) {
        return if x > wide(0.0) { wide(1.0) } else { wide(-1.0) };
    }
    let square = &x * &x;
    let mut power = x.clone();
    let mut sum = x.clone();
    let mut n = 1.0;
    let end = magnitude(&x) >> (bits as isize);
    loop {
        power = -power * &square / wide(n);
        let term = &power / wide(2.0 * n + 1.0);
        sum += &term;
        if magnitude(&term) <= end {
            break;
        }
        n += 1.0;
    }
    sum * wide(2.0) / Big::pi(bits).sqrt()
}

/// `ln |gamma(x)|`.
pub(crate) fn lgamma(x: &Big) -> Big {
    if *x < big(0.5) {
        let sine = magnitude(&x.sin_pi());
        return (pi() / sine).ln() - lgamma(&(one() - x));
    }
    // gamma(x) = gamma(x + n) / (x (x + 1) ... (x + n - 1)), and Stirling's series beyond 60.
    let mut product = one();
    let mut z = x.clone();
    while z < big(60.0) {
        product *= &z;
        z += one();
    }
    let half_ln_two_pi = (pi() * big(2.0)).ln() / big(2.0);
    let mut sum = (&z - big(0.5)) * z.ln() - &z + half_ln_two_pi;
    let mut power = z.clone();
    for (k, (numerator, denominator)) in BERNOULLI.into_iter().enumerate() {
        let k = (2 * (k + 1)) as f64;
        sum += big(numerator) / (big(denominator * k * (k - 1.0)) * &power);
        power = &power * &z * &z;
    }
    sum - product.ln()
}

/// The gamma function.
pub(crate) fn tgamma(x: &Big) -> Big {
    let value = lgamma(x).exp();
    if *x < big(0.0) && x.sin_pi() < big(0.0) {
        -value
    } else {
        value
    }
}

/// The Bernoulli numbers of even index from 2, exact as fractions of doubles. At 60 the first one left
/// out is below 2^-130 of the sum.
const BERNOULLI: [(f64, f64); 14] = [
    (1.0, 6.0),
    (-1.0, 30.0),
    (1.0, 42.0),
    (-1.0, 30.0),
    (5.0, 66.0),
    (-691.0, 2730.0),
    (7.0, 6.0),
    (-3617.0, 510.0),
    (43867.0, 798.0),
    (-174611.0, 330.0),
    (854513.0, 138.0),
    (-236364091.0, 2730.0),
    (8553103.0, 6.0),
    (-23749461029.0, 870.0),
];
