//! Which pixels a read takes, and with which weights (OpenCL C 1.2, 8.2).

use super::ImageShape;
use launch::Sampler;
use launch::image::{Addressing, Filter};

/// A coordinate as the kernel gives it; numbers beyond those of the image have no meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coordinate {
    /// Of whole numbers.
    Int([i32; 4]),
    /// Of `float`.
    Float([f32; 4]),
}

/// One of the pixels of a read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tap {
    /// A pixel of the image.
    Pixel([i64; 3]),
    /// The border.
    Border,
    /// A place outside the image, where the sampler promises that there is none.
    Outside([i64; 3]),
}

/// What a read takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Taken {
    /// One pixel.
    One(Tap),
    /// A sum of pixels, in order, each with its weight: 2, 4 or 8.
    Sum(Vec<(Tap, f32)>),
    /// The specification does not say.
    Undefined(Why),
}

/// Why a read has no defined result, whatever the image holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A coordinate is infinite or no number.
    NotFinite,
    /// Whole numbers with normalised coordinates.
    NormalizedWholeNumbers,
    /// Whole numbers with a linear filter.
    FilteredWholeNumbers,
    /// Coordinates that repeat without being normalised.
    RepeatedUnnormalized,
}

/// What a read of an image takes through a sampler; without one a read is as with one that promises coordinates
/// inside the image.
pub fn take(shape: &ImageShape, sampler: Option<Sampler>, at: Coordinate) -> Taken {
    let repeats = |sampler: &Sampler| {
        matches!(
            sampler.addressing,
            Addressing::Repeat | Addressing::MirroredRepeat
        )
    };
    let plain = Sampler {
        normalized: false,
        addressing: Addressing::None,
        filter: Filter::Nearest,
    };
    let sampler = sampler.unwrap_or(plain);
    if repeats(&sampler) && !sampler.normalized {
        return Taken::Undefined(Why::RepeatedUnnormalized);
    }
    let dimensions = shape.kind.dimensions();
    match at {
        Coordinate::Int(_) if sampler.normalized => Taken::Undefined(Why::NormalizedWholeNumbers),
        Coordinate::Int(_) if sampler.filter == Filter::Linear => {
            Taken::Undefined(Why::FilteredWholeNumbers)
        }
        Coordinate::Int(at) => {
            let mut pixel = [0; 3];
            for dimension in 0..dimensions {
                let size = shape.size[dimension];
                pixel[dimension] = addressed(sampler.addressing, at[dimension].into(), size);
            }
            if shape.kind.is_array() {
                pixel[dimensions] = layer(shape, at[dimensions].into());
            }
            Taken::One(tap(shape, sampler.addressing, pixel))
        }
        Coordinate::Float(at) => {
            if !at[..shape.kind.sizes()].iter().all(|x| x.is_finite()) {
                return Taken::Undefined(Why::NotFinite);
            }
            let last = match shape.kind.is_array() {
                true => layer(shape, at[dimensions].round_ties_even() as i64),
                false => 0,
            };
            match sampler.filter {
                Filter::Nearest => {
                    let mut pixel = [0; 3];
                    for dimension in 0..dimensions {
                        pixel[dimension] = nearest(&sampler, at[dimension], shape.size[dimension]);
                    }
                    if shape.kind.is_array() {
                        pixel[dimensions] = last;
                    }
                    Taken::One(tap(shape, sampler.addressing, pixel))
                }
                Filter::Linear => linear(shape, &sampler, at, last),
            }
        }
    }
}

/// The layer of an array: always within it.
fn layer(shape: &ImageShape, at: i64) -> i64 {
    let layers = shape.size[shape.kind.dimensions()] as i64;
    at.clamp(0, (layers - 1).max(0))
}

fn tap(shape: &ImageShape, addressing: Addressing, pixel: [i64; 3]) -> Tap {
    match (shape.offset(pixel), addressing) {
        (Some(_), _) => Tap::Pixel(pixel),
        (None, Addressing::None) => Tap::Outside(pixel),
        (None, _) => Tap::Border,
    }
}

fn addressed(addressing: Addressing, at: i64, size: usize) -> i64 {
    let size = size as i64;
    match addressing {
        Addressing::ClampToEdge => at.clamp(0, (size - 1).max(0)),
        Addressing::Clamp => at.clamp(-1, size),
        Addressing::None | Addressing::Repeat | Addressing::MirroredRepeat => at,
    }
}

/// A coordinate between 0 and 1 in pixels: folded back where it is mirrored, its whole part dropped where it is
/// repeated.
fn scaled(sampler: &Sampler, s: f32, size: usize) -> f32 {
    let size = size as f32;
    match sampler.addressing {
        Addressing::Repeat => (s - s.floor()) * size,
        Addressing::MirroredRepeat => {
            let even = 2.0 * (0.5 * s).round_ties_even();
            (s - even).abs() * size
        }
        _ if sampler.normalized => s * size,
        _ => s,
    }
}

fn nearest(sampler: &Sampler, s: f32, size: usize) -> i64 {
    let at = scaled(sampler, s, size).floor() as i64;
    let size_i = size as i64;
    match sampler.addressing {
        Addressing::Repeat if at > size_i - 1 => at - size_i,
        Addressing::MirroredRepeat => at.min(size_i - 1),
        addressing => addressed(addressing, at, size),
    }
}

