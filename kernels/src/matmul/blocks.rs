//! How the products in blocks are launched: the numbers that `blocked.cl` and `packed.cl` take by `-D`, what
//! they need of a device, and the NDRange that they make.

use launch::NdRange;

/// `blocked.cl`: for devices whose work-items run side by side and keep their registers.
pub const BLOCKED: &str = kernel_text!("blocked.cl");

/// `packed.cl`: for devices that run the work-items of a work-group one after the other on a core.
pub const PACKED: &str = kernel_text!("packed.cl");

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `blocked.cl`.
    Interleaved,
    /// `packed.cl`.
    Packed,
}

/// A kernel with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blocks {
    /// Which kernel.
    pub layout: Layout,
    /// Columns of a vector.
    pub width: usize,
    /// Vectors of a row of a work-item's block.
    pub vectors: usize,
    /// Rows of a work-item's block.
    pub item_m: usize,
    /// Work-items of a work-group, down.
    pub group_m: usize,
    /// Work-items of a work-group, across.
    pub group_n: usize,
    /// The step along k.
    pub tile_k: usize,
}

/// A work-group of interleaved blocks whose work-items cannot share a tile evenly.
pub const UNEVEN: &str = "the work-items of a work-group cannot share a tile evenly";

/// A step along k that ends within a vector.
pub const BROKEN_STEP: &str = "a step along k is not made of whole vectors";

impl Blocks {
    /// What has served a GPU well at large sizes and small ones: 128 x 64 elements a work-group, 8 x 8 a work-item.
    pub const GPU: Blocks = Blocks {
        layout: Layout::Interleaved,
        width: 4,
        vectors: 2,
        item_m: 8,
        group_m: 16,
        group_n: 8,
        tile_k: 16,
    };

    /// What has served a CPU with vectors of 512 bits well: as many sums as its registers hold, and tiles that
    /// fill the cache of a core.
    pub const CPU: Blocks = Blocks {
        layout: Layout::Packed,
        width: 16,
        vectors: 4,
        item_m: 6,
        group_m: 43,
        group_n: 8,
        tile_k: 128,
    };

    /// The kernel's file.
    pub fn file(&self) -> &'static str {
        match self.layout {
            Layout::Interleaved => "blocked.cl",
            Layout::Packed => "packed.cl",
        }
    }

    /// The kernel's text.
    pub fn text(&self) -> &'static str {
        match self.layout {
            Layout::Interleaved => BLOCKED,
            Layout::Packed => PACKED,
        }
    }

    /// The kernel's name.
    pub fn kernel(&self) -> &'static str {
        match self.layout {
            Layout::Interleaved => "matmul_blocked",
            Layout::Packed => "matmul_packed",
        }
    }

    /// The numbers, as `-D` gives them.
    pub fn defines(&self) -> [(&'static str, String); 6] {
        [
            ("WIDTH", self.width),
            ("VECTORS", self.vectors),
            ("ITEM_M", self.item_m),
            ("GROUP_M", self.group_m),
            ("GROUP_N", self.group_n),
            ("TILE_K", self.tile_k),
        ]
        .map(|(name, number)| (name, number.to_string()))
    }

    /// Work-items of a work-group.
    pub fn items(&self) -> usize {
        self.group_m * self.group_n
    }

    /// Rows and columns of c of a work-group.
    pub fn tile(&self) -> [usize; 2] {
        [
            self.group_m * self.item_m,
            self.group_n * self.vectors * self.width,
        ]
    }

    /// Floats that a work-item keeps in registers for its sums.
    pub fn sums(&self) -> usize {
        self.item_m * self.vectors * self.width
    }

    /// Bytes of local memory of a work-group.
    pub fn local_bytes(&self) -> usize {
        let [rows, columns] = self.tile();
        let of_b = self.tile_k * columns;
        // The tile of a is padded: by a vector each of its columns, or each of its rows.
        let floats = match self.layout {
            Layout::Interleaved => 2 * (self.tile_k * (rows + self.width) + of_b),
            Layout::Packed => rows * (self.tile_k + self.width) + of_b + rows * columns,
        };
        4 * floats
    }

    /// Does the kernel take these numbers? Whether a device has room for them is another question.
    pub fn check(&self) -> Result<(), &'static str> {
        if !self.tile_k.is_multiple_of(self.width) {
            return Err(BROKEN_STEP);
        }
        let [rows, columns] = self.tile();
        let shared = [rows * self.tile_k, self.tile_k * columns];
        let evenly = |floats: &usize| (floats / self.width).is_multiple_of(self.items());
        // Whole rows at once, or whole parts of a row.
        let items = self.items();
        let regular = |row: &usize| items.is_multiple_of(*row) || row.is_multiple_of(items);
        let rows_of_tiles = [self.tile_k, columns];
        if self.layout == Layout::Interleaved
            && !(shared.iter().all(evenly) && rows_of_tiles.iter().all(regular))
        {
            return Err(UNEVEN);
        }
        Ok(())
    }

    /// The NDRange for a c of m rows and n columns.
    pub fn range(&self, m: usize, n: usize) -> NdRange {
        let [rows, columns] = self.tile();
        let groups = [n.div_ceil(columns), m.div_ceil(rows)];
        let local = match self.layout {
            Layout::Interleaved => [self.group_n, self.group_m],
            Layout::Packed => [self.items(), 1],
        };
        NdRange {
            offset: None,
            global: vec![groups[0] * local[0], groups[1] * local[1]],
            local: Some(local.to_vec()),
            sub_group: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_numbers_are_taken_and_need_what_their_tiles_are() {
        for blocks in [Blocks::GPU, Blocks::CPU] {
            assert_eq!(blocks.check(), Ok(()));
        }
        // 16 columns of 128 + 4 floats, 16 rows of 64, both twice.
        assert_eq!(Blocks::GPU.local_bytes(), 2 * 4 * (16 * 132 + 16 * 64));
    }

    #[test]
    fn numbers_that_do_not_fit_together_are_refused() {
        let of = |change: fn(&mut Blocks)| {
            let mut blocks = Blocks::GPU;
            change(&mut blocks);
            blocks.check()
        };
        assert_eq!(of(|blocks| blocks.tile_k = 6), Err(BROKEN_STEP));
        assert_eq!(of(|blocks| blocks.group_m = 3), Err(UNEVEN));
        assert_eq!(of(|blocks| blocks.layout = Layout::Packed), Ok(()));
    }

    #[test]
    fn a_range_covers_c_and_no_whole_tile_more() {
        for blocks in [Blocks::GPU, Blocks::CPU] {
            let [rows, columns] = blocks.tile();
            for (m, n) in [(1, 1), (rows, columns), (rows + 1, columns + 1)] {
                let range = blocks.range(m, n);
                assert_eq!(range.validate(), Ok(()));
                let local = range.local.unwrap();
                let groups = [range.global[0] / local[0], range.global[1] / local[1]];
                assert!(groups[0] * columns >= n && (groups[0] - 1) * columns < n);
                assert!(groups[1] * rows >= m && (groups[1] - 1) * rows < m);
            }
        }
    }
}
