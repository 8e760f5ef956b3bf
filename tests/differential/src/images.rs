//! Random launches of image kernels: every kind of image and format, every sampler, coordinates inside and outside,
//! reads and writes.
//!
//! A program has one kernel; it is launched many times with other images, samplers and coordinates. What comes out must
//! be what [`reference`](mod@reference) says, in the simulator and on the device: to the bit where the specification is exact,
//! and else within what it allows. What is known to be otherwise on PoCL 3.1 is in [`Deviations`]: there the reference
//! alone decides.

mod reference;

use crate::Device;
use crate::many::{Failure, on_every_core};
use crate::random::Random;
use launch::image::{Addressing, ChannelOrder, ChannelType, ChannelValue, Filter};
use launch::{
    Access, Argument, Buffer, ElementType, Image, ImageFormat, ImageKind, Launch, NdRange, Sampler,
    Scalar,
};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::Options;
use std::fmt::{self, Write};
use std::sync::Mutex;

/// Launches of one program.
pub const LAUNCHES: u64 = 50;
/// Work-items of a launch: each reads one place and writes one pixel.
const ITEMS: usize = 16;

/// How a kernel reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Through a sampler, at coordinates of `float`.
    Floats,
    /// Through a sampler, at whole numbers.
    Whole,
    /// Without a sampler.
    Plain,
}

/// What the kernel of a seed is like.
#[derive(Clone, Copy, Debug)]
struct Plan {
    kind: ImageKind,
    value: ChannelValue,
    way: Way,
    depth: bool,
}

impl Plan {
    fn of(random: &mut Random) -> Plan {
        let kind = random.of(ImageKind::ALL);
        let flat = matches!(kind, ImageKind::D2 | ImageKind::D2Array);
        let depth = flat && random.below(8) == 0;
        let value = match depth {
            true => ChannelValue::Float,
            false => random.of(&[ChannelValue::Float, ChannelValue::Int, ChannelValue::UInt]),
        };
        let way = match kind {
            ImageKind::D1Buffer => Way::Plain,
            _ => random.of(&[Way::Floats, Way::Floats, Way::Whole, Way::Plain]),
        };
        Plan {
            kind,
            value,
            way,
            depth,
        }
    }

