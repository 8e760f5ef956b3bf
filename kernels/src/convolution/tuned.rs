//! How the tuned convolution is launched: the numbers that `tuned.cl` takes by `-D`, what it needs of a device,
//! and its NDRange.

use launch::NdRange;

/// `tuned.cl`.
pub const TUNED: &str = kernel_text!("tuned.cl");

/// `variants.cl`: the steps on the way, which take any odd side of a filter.
pub const VARIANTS: &str = kernel_text!("variants.cl");

/// The name of the kernel in `tuned.cl`.
pub const TUNED_KERNEL: &str = "convolve_tuned";

pub const UNEVEN_ROWS: &str = "the work-items of a work-group cannot share the rows evenly";

/// The kernel's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tuned {
    /// Voxels of a filter along each side; odd.
    pub side: usize,
    /// Filters.
    pub count: usize,
    /// Filters at once.
    pub together: usize,
    /// Voxels of a vector along x.
    pub width: usize,
    /// Vectors of a row of a work-item.
    pub vectors: usize,
    /// Rows of a work-item.
    pub rows: usize,
    /// Work-items of a work-group along x, y and z.
    pub group: [usize; 3],
    /// Work-items that copy a row side by side.
    pub lanes: usize,
}

impl Tuned {
    /// What has served a GPU well.
    pub fn gpu(side: usize, count: usize) -> Tuned {
        Tuned {
            side,
            count,
            together: count.min(4),
            width: 1,
            vectors: 4,
            rows: 8,
            group: [8, 1, 8],
            lanes: 32,
        }
    }

    /// What has served a GPU well of which a work-group with more than 24 KiB of local memory has a compute unit
    /// alone, as an NVIDIA H200 through Vulkan.
    pub fn gpu_with_small_tiles(side: usize, count: usize) -> Tuned {
        Tuned {
            rows: 2,
            group: [8, 4, 8],
            ..Self::gpu(side, count)
        }
    }

    /// What has served a CPU with vectors of 512 bits well.
    pub fn cpu(side: usize, count: usize) -> Tuned {
        Tuned {
            side,
            count,
            together: count.min(4),
            width: 16,
            vectors: 4,
            // A row fills the registers.
            rows: 1,
            group: [1, 16, 16],
            lanes: 1,
        }
    }

    /// The numbers, as `-D` gives them.
    pub fn defines(&self) -> [(&'static str, String); 10] {
        let [x, y, z] = self.group;
        [
            ("K", self.side),
            ("COUNT", self.count),
            ("TOGETHER", self.together),
            ("WIDTH", self.width),
            ("VECTORS", self.vectors),
            ("ROWS", self.rows),
            ("GROUP_X", x),
            ("GROUP_Y", y),
            ("GROUP_Z", z),
            ("LANES", self.lanes),
        ]
        .map(|(name, number)| (name, number.to_string()))
    }

    /// Voxels of a work-item along x.
    pub fn results(&self) -> usize {
        self.width * self.vectors
    }

    /// Work-items of a work-group.
    pub fn items(&self) -> usize {
        self.group.iter().product()
    }

    /// Floats that a work-item keeps in registers for its sums.
    pub fn sums(&self) -> usize {
        self.results() * self.rows * self.together
    }

    /// Does the kernel fetch four voxels as a word?
    fn in_words(&self) -> bool {
        self.width == 1 && self.vectors.is_multiple_of(4)
    }

    /// Bytes of local memory of a work-group.
    pub fn local_bytes(&self) -> usize {
        let [x, y, z] = self.group;
        let rim = self.side - 1;
        // A vector of a CPU, or a word of the volume.
        let unit = if self.in_words() { 4 } else { 16 };
        let row = (x * self.results() + rim).next_multiple_of(unit);
        let tile = row * (y * self.rows + rim) * (z + rim);
        let cache = self.count.next_multiple_of(self.together) * self.side.pow(3);
        4 * (tile + cache)
    }

    /// Does the kernel take these numbers? Whether a device has room for them is another question.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.items().is_multiple_of(self.lanes) {
            Ok(())
        } else {
            Err(UNEVEN_ROWS)
        }
    }

    /// The NDRange for a volume.
    pub fn range(&self, [w, h, d]: [usize; 3]) -> NdRange {
        let [x, y, z] = self.group;
        NdRange {
            offset: None,
            global: vec![
                w.div_ceil(self.results()).next_multiple_of(x),
                h.div_ceil(self.rows).next_multiple_of(y),
                d.next_multiple_of(z),
            ],
            local: Some(self.group.to_vec()),
            sub_group: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_numbers_are_taken_and_need_what_their_tiles_are() {
        for tuned in [Tuned::gpu(5, 4), Tuned::cpu(5, 4)] {
            assert_eq!(tuned.check(), Ok(()));
        }
        let small = Tuned::gpu_with_small_tiles(5, 4);
        assert_eq!(small.check(), Ok(()));
        assert!(small.local_bytes() < 24 << 10);
        // Rows of 32 + 4 floats, 12 x 12 of them, and 4 filters.
        assert_eq!(Tuned::gpu(5, 4).local_bytes(), 4 * (36 * 12 * 12 + 4 * 125));
    }

    #[test]
    fn rows_have_to_be_shared_evenly() {
        let mut tuned = Tuned::gpu(5, 4);
        tuned.group = [3, 3, 3];
        assert_eq!(tuned.check(), Err(UNEVEN_ROWS));
    }

    #[test]
    fn a_range_covers_the_volume() {
        let tuned = Tuned::cpu(5, 4);
        let range = tuned.range([65, 17, 1]);
        assert_eq!(range.validate(), Ok(()));
        assert_eq!(range.global, [2, 32, 16]);
    }
}
