//! Pseudorandom numbers that are a function of their index: the process that fills a buffer on a device and
//! the one that checks the results agree on them without sending them.

/// Mixes all bits of a number: the finishing step of the generator SplitMix64.
const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// 64 bits for the element `index`.
pub const fn bits(seed: u64, index: u64) -> u64 {
    mix(mix(seed).wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// The float of element `index`, at least `low` and below `high`.
pub fn float(seed: u64, index: u64, low: f32, high: f32) -> f32 {
    // 24 bits: each multiple of 2^-24 below 1 is a float, so nothing is rounded up to 1.
    let share = (bits(seed, index) >> 40) as f32 / (1u32 << 24) as f32;
    let value = low + (high - low) * share;
    if value < high { value } else { low }
}

/// The byte of element `index`.
pub const fn byte(seed: u64, index: u64) -> u8 {
    (bits(seed, index) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_stay_within_their_bounds_and_fill_them() {
        let drawn: Vec<f32> = (0..10_000).map(|i| float(7, i, -1.0, 3.0)).collect();
        assert!(drawn.iter().all(|x| (-1.0..3.0).contains(x)));
        for quarter in 0..4 {
            let low = -1.0 + quarter as f32;
            let within = drawn.iter().filter(|&&x| x >= low && x < low + 1.0).count();
            assert!(
                (2300..2700).contains(&within),
                "{within} in quarter {quarter}"
            );
        }
    }

    #[test]
    fn bytes_take_every_value_and_differ_by_seed() {
        let mut seen = [false; 256];
        (0..10_000).for_each(|i| seen[byte(1, i) as usize] = true);
        assert!(seen.iter().all(|&seen| seen));
        let same = (0..1000).filter(|&i| byte(1, i) == byte(2, i)).count();
        assert!(same < 30, "{same} of 1000 alike");
    }
}
