//! What a read and a write of an image give, written from chapter 8 of the OpenCL C 1.2 specification alone, in `f64`: it
//! decides where the simulator and a device differ, and shares nothing with the simulator.

use launch::image::{Addressing, ChannelOrder, ChannelType, Filter};
use launch::{Image, ImageFormat, Sampler};

/// A coordinate: numbers in pixels or from 0 to 1, as the sampler says; whole ones where it is of `int`.
pub(super) type At = [f64; 4];

/// Red, green, blue and alpha.
pub(super) type Pixel = [f64; 4];

/// What a read gives. Without a sampler the coordinate lies in the image.
pub(super) fn read(image: &Image, sampler: Option<Sampler>, at: At) -> Pixel {
    let dimensions = image.kind.dimensions();
    let layer = if image.kind.is_array() {
        let layers = image.size[dimensions] as f64;
        round_to_even(at[dimensions]).max(0.0).min(layers - 1.0) as i64
    } else {
        0
    };
    let place = |mut pixel: [i64; 3]| {
        if image.kind.is_array() {
            pixel[dimensions] = layer;
        }
        fetch(image, pixel)
    };
    let Some(sampler) = sampler else {
        let mut pixel = [0; 3];
        for dimension in 0..dimensions {
            pixel[dimension] = at[dimension] as i64;
        }
        return place(pixel);
    };
    // The coordinate in pixels, as 8.2 computes it for each addressing mode.
    let mut pixels = [0.0; 3];
    for dimension in 0..dimensions {
        let (s, size) = (at[dimension], image.size[dimension] as f64);
        pixels[dimension] = match sampler.addressing {
            Addressing::Repeat => (s - s.floor()) * size,
            Addressing::MirroredRepeat => (s - 2.0 * round_to_even(0.5 * s)).abs() * size,
            _ if sampler.normalized => s * size,
            _ => s,
        };
    }
    match sampler.filter {
        Filter::Nearest => {
            let mut pixel = [0; 3];
            for dimension in 0..dimensions {
                let at = pixels[dimension].floor() as i64;
                pixel[dimension] = address(sampler.addressing, at, image.size[dimension] as i64);
            }
            place(pixel)
        }
        Filter::Linear => {
            let mut sum = [0.0; 4];
            for corner in 0..1 << dimensions {
                let (mut pixel, mut weight) = ([0; 3], 1.0);
                for dimension in 0..dimensions {
                    let moved = pixels[dimension] - 0.5;
                    let second = corner >> dimension & 1;
                    let part = moved - moved.floor();
                    weight *= if second == 1 { part } else { 1.0 - part };
                    let at = moved.floor() as i64 + second;
                    pixel[dimension] =
                        address(sampler.addressing, at, image.size[dimension] as i64);
                }
                if weight != 0.0 {
                    let taken = place(pixel);
                    for (sum, channel) in sum.iter_mut().zip(taken) {
                        *sum += weight * channel;
                    }
                }
            }
            sum
        }
    }
}

fn round_to_even(x: f64) -> f64 {
    let floor = x.floor();
    let rest = x - floor;
    if rest > 0.5 || rest == 0.5 && floor % 2.0 != 0.0 {
        floor + 1.0
    } else {
        floor
    }
}

/// The pixel of a dimension; -1 and the size are outside.
fn address(addressing: Addressing, at: i64, size: i64) -> i64 {
    match addressing {
        Addressing::ClampToEdge | Addressing::MirroredRepeat => at.max(0).min(size - 1),
        Addressing::Repeat if at < 0 => at + size,
        Addressing::Repeat if at >= size => at - size,
        Addressing::Clamp => at.max(-1).min(size),
        _ => at,
    }
}

fn fetch(image: &Image, pixel: [i64; 3]) -> Pixel {
    let inside = (0..3).all(|d| pixel[d] >= 0 && pixel[d] < image.size[d] as i64);
    if !inside {
        let opaque = matches!(
            image.format.order,
            ChannelOrder::R | ChannelOrder::Rg | ChannelOrder::Rgb | ChannelOrder::Luminance
        );
        return [0.0, 0.0, 0.0, f64::from(u8::from(opaque))];
    }
    let [width, height, _] = image.size.map(|size| size as i64);
    let number = ((pixel[2] * height + pixel[1]) * width + pixel[0]) as usize;
    let size = image.format.size();
    decode(image.format, &image.contents[number * size..][..size])
}