/// The two pixels of a dimension, and the weight of the second.
fn pair(sampler: &Sampler, s: f32, size: usize) -> ([i64; 2], f32) {
    let moved = scaled(sampler, s, size) - 0.5;
    let floor = moved.floor();
    let (first, weight) = (floor as i64, moved - floor);
    let size_i = size as i64;
    let second = first.saturating_add(1);
    let pixels = match sampler.addressing {
        Addressing::Repeat => [
            if first < 0 { size_i + first } else { first },
            if second > size_i - 1 {
                second - size_i
            } else {
                second
            },
        ],
        Addressing::MirroredRepeat => [first.max(0), second.min(size_i - 1)],
        addressing => [first, second].map(|at| addressed(addressing, at, size)),
    };
    (pixels, weight)
}

fn linear(shape: &ImageShape, sampler: &Sampler, at: [f32; 4], last: i64) -> Taken {
    let dimensions = shape.kind.dimensions();
    let mut pairs = [([0, 0], 0.0_f32); 3];
    for (dimension, pair_of) in pairs.iter_mut().enumerate().take(dimensions) {
        *pair_of = pair(sampler, at[dimension], shape.size[dimension]);
    }
    let taps = (0..1_usize << dimensions).map(|corner| {
        let mut pixel = [0; 3];
        let mut weight = 1.0_f32;
        for (dimension, (pixels, second)) in pairs.iter().enumerate().take(dimensions) {
            let side = corner >> dimension & 1;
            pixel[dimension] = pixels[side];
            weight *= if side == 1 { *second } else { 1.0 - *second };
        }
        if shape.kind.is_array() {
            pixel[dimensions] = last;
        }
        (tap(shape, sampler.addressing, pixel), weight)
    });
    Taken::Sum(taps.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use launch::image::{ChannelOrder, ChannelType};
    use launch::{ImageFormat, ImageKind};

    fn shape(kind: ImageKind, size: [usize; 3]) -> ImageShape {
        let format = ImageFormat {
            order: ChannelOrder::R,
            channel: ChannelType::Float,
        };
        ImageShape { kind, format, size }
    }

    fn sampler(normalized: bool, addressing: Addressing, filter: Filter) -> Option<Sampler> {
        Some(Sampler {
            normalized,
            addressing,
            filter,
        })
    }

    fn row(addressing: Addressing, s: f32) -> Tap {
        let sampler = sampler(true, addressing, Filter::Nearest);
        let row = shape(ImageKind::D1, [4, 1, 1]);
        match take(&row, sampler, Coordinate::Float([s, 0.0, 0.0, 0.0])) {
            Taken::One(tap) => tap,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_mode_treats_what_lies_outside_in_its_way() {
        let pixel = |x| Tap::Pixel([x, 0, 0]);
        assert_eq!(row(Addressing::Clamp, 1.1), Tap::Border);
        assert_eq!(row(Addressing::ClampToEdge, 1.1), pixel(3));
        assert_eq!(row(Addressing::ClampToEdge, -9.0), pixel(0));
        assert_eq!(row(Addressing::Repeat, 1.1), pixel(0));
        assert_eq!(row(Addressing::Repeat, -0.1), pixel(3));
        assert_eq!(row(Addressing::MirroredRepeat, 1.1), pixel(3));
        assert_eq!(row(Addressing::MirroredRepeat, 2.3), pixel(1));
        assert_eq!(row(Addressing::None, 1.1), Tap::Outside([4, 0, 0]));
    }

    #[test]
    fn a_linear_filter_weighs_by_the_distance_to_the_centres() {
        let edge = sampler(false, Addressing::ClampToEdge, Filter::Linear);
        let square = shape(ImageKind::D2, [4, 4, 1]);
        let at = Coordinate::Float([1.75, 0.25, 0.0, 0.0]);
        let Taken::Sum(taps) = take(&square, edge, at) else {
            panic!("a sum");
        };
        let expected = [
            (Tap::Pixel([1, 0, 0]), 0.75 * 0.25),
            (Tap::Pixel([2, 0, 0]), 0.25 * 0.25),
            (Tap::Pixel([1, 0, 0]), 0.75 * 0.75),
            (Tap::Pixel([2, 0, 0]), 0.25 * 0.75),
        ];
        assert_eq!(taps, expected);
    }

    #[test]
    fn the_layer_of_an_array_is_rounded_and_kept_within() {
        let layers = shape(ImageKind::D2Array, [2, 2, 3]);
        let clamp = sampler(false, Addressing::Clamp, Filter::Nearest);
        for (w, layer) in [(0.4, 0), (0.5, 0), (1.5, 2), (9.0, 2), (-3.0, 0)] {
            let at = Coordinate::Float([1.0, 1.0, w, 0.0]);
            assert_eq!(
                take(&layers, clamp, at),
                Taken::One(Tap::Pixel([1, 1, layer]))
            );
        }
    }

    #[test]
    fn what_the_specification_does_not_say_has_a_reason() {
        let square = shape(ImageKind::D2, [4, 4, 1]);
        let int = Coordinate::Int([1, 1, 0, 0]);
        let normalised = sampler(true, Addressing::Clamp, Filter::Nearest);
        assert_eq!(
            take(&square, normalised, int),
            Taken::Undefined(Why::NormalizedWholeNumbers)
        );
        let repeated = sampler(false, Addressing::Repeat, Filter::Nearest);
        assert_eq!(
            take(&square, repeated, Coordinate::Float([0.5; 4])),
            Taken::Undefined(Why::RepeatedUnnormalized)
        );
        let nan = Coordinate::Float([f32::NAN; 4]);
        let clamp = sampler(false, Addressing::Clamp, Filter::Nearest);
        assert_eq!(take(&square, clamp, nan), Taken::Undefined(Why::NotFinite));
    }
}
