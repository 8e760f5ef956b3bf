//! Pixels: from the bytes of a format to the four channels that a kernel gets, and back (OpenCL 1.2, 5.3.1.1; OpenCL C
//! 1.2, 8.3.1).

use crate::math::Half;
use launch::ImageFormat;
use launch::image::{ChannelOrder, ChannelType, ChannelValue};

/// The bits of red, green, blue and alpha: of `float`, `int` or `uint`, by the format.
pub type Channels = [u32; 4];

/// The bits of the number 1 as the format's channels have it.
const fn one(format: ImageFormat) -> u32 {
    match format.channel.value() {
        ChannelValue::Float => 1.0_f32.to_bits(),
        ChannelValue::Int | ChannelValue::UInt => 1,
    }
}

/// What a read outside the image gives with `CLK_ADDRESS_CLAMP`.
pub fn border(format: ImageFormat) -> Channels {
    let alpha = if format.order.has_opaque_border() {
        one(format)
    } else {
        0
    };
    [0, 0, 0, alpha]
}

/// The channels of a pixel; an image of depths has its depth in the first.
pub fn read(format: ImageFormat, bytes: &[u8]) -> Channels {
    let stored = stored(format, bytes);
    let [a, b, c, d] = stored;
    let one = one(format);
    match format.order {
        ChannelOrder::R | ChannelOrder::Rx => [a, 0, 0, one],
        ChannelOrder::A => [0, 0, 0, a],
        ChannelOrder::Rg | ChannelOrder::Rgx => [a, b, 0, one],
        ChannelOrder::Ra => [a, 0, 0, b],
        ChannelOrder::Rgb | ChannelOrder::Rgbx => [a, b, c, one],
        ChannelOrder::Rgba => stored,
        ChannelOrder::Bgra => [c, b, a, d],
        ChannelOrder::Argb => [b, c, d, a],
        ChannelOrder::Intensity => [a, a, a, a],
        ChannelOrder::Luminance => [a, a, a, one],
        ChannelOrder::Depth => [a, 0, 0, 0],
    }
}

/// The channels as they lie in memory, those that there are not as 0.
fn stored(format: ImageFormat, bytes: &[u8]) -> Channels {
    let mut stored = [0; 4];
    if format.channel.is_packed() {
        let bits = number(bytes);
        for (to, (shift, width)) in stored.iter_mut().zip(fields(format.channel)) {
            let most = (1_u32 << width) - 1;
            *to = ((bits >> shift & most) as f32 / most as f32).to_bits();
        }
        return stored;
    }
    let size = format.channel.bits() as usize / 8;
    for (to, bytes) in stored.iter_mut().zip(bytes.chunks_exact(size)) {
        *to = channel(format.channel, number(bytes));
    }
    stored
}

/// For red, green and blue of a packed format: the lowest bit and how many there are.
const fn fields(channel: ChannelType) -> [(u32, u32); 3] {
    match channel {
        ChannelType::UnormShort565 => [(11, 5), (5, 6), (0, 5)],
        ChannelType::UnormShort555 => [(10, 5), (5, 5), (0, 5)],
        _ => [(20, 10), (10, 10), (0, 10)],
    }
}

fn number(bytes: &[u8]) -> u32 {
    let mut all = [0; 4];
    let count = bytes.len().min(4);
    all[..count].copy_from_slice(&bytes[..count]);
    u32::from_le_bytes(all)
}

fn channel(ty: ChannelType, bits: u32) -> u32 {
    match ty {
        ChannelType::SnormInt8 => (f32::from(bits as i8) / 127.0).max(-1.0).to_bits(),
        ChannelType::SnormInt16 => (f32::from(bits as i16) / 32767.0).max(-1.0).to_bits(),
        ChannelType::UnormInt8 => (f32::from(bits as u8) / 255.0).to_bits(),
        ChannelType::UnormInt16 => (f32::from(bits as u16) / 65535.0).to_bits(),
        ChannelType::SignedInt8 => bits as i8 as u32,
        ChannelType::SignedInt16 => bits as i16 as u32,
        ChannelType::HalfFloat => Half(bits as u16).to_f32().to_bits(),
        _ => bits,
    }
}

/// Writes a pixel. A channel that the format has not is dropped; one that a kernel cannot see becomes 0.
pub fn write(format: ImageFormat, channels: Channels, bytes: &mut [u8]) {
    let [r, g, b, a] = channels;
    let stored = match format.order {
        ChannelOrder::A => [a, 0, 0, 0],
        ChannelOrder::Ra => [r, a, 0, 0],
        ChannelOrder::Bgra => [b, g, r, a],
        ChannelOrder::Argb => [a, r, g, b],
        ChannelOrder::Rx => [r, 0, 0, 0],
        ChannelOrder::Rgx => [r, g, 0, 0],
        ChannelOrder::Rgbx => [r, g, b, 0],
        _ => channels,
    };
    if format.channel.is_packed() {
        let mut packed = 0;
        for (bits, (shift, width)) in stored.into_iter().zip(fields(format.channel)) {
            let most = ((1_u32 << width) - 1) as f32;
            packed |= (rounded(bits, most, 0.0, most) as u32) << shift;
        }
        let count = bytes.len().min(4);
        bytes[..count].copy_from_slice(&packed.to_le_bytes()[..count]);
        return;
    }
    let size = format.channel.bits() as usize / 8;
    for (bytes, bits) in bytes.chunks_exact_mut(size).zip(stored) {
        bytes.copy_from_slice(&kept(format.channel, bits).to_le_bytes()[..size]);
    }
}