    fn type_name(self) -> &'static str {
        match (self.kind, self.depth) {
            (ImageKind::D1, _) => "image1d_t",
            (ImageKind::D1Array, _) => "image1d_array_t",
            (ImageKind::D1Buffer, _) => "image1d_buffer_t",
            (ImageKind::D2, false) => "image2d_t",
            (ImageKind::D2, true) => "image2d_depth_t",
            (ImageKind::D2Array, false) => "image2d_array_t",
            (ImageKind::D2Array, true) => "image2d_array_depth_t",
            (ImageKind::D3, _) => "image3d_t",
        }
    }

    fn text(self) -> String {
        let (suffix, scalar) = match self.value {
            ChannelValue::Float => ("f", "float"),
            ChannelValue::Int => ("i", "int"),
            ChannelValue::UInt => ("ui", "uint"),
        };
        let swizzle = match self.kind.sizes() {
            1 => ".x",
            2 => ".xy",
            _ => "",
        };
        let read = match self.way {
            Way::Floats => format!("read_image{suffix}(from, how, floats[i]{swizzle})"),
            Way::Whole => format!("read_image{suffix}(from, how, ints[i]{swizzle})"),
            Way::Plain => format!("read_image{suffix}(from, ints[i]{swizzle})"),
        };
        let (read, value) = match self.depth {
            true => (format!("(float4)({read}, 0, 0, 0)"), "values[i].x"),
            false => (read, "values[i]"),
        };
        let mut facts = vec!["get_image_width(from)"];
        let dimensions = self.kind.dimensions();
        if dimensions > 1 {
            facts.push("get_image_height(from)");
            facts.push("get_image_dim(from).y");
        }
        if dimensions > 2 {
            facts.push("get_image_depth(from)");
        }
        if self.kind.is_array() {
            facts.push("(int)get_image_array_size(from)");
        }
        facts.push("get_image_channel_order(from)");
        facts.push("get_image_channel_data_type(to)");
        let mut text = String::from("#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n");
        let ty = self.type_name();
        write!(
            text,
            "kernel void generated(read_only {ty} from, sampler_t how, write_only {ty} to,\n    \
             global const float4 *floats, global const int4 *ints, global const int4 *places,\n    \
             global const {scalar}4 *values, global {scalar}4 *results, global int *facts)\n{{\n    \
             const int i = get_global_id(0);\n    results[i] = {read};\n    \
             write_image{suffix}(to, places[i]{swizzle}, {value});\n    if (i == 0) {{\n"
        )
        .expect("a string");
        for (index, fact) in facts.iter().enumerate() {
            writeln!(text, "        facts[{index}] = {fact};").expect("a string");
        }
        text.push_str("    }\n}\n");
        text
    }

    fn format(self, random: &mut Random) -> ImageFormat {
        // Mostly those that the device has.
        const COMMON: &[ChannelOrder] = &[
            ChannelOrder::R,
            ChannelOrder::A,
            ChannelOrder::Rgba,
            ChannelOrder::Bgra,
            ChannelOrder::Argb,
        ];
        let orders = match self.depth || random.below(16) == 0 {
            true => ChannelOrder::ALL,
            false => COMMON,
        };
        loop {
            let format = ImageFormat {
                order: random.of(orders),
                channel: random.of(ChannelType::ALL),
            };
            let fits = format.channel.value() == self.value
                && self.depth == (format.order == ChannelOrder::Depth);
            if format.exists() && fits {
                return format;
            }
        }
    }

    fn sampler(self, random: &mut Random) -> Sampler {
        let normalized = self.way == Way::Floats && random.below(2) == 0;
        let mut modes = vec![Addressing::Clamp, Addressing::ClampToEdge, Addressing::None];
        if normalized {
            modes.extend([Addressing::Repeat, Addressing::MirroredRepeat]);
        }
        let filters = self.way == Way::Floats && self.value == ChannelValue::Float;
        Sampler {
            normalized,
            addressing: random.of(&modes),
            filter: match filters && random.below(2) == 0 {
                true => Filter::Linear,
                false => Filter::Nearest,
            },
        }
    }
}

/// One launch, and what it reads and writes.
struct Case {
    plan: Plan,
    sampler: Sampler,
    from: Image,
    to: Image,
    /// For each work-item the coordinate that it reads at.
    at: Vec<[f64; 4]>,
    /// The pixel that it writes, and what.
    places: Vec<[i32; 4]>,
    values: Vec<[u32; 4]>,
    launch: Launch,
}

fn contents(random: &mut Random, format: ImageFormat, size: [usize; 3]) -> Vec<u8> {
    let bytes = size.iter().product::<usize>() * format.size();
    let mut contents: Vec<u8> = (0..bytes).map(|_| random.next() as u8).collect();
    match format.channel {
        ChannelType::Float => {
            for bytes in contents.as_chunks_mut::<4>().0 {
                *bytes = (random.below(4096) as f32 / 256.0 - 8.0).to_le_bytes();
            }
        }
        // Finite: no exponent of all ones.
        ChannelType::HalfFloat => {
            for bytes in contents.as_chunks_mut::<2>().0 {
                bytes[1] = bytes[1] & 0x83 | (random.below(20) as u8) << 2;
            }
        }
        _ => {}
    }
    contents
}

