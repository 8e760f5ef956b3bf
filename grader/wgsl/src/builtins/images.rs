//! Images (6.12.14), as numbers in a storage buffer: which pixels a read takes and what their bytes mean is computed as
//! `simulator/src/image` does. The textures of WGSL have other formats, and filters of another accuracy.
//!
//! A shader is for the formats and the samplers of one launch; the sizes come with the launch.

use crate::emit::Emit;
use crate::pointers::Home;
use crate::refusal::{Reason, Result};
use crate::value::{Atom, Lane, Pointer, Value};
use launch::image::{Addressing, ChannelOrder, ChannelType, ChannelValue, Filter};
use launch::{ImageFormat, ImageKind, Sampler};
use opencl_c::builtin::{Name, OfImage};
use opencl_c::program::ExprId;
use opencl_c::types::{Scalar, Type};

/// An image of the launch.
#[derive(Clone, Copy)]
struct OneImage {
    parameter: usize,
    kind: ImageKind,
    format: ImageFormat,
}

/// A number in the shader, as the format's values are.
struct Numbers {
    scalar: Scalar,
    register: &'static str,
    zero: &'static str,
    one: &'static str,
}

const FLOATS: Numbers = Numbers {
    scalar: Scalar::Float,
    register: "f32",
    zero: "0.0f",
    one: "1.0f",
};
const INTS: Numbers = Numbers {
    scalar: Scalar::Int,
    register: "i32",
    zero: "0i",
    one: "1i",
};
const UINTS: Numbers = Numbers {
    scalar: Scalar::UInt,
    register: "u32",
    zero: "0u",
    one: "1u",
};

const PARTS: [&str; 3] = ["x", "y", "z"];

impl OneImage {
    /// Pixels in a dimension, or the layers behind them.
    fn size(self, dimension: usize) -> String {
        format!("image{}_size.{}", self.parameter, PARTS[dimension])
    }
}

