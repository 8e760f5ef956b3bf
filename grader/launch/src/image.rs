//! Images and samplers: the shapes, formats and sampler states that OpenCL 1.2 has (5.3 and 5.7).

use crate::{Access, ElementType, Scalar};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Declares an enum with the name that OpenCL's headers give each value, and its number there.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident $text:literal $number:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$of])* #[doc = concat!("`", $text, "`")] $variant,)*
        }

        impl $name {
            /// Every one.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }

            /// Its number in OpenCL's headers, the same for host and kernel.
            pub const fn number(self) -> u32 {
                match self {
                    $($name::$variant => $number,)*
                }
            }

            /// From its name.
            pub fn named(text: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|it| it.name() == text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named!(
    /// What an image is, with `cl_mem_object_type`.
    ImageKind {
        D1 "1d" 0x10F4,
        D1Array "1d-array" 0x10F5,
        D1Buffer "1d-buffer" 0x10F6,
        D2 "2d" 0x10F1,
        D2Array "2d-array" 0x10F3,
        D3 "3d" 0x10F2,
    }
);

named!(
    /// Which channels a pixel has, and in which order they lie in memory.
    ChannelOrder {
        R "R" 0x10B0,
        A "A" 0x10B1,
        Rg "RG" 0x10B2,
        Ra "RA" 0x10B3,
        Rgb "RGB" 0x10B4,
        Rgba "RGBA" 0x10B5,
        Bgra "BGRA" 0x10B6,
        Argb "ARGB" 0x10B7,
        Intensity "INTENSITY" 0x10B8,
        Luminance "LUMINANCE" 0x10B9,
        Rx "Rx" 0x10BA,
        Rgx "RGx" 0x10BB,
        Rgbx "RGBx" 0x10BC,
        Depth "DEPTH" 0x10BD,
    }
);

named!(
    /// How a channel is stored.
    ChannelType {
        SnormInt8 "SNORM_INT8" 0x10D0,
        SnormInt16 "SNORM_INT16" 0x10D1,
        UnormInt8 "UNORM_INT8" 0x10D2,
        UnormInt16 "UNORM_INT16" 0x10D3,
        UnormShort565 "UNORM_SHORT_565" 0x10D4,
        UnormShort555 "UNORM_SHORT_555" 0x10D5,
        UnormInt101010 "UNORM_INT_101010" 0x10D6,
        SignedInt8 "SIGNED_INT8" 0x10D7,
        SignedInt16 "SIGNED_INT16" 0x10D8,
        SignedInt32 "SIGNED_INT32" 0x10D9,
        UnsignedInt8 "UNSIGNED_INT8" 0x10DA,
        UnsignedInt16 "UNSIGNED_INT16" 0x10DB,
        UnsignedInt32 "UNSIGNED_INT32" 0x10DC,
        HalfFloat "HALF_FLOAT" 0x10DD,
        Float "FLOAT" 0x10DE,
    }
);

named!(
    /// What a coordinate outside the image means; the number is that of the kernel's `CLK_ADDRESS_*`.
    Addressing {
        /// The program promises that there is none.
        None "none" 0,
        ClampToEdge "clamp-to-edge" 2,
        Clamp "clamp" 4,
        Repeat "repeat" 6,
        MirroredRepeat "mirrored-repeat" 8,
    }
);

named!(
    /// Which pixels a read takes; the number is that of the kernel's `CLK_FILTER_*`.
    Filter {
        Nearest "nearest" 0x10,
        Linear "linear" 0x20,
    }
);

/// The kind of values that a format gives and takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelValue {
    /// `float`: `read_imagef`, `write_imagef`.
    Float,
    /// `int`: `read_imagei`, `write_imagei`.
    Int,
    /// `uint`: `read_imageui`, `write_imageui`.
    UInt,
}

impl ChannelType {
    /// Bits of one channel; of a packed format those of the pixel.
    pub const fn bits(self) -> u32 {
        match self {
            ChannelType::SnormInt8
            | ChannelType::UnormInt8
            | ChannelType::SignedInt8
            | ChannelType::UnsignedInt8 => 8,
            ChannelType::SnormInt16
            | ChannelType::UnormInt16
            | ChannelType::UnormShort565
            | ChannelType::UnormShort555
            | ChannelType::SignedInt16
            | ChannelType::UnsignedInt16
            | ChannelType::HalfFloat => 16,
            ChannelType::UnormInt101010
            | ChannelType::SignedInt32
            | ChannelType::UnsignedInt32
            | ChannelType::Float => 32,
        }
    }

    /// Do the channels of a pixel share one number?
    pub const fn is_packed(self) -> bool {
        matches!(
            self,
            ChannelType::UnormShort565 | ChannelType::UnormShort555 | ChannelType::UnormInt101010
        )
    }

    /// The values that its channels are read as.
    pub const fn value(self) -> ChannelValue {
        match self {
            ChannelType::SignedInt8 | ChannelType::SignedInt16 | ChannelType::SignedInt32 => {
                ChannelValue::Int
            }
            ChannelType::UnsignedInt8 | ChannelType::UnsignedInt16 | ChannelType::UnsignedInt32 => {
                ChannelValue::UInt
            }
            _ => ChannelValue::Float,
        }
    }
}

impl ChannelOrder {
    /// Channels that lie in memory.
    pub const fn channels(self) -> usize {
        match self {
            ChannelOrder::R
            | ChannelOrder::A
            | ChannelOrder::Intensity
            | ChannelOrder::Luminance
            | ChannelOrder::Depth => 1,
            ChannelOrder::Rg | ChannelOrder::Ra | ChannelOrder::Rx => 2,
            ChannelOrder::Rgb | ChannelOrder::Rgx => 3,
            ChannelOrder::Rgba | ChannelOrder::Bgra | ChannelOrder::Argb | ChannelOrder::Rgbx => 4,
        }
    }

    /// Is the border of an image of this order opaque: is its alpha 1? (OpenCL C 1.2, 6.12.14.1)
    pub const fn has_opaque_border(self) -> bool {
        matches!(
            self,
            ChannelOrder::R | ChannelOrder::Rg | ChannelOrder::Rgb | ChannelOrder::Luminance
        )
    }
}

/// The format of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ImageFormat {
    /// Its channels.
    pub order: ChannelOrder,
    /// How each is stored.
    pub channel: ChannelType,
}

