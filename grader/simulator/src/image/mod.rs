//! Images: what a pixel's bytes mean ([`pixel`]) and which pixels a read takes ([`sampling`]), as chapter 8 of
//! the OpenCL C 1.2 specification says. No memory and no work-items here.
//!
//! Where the specification leaves a tolerance, this is the arithmetic: channels are converted with one rounding in
//! `float`; coordinates are computed in `float`, in the order of the formulas; a linear filter adds the weighted pixels in
//! the order of the formulas, in `float`. Another implementation may differ in a linear filter by the precision of its
//! weights (a GPU keeps 8 bits of them), and in normalised coordinates where they fall on a pixel's edge.

pub mod pixel;
pub mod sampling;

use launch::{ImageFormat, ImageKind};

/// What is known of an image beside its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageShape {
    /// What it is.
    pub kind: ImageKind,
    /// The format of its pixels.
    pub format: ImageFormat,
    /// Pixels in each dimension, then layers; 1 where the kind has none.
    pub size: [usize; 3],
}

impl ImageShape {
    /// The byte at which a pixel begins; none outside the image.
    pub fn offset(&self, at: [i64; 3]) -> Option<usize> {
        let mut index = 0;
        for dimension in (0..3).rev() {
            let place = usize::try_from(at[dimension]).ok()?;
            if place >= self.size[dimension] {
                return None;
            }
            index = index * self.size[dimension] + place;
        }
        Some(index * self.format.size())
    }

    /// The pixel that a byte lies in, of as many numbers as the image has sizes.
    pub fn pixel_at(&self, offset: usize) -> Vec<i64> {
        let mut index = offset / self.format.size().max(1);
        let sizes = self.size[..self.kind.sizes()].iter();
        sizes
            .map(|&size| {
                let at = index % size.max(1);
                index /= size.max(1);
                at as i64
            })
            .collect()
    }
}
