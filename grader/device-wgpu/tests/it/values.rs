//! Values of a right kernel, as its driver must compile it.

use crate::measurements::{EFFORT, SOON, bench_of};
use launch::NdRange;
use launch::measurement::{Fill, Step, StepArgument};
use std::borrow::Cow;

/// Mesa's driver for processors gives half a pi for each arc cosine of up to a half if its LLVM 15 compiles for
/// AVX-512; the barrier and the function before matter to that.
const INVERSE: &str = "kernel void inverse(global const float *x, global float *y)
{
    size_t i = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    y[2 * i] = acosh(fabs(x[i]) + 1);
    y[2 * i + 1] = acos(x[i]);
}";

#[test]
fn a_sign_copied_behind_a_branch_keeps_the_number() {
    let mut bench = bench_of(INVERSE);
    let fill = Fill::Floats {
        seed: 1,
        low: -1.0,
        high: 1.0,
    };
    bench.allocate(1, 64 * 4, fill).expect("a buffer");
    bench.allocate(2, 128 * 4, Fill::Zeros).expect("a buffer");
    let step = Step {
        program: 1,
        kernel: Cow::Borrowed("inverse"),
        arguments: vec![StepArgument::Buffer(1), StepArgument::Buffer(2)],
        range: NdRange::linear(64, 8),
    };
    bench.time(&[step], 1, EFFORT, None, SOON).expect("times");
    let floats = |bytes: Vec<u8>| -> Vec<f32> {
        let words = bytes.as_chunks::<4>().0.iter();
        words.map(|word| f32::from_ne_bytes(*word)).collect()
    };
    let x = floats(bench.read(1, 0, 64 * 4).expect("the arguments"));
    let y = floats(bench.read(2, 0, 128 * 4).expect("the results"));
    for (x, y) in x.iter().zip(y.as_chunks::<2>().0) {
        for (name, expected, got) in [
            ("acosh", (x.abs() + 1.0).acosh(), y[0]),
            ("acos", x.acos(), y[1]),
        ] {
            let apart = (expected - got).abs();
            // Four units, which OpenCL allows, of a number up to pi.
            assert!(
                apart <= 1.0e-6,
                "{name} of {x}: {got} instead of {expected}"
            );
        }
    }
}