impl ImageFormat {
    /// Does OpenCL 1.2 have it (tables 5.6 to 5.8, and `cl_khr_depth_images`)?
    pub const fn exists(self) -> bool {
        use ChannelType as T;
        match self.order {
            ChannelOrder::Rgb | ChannelOrder::Rgbx => self.channel.is_packed(),
            _ if self.channel.is_packed() => false,
            ChannelOrder::Intensity | ChannelOrder::Luminance => {
                matches!(self.channel.value(), ChannelValue::Float)
            }
            ChannelOrder::Argb | ChannelOrder::Bgra => matches!(
                self.channel,
                T::UnormInt8 | T::SnormInt8 | T::SignedInt8 | T::UnsignedInt8
            ),
            ChannelOrder::Depth => matches!(self.channel, T::UnormInt16 | T::Float),
            _ => true,
        }
    }

    /// The numbers that a pixel is stored as. Three channels are always packed in one.
    pub const fn stored(self) -> ElementType {
        let scalar = match self.channel {
            ChannelType::Float => Scalar::Float,
            ChannelType::HalfFloat => Scalar::Half,
            ChannelType::SignedInt8 | ChannelType::SnormInt8 => Scalar::Char,
            ChannelType::SignedInt16 | ChannelType::SnormInt16 => Scalar::Short,
            ChannelType::SignedInt32 => Scalar::Int,
            channel => match channel.bits() {
                8 => Scalar::UChar,
                16 => Scalar::UShort,
                _ => Scalar::UInt,
            },
        };
        let width = if self.channel.is_packed() {
            1
        } else {
            self.order.channels() as u8
        };
        ElementType { scalar, width }
    }

