//! What a translation knows before it runs: loops that are unrolled, functions that are inlined or specialised, vectors
//! that are read as one. The results stay those of the kernel's text.

use crate::measurements::{SOON, bench_of};
use launch::NdRange;
use launch::measurement::{Effort, Fill, Step, StepArgument};
use std::borrow::Cow;

const KERNELS: &str = "
typedef struct { float re, im; } Complex;
Complex sum(Complex a, Complex b) { Complex r = { a.re + b.re, a.im + b.im }; return r; }
kernel void nested(global uint *out)
{
    uint i = get_global_id(0);
    Complex a = { i, 1 }, b = { 10, 2 }, c = { 100, 3 };
    Complex r = sum(a, sum(b, sum(c, a)));
    out[i] = 1000 * (uint)r.re + (uint)r.im;
}

uint least(uint a, uint b) { if (a < b) return a; return b; }
kernel void early(global uint *out)
{
    uint i = get_global_id(0);
    out[i] = 10 * least(i, 5) + least(3, 7);
}

void put(uint *all, uint at, uint value) { all[at] = value; }
kernel void chosen(global uint *out)
{
    uint all[8];
    for (uint k = 0; k < 8; ++k)
        put(all, k, k * k);
    uint i = get_global_id(0), s = 0;
    for (uint k = 0; k < 8 && k < i; ++k)
        s += all[k];
    out[i] = s;
}

kernel void halves(global uint *out)
{
    ulong s = 0;
    for (uint k = 0; k < 4; ++k) {
        ulong part = k < 2 ? (ulong)k : (ulong)k << 33;
        s += part;
    }
    uint i = get_global_id(0);
    out[i] = i % 2 ? (uint)(s >> 32) : (uint)s;
}

kernel void fours(global uint *out)
{
    local uint tile[64];
    uint i = get_local_id(0);
    tile[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 16) {
        uint4 four = *(local uint4 *)&tile[4 * i];
        ((global uint4 *)out)[i] = four.wzyx;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] += 100;
}";

const ONCE: Effort = Effort {
    warm_up: 0,
    least: 1,
    most: 1,
    standard_error: 1.0,
    seconds: 0.0,
};

/// What a kernel leaves of 64 work-items.
fn left(kernel: &'static str) -> Vec<u32> {
    let mut bench = bench_of(KERNELS);
    bench.allocate(1, 256, Fill::Zeros).expect("a buffer");
    let step = Step {
        program: 1,
        kernel: Cow::Borrowed(kernel),
        arguments: vec![StepArgument::Buffer(1)],
        range: NdRange::linear(64, 64),
    };
    bench.time(&[step], 1, ONCE, None, SOON).expect("it runs");
    let bytes = bench.read(1, 0, 256).expect("its contents");
    let words = bytes.as_chunks::<4>().0.iter();
    words.map(|word| u32::from_ne_bytes(*word)).collect()
}

#[test]
fn a_function_is_given_records_that_it_returned() {
    let expected: Vec<u32> = (0..64).map(|i| 1000 * (2 * i + 110) + 7).collect();
    assert_eq!(left("nested"), expected);
}

#[test]
fn a_function_returns_early() {
    let expected: Vec<u32> = (0..64).map(|i| 10 * i.min(5) + 3).collect();
    assert_eq!(left("early"), expected);
}

#[test]
fn a_loop_ends_by_the_second_of_its_conditions() {
    let expected: Vec<u32> = (0..64u32)
        .map(|i| (0..i.min(8)).map(|k| k * k).sum())
        .collect();
    assert_eq!(left("chosen"), expected);
}

#[test]
fn a_variable_of_a_loop_is_wide_in_some_rounds() {
    let expected: Vec<u32> = (0..64).map(|i| if i % 2 == 1 { 10 } else { 1 }).collect();
    assert_eq!(left("halves"), expected);
}

#[test]
fn vectors_and_their_words_share_memory() {
    let four = |i: u32| 4 * (i / 4) + 3 - i % 4;
    let expected: Vec<u32> = (0..64).map(|i| four(i) + 100).collect();
    assert_eq!(left("fours"), expected);
}
