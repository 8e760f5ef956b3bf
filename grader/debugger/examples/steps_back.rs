//! How long a thousand steps back take in a 256 x 256 matrix product, one at a time, as somebody holds the key.
//!
//!     cargo run --release -p debugger --example steps_back

use debugger::{Debuggee, Depth, Session, Unit};
use launch::{Access, Argument, Buffer, Launch, NdRange, Scalar};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::Options;
use std::time::Instant;

const N: usize = 256;

const NAIVE: &str =
    "kernel void product(global const float *a, global const float *b, global float *c, int n)
{
    int column = get_global_id(0);
    int row = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
";

const TILED: &str =
    "kernel void product(global const float *a, global const float *b, global float *c, int n)
{
    local float left[16][16], right[16][16];
    int x = get_local_id(0), y = get_local_id(1);
    float sum = 0;
    for (int tile = 0; tile < n; tile += 16) {
        left[y][x] = a[get_global_id(1) * n + tile + x];
        right[y][x] = b[(tile + y) * n + get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++)
            sum += left[y][k] * right[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[get_global_id(1) * n + get_global_id(0)] = sum;
}
";

fn buffer(name: &str, access: Access) -> Argument {
    let numbers = (0..N * N).flat_map(|index| ((index % 7) as f32).to_le_bytes());
    Argument::Buffer(Buffer {
        name: name.to_owned(),
        element: Scalar::Float.into(),
        contents: numbers.collect(),
        access,
        initialized: true,
    })
}

fn main() {
    println!(
        "kernel, unit: seconds to the last group; for 1000 steps back; the longest of them in ms"
    );
    for (name, text) in [("naive", NAIVE), ("tiled", TILED)] {
        let preprocessing = Preprocessing::default();
        let checked = opencl_c::compile("product.cl", text, &preprocessing, &mut NoIncludes);
        let debuggee = Debuggee {
            program: checked.expect("a program").program,
            preprocessing,
            launch: Launch {
                kernel: "product".to_owned(),
                arguments: vec![
                    buffer("a", Access::Read),
                    buffer("b", Access::Read),
                    buffer("c", Access::ReadWrite),
                    Argument::Value {
                        name: "n".to_owned(),
                        bytes: (N as i32).to_le_bytes().to_vec(),
                    },
                ],
                range: NdRange {
                    offset: None,
                    global: vec![N, N],
                    local: Some(vec![16, 16]),
                    sub_group: None,
                },
            },
            options: Options::default(),
        };
        let launch = debuggee.prepare().expect("a launch");
        for unit in [Unit::Group, Unit::WorkItem] {
            let mut session = Session::new(&debuggee, &launch);
            let begin = Instant::now();
            session.proceed(&mut || false);
            let forward = begin.elapsed().as_secs_f64();
            let (begin, mut longest) = (Instant::now(), 0.0_f64);
            for _ in 0..1000 {
                let one = Instant::now();
                session.step_back(unit, Depth::Over, &mut || false);
                longest = longest.max(one.elapsed().as_secs_f64());
            }
            let back = begin.elapsed().as_secs_f64();
            let unit = if unit == Unit::Group {
                "work-group"
            } else {
                "work-item"
            };
            println!(
                "{name}, {unit}: {forward:.2} s; {back:.2} s; {:.1} ms",
                longest * 1e3
            );
        }
    }
}
