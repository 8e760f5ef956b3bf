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