/// A half's number from its bits.
fn number(bits: u16) -> f64 {
    let (exponent, part) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = match exponent {
        0 => part * 2f64.powi(-24),
        _ => (1024.0 + part) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// The bits of the half nearest to a finite number, of two as near the even one.
fn nearest(number: f64) -> u16 {
    let sign = if number.is_sign_negative() { 0x8000 } else { 0 };
    let size = number.abs();
    let exponent = (size.log2().floor() as i32).clamp(-14, 16);
    // Units of the last place; 1024 of them and more are a power of two.
    let units = (size / 2f64.powi(exponent - 10)).round_ties_even();
    let bits = units + f64::from(exponent + 14) * 1024.0;
    sign | (bits as u16).min(0x7c00)
}

/// WGSL computes halves as floats; sums, products and quotients are right in each bit nevertheless, as are conversions.
const HALVES: &str = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void halves(global const half *h, global const float *f, global half *y)
{
    size_t i = get_global_id(0);
    half a = h[2 * i], b = h[2 * i + 1];
    vstore4((half4)(a + b, a * b, a / b, convert_half(f[i])), i, y);
}";

#[test]
fn halves_are_right_in_each_bit() {
    const COUNT: usize = 1 << 14;
    let mut bench = bench_of(HALVES);
    let mut state = 1u32;
    let mut drawn = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    // Finite ones; zeros and the least ones often.
    let halves: Vec<u16> = (0..2 * COUNT)
        .map(|at| match (drawn() as u16, at % 7) {
            (bits, 0) => bits & 0x80ff,
            (bits, _) if bits & 0x7c00 == 0x7c00 => bits & 0xbfff,
            (bits, _) => bits,
        })
        .collect();
    // Around each half, and between.
    let floats: Vec<f32> = (0..COUNT)
        .map(|_| {
            let half = number(drawn() as u16 & 0xfbff) as f32;
            f32::from_bits(half.to_bits().wrapping_add(drawn() & 0x1fff))
        })
        .collect();
    let bytes_of_halves: Vec<u8> = halves.iter().flat_map(|bits| bits.to_ne_bytes()).collect();
    let bytes_of_floats: Vec<u8> = floats.iter().flat_map(|it| it.to_ne_bytes()).collect();
    for (buffer, bytes) in [(1, &bytes_of_halves), (2, &bytes_of_floats)] {
        let made = bench.allocate(buffer, bytes.len(), Fill::Zeros);
        made.expect("a buffer");
        bench.write(buffer, bytes).expect("its contents");
    }
    bench.allocate(3, COUNT * 8, Fill::Zeros).expect("a buffer");
    let step = Step {
        program: 1,
        kernel: Cow::Borrowed("halves"),
        arguments: vec![
            StepArgument::Buffer(1),
            StepArgument::Buffer(2),
            StepArgument::Buffer(3),
        ],
        range: NdRange::linear(COUNT, 64),
    };
    bench.time(&[step], 1, EFFORT, None, SOON).expect("times");
    let results = bench.read(3, 0, COUNT * 8).expect("the results");
    let results: Vec<u16> = (results.as_chunks::<2>().0.iter())
        .map(|bits| u16::from_ne_bytes(*bits))
        .collect();
    for ((pair, float), got) in (halves.as_chunks::<2>().0.iter())
        .zip(&floats)
        .zip(results.as_chunks::<4>().0)
    {
        let [a, b] = pair.map(number);
        let quotient = if b == 0.0 { None } else { Some(a / b) };
        let expected = [Some(a + b), Some(a * b), quotient, Some(f64::from(*float))];
        for (expected, got) in expected.into_iter().zip(*got) {
            let Some(expected) = expected else { continue };
            let same = nearest(expected) == got || expected == 0.0 && got & 0x7fff == 0;
            assert!(same, "{a} {b} {float}: {got:#x} for {expected}");
        }
    }
}

/// Vectors of three: side by side, and in the places of four where they are aligned.
const THREES: &str = "kernel void threes(global const half *h, global float *f, global half *y)
{
    size_t i = get_global_id(0);
    float3 near = vload_half3(i, h), aligned = vloada_half3(i, h);
    vstore3(near, 2 * i, f);
    vstore3(aligned, 2 * i + 1, f);
    vstore_half3(aligned, i, y);
    vstorea_half3(near, i, y + 192);
}";

#[test]
fn halves_are_loaded_and_stored_where_they_lie() {
    let mut bench = bench_of(THREES);
    let halves: Vec<u16> = (0..256).map(|at| nearest(f64::from(at) / 3.0)).collect();
    let bytes: Vec<u8> = halves.iter().flat_map(|bits| bits.to_ne_bytes()).collect();
    bench.allocate(1, 512, Fill::Zeros).expect("a buffer");
    bench.write(1, &bytes).expect("its contents");
    bench.allocate(2, 64 * 24, Fill::Zeros).expect("a buffer");
    bench.allocate(3, 896, Fill::Zeros).expect("a buffer");
    let step = Step {
        program: 1,
        kernel: Cow::Borrowed("threes"),
        arguments: [1, 2, 3].map(StepArgument::Buffer).to_vec(),
        range: NdRange::linear(64, 8),
    };
    bench.time(&[step], 1, EFFORT, None, SOON).expect("times");
    let floats = bench.read(2, 0, 64 * 24).expect("the floats");
    let floats = floats.as_chunks::<4>().0;
    let stored = bench.read(3, 0, 896).expect("the halves");
    let stored = stored.as_chunks::<2>().0;
    for item in 0..64 {
        for lane in 0..3 {
            let (near, aligned) = (halves[3 * item + lane], halves[4 * item + lane]);
            for (at, bits) in [(6 * item + lane, near), (6 * item + 3 + lane, aligned)] {
                assert_eq!(f64::from(f32::from_ne_bytes(floats[at])), number(bits));
            }
            for (at, bits) in [(3 * item + lane, aligned), (192 + 4 * item + lane, near)] {
                assert_eq!(u16::from_ne_bytes(stored[at]), bits);
            }
        }
    }
}