impl Case {
    fn of(plan: Plan, random: &mut Random) -> Case {
        let image = |random: &mut Random, name: &str, access, format: ImageFormat| {
            let mut size = [1; 3];
            for size in &mut size[..plan.kind.sizes()] {
                *size = 1 + random.below(7) as usize;
            }
            if access == Access::Write {
                // Room for a pixel of each work-item.
                size[0] = ITEMS;
            }
            Image {
                name: name.to_owned(),
                kind: plan.kind,
                format,
                size,
                contents: contents(random, format, size),
                access,
                initialized: true,
            }
        };
        let (one, other) = (plan.format(random), plan.format(random));
        let from = image(random, "from", Access::Read, one);
        let to = image(random, "to", Access::Write, other);
        let sampler = plan.sampler(random);
        let at = (0..ITEMS).map(|_| coordinate(plan, &sampler, &from, random));
        let at: Vec<[f64; 4]> = at.collect();
        let places: Vec<[i32; 4]> = (0..ITEMS)
            .map(|item| {
                let mut place = [item as i32, 0, 0, 0];
                for (to, &size) in place[1..].iter_mut().zip(&to.size[1..]) {
                    *to = random.below(size as u64) as i32;
                }
                place
            })
            .collect();
        let values: Vec<[u32; 4]> = (0..ITEMS)
            .map(|_| [0; 4].map(|_: u32| value(plan, random)))
            .collect();
        let mut case = Case {
            plan,
            sampler,
            from,
            to,
            at,
            places,
            values,
            launch: Launch {
                kernel: "generated".to_owned(),
                arguments: Vec::new(),
                range: NdRange::linear(ITEMS, ITEMS / 2),
            },
        };
        case.launch.arguments = case.arguments();
        case
    }

    fn arguments(&self) -> Vec<Argument> {
        let scalar = match self.plan.value {
            ChannelValue::Float => Scalar::Float,
            ChannelValue::Int => Scalar::Int,
            ChannelValue::UInt => Scalar::UInt,
        };
        let buffer = |name: &str, scalar, width, contents: Vec<u8>, access| {
            Argument::Buffer(Buffer {
                name: name.to_owned(),
                element: ElementType { scalar, width },
                contents,
                access,
                initialized: true,
            })
        };
        let floats = self
            .at
            .iter()
            .flatten()
            .flat_map(|&x| (x as f32).to_le_bytes());
        let ints = self
            .at
            .iter()
            .flatten()
            .flat_map(|&x| (x as i32).to_le_bytes());
        let places = self.places.iter().flatten().flat_map(|x| x.to_le_bytes());
        let values = self.values.iter().flatten().flat_map(|x| x.to_le_bytes());
        vec![
            Argument::Image(self.from.clone()),
            Argument::Sampler {
                name: "how".to_owned(),
                sampler: self.sampler,
            },
            Argument::Image(self.to.clone()),
            buffer("floats", Scalar::Float, 4, floats.collect(), Access::Read),
            buffer("ints", Scalar::Int, 4, ints.collect(), Access::Read),
            buffer("places", Scalar::Int, 4, places.collect(), Access::Read),
            buffer("values", scalar, 4, values.collect(), Access::Read),
            buffer("results", scalar, 4, vec![0; ITEMS * 16], Access::ReadWrite),
            buffer("facts", Scalar::Int, 1, vec![0; 32], Access::ReadWrite),
        ]
    }

    fn facts(&self) -> Vec<u32> {
        let [width, height, third] = self.from.size.map(|size| size as u32);
        let mut facts = vec![width];
        let dimensions = self.plan.kind.dimensions();
        if dimensions > 1 {
            facts.extend([height, height]);
        }
        if dimensions > 2 {
            facts.push(third);
        }
        if self.plan.kind.is_array() {
            facts.push(if dimensions == 1 { height } else { third });
        }
        facts.push(self.from.format.order.number());
        facts.push(self.to.format.channel.number());
        facts
    }