fn decode(format: ImageFormat, bytes: &[u8]) -> Pixel {
    let whole = |at: usize, size: usize| {
        let mut all = [0; 8];
        all[..size].copy_from_slice(&bytes[at * size..(at + 1) * size]);
        u64::from_le_bytes(all)
    };
    let channel = |at: usize| match format.channel {
        ChannelType::SnormInt8 => (f64::from(whole(at, 1) as i8) / 127.0).max(-1.0),
        ChannelType::SnormInt16 => (f64::from(whole(at, 2) as i16) / 32767.0).max(-1.0),
        ChannelType::UnormInt8 => whole(at, 1) as f64 / 255.0,
        ChannelType::UnormInt16 => whole(at, 2) as f64 / 65535.0,
        ChannelType::UnormShort565 => match at {
            0 => (whole(0, 2) >> 11) as f64 / 31.0,
            1 => (whole(0, 2) >> 5 & 63) as f64 / 63.0,
            _ => (whole(0, 2) & 31) as f64 / 31.0,
        },
        ChannelType::UnormShort555 => (whole(0, 2) >> (10 - 5 * at) & 31) as f64 / 31.0,
        ChannelType::UnormInt101010 => (whole(0, 4) >> (20 - 10 * at) & 1023) as f64 / 1023.0,
        ChannelType::SignedInt8 => f64::from(whole(at, 1) as i8),
        ChannelType::SignedInt16 => f64::from(whole(at, 2) as i16),
        ChannelType::SignedInt32 => f64::from(whole(at, 4) as i32),
        ChannelType::UnsignedInt8 => whole(at, 1) as f64,
        ChannelType::UnsignedInt16 => whole(at, 2) as f64,
        ChannelType::UnsignedInt32 => whole(at, 4) as f64,
        ChannelType::HalfFloat => half(whole(at, 2) as u16),
        ChannelType::Float => f64::from(f32::from_bits(whole(at, 4) as u32)),
    };
    // The `float` that each is read as.
    let single = |at: usize| f64::from(channel(at) as f32);
    let channel = |at: usize| match format.channel {
        ChannelType::SignedInt32 | ChannelType::UnsignedInt32 => {
            let bits = whole(at, 4);
            match format.channel {
                ChannelType::SignedInt32 => f64::from(bits as i32),
                _ => bits as f64,
            }
        }
        _ => single(at),
    };
    match format.order {
        ChannelOrder::R | ChannelOrder::Rx => [channel(0), 0.0, 0.0, 1.0],
        ChannelOrder::A => [0.0, 0.0, 0.0, channel(0)],
        ChannelOrder::Rg | ChannelOrder::Rgx => [channel(0), channel(1), 0.0, 1.0],
        ChannelOrder::Ra => [channel(0), 0.0, 0.0, channel(1)],
        ChannelOrder::Rgb | ChannelOrder::Rgbx => [channel(0), channel(1), channel(2), 1.0],
        ChannelOrder::Rgba => [channel(0), channel(1), channel(2), channel(3)],
        ChannelOrder::Bgra => [channel(2), channel(1), channel(0), channel(3)],
        ChannelOrder::Argb => [channel(1), channel(2), channel(3), channel(0)],
        ChannelOrder::Intensity => [channel(0); 4],
        ChannelOrder::Luminance => [channel(0), channel(0), channel(0), 1.0],
        ChannelOrder::Depth => [channel(0), 0.0, 0.0, 0.0],
    }
}

fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    };
    if bits >> 15 == 1 {
        -magnitude
    } else {
        magnitude
    }
}

/// Do these bytes of a pixel say what was written? Where a `float` becomes a whole number, any within 0.6 of it is right
/// (8.3.1.1); all others are exact. A channel that nobody can read may be anything.
pub(super) fn is_written(format: ImageFormat, pixel: Pixel, bytes: &[u8]) -> bool {
    let stored = decode(format, bytes);
    let limits = |low: f64, high: f64| move |x: f64| x.max(low).min(high);
    let (scale, limit): ([f64; 4], Box<dyn Fn(f64) -> f64>) = match format.channel {
        ChannelType::SnormInt8 => ([127.0; 4], Box::new(limits(-1.0, 1.0))),
        ChannelType::SnormInt16 => ([32767.0; 4], Box::new(limits(-1.0, 1.0))),
        ChannelType::UnormInt8 => ([255.0; 4], Box::new(limits(0.0, 1.0))),
        ChannelType::UnormInt16 => ([65535.0; 4], Box::new(limits(0.0, 1.0))),
        ChannelType::UnormShort565 => ([31.0, 63.0, 31.0, 1.0], Box::new(limits(0.0, 1.0))),
        ChannelType::UnormShort555 => ([31.0; 4], Box::new(limits(0.0, 1.0))),
        ChannelType::UnormInt101010 => ([1023.0; 4], Box::new(limits(0.0, 1.0))),
        ChannelType::SignedInt8 => ([0.0; 4], Box::new(limits(-128.0, 127.0))),
        ChannelType::SignedInt16 => ([0.0; 4], Box::new(limits(-32768.0, 32767.0))),
        ChannelType::UnsignedInt8 => ([0.0; 4], Box::new(limits(0.0, 255.0))),
        ChannelType::UnsignedInt16 => ([0.0; 4], Box::new(limits(0.0, 65535.0))),
        _ => ([0.0; 4], Box::new(|x| x)),
    };
    let is_kept = |channel: usize| match format.order {
        ChannelOrder::A => channel == 3,
        ChannelOrder::Ra => channel == 0 || channel == 3,
        ChannelOrder::Rg | ChannelOrder::Rgx => channel < 2,
        ChannelOrder::Rgb | ChannelOrder::Rgbx => channel < 3,
        ChannelOrder::Rgba | ChannelOrder::Bgra | ChannelOrder::Argb => true,
        _ => channel == 0,
    };
    (0..4).filter(|&channel| is_kept(channel)).all(|channel| {
        let (wanted, found) = (limit(pixel[channel]), stored[channel]);
        match format.channel {
            // To the nearest or toward zero: the rounding is the implementation's.
            ChannelType::HalfFloat => {
                let exponent = wanted.abs().log2().floor().max(-14.0);
                (wanted - found).abs() < 2f64.powf(exponent - 10.0) || wanted.abs() > 65504.0
            }
            _ if scale[channel] > 0.0 => (wanted - found).abs() * scale[channel] <= 0.6 + 1e-4,
            _ => wanted == found,
        }
    })
}