/// A `float` times `scale`, rounded to the nearest whole number, ties to even, within the bounds; NaN becomes 0.
fn rounded(bits: u32, scale: f32, least: f32, most: f32) -> i32 {
    let scaled = (f32::from_bits(bits) * scale).round_ties_even();
    if scaled.is_nan() {
        return 0;
    }
    scaled.clamp(least, most) as i32
}

fn kept(ty: ChannelType, bits: u32) -> u32 {
    match ty {
        ChannelType::SnormInt8 => rounded(bits, 127.0, -128.0, 127.0) as u32,
        ChannelType::SnormInt16 => rounded(bits, 32767.0, -32768.0, 32767.0) as u32,
        ChannelType::UnormInt8 => rounded(bits, 255.0, 0.0, 255.0) as u32,
        ChannelType::UnormInt16 => rounded(bits, 65535.0, 0.0, 65535.0) as u32,
        ChannelType::SignedInt8 => (bits as i32).clamp(-128, 127) as u32,
        ChannelType::SignedInt16 => (bits as i32).clamp(-32768, 32767) as u32,
        ChannelType::UnsignedInt8 => bits.min(255),
        ChannelType::UnsignedInt16 => bits.min(65535),
        ChannelType::HalfFloat => Half::from_f32(f32::from_bits(bits)).0.into(),
        _ => bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(order: ChannelOrder, channel: ChannelType) -> ImageFormat {
        ImageFormat { order, channel }
    }

    fn floats(channels: Channels) -> [f32; 4] {
        channels.map(f32::from_bits)
    }

    #[test]
    fn every_byte_of_a_normalised_channel_comes_back() {
        for channel in [ChannelType::UnormInt8, ChannelType::SnormInt8] {
            let format = format(ChannelOrder::R, channel);
            for byte in 0..=255_u8 {
                let mut written = [0];
                write(format, read(format, &[byte]), &mut written);
                // -128 and -127 both mean -1.
                let expected = if channel == ChannelType::SnormInt8 && byte == 0x80 {
                    0x81
                } else {
                    byte
                };
                assert_eq!(written, [expected]);
            }
        }
    }

    #[test]
    fn orders_place_the_channels_and_fill_what_is_missing() {
        let bytes = [51, 102, 153, 204];
        let read = |order| {
            let format = format(order, ChannelType::UnormInt8);
            floats(read(format, &bytes[..format.size()])).map(|x| (x * 5.0).round() as u32)
        };
        assert_eq!(read(ChannelOrder::R), [1, 0, 0, 5]);
        assert_eq!(read(ChannelOrder::A), [0, 0, 0, 1]);
        assert_eq!(read(ChannelOrder::Ra), [1, 0, 0, 2]);
        assert_eq!(read(ChannelOrder::Rg), [1, 2, 0, 5]);
        assert_eq!(read(ChannelOrder::Bgra), [3, 2, 1, 4]);
        assert_eq!(read(ChannelOrder::Argb), [2, 3, 4, 1]);
        assert_eq!(read(ChannelOrder::Intensity), [1, 1, 1, 1]);
        assert_eq!(read(ChannelOrder::Luminance), [1, 1, 1, 5]);
    }

    #[test]
    fn packed_channels_lie_red_first_from_the_top() {
        let short = format(ChannelOrder::Rgb, ChannelType::UnormShort565);
        let mut bytes = [0; 2];
        write(short, [1.0, 0.0, 0.5, 0.0].map(f32::to_bits), &mut bytes);
        assert_eq!(u16::from_le_bytes(bytes), 0xf800 | 16);
        assert_eq!(floats(read(short, &bytes))[..2], [1.0, 0.0]);
    }

    #[test]
    fn whole_numbers_are_cut_to_what_the_format_holds() {
        let small = format(ChannelOrder::Rgba, ChannelType::SignedInt8);
        let mut bytes = [0; 4];
        write(small, [300, -300_i32 as u32, 5, -5_i32 as u32], &mut bytes);
        assert_eq!(bytes.map(|byte| byte as i8), [127, -128, 5, -5]);
    }

    #[test]
    fn a_write_rounds_ties_to_even_and_nan_to_zero() {
        let format = format(ChannelOrder::R, ChannelType::UnormInt8);
        for (value, expected) in [(0.5 / 255.0, 0), (1.5 / 255.0, 2), (7.0, 255), (-1.0, 0)] {
            let mut byte = [9];
            write(format, [f32::to_bits(value), 0, 0, 0], &mut byte);
            assert_eq!(byte, [expected], "{value}");
        }
        let mut byte = [9];
        write(format, [f32::NAN.to_bits(), 0, 0, 0], &mut byte);
        assert_eq!(byte, [0]);
    }
}