impl Emit<'_> {
    pub(super) fn image_call(
        &mut self,
        id: ExprId,
        name: Name,
        what: OfImage,
        arguments: &[ExprId],
    ) -> Result<Value> {
        let image = self.one_image(arguments[0])?;
        match what {
            OfImage::Ask => self.ask_image(id, name, image),
            OfImage::Write(scalar) => self.write_image(id, image, scalar, &arguments[1..]),
            OfImage::Read(scalar) => {
                let plain = Sampler {
                    normalized: false,
                    addressing: Addressing::None,
                    filter: Filter::Nearest,
                };
                let (sampler, at) = match arguments {
                    [_, sampler, at] => (self.sampler(*sampler)?, *at),
                    _ => (plain, arguments[1]),
                };
                self.read_image(id, image, scalar, sampler, at)
            }
        }
    }

    fn image_or_sampler(&self, argument: ExprId) -> Option<Home> {
        let instance = &self.pointers.instances[self.at];
        instance.images.get(&argument).copied()
    }

    fn one_image(&self, argument: ExprId) -> Result<OneImage> {
        match (
            self.image_or_sampler(argument),
            self.program.types.get(self.program.expr(argument).ty),
        ) {
            (Some(Home::Image(parameter)), Type::Image(image)) => Ok(OneImage {
                parameter,
                kind: image.kind,
                format: self.launch.format(parameter),
            }),
            _ => self.refuse(argument, Reason::Image),
        }
    }

    fn sampler(&self, argument: ExprId) -> Result<Sampler> {
        match self.image_or_sampler(argument) {
            Some(Home::Sampler(bits)) => Ok(Sampler::from_bits(bits.into())),
            _ => self.refuse(argument, Reason::Image),
        }
    }

    fn ask_image(&mut self, id: ExprId, name: Name, image: OneImage) -> Result<Value> {
        let expr = self.program.expr(id);
        let (scalar, width) = self.shape(expr.ty, expr.origin)?;
        let size = |dimension| Atom::text(image.size(dimension));
        let known = |number: u32| Atom::i32(number as i32);
        let [x, y, z] = [size(0), size(1), size(2)];
        let numbers = match name {
            Name::GetImageHeight => vec![y],
            Name::GetImageDepth => vec![z],
            Name::GetImageDim if image.kind.dimensions() == 3 => vec![x, y, z],
            Name::GetImageDim => vec![x, y],
            Name::GetImageArraySize if image.kind.dimensions() == 1 => vec![y],
            Name::GetImageArraySize => vec![z],
            Name::GetImageChannelOrder => vec![known(image.format.order.number())],
            Name::GetImageChannelDataType => vec![known(image.format.channel.number())],
            _ => vec![x],
        };
        let mut lanes = Vec::new();
        for at in 0..usize::from(width) {
            let number = numbers.get(at).cloned().unwrap_or(Atom::i32(0));
            let lane = Lane::one(number);
            lanes.push(self.integer_to_integer(&lane, Scalar::Int, scalar));
        }
        Ok(Value::Lanes(scalar, lanes))
    }

    fn read_image(
        &mut self,
        id: ExprId,
        image: OneImage,
        scalar: Scalar,
        sampler: Sampler,
        at: ExprId,
    ) -> Result<Value> {
        let expr = self.program.expr(id);
        let (_, width) = self.shape(expr.ty, expr.origin)?;
        let (of_at, at) = self.lanes(at)?;
        let at: Vec<String> = at.iter().map(|lane| self.named(&lane.lo.text)).collect();
        let numbers = numbers(scalar);
        let results: Vec<String> = (0..4)
            .map(|_| {
                let name = self.fresh();
                self.line(&format!("var {name}: {};", numbers.register));
                name
            })
            .collect();
        if is_defined(image, scalar, sampler, of_at) {
            if of_at.is_floating() {
                let finite: Vec<String> = at[..image.kind.sizes()]
                    .iter()
                    .map(|text| format!("is_finite_f32({text})"))
                    .collect();
                self.open(&format!("if {} {{", finite.join(" && ")));
                match sampler.filter {
                    Filter::Nearest => {
                        let pixel = self.nearest(image, sampler, &at);
                        self.tap(id, image, sampler, &pixel, &results, None)?;
                    }
                    Filter::Linear => self.linear(id, image, sampler, &at, &results)?,
                }
                self.close("}");
            } else {
                let pixel = self.whole(image, sampler, &at);
                self.tap(id, image, sampler, &pixel, &results, None)?;
            }
        }
        let lanes = results.into_iter().take(width.into());
        let lanes = lanes.map(|name| Lane::one(Atom::name(name))).collect();
        Ok(Value::Lanes(numbers.scalar, lanes))
    }

    /// The pixel of a coordinate of whole numbers.
    fn whole(&mut self, image: OneImage, sampler: Sampler, at: &[String]) -> Vec<String> {
        let dimensions = image.kind.dimensions();
        let mut pixel: Vec<String> = (0..dimensions)
            .map(|dimension| {
                let text = addressed(sampler.addressing, &at[dimension], &image.size(dimension));
                self.named(&text)
            })
            .collect();
        if image.kind.is_array() {
            pixel.push(self.named(&layer(&at[dimensions], &image.size(dimensions))));
        }
        pixel
    }

    /// The layer that a coordinate of floats names.
    fn float_layer(&mut self, image: OneImage, at: &[String]) -> Option<String> {
        let dimensions = image.kind.dimensions();
        image.kind.is_array().then(|| {
            let whole = format!("i32(round({}))", at[dimensions]);
            self.named(&layer(&whole, &image.size(dimensions)))
        })
    }

    /// The pixel nearest to a coordinate of floats.
    fn nearest(&mut self, image: OneImage, sampler: Sampler, at: &[String]) -> Vec<String> {
        let mut pixel = Vec::new();
        for (dimension, at) in at.iter().enumerate().take(image.kind.dimensions()) {
            let size = image.size(dimension);
            let floor = format!("i32(floor({}))", scaled(sampler, at, &size));
            let floor = self.named(&floor);
            let text = match sampler.addressing {
                Addressing::Repeat => {
                    format!("select({floor}, {floor} - {size}, {floor} > {size} - 1i)")
                }
                Addressing::MirroredRepeat => format!("min({floor}, {size} - 1i)"),
                addressing => addressed(addressing, &floor, &size),
            };
            pixel.push(self.named(&text));
        }
        pixel.extend(self.float_layer(image, at));
        pixel
    }

    /// The weighted sum of the pixels around a coordinate of floats.
    fn linear(
        &mut self,
        id: ExprId,
        image: OneImage,
        sampler: Sampler,
        at: &[String],
        results: &[String],
    ) -> Result<()> {
        let dimensions = image.kind.dimensions();
        let mut pairs = Vec::new();
        for (dimension, at) in at.iter().enumerate().take(dimensions) {
            let size = image.size(dimension);
            let moved = self.named(&format!("{} - 0.5f", scaled(sampler, at, &size)));
            let floor = self.named(&format!("floor({moved})"));
            let first = self.named(&format!("i32({floor})"));
            let second = format!("({first} + 1i)");
            let pixels = match sampler.addressing {
                Addressing::Repeat => [
                    format!("select({first}, {size} + {first}, {first} < 0i)"),
                    format!("select({second}, {second} - {size}, {second} > {size} - 1i)"),
                ],
                Addressing::MirroredRepeat => [
                    format!("max({first}, 0i)"),
                    format!("min({second}, {size} - 1i)"),
                ],
                addressing => [first.clone(), second].map(|at| addressed(addressing, &at, &size)),
            };
            let weight = self.named(&format!("{moved} - {floor}"));
            let pixels = pixels.map(|text| self.named(&text));
            pairs.push((pixels, weight));
        }
        let last = self.float_layer(image, at);
        for corner in 0..1_usize << dimensions {
            let (mut pixel, mut weights) = (Vec::new(), Vec::new());
            for (dimension, (pixels, second)) in pairs.iter().enumerate() {
                let side = corner >> dimension & 1;
                pixel.push(pixels[side].clone());
                weights.push(match side {
                    1 => second.clone(),
                    _ => format!("(1.0f - {second})"),
                });
            }
            pixel.extend(last.clone());
            let weight = self.named(&weights.join(" * "));
            self.open(&format!("if {weight} != 0.0f {{"));
            self.tap(id, image, sampler, &pixel, results, Some(&weight))?;
            self.close("}");
        }
        Ok(())
    }

    /// Sets the results to a pixel, or adds it with a weight.
    fn tap(
        &mut self,
        id: ExprId,
        image: OneImage,
        sampler: Sampler,
        pixel: &[String],
        results: &[String],
        weight: Option<&str>,
    ) -> Result<()> {
        let put = |emit: &mut Self, channels: [String; 4]| {
            for (result, channel) in results.iter().zip(channels) {
                emit.line(&match weight {
                    Some(weight) => format!("{result} += {weight} * {channel};"),
                    None => format!("{result} = {channel};"),
                });
            }
        };
        self.open(&format!("if {} {{", inside(image, pixel)));
        let channels = self.read_pixel(id, image, pixel)?;
        put(self, channels);
        if sampler.addressing != Addressing::None && image.format.order.has_opaque_border() {
            let numbers = numbers_of(image.format);
            self.close("} else {");
            self.depth += 1;
            let zero = || numbers.zero.to_owned();
            put(self, [zero(), zero(), zero(), numbers.one.to_owned()]);
        }
        self.close("}");
        Ok(())
    }

    /// A pointer to a pixel.
    fn pixel_at(&mut self, image: OneImage, pixel: &[String]) -> Option<Pointer> {
        let &object = self.pointers.parameters.get(&image.parameter)?;
        let class = self.class(self.pointers.objects[object].class);
        let mut index = String::new();
        for (dimension, place) in pixel.iter().enumerate().rev() {
            index = match index.as_str() {
                "" => place.clone(),
                outer => format!("(({outer}) * {} + {place})", image.size(dimension)),
            };
        }
        let step = image.format.size() as i64 / self.unit(class);
        let base = self.named(&format!(
            "image{}_start + u32({index}) * {step}u",
            image.parameter
        ));
        Some(Pointer {
            class,
            base,
            offset: 0,
        })
    }

    /// The channels of a pixel that is inside.
    fn read_pixel(&mut self, id: ExprId, image: OneImage, pixel: &[String]) -> Result<[String; 4]> {
        let origin = self.program.expr(id).origin;
        let format = image.format;
        let Some(pointer) = self.pixel_at(image, pixel) else {
            return self.refuse(id, Reason::Image);
        };
        let stored = format.stored();
        let scalar = stored_scalar(stored.scalar);
        let whole = stored.width > 1;
        let lanes = self.load_lanes(&pointer, scalar, stored.width, whole, origin)?;
        let numbers = numbers_of(format);
        let mut channels: Vec<String> = match format.channel.is_packed() {
            true => {
                let bits = self.named(&lanes[0].lo.text);
                fields(format.channel)
                    .iter()
                    .map(|(shift, width)| {
                        let most = (1_u32 << width) - 1;
                        format!("(f32(extractBits({bits}, {shift}u, {width}u)) / {most}.0f)")
                    })
                    .collect()
            }
            false => lanes
                .iter()
                .map(|lane| channel(format.channel, &lane.lo.text))
                .collect(),
        };
        channels.resize(4, numbers.zero.to_owned());
        let channels: Vec<String> = channels.iter().map(|text| self.named(text)).collect();
        let [a, b, c, d] = [0, 1, 2, 3].map(|at: usize| channels[at].clone());
        let (zero, one) = (numbers.zero.to_owned(), numbers.one.to_owned());
        Ok(match format.order {
            ChannelOrder::R | ChannelOrder::Rx => [a, zero.clone(), zero, one],
            ChannelOrder::A => [zero.clone(), zero.clone(), zero, a],
            ChannelOrder::Rg | ChannelOrder::Rgx => [a, b, zero, one],
            ChannelOrder::Ra => [a, zero.clone(), zero, b],
            ChannelOrder::Rgb | ChannelOrder::Rgbx => [a, b, c, one],
            ChannelOrder::Rgba => [a, b, c, d],
            ChannelOrder::Bgra => [c, b, a, d],
            ChannelOrder::Argb => [b, c, d, a],
            ChannelOrder::Intensity => [a.clone(), a.clone(), a.clone(), a],
            ChannelOrder::Luminance => [a.clone(), a.clone(), a, one],
            ChannelOrder::Depth => [a, zero.clone(), zero.clone(), zero],
        })
    }

    fn write_image(
        &mut self,
        id: ExprId,
        image: OneImage,
        scalar: Scalar,
        arguments: &[ExprId],
    ) -> Result<Value> {
        let [at, value] = arguments else {
            return self.refuse(id, Reason::Image);
        };
        let (_, at) = self.lanes(*at)?;
        let pixel: Vec<String> = at[..image.kind.sizes()]
            .iter()
            .map(|lane| self.named(&lane.lo.text))
            .collect();
        let (_, lanes) = self.lanes(*value)?;
        let numbers = numbers(scalar);
        let mut channels: Vec<String> =
            lanes.iter().map(|lane| self.named(&lane.lo.text)).collect();
        channels.resize(4, numbers.zero.to_owned());
        if numbers_of(image.format).scalar != numbers.scalar {
            return Ok(Value::Nothing);
        }
        self.open(&format!("if {} {{", inside(image, &pixel)));
        let Some(pointer) = self.pixel_at(image, &pixel) else {
            return self.refuse(id, Reason::Image);
        };
        let stored = image.format.stored();
        let lanes: Vec<Lane> = stored_channels(image.format, channels, numbers.zero)
            .into_iter()
            .take(stored.width.into())
            .map(|text| Lane::one(Atom::text(text)))
            .collect();
        let scalar = stored_scalar(stored.scalar);
        let whole = lanes.len() > 1;
        self.store_lanes(&pointer, scalar, &lanes, whole);
        self.close("}");
        Ok(Value::Nothing)
    }
}