    /// The first thing in which results are wrong, if anything is.
    fn wrong(&self, [results, facts, to]: [&[u8]; 3], known: Deviations) -> Option<Wrong> {
        let word = |bytes: &[u8], at: usize| {
            bytes
                .get(at * 4..at * 4 + 4)
                .and_then(|bytes| bytes.try_into().ok())
                .map_or(0, u32::from_le_bytes)
        };
        let sampler = (self.plan.way != Way::Plain).then_some(self.sampler);
        let read = self.at.iter().enumerate();
        for (item, &at) in read.filter(|_| !known.reads) {
            let wanted = reference::read(&self.from, sampler, at);
            for (channel, &wanted) in wanted.iter().enumerate() {
                let bits = word(results, item * 4 + channel);
                let found = match self.plan.value {
                    ChannelValue::Float => f64::from(f32::from_bits(bits)),
                    ChannelValue::Int => f64::from(bits as i32),
                    ChannelValue::UInt => f64::from(bits),
                };
                let is_known = channel == 3 && known.alpha_of_r;
                if !is_known && !self.is_read(wanted, found) {
                    return Some(Wrong::Read {
                        at,
                        channel,
                        wanted,
                        found,
                    });
                }
            }
        }
        let wanted = self.facts();
        let found: Vec<u32> = (0..wanted.len()).map(|at| word(facts, at)).collect();
        if wanted != found {
            return Some(Wrong::Facts { wanted, found });
        }
        if known.writes {
            return None;
        }
        let size = self.to.format.size();
        let mut expected = self.to.contents.clone();
        for (place, value) in self.places.iter().zip(&self.values) {
            let [x, y, z, _] = place.map(|at| at as usize);
            let number = (z * self.to.size[1] + y) * self.to.size[0] + x;
            let range = number * size..(number + 1) * size;
            let Some(bytes) = to.get(range.clone()) else {
                return Some(Wrong::Written { place: *place });
            };
            let pixel = value.map(|bits| match self.plan.value {
                ChannelValue::Float => f64::from(f32::from_bits(bits)),
                ChannelValue::Int => f64::from(bits as i32),
                ChannelValue::UInt => f64::from(bits),
            });
            if !reference::is_written(self.to.format, pixel, bytes) {
                return Some(Wrong::Written { place: *place });
            }
            expected[range].copy_from_slice(bytes);
        }
        (expected != to).then_some(Wrong::Elsewhere)
    }

    /// Is what was read right? A channel of a normalised format may be off by 1.5 units of the last place (8.3.1.1); a
    /// linear filter by what its sums are rounded.
    fn is_read(&self, wanted: f64, found: f64) -> bool {
        let unit = |x: f64| 2f64.powf(x.abs().max(1e-30).log2().floor() - 23.0);
        let filtered = self.plan.way == Way::Floats && self.sampler.filter == Filter::Linear;
        let normalised = !matches!(
            self.from.format.channel,
            ChannelType::Float | ChannelType::HalfFloat
        ) && self.plan.value == ChannelValue::Float;
        match (filtered, normalised) {
            (true, _) => (wanted - found).abs() <= 2e-5 * wanted.abs().max(16.0),
            (_, true) => (wanted - found).abs() <= 1.5 * unit(wanted),
            _ => wanted == found,
        }
    }
}

/// What is wrong in a launch's results.
#[derive(Debug)]
enum Wrong {
    Read {
        at: [f64; 4],
        channel: usize,
        wanted: f64,
        found: f64,
    },
    Facts {
        wanted: Vec<u32>,
        found: Vec<u32>,
    },
    Written {
        place: [i32; 4],
    },
    Elsewhere,
}

