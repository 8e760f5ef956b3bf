//! A run of some work-groups, watched: what a watcher is told, and which pages it is asked to fill.

use launch::image::{ChannelOrder, ChannelType};
use launch::{
    Access, Argument, Buffer, ElementType, Image, ImageFormat, ImageKind, Launch, NdRange, Scalar,
};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use opencl_c::stretch::Part;
use simulator::{
    AccessKind, Accessed, End, EventKind, ImageAccessed, Options, Ran, Refusal, Watched, Watcher,
};

/// Notes all that it is told, and fills the first buffer with its own places.
#[derive(Default)]
struct Notes {
    filled: Vec<(usize, usize)>,
    /// Group, kind, first and last address.
    accessed: Vec<(usize, AccessKind, i64, i64)>,
    /// Group, part, warps, work-items.
    ran: Vec<(usize, Part, u64, u64)>,
    /// Argument, pixel, is it a write, does a sampler say what lies outside.
    pixels: Vec<(usize, Option<[i64; 3]>, bool, bool)>,
}

impl Watcher for Notes {
    fn fill(&mut self, argument: usize, from: usize, bytes: &mut [u8]) {
        self.filled.push((argument, from));
        if argument == 0 {
            for (index, element) in bytes.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                *element = ((from / 4 + index) as i32).to_le_bytes();
            }
        }
    }

    fn accessed(&mut self, accessed: &Accessed<'_>) {
        assert!(accessed.expr.is_some() && !accessed.local);
        let ends = accessed.runs.iter().flat_map(|run| {
            let last = run.offset + run.stride * (run.lanes as i64 - 1);
            [run.offset, last]
        });
        let (low, high) = (ends.clone().min(), ends.max());
        self.accessed.push((
            accessed.group,
            accessed.kind,
            low.expect("a run"),
            high.expect("a run"),
        ));
    }

    fn image_accessed(&mut self, accessed: &ImageAccessed) {
        assert!(accessed.expr.is_some());
        self.pixels.push((
            accessed.argument,
            accessed.pixel,
            accessed.write,
            accessed.addressed,
        ));
    }

    fn ended(&mut self, group: usize, ran: &[Ran<'_>]) {
        let of = ran
            .iter()
            .map(|ran| (group, ran.stretch.part, ran.warps, ran.work_items));
        self.ran.extend(of);
    }
}

const ITEMS: usize = 1 << 16;

fn watch(body: &str, groups: &[usize]) -> (Result<Watched, Refusal>, Notes) {
    let text = format!(
        "kernel void k(global const int *x, global int *y)\n{{\n    int i = get_global_id(0);\n    {body}\n}}\n"
    );
    let compiled = opencl_c::compile("k.cl", &text, &Preprocessing::default(), &mut NoIncludes);
    let program = compiled.expect("a kernel without errors").program;
    let kernel = simulator::prepare(&program, "k").expect("supported");
    let buffer = |name: &str| {
        Argument::Buffer(Buffer {
            name: name.to_owned(),
            element: ElementType::scalar(Scalar::Int),
            contents: vec![0; 4 * ITEMS],
            access: Access::ReadWrite,
            initialized: true,
        })
    };
    let launch = Launch {
        kernel: "k".to_owned(),
        arguments: vec![buffer("x"), buffer("y")],
        range: NdRange::linear(ITEMS, 64),
    };
    let mut notes = Notes::default();
    let watched = kernel.watch(launch, &Options::default(), groups, &mut notes);
    (watched, notes)
}

#[test]
fn only_pages_that_are_touched_are_filled_and_each_once() {
    // Groups 16 and 17 share a page of 1024 integers; the last one reads at the end of the buffer.
    let (watched, notes) = watch("y[x[i]] = 1;", &[17, 16, 1023]);
    assert_eq!(watched.expect("it runs").end, End::Completed);
    let page = |group: usize| group * 256 / 4096 * 4096;
    assert_eq!(
        notes.filled,
        [
            (0, page(16)),
            (1, page(16)),
            (0, page(1023)),
            (1, page(1023))
        ]
    );
    // What was filled is what the kernel read.
    let stores: Vec<_> = notes
        .accessed
        .iter()
        .filter(|(_, kind, ..)| *kind == AccessKind::Store)
        .map(|&(group, _, low, high)| (group, low, high))
        .collect();
    let of = |group: i64| (group as usize, group * 256, group * 256 + 252);
    assert_eq!(stores, [of(17), of(16), of(1023)]);
}

#[test]
fn each_group_is_told_by_itself_and_warps_apart_from_work_items() {
    let (watched, notes) = watch("if (x[i] % 64 < 40) y[i] = 1;", &[0, 5]);
    watched.expect("it runs");
    let then: Vec<_> = notes
        .ran
        .iter()
        .filter(|(_, part, ..)| *part == Part::Then)
        .collect();
    assert_eq!(then, [&(0, Part::Then, 2, 40), &(5, Part::Then, 2, 40)]);
}

#[test]
fn what_is_wrong_is_found_and_what_is_no_group_is_left_out() {
    let (watched, notes) = watch("y[i - 1] = 1;", &[0, 1 << 20]);
    let watched = watched.expect("it runs");
    assert!(matches!(watched.events[0].kind, EventKind::OutOfBounds(_)));
    assert!(notes.ran.iter().all(|(group, ..)| *group == 0));
}

#[test]
fn a_pixel_is_that_of_the_coordinate_wherever_it_lies() {
    let text = "
        constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
        constant sampler_t whole = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
        kernel void k(read_only image2d_t x, write_only image2d_t y)
        {
            float4 sum = read_imagef(x, edge, (float2)(-2.5f, 9.0f)) + read_imagef(x, whole, (float2)(0.5f));
            write_imagef(y, (int2)(7, 1), sum + read_imagef(x, (int2)(0, 1)));
        }";
    let compiled = opencl_c::compile("k.cl", text, &Preprocessing::default(), &mut NoIncludes);
    let program = compiled.expect("a kernel without errors").program;
    let kernel = simulator::prepare(&program, "k").expect("supported");
    let image = |name: &str| {
        Argument::Image(Image {
            name: name.to_owned(),
            kind: ImageKind::D2,
            format: ImageFormat {
                order: ChannelOrder::R,
                channel: ChannelType::Float,
            },
            size: [2, 2, 1],
            contents: vec![0; 16],
            access: Access::ReadWrite,
            initialized: true,
        })
    };
    let launch = Launch {
        kernel: "k".to_owned(),
        arguments: vec![image("x"), image("y")],
        range: NdRange::linear(1, 1),
    };
    let mut notes = Notes::default();
    let watched = kernel.watch(launch, &Options::default(), &[0], &mut notes);
    assert_eq!(watched.expect("it runs").end, End::Completed);
    assert_eq!(
        notes.pixels,
        [
            (0, Some([-3, 9, 0]), false, true),
            (0, None, false, true),
            (0, Some([0, 1, 0]), false, false),
            (1, Some([7, 1, 0]), true, false),
        ]
    );
}