/// Does the specification say what such a read gives? Where it does not, it gives 0, as in the simulator.
fn is_defined(image: OneImage, scalar: Scalar, sampler: Sampler, of_at: Scalar) -> bool {
    let repeats = matches!(
        sampler.addressing,
        Addressing::Repeat | Addressing::MirroredRepeat
    );
    let is_linear = sampler.filter == Filter::Linear;
    numbers(scalar).scalar == numbers_of(image.format).scalar
        && (sampler.normalized || !repeats)
        && (of_at.is_floating() || !sampler.normalized && !is_linear)
        && !(is_linear && scalar != Scalar::Float)
}

/// Is a pixel within the image?
fn inside(image: OneImage, pixel: &[String]) -> String {
    let tests = pixel.iter().enumerate();
    let tests = tests.map(|(dimension, at)| format!("u32({at}) < u32({})", image.size(dimension)));
    tests.collect::<Vec<_>>().join(" && ")
}

fn numbers(scalar: Scalar) -> Numbers {
    match scalar {
        Scalar::Int => INTS,
        Scalar::UInt => UINTS,
        _ => FLOATS,
    }
}

fn numbers_of(format: ImageFormat) -> Numbers {
    match format.channel.value() {
        ChannelValue::Float => FLOATS,
        ChannelValue::Int => INTS,
        ChannelValue::UInt => UINTS,
    }
}