    /// Bytes of a pixel.
    pub const fn size(self) -> usize {
        let bytes = self.channel.bits() as usize / 8;
        if self.channel.is_packed() {
            bytes
        } else {
            bytes * self.order.channels()
        }
    }
}

impl fmt::Display for ImageFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.order, self.channel)
    }
}

impl ImageKind {
    /// How many of width, height and depth it has; the layers of an array are not among them.
    pub const fn dimensions(self) -> usize {
        match self {
            ImageKind::D1 | ImageKind::D1Array | ImageKind::D1Buffer => 1,
            ImageKind::D2 | ImageKind::D2Array => 2,
            ImageKind::D3 => 3,
        }
    }

    /// Is it an array of images?
    pub const fn is_array(self) -> bool {
        matches!(self, ImageKind::D1Array | ImageKind::D2Array)
    }

    /// How many numbers are its size: dimensions, and the layers of an array behind them.
    pub const fn sizes(self) -> usize {
        self.dimensions() + self.is_array() as usize
    }
}

/// An image before the launch. Its pixels lie one behind the other: rows, then slices or layers, without gaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// The kernel's name for it, used in reports.
    pub name: String,
    /// What it is.
    pub kind: ImageKind,
    /// The format of its pixels.
    pub format: ImageFormat,
    /// Pixels in each dimension, then layers; 1 where the kind has none.
    pub size: [usize; 3],
    /// Its bytes before the launch.
    pub contents: Vec<u8>,
    /// The kernel's access to it.
    pub access: Access,
    /// Is it initialised before the launch? If not, `contents` only gives its size.
    pub initialized: bool,
}

impl Image {
    /// The bytes that an image of this size takes; `None` beyond 64 bits.
    pub fn bytes_of(format: ImageFormat, size: [usize; 3]) -> Option<u64> {
        size.iter().try_fold(format.size() as u64, |bytes, &size| {
            bytes.checked_mul(size as u64)
        })
    }
}

/// A sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sampler {
    /// Do coordinates go from 0 to 1?
    pub normalized: bool,
    /// What a coordinate outside means.
    pub addressing: Addressing,
    /// Which pixels a read takes.
    pub filter: Filter,
}

impl Sampler {
    /// The value that a kernel would write for it: a `CLK_*` of each kind.
    pub const fn bits(self) -> u32 {
        self.normalized as u32 | self.addressing.number() | self.filter.number()
    }

    /// From a kernel's value. A kernel that names no filter gets the nearest pixel.
    pub fn from_bits(bits: u64) -> Sampler {
        let mut addressing = Addressing::ALL.iter().copied();
        Sampler {
            normalized: bits & 1 != 0,
            addressing: addressing
                .find(|it| u64::from(it.number()) == bits & 0xe)
                .unwrap_or(Addressing::None),
            filter: if bits & 0x20 != 0 {
                Filter::Linear
            } else {
                Filter::Nearest
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sampler_is_read_back_from_its_bits() {
        for normalized in [false, true] {
            for &addressing in Addressing::ALL {
                for &filter in Filter::ALL {
                    let sampler = Sampler {
                        normalized,
                        addressing,
                        filter,
                    };
                    assert_eq!(Sampler::from_bits(sampler.bits().into()), sampler);
                }
            }
        }
    }

    #[test]
    fn a_packed_pixel_is_one_number() {
        let format = |order, channel| ImageFormat { order, channel };
        assert_eq!(
            format(ChannelOrder::Rgb, ChannelType::UnormShort565).size(),
            2
        );
        assert_eq!(format(ChannelOrder::Rgba, ChannelType::HalfFloat).size(), 8);
        assert!(!format(ChannelOrder::Rgba, ChannelType::UnormShort565).exists());
        assert!(!format(ChannelOrder::Rgb, ChannelType::UnormInt8).exists());
    }
}
