//! A launch may name the size of its sub-groups, in place of the simulator's usual one.

use launch::{Access, Argument, Buffer, Launch, NdRange, Scalar};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing, Standard};
use simulator::Options;

#[test]
fn a_launch_that_names_the_size_of_its_sub_groups_has_them() {
    let text = "kernel void k(global uint *y) { y[get_global_id(0)] = get_max_sub_group_size(); }";
    let preprocessing = Preprocessing {
        standard: Standard::V3_0,
        ..Preprocessing::default()
    };
    let checked = opencl_c::compile("k.cl", text, &preprocessing, &mut NoIncludes);
    let program = checked.expect("a program").program;
    let size = |sub_group| {
        let launch = Launch {
            kernel: "k".to_owned(),
            arguments: vec![Argument::Buffer(Buffer {
                name: "y".to_owned(),
                element: Scalar::UInt.into(),
                contents: vec![0; 4],
                access: Access::Write,
                initialized: false,
            })],
            range: NdRange {
                sub_group,
                ..NdRange::linear(1, 1)
            },
        };
        let outcome = simulator::simulate(&program, &launch, &Options::default());
        outcome.expect("a run").outputs[0].bytes[0]
    };
    assert_eq!([None, Some(8), Some(64)].map(size), [32, 8, 64]);
}