fn addressed(addressing: Addressing, at: &str, size: &str) -> String {
    match addressing {
        Addressing::ClampToEdge => format!("clamp({at}, 0i, max({size} - 1i, 0i))"),
        Addressing::Clamp => format!("clamp({at}, -1i, {size})"),
        Addressing::None | Addressing::Repeat | Addressing::MirroredRepeat => at.to_owned(),
    }
}

/// The layer of an array: always within it.
fn layer(at: &str, size: &str) -> String {
    format!("clamp({at}, 0i, max({size} - 1i, 0i))")
}

/// A coordinate in pixels: folded back where it is mirrored, its whole part dropped where it is repeated.
fn scaled(sampler: Sampler, at: &str, size: &str) -> String {
    match sampler.addressing {
        Addressing::Repeat => format!("(({at} - floor({at})) * f32({size}))"),
        Addressing::MirroredRepeat => {
            format!("(abs({at} - 2.0f * round(0.5f * {at})) * f32({size}))")
        }
        _ if sampler.normalized => format!("({at} * f32({size}))"),
        _ => at.to_owned(),
    }
}

/// For red, green and blue of a packed format: the lowest bit and how many there are.
const fn fields(channel: ChannelType) -> [(u32, u32); 3] {
    match channel {
        ChannelType::UnormShort565 => [(11, 5), (5, 6), (0, 5)],
        ChannelType::UnormShort555 => [(10, 5), (5, 5), (0, 5)],
        _ => [(20, 10), (10, 10), (0, 10)],
    }
}