/// A place to read at. In pixels: multiples of an eighth, and none so near to a pixel's edge that rounding decides.
fn coordinate(plan: Plan, sampler: &Sampler, image: &Image, random: &mut Random) -> [f64; 4] {
    let mut at = [0.0; 4];
    let inside = plan.way == Way::Plain || sampler.addressing == Addressing::None;
    let dimensions = plan.kind.dimensions();
    for (dimension, at) in at.iter_mut().enumerate().take(plan.kind.sizes()) {
        let size = image.size[dimension] as f64;
        let is_layer = dimension == dimensions;
        let eighths = |random: &mut Random, low: f64, high: f64| {
            let steps = ((high - low) * 8.0) as u64;
            let step = random.below(steps.max(1)) as f64;
            // An odd multiple of a sixteenth is no edge and no centre.
            low + (2.0 * step + 1.0) / 16.0
        };
        let filtered = sampler.filter == Filter::Linear;
        *at = match (plan.way, is_layer) {
            (Way::Plain, _) => random.below(size as u64) as f64,
            (Way::Whole, true) => random.below(size as u64 + 4) as f64 - 2.0,
            (Way::Whole, false) if inside => random.below(size as u64) as f64,
            (Way::Whole, false) => random.below(size as u64 + 6) as f64 - 3.0,
            (Way::Floats, true) => eighths(random, -2.0, size + 2.0),
            (Way::Floats, false) if inside && filtered && size > 1.0 => {
                eighths(random, 0.5, size - 0.5)
            }
            (Way::Floats, false) if inside && filtered => 0.5,
            (Way::Floats, false) if inside => eighths(random, 0.0, size),
            (Way::Floats, false) => eighths(random, -size - 1.0, 2.0 * size + 1.0),
        };
        if plan.way == Way::Floats && sampler.normalized && !is_layer {
            *at = f64::from((*at / size) as f32);
        }
    }
    at
}

fn value(plan: Plan, random: &mut Random) -> u32 {
    match plan.value {
        ChannelValue::Float => match random.below(8) {
            0 => (random.below(2000) as f32 - 1000.0).to_bits(),
            _ => (random.below(4096) as f32 / 2048.0 - 0.75).to_bits(),
        },
        _ => match random.below(3) {
            0 => random.next() as u32,
            1 => random.below(70_000) as u32,
            _ => (random.below(600) as u32).wrapping_sub(300),
        },
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Read {
                at,
                channel,
                wanted,
                found,
            } => write!(f, "channel {channel} at {at:?} is {found}, not {wanted}"),
            Wrong::Facts { wanted, found } => {
                write!(f, "it is said to be {found:?}, not {wanted:?}")
            }
            Wrong::Written { place } => write!(f, "the pixel {place:?} is not what was written"),
            Wrong::Elsewhere => f.write_str("a pixel is changed that nobody wrote"),
        }
    }
}

/// What PoCL 3.1 is known to do otherwise than the specification says. Beside these it makes no images of other orders
/// than R, A, RGBA, BGRA and ARGB.
#[derive(Clone, Copy, Debug, Default)]
struct Deviations {
    /// The alpha of an image of the order R is 1 (table 6.23 and 8.3); it gives 0.
    alpha_of_r: bool,
    /// It reads no `HALF_FLOAT` but RGBA, and takes the layer of an array with normalised coordinates for one of them.
    reads: bool,
    /// It writes no `HALF_FLOAT` but RGBA.
    writes: bool,
}

impl Deviations {
    fn of_pocl(case: &Case) -> Deviations {
        let half = |image: &Image| {
            image.format.channel == ChannelType::HalfFloat
                && image.format.order != ChannelOrder::Rgba
        };
        let layer = case.plan.kind.is_array() && case.sampler.normalized;
        Deviations {
            alpha_of_r: case.from.format.order == ChannelOrder::R,
            reads: half(&case.from) || layer && case.plan.way != Way::Plain,
            writes: half(&case.to),
        }
    }

    /// Can it run kernels like this? An image of a buffer aborts its process, and its built-in functions lack those
    /// of depths.
    fn lets_run(plan: Plan) -> bool {
        plan.kind != ImageKind::D1Buffer && !plan.depth
    }
}

/// What became of many launches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Launched {
    /// Those that ran in the simulator.
    pub simulated: u64,
    /// Those that the device ran too, and that were compared.
    pub on_device: u64,
}

