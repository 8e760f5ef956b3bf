//! Where the functions are measured: numbers that make functions go wrong, a stride through all
//! numbers, and random numbers where a function is interesting. The same in every run.

use std::f64::consts::{E, FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, PI, SQRT_2};

/// The numbers around which rounding, reduction and ranges change.
const LANDMARKS: [f64; 42] = [
    0.0,
    1e-45,
    1.17549435e-38,
    5e-324,
    2.2250738585072014e-308,
    1e-300,
    1e-20,
    1e-8,
    2.44140625e-4,
    0.1,
    0.25,
    0.34657359,
    0.375,
    0.5,
    FRAC_1_SQRT_2,
    FRAC_PI_4,
    0.84375,
    1.0,
    1.25,
    SQRT_2,
    1.5,
    FRAC_PI_2,
    2.0,
    2.5,
    E,
    PI,
    4.0,
    4.71238898038469,
    6.0,
    9.0,
    27.2,
    36.0,
    88.7,
    104.0,
    171.6,
    355.0,
    709.7,
    745.1,
    8388608.0,
    3.4028234663852886e38,
    6381956970095103.0 * 2.2e240,
    f64::MAX,
];

/// A generator of numbers that is good enough to test with, and always the same (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Between `low` and `high`.
    pub(crate) fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 / (1u64 << 53) as f64)
    }

    /// Of any magnitude: a mantissa and an exponent that are both evenly spread.
    pub(crate) fn any_f64(&mut self) -> f64 {
        f64::from_bits(self.bits())
    }
}

/// The landmarks and their neighbours, both signs.
fn landmarks() -> impl Iterator<Item = f64> {
    LANDMARKS.into_iter().flat_map(|x| {
        [x.next_down(), x, x.next_up()]
            .into_iter()
            .flat_map(|x| [x, -x])
    })
}

/// Numbers of `double` for a function whose interesting part is `domain`.
pub(crate) fn doubles(domain: (f64, f64), count: usize) -> Vec<f64> {
    let mut random = Random(7);
    let mut samples: Vec<f64> = landmarks().collect();
    for _ in 0..count {
        samples.push(random.within(domain.0, domain.1));
        // Toward zero and toward the ends of the domain, evenly in magnitude.
        let tiny = 2f64.powi(-((random.bits() % 60) as i32));
        let near = [0.0, domain.0, domain.1, 1.0][random.bits() as usize % 4];
        samples.push(near + (domain.1 - domain.0) * tiny * random.within(-1.0, 1.0));
    }
    samples.extend((0..count / 2).map(|_| random.any_f64()));
    samples
}

/// Numbers of `float`: a stride through all of them, and neighbours of the landmarks.
pub(crate) fn floats(stride: u32) -> Vec<f32> {
    let near = landmarks().flat_map(|x| {
        let x = x as f32;
        [x.next_down(), x, x.next_up()]
    });
    (0..=u32::MAX)
        .step_by(stride as usize)
        .map(f32::from_bits)
        .chain(near)
        .collect()
}

/// Pairs, of which one in three is near to each other, and landmarks with each other.
pub(crate) fn pairs(domains: [(f64, f64); 2], count: usize) -> Vec<(f64, f64)> {
    let mut random = Random(11);
    let mut samples = Vec::new();
    for x in LANDMARKS.into_iter().step_by(2) {
        for y in LANDMARKS.into_iter().step_by(3) {
            samples.extend([(x, y), (-x, y), (x, -y), (-x, -y)]);
        }
    }
    for index in 0..count {
        let x = random.within(domains[0].0, domains[0].1);
        let y = random.within(domains[1].0, domains[1].1);
        samples.push(match index % 3 {
            0 => (x, y),
            1 => (x, x + (y - x) * 2f64.powi(-((random.bits() % 30) as i32))),
            _ => (random.any_f64(), random.any_f64()),
        });
    }
    samples
}