/// The value of a channel as it is stored.
fn channel(ty: ChannelType, stored: &str) -> String {
    match ty {
        ChannelType::SnormInt8 => format!("max(f32({stored}) / 127.0f, -1.0f)"),
        ChannelType::SnormInt16 => format!("max(f32({stored}) / 32767.0f, -1.0f)"),
        ChannelType::UnormInt8 => format!("(f32({stored}) / 255.0f)"),
        ChannelType::UnormInt16 => format!("(f32({stored}) / 65535.0f)"),
        ChannelType::HalfFloat => format!("unpack2x16float({stored}).x"),
        _ => stored.to_owned(),
    }
}

/// The type that the numbers of a pixel are loaded and stored as: `half` as its bits.
fn stored_scalar(stored: launch::Scalar) -> Scalar {
    match stored {
        launch::Scalar::Char => Scalar::Char,
        launch::Scalar::UChar => Scalar::UChar,
        launch::Scalar::Short => Scalar::Short,
        launch::Scalar::UShort | launch::Scalar::Half => Scalar::UShort,
        launch::Scalar::Int => Scalar::Int,
        launch::Scalar::Float => Scalar::Float,
        _ => Scalar::UInt,
    }
}

/// The numbers that a pixel is stored as.
fn stored_channels(format: ImageFormat, channels: Vec<String>, zero: &str) -> Vec<String> {
    let [r, g, b, a] = [0, 1, 2, 3].map(|at: usize| channels[at].clone());
    let zero = zero.to_owned();
    let ordered = match format.order {
        ChannelOrder::A => vec![a],
        ChannelOrder::Ra => vec![r, a],
        ChannelOrder::Bgra => vec![b, g, r, a],
        ChannelOrder::Argb => vec![a, r, g, b],
        ChannelOrder::Rx => vec![r, zero],
        ChannelOrder::Rgx => vec![r, g, zero],
        ChannelOrder::Rgbx => vec![r, g, b, zero],
        _ => channels,
    };
    if format.channel.is_packed() {
        let parts: Vec<String> = ordered
            .iter()
            .zip(fields(format.channel))
            .map(|(value, (shift, width))| {
                let most = (1_u32 << width) - 1;
                format!("(u32(to_channel({value}, {most}.0f, 0.0f, {most}.0f)) << {shift}u)")
            })
            .collect();
        return vec![parts.join(" | ")];
    }
    ordered
        .iter()
        .map(|value| kept(format.channel, value))
        .collect()
}

/// A channel as it is stored, in the register of its type.
fn kept(ty: ChannelType, value: &str) -> String {
    match ty {
        ChannelType::SnormInt8 => format!("to_channel({value}, 127.0f, -128.0f, 127.0f)"),
        ChannelType::SnormInt16 => format!("to_channel({value}, 32767.0f, -32768.0f, 32767.0f)"),
        ChannelType::UnormInt8 => format!("u32(to_channel({value}, 255.0f, 0.0f, 255.0f))"),
        ChannelType::UnormInt16 => format!("u32(to_channel({value}, 65535.0f, 0.0f, 65535.0f))"),
        ChannelType::SignedInt8 => format!("clamp({value}, -128i, 127i)"),
        ChannelType::SignedInt16 => format!("clamp({value}, -32768i, 32767i)"),
        ChannelType::UnsignedInt8 => format!("min({value}, 255u)"),
        ChannelType::UnsignedInt16 => format!("min({value}, 65535u)"),
        ChannelType::HalfFloat => format!("half_bits({value})"),
        _ => value.to_owned(),
    }
}