/// Runs the launches of `count` programs from the seed `first` on; what of them ran where, and what was wrong.
pub fn images(
    first: u64,
    count: u64,
    report: impl Fn(&Failure) + Sync,
) -> Result<(Vec<Failure>, Launched), String> {
    let sum = Mutex::new(Launched::default());
    let start = || {
        let mut device = Device::start()?;
        let sum = &sum;
        Ok(move |seed| {
            let mut launched = Launched::default();
            let messages = judge(seed, &mut device, &mut launched);
            let mut sum = sum.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            sum.simulated += launched.simulated;
            sum.on_device += launched.on_device;
            let messages = messages.unwrap_or_else(|message| vec![message]).into_iter();
            messages.map(|message| Failure { seed, message }).collect()
        })
    };
    let failures = on_every_core(first, count, start, report)?;
    let sum = sum
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok((failures, sum))
}

/// The text of a seed's program.
pub fn image_text(seed: u64) -> String {
    Plan::of(&mut Random(seed)).text()
}

fn judge(seed: u64, device: &mut Device, launched: &mut Launched) -> Result<Vec<String>, String> {
    let mut random = Random(seed);
    let plan = Plan::of(&mut random);
    let text = plan.text();
    let cases: Vec<Case> = (0..LAUNCHES).map(|_| Case::of(plan, &mut random)).collect();
    let none = Preprocessing::default();
    let checked = opencl_c::compile("generated.cl", &text, &none, &mut NoIncludes);
    let checked = checked.map_err(|rejected| match rejected.diagnostics.first() {
        Some(first) => format!("the front end refuses it: {}", first.message),
        None => "the front end refuses it".to_owned(),
    })?;
    let kernel = simulator::prepare(&checked.program, "generated");
    let kernel = kernel.map_err(|refusal| refusal.to_string())?;
    let mut messages = Vec::new();
    let launches: Vec<Launch> = cases.iter().map(|case| case.launch.clone()).collect();
    let on_device = match Deviations::lets_run(plan) {
        true => device.run_images(&text, &launches)?,
        false => launches.iter().map(|_| Ok(None)).collect(),
    };
    for (case, ran) in cases.iter().zip(on_device) {
        let tell = |engine: &str, wrong: &Wrong| {
            let (from, to) = (&case.from, &case.to);
            format!(
                "{engine}: {wrong}; {:?}, from {} of {:?}, {:?}, to {} of {:?}",
                plan, from.format, from.size, case.sampler, to.format, to.size
            )
        };
        let outcome = kernel.run(&case.launch, &Options::default());
        let outcome = outcome.map_err(|refusal| refusal.to_string())?;
        if let Some(event) = outcome.events.first() {
            let finding = mistakes::describe(event);
            messages.push(format!(
                "a finding in a correct program: {}: {}; {:?} {:?}",
                finding.mistake, finding.message, case.plan, case.sampler
            ));
        }
        let of = |argument: usize| {
            let mut outputs = outcome.outputs.iter();
            let output = outputs.find(|output| output.argument == argument);
            output.map_or(&[][..], |output| &output.bytes)
        };
        launched.simulated += 1;
        if let Some(wrong) = case.wrong([of(7), of(8), of(2)], Deviations::default()) {
            messages.push(tell("simulator", &wrong));
        }
        match ran {
            Err(why) => messages.push(format!("the device does not run it: {why}; {plan:?}")),
            Ok(None) => {}
            Ok(Some((buffers, images))) => {
                launched.on_device += 1;
                let known = Deviations::of_pocl(case);
                let [_, _, _, _, results, facts] = &buffers[..] else {
                    return Err("the device gives other buffers".to_owned());
                };
                let [_, to] = &images[..] else {
                    return Err("the device gives other images".to_owned());
                };
                if let Some(wrong) = case.wrong([results, facts, to], known) {
                    messages.push(tell("device", &wrong));
                }
            }
        }
    }
    Ok(messages)
}
