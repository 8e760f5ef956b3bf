//! Images and samplers of a guess: the first one, from how the text uses them, and the growth of an image outside of
//! which pixels were accessed.

use crate::guess::{Guess, Image, Number, Value, Why};
use crate::uses::{ImageUse, Uses};
use launch::image::{Addressing, ChannelOrder, ChannelType, Filter};
use launch::{ImageFormat, Sampler};
use launch_file::Filling;
use opencl_c::builtin::{Name, OfImage};
use opencl_c::types::{ImageAccess, ImageType, Scalar};
use simulator::ImageAccessed;

/// Pixels in a dimension that no id is a coordinate of.
const PIXELS: i64 = 16;

/// Layers of an array, and slices of a volume, that no id is a coordinate of.
const LAYERS: i64 = 4;

/// Bytes of an image that grew at most.
const MOST_BYTES: u64 = 1 << 23;

/// The first guess of an image.
pub(crate) fn image(index: usize, ty: ImageType, uses: &Uses, guess: &Guess) -> (Value, Why) {
    let of = uses.images.get(index).copied().unwrap_or_default();
    let format = format(ty, of.function);
    let image = Image {
        kind: ty.kind,
        format,
        function: of.function.map(Name::text),
        size: size(ty, &of, guess),
        size_given: false,
        filling: match ty.access {
            ImageAccess::Write => Filling::Uninitialized,
            ImageAccess::Read | ImageAccess::ReadWrite => filling(index, format, uses),
        },
        file: None,
        show: false,
    };
    let why = if !of.bounds.is_empty() {
        Why::SizeBoundsIds
    } else if of.coordinates.iter().any(|ids| !ids.is_empty()) {
        Why::IdsAreCoordinates
    } else {
        Why::Usual
    };
    (Value::Image(image), why)
}

/// Four channels: every device has them for each of these types (OpenCL 1.2, 5.3.2.1), and a kernel may ask for any. Of
/// the types for `read_imagef` it is `FLOAT`, which holds what is written as it is: `UNORM_INT8` cuts it to 0 to 1.
fn format(ty: ImageType, function: Option<Name>) -> ImageFormat {
    let scalar = match function.and_then(Name::of_image) {
        Some(OfImage::Read(scalar) | OfImage::Write(scalar)) => scalar,
        Some(OfImage::Ask) | None => Scalar::Float,
    };
    if ty.depth {
        return ImageFormat {
            order: ChannelOrder::Depth,
            channel: ChannelType::Float,
        };
    }
    ImageFormat {
        order: ChannelOrder::Rgba,
        channel: match scalar {
            Scalar::Int => ChannelType::SignedInt32,
            Scalar::UInt => ChannelType::UnsignedInt32,
            Scalar::Half => ChannelType::HalfFloat,
            _ => ChannelType::Float,
        },
    }
}

fn size(ty: ImageType, of: &ImageUse, guess: &Guess) -> Vec<Number> {
    let sizes = ty.kind.sizes();
    let linear = guess.global.len() == 1;
    let from_ids = of.coordinates[..sizes]
        .iter()
        .filter(|ids| !ids.is_empty())
        .count();
    let number = |dimension: usize| {
        let ids = of.coordinates[dimension];
        // A row of ids that is split into the coordinates of a plane.
        if linear && from_ids > 1 && !ids.is_empty() {
            return Number::Root(from_ids as u32);
        }
        let of_ids = match ids.has(dimension) {
            true => Some(dimension),
            false => ids.each().next(),
        };
        let is_coordinate = of.coordinates[..sizes].iter().any(|it| it.has(dimension));
        let of_bounds = (of.bounds.has(dimension) && !is_coordinate).then_some(dimension);
        let is_layer = dimension >= ty.kind.dimensions();
        let of_launch =
            (!linear && !is_layer && dimension < guess.global.len()).then_some(dimension);
        match of_ids.or(of_bounds).or(of_launch) {
            Some(ids) => Number::Size(ids),
            None if dimension == 2 || is_layer => Number::Whole(LAYERS),
            None => Number::Whole(PIXELS),
        }
    };
    (0..sizes).map(number).collect()
}

fn filling(index: usize, format: ImageFormat, uses: &Uses) -> Filling {
    let of = uses.buffers.get(index).copied().unwrap_or_default();
    let max = if format.stored().scalar.is_floating() {
        1.0
    } else if of.subscripts || of.bounds_loop {
        15.0
    } else {
        255.0
    };
    Filling::Between {
        seed: index as u64 + 1,
        min: 0.0,
        max,
    }
}

