//! The kernels with numbers to tune give the right result with many choices of their numbers and at sizes that
//! fit none of them, in the simulator and on a real device; the simulator finds nothing in them, and nothing is
//! written beside a buffer.

use course::{Engine, Simulator, TranslationUnit};
use grader::device::engine::DeviceEngine;
use kernels::convolution::{TUNED, TUNED_KERNEL, Tuned, VARIANTS};
use kernels::matmul::{Blocks, Layout};
use launch::outcome::Outcome;
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar, Source, noise};
use runner::{Options, Runner};
use tests::binaries;

fn runner() -> Runner {
    Runner::start(Options {
        program: Some(binaries().join("grader-device")),
        ..Options::default()
    })
    .expect("a device runner")
}

fn opened(runner: Runner) -> DeviceEngine {
    DeviceEngine::open(runner, None).expect("a device; `./setup` installs one")
}

fn device() -> DeviceEngine {
    opened(runner())
}

fn source(name: &str, text: &str, defines: &[(&'static str, String)]) -> Source {
    Source {
        name: name.to_owned(),
        text: text.to_owned(),
        defines: defines
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect(),
        standard: launch::Standard::default(),
    }
}

fn buffer(name: &str, scalar: Scalar, contents: Vec<u8>, access: Access) -> Argument {
    Argument::Buffer(Buffer {
        name: name.to_owned(),
        element: ElementType::from(scalar),
        contents,
        access,
        initialized: access == Access::Read,
    })
}

fn floats(values: &[f32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

fn number(name: &str, number: usize) -> Argument {
    Argument::Value {
        name: name.to_owned(),
        bytes: (number as u32).to_le_bytes().to_vec(),
    }
}

/// Runs launches, none of which may be found fault with; the third buffer of each.
fn results(
    engine: &mut dyn Engine,
    source: &Source,
    launches: &[Launch],
    what: &str,
) -> Vec<Vec<u8>> {
    if let Err(failure) = engine.build(&TranslationUnit::of(source.clone())) {
        panic!("{what}: {failure:?}");
    }
    let outcomes = engine.run(launches);
    assert_eq!(outcomes.len(), launches.len(), "{what}");
    outcomes
        .into_iter()
        .map(|outcome| {
            let Outcome::Ran(mut ran) = outcome else {
                panic!("{what}: {outcome:?}");
            };
            assert_eq!(ran.findings, [], "{what}");
            assert!(
                ran.buffers.iter().all(|buffer| buffer.strays.is_empty()),
                "{what}"
            );
            ran.buffers.remove(2).contents
        })
        .collect()
}

/// Whole numbers, so that their sums are exact in any order.
fn whole(seed: u64, len: usize) -> Vec<f32> {
    (0..len)
        .map(|index| (noise::bits(seed, index as u64) % 19) as f32 - 9.0)
        .collect()
}

/// A product to compute: the launch, and what it gives.
fn product(blocks: &Blocks, [m, n, k]: [usize; 3]) -> (Launch, Vec<u8>) {
    let (a, b) = (whole(1, m * k), whole(2, k * n));
    let c: Vec<f32> = (0..m * n)
        .map(|index| {
            let (row, column) = (index / n, index % n);
            let products = (0..k).map(|i| f64::from(a[row * k + i]) * f64::from(b[i * n + column]));
            // From 0, since the sum of no numbers is -0 otherwise.
            products.fold(0.0, |sum, product| sum + product) as f32
        })
        .collect();
    let launch = Launch {
        kernel: blocks.kernel().to_owned(),
        arguments: vec![
            buffer("a", Scalar::Float, floats(&a), Access::Read),
            buffer("b", Scalar::Float, floats(&b), Access::Read),
            buffer("c", Scalar::Float, vec![0; 4 * m * n], Access::Write),
            number("m", m),
            number("n", n),
            number("k", k),
        ],
        range: blocks.range(m, n),
    };
    (launch, floats(&c))
}

fn blocks(layout: Layout, numbers: [usize; 6]) -> Blocks {
    let [width, vectors, item_m, group_m, group_n, tile_k] = numbers;
    let blocks = Blocks {
        layout,
        width,
        vectors,
        item_m,
        group_m,
        group_n,
        tile_k,
    };
    assert_eq!(blocks.check(), Ok(()));
    blocks
}

fn multiply(engine: &mut dyn Engine, blocks: &Blocks, sizes: &[[usize; 3]]) {
    let what = format!("{blocks:?}");
    let (launches, expected): (Vec<Launch>, Vec<Vec<u8>>) =
        sizes.iter().map(|size| product(blocks, *size)).unzip();
    let source = source(blocks.file(), blocks.text(), &blocks.defines());
    let results = results(engine, &source, &launches, &what);
    for ((size, result), expected) in sizes.iter().zip(results).zip(expected) {
        assert_eq!(result, expected, "{what} at {size:?}");
    }
}

/// One and none of something, a tile and what is around it, whole vectors and not.
const SMALL: [[usize; 3]; 8] = [
    [1, 1, 1],
    [2, 3, 0],
    [8, 8, 8],
    [7, 9, 5],
    [9, 17, 16],
    [17, 16, 9],
    [1, 40, 12],
    [19, 1, 7],
];

#[test]
fn products_in_small_blocks_are_right_and_clean_in_the_simulator() {
    let mut simulator = Simulator::default();
    for (layout, numbers) in [
        (Layout::Interleaved, [4, 1, 2, 4, 2, 8]),
        (Layout::Interleaved, [2, 2, 2, 4, 4, 8]),
        (Layout::Interleaved, [4, 2, 4, 4, 4, 8]),
        (Layout::Interleaved, [2, 1, 3, 2, 2, 4]),
        (Layout::Packed, [4, 2, 3, 2, 3, 8]),
        (Layout::Packed, [8, 1, 2, 3, 2, 16]),
        (Layout::Packed, [2, 3, 5, 1, 1, 4]),
    ] {
        multiply(&mut simulator, &blocks(layout, numbers), &SMALL);
    }
}

#[test]
fn products_in_blocks_are_right_on_a_device() {
    let mut runner = runner();
    let most = runner.devices().expect("devices")[0].local_memory;
    let mut device = opened(runner);
    let mut tried = 0;
    let large = [
        [131, 67, 37],
        [128, 128, 64],
        [200, 132, 300],
        [259, 513, 129],
        [5, 300, 257],
    ];
    for (layout, numbers) in [
        (Layout::Interleaved, [4, 2, 8, 16, 16, 16]),
        (Layout::Interleaved, [2, 2, 2, 4, 4, 8]),
        (Layout::Packed, [16, 4, 6, 21, 4, 128]),
        // Wants almost a megabyte of local memory; PoCL gives as much as a processor has of cache.
        (Layout::Packed, [16, 4, 6, 43, 8, 128]),
        (Layout::Packed, [8, 2, 12, 4, 3, 64]),
        (Layout::Packed, [2, 3, 5, 2, 1, 4]),
    ] {
        let blocks = blocks(layout, numbers);
        if blocks.local_bytes() as u64 > most {
            println!("no room for {blocks:?}: {most} bytes of local memory");
            continue;
        }
        multiply(&mut device, &blocks, &SMALL);
        multiply(&mut device, &blocks, &large);
        tried += 1;
    }
    // All but the largest have room anywhere.
    assert!(tried >= 5, "{tried}");
}

/// A convolution to compute: the arguments, and what it gives.
fn convolution(side: usize, count: usize, sides: [usize; 3]) -> (Vec<Argument>, Vec<u8>) {
    let [w, h, d] = sides;
    let voxels: Vec<u8> = (0..w * h * d).map(|i| noise::byte(1, i as u64)).collect();
    // In such units that sums are exact and many results lie within a byte.
    let unit = (side.pow(3) as f64).log2().ceil().exp2() as f32;
    let filters: Vec<f32> = whole(2, side.pow(3) * count)
        .iter()
        .map(|number| (number + 2.0) / unit)
        .collect();
    let radius = side / 2;
    let mut out = Vec::new();
    for index in 0..w * h * d {
        let at = [index % w, index / w % h, index / (w * h)];
        for filter in 0..count {
            let mut sum = 0.0;
            for place in 0..side.pow(3) {
                let step = [place % side, place / side % side, place / side.pow(2)];
                let from = [0, 1, 2].map(|axis| (at[axis] + step[axis]).checked_sub(radius));
                if let [Some(x), Some(y), Some(z)] = from
                    && x < w
                    && y < h
                    && z < d
                {
                    let voxel = voxels[(z * h + y) * w + x];
                    sum += f64::from(voxel) * f64::from(filters[place * count + filter]);
                }
            }
            // Such a conversion drops the fraction and saturates.
            out.push(sum as u8);
        }
    }
    let arguments = vec![
        buffer("in", Scalar::UChar, voxels, Access::Read),
        buffer("filters", Scalar::Float, floats(&filters), Access::Read),
        buffer("out", Scalar::UChar, vec![0; out.len()], Access::Write),
        number("w", w),
        number("h", h),
        number("d", d),
    ];
    (arguments, out)
}

fn tuned(numbers: [usize; 5], group: [usize; 3], lanes: usize) -> Tuned {
    let [side, count, together, width, vectors] = numbers;
    let tuned = Tuned {
        side,
        count,
        together,
        width,
        vectors,
        rows: 1,
        group,
        lanes,
    };
    assert_eq!(tuned.check(), Ok(()));
    tuned
}

fn in_rows(tuned: Tuned, rows: usize) -> Tuned {
    Tuned { rows, ..tuned }
}

fn convolve(engine: &mut dyn Engine, tuned: &Tuned, volumes: &[[usize; 3]]) {
    let what = format!("{tuned:?}");
    let (launches, expected): (Vec<Launch>, Vec<Vec<u8>>) = volumes
        .iter()
        .map(|sides| {
            let (arguments, expected) = convolution(tuned.side, tuned.count, *sides);
            let launch = Launch {
                kernel: TUNED_KERNEL.to_owned(),
                arguments,
                range: tuned.range(*sides),
            };
            (launch, expected)
        })
        .unzip();
    let source = source("tuned.cl", TUNED, &tuned.defines());
    let results = results(engine, &source, &launches, &what);
    for ((sides, result), expected) in volumes.iter().zip(results).zip(expected) {
        assert_eq!(result, expected, "{what} of {sides:?}");
    }
}

#[test]
fn tuned_convolutions_are_right_and_clean_in_the_simulator() {
    let mut simulator = Simulator::default();
    for tuned in [
        tuned([3, 4, 4, 1, 3], [2, 2, 2], 4),
        tuned([3, 1, 1, 1, 8], [2, 1, 2], 2),
        tuned([5, 4, 4, 4, 2], [1, 2, 2], 1),
        tuned([3, 5, 4, 1, 2], [4, 2, 1], 8),
        tuned([1, 3, 3, 2, 2], [2, 2, 1], 4),
        tuned([3, 8, 4, 4, 1], [2, 2, 1], 4),
        in_rows(tuned([3, 4, 4, 1, 4], [2, 1, 2], 4), 2),
        in_rows(tuned([5, 2, 2, 1, 4], [1, 2, 1], 2), 3),
    ] {
        let volumes = [[1, 1, 1], [9, 3, 2], [2, 5, 3], [16, 2, 1], [12, 4, 2]];
        convolve(&mut simulator, &tuned, &volumes);
    }
}

#[test]
fn tuned_convolutions_are_right_on_a_device() {
    let mut device = device();
    for tuned in [
        Tuned::gpu(5, 4),
        Tuned::cpu(5, 4),
        Tuned::cpu(3, 7),
        tuned([3, 32, 4, 8, 3], [1, 3, 2], 2),
        tuned([7, 2, 2, 16, 1], [2, 2, 2], 1),
        tuned([3, 1, 1, 4, 5], [2, 2, 2], 8),
    ] {
        let volumes = [[1, 1, 1], [70, 9, 7], [129, 5, 3], [3, 19, 9]];
        convolve(&mut device, &tuned, &volumes);
    }
}

#[test]
fn the_steps_to_the_tuned_convolution_are_right_in_the_simulator_and_on_a_device() {
    let mut simulator = Simulator::default();
    let mut device = device();
    for [side, count, width, results_of_an_item] in [
        [3, 1, 1, 4],
        [3, 3, 3, 2],
        [3, 4, 4, 5],
        [5, 4, 2, 3],
        [3, 32, 16, 1],
    ] {
        let defines = [
            ("K", side),
            ("COUNT", count),
            ("WIDTH", width),
            ("RESULTS", results_of_an_item),
        ]
        .map(|(name, number)| (name, number.to_string()));
        let source = source("variants.cl", VARIANTS, &defines);
        for kernel in [
            "convolve_naive",
            "convolve_vector",
            "convolve_cached",
            "convolve_unrolled",
        ] {
            let what = format!("{kernel} with {defines:?}");
            let sides = [9, 3, 4];
            let (arguments, expected) = convolution(side, count, sides);
            let launch = Launch {
                kernel: kernel.to_owned(),
                arguments,
                range: NdRange {
                    offset: None,
                    global: vec![12, 4, 4],
                    local: Some(vec![4, 2, 2]),
                    sub_group: None,
                },
            };
            let engines: [&mut dyn Engine; 2] = [&mut simulator, &mut device];
            for engine in engines {
                let results = results(engine, &source, std::slice::from_ref(&launch), &what);
                assert_eq!(results[0], expected, "{what}");
            }
        }
    }
}