/// The first guess of a sampler: one that fits every read through it.
pub(crate) fn sampler(index: usize, name: &str, uses: &Uses) -> (Value, Why) {
    let of = uses.samplers.get(index).copied().unwrap_or_default();
    let named = |words: &[&str]| {
        let name = name.to_ascii_lowercase();
        !of.whole && words.iter().any(|word| name.contains(word))
    };
    let normalized = !of.whole && of.normalized || named(&["norm"]);
    let linear = normalized || named(&["linear", "interp"]);
    let sampler = Sampler {
        normalized,
        addressing: Addressing::ClampToEdge,
        filter: match linear && !of.whole && !of.whole_channels {
            true => Filter::Linear,
            false => Filter::Nearest,
        },
    };
    let why = if of.whole {
        Why::WholeCoordinates
    } else if normalized {
        Why::NormalizedCoordinates
    } else if of.floats {
        Why::PixelCoordinates
    } else {
        Why::Usual
    };
    (Value::Sampler(sampler), why)
}

/// Does the kernel compute with the size of an image where it may access it in this dimension: ids are compared with it,
/// or it is part of a coordinate? No other size makes room for a pixel outside then.
pub(crate) fn is_bound(image: &Image, of: &ImageUse, dimension: usize) -> bool {
    of.by_size || bounds_ids(image, of, dimension)
}

fn bounds_ids(image: &Image, of: &ImageUse, dimension: usize) -> bool {
    match image.size.get(dimension) {
        Some(Number::Size(ids)) => of.bounds.has(*ids),
        Some(Number::Root(_)) => !of.bounds.is_empty(),
        _ => false,
    }
}

/// Bytes of all images of a guess.
pub(crate) fn bytes(guess: &Guess) -> u64 {
    let each = guess
        .arguments
        .iter()
        .map(|argument| match &argument.value {
            Value::Image(image) => {
                launch::Image::bytes_of(image.format, guess.image_size(image)).unwrap_or(u64::MAX)
            }
            _ => 0,
        });
    each.fold(0, u64::saturating_add)
}

/// What a run accessed of an image.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pixels {
    pub(crate) loaded: bool,
    pub(crate) stored: bool,
    /// In each dimension the pixel behind the last that was accessed, where no sampler says what lies outside.
    ends: [i64; 3],
    /// The same where one does.
    addressed_ends: [i64; 3],
}

impl Pixels {
    pub(crate) fn add(&mut self, accessed: &ImageAccessed) {
        self.loaded |= !accessed.write;
        self.stored |= accessed.write;
        let ends = match accessed.addressed {
            true => &mut self.addressed_ends,
            false => &mut self.ends,
        };
        for (end, pixel) in ends.iter_mut().zip(accessed.pixel.unwrap_or_default()) {
            *end = (*end).max(pixel.saturating_add(1));
        }
    }
}

/// How images grow after a run.
pub(crate) struct Growth<'a> {
    /// The guess before any growth.
    pub(crate) plan: &'a Guess,
    pub(crate) uses: &'a Uses,
    /// Is what still grows given up?
    pub(crate) is_last: bool,
}

impl Growth<'_> {
    /// Makes images as large as the pixels that a run accessed: where it accessed pixels outside, and where a sampler
    /// moved coordinates to within the image from more than half its size away. An image that cannot grow so far is as
    /// in the plan again, and no longer `open`. False if nothing changed.
    pub(crate) fn of(&self, guess: &mut Guess, pixels: &[Pixels], open: &mut [bool]) -> bool {
        let mut changed = false;
        let each = open.iter_mut().zip(pixels).zip(&self.uses.images);
        for (index, ((open, pixels), of)) in each.enumerate() {
            let Value::Image(image) = &guess.arguments[index].value else {
                continue;
            };
            if !*open {
                continue;
            }
            let size = guess.image_size(image);
            let larger = larger(image, size, pixels, of);
            if larger == size {
                continue;
            }
            let bytes = launch::Image::bytes_of(image.format, larger);
            let argument = &mut guess.arguments[index];
            if self.is_last || bytes.is_none_or(|bytes| bytes > MOST_BYTES) {
                *open = false;
                changed |= *argument != self.plan.arguments[index];
                argument.clone_from(&self.plan.arguments[index]);
                continue;
            }
            if let Value::Image(image) = &mut argument.value {
                for (to, (&old, &new)) in image.size.iter_mut().zip(size.iter().zip(&larger)) {
                    if new > old {
                        *to = Number::Whole(new as i64);
                    }
                }
            }
            if argument.why != Why::Given {
                argument.why = Why::AccessedPixels;
            }
            changed = true;
        }
        changed
    }
}

/// The size that an image has to have for a run's accesses.
fn larger(image: &Image, size: [usize; 3], pixels: &Pixels, of: &ImageUse) -> [usize; 3] {
    let mut larger = size;
    for dimension in 0..image.kind.sizes() {
        let own = size[dimension] as i64;
        let addressed = pixels.addressed_ends[dimension];
        let end = match addressed > own + own / 2 && !of.by_size {
            true => pixels.ends[dimension].max(addressed),
            false => pixels.ends[dimension],
        };
        if end > own && !bounds_ids(image, of, dimension) {
            larger[dimension] = usize::try_from(end).unwrap_or(usize::MAX);
        }
    }
    larger
}
