//! LLVM's SLP vectoriser can combine the addresses of four loads into one vector. It runs before work-items are
//! vectorised, and prevents that.
//!
//! It takes the addresses of a buffer four at a time in program order. They form a vector if each lies in a row
//! of its own below the work-item's row, and no other load reads that row.

use crate::access::{Access, Base};
use crate::sample::Sample;
use crate::steps::Step;
use opencl_c::types::AddressSpace;
use std::collections::BTreeMap;

const VECTOR: usize = 4;

/// A position relative to the work-item, in rows and elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    row: i64,
    column: i64,
}

/// Whether four of the accesses with these indices form a vector.
pub(crate) fn has_slp_addresses(accesses: &[Access], live: &[usize], sample: &Sample) -> bool {
    // Loads in loops are not combined, and a constant address is not computed.
    let loads = live.iter().map(|&number| &accesses[number]);
    let loads = loads.filter(|access| {
        matches!(access.space, AddressSpace::Global | AddressSpace::Constant)
            && access.iterations.is_empty()
            && !(access.offset.is_same() && access.steps.is_some_and(|steps| !steps.uses_argument))
    });
    // By buffer and basic block.
    let mut blocks: BTreeMap<(Option<Base>, u32), Vec<Option<Place>>> = BTreeMap::new();
    for access in loads {
        let block = blocks.entry((access.base, access.block)).or_default();
        block.push(place(access, sample));
    }
    blocks.values().any(|places| {
        let readers = |row: i64| {
            let of = places.iter().flatten().filter(|place| place.row == row);
            of.count()
        };
        places.chunks_exact(VECTOR).any(|vector| {
            let vector: Option<Vec<Place>> = vector.iter().copied().collect();
            vector.is_some_and(|vector| {
                let mut rows = vector.iter();
                rows.all(|place| place.row != 0 && readers(place.row) == 1) && are_even(&vector)
            })
        })
    })
}

/// Whether the columns are all equal, all different, or two pairs. Otherwise the compiler computes a shared
/// column separately.
fn are_even(vector: &[Place]) -> bool {
    let mut columns: Vec<i64> = vector.iter().map(|place| place.column).collect();
    columns.sort_unstable();
    let mut runs = columns.chunk_by(|a, b| a == b).map(<[i64]>::len);
    let first = runs.next();
    runs.all(|run| Some(run) == first)
}

/// The row and column that a load touches, relative to the work-item, if the row pitch is a kernel argument.
fn place(access: &Access, sample: &Sample) -> Option<Place> {
    let steps = access.steps?;
    if steps.along_row != Step::Constant || steps.along_column != Step::Argument {
        return None;
    }
    let [x, y, _] = &sample.global;
    let at = |dx: i64, dy: i64| {
        let is_there = |lane: &usize| x[*lane] == x[0] + dx && y[*lane] == y[0] + dy;
        access.offset.at((0..sample.lanes()).find(is_there)?)
    };
    let (here, beside, below) = (at(0, 0)?, at(1, 0)?, at(0, 1)?);
    let (element, pitch) = (beside - here, below - here);
    if element != i64::from(access.bytes) || pitch <= element {
        return None;
    }
    let origin = here - element * x[0] - pitch * y[0];
    // The column may lie left of the work-item's.
    let row = (origin + pitch / 2).div_euclid(pitch);
    Some(Place {
        row,
        column: (origin - row * pitch) / element,
    })
}

#[cfg(test)]
mod tests {
    use crate::random::shape;
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// Whether a kernel that stores this value has four such addresses.
    fn reads(value: &str) -> bool {
        let text = format!(
            "kernel void k(global const float *matrix, global float *result, int pitch, int width,\n\
             \x20            int height, int rounds)\n\
             {{\n    int x = get_global_id(0);\n    int y = get_global_id(1);\n\
             \x20   {value}\n}}\n"
        );
        let compiled = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes);
        let program = compiled.expect("a kernel without errors").program;
        let shape = shape("k", 64, 3, [1 << 20; 2], [32, 8]);
        let work = crate::read(&program, &shape, 16).expect("a reading");
        work.slp_addresses
    }

    /// A sum of loads, each given as `row,column` or as an expression.
    fn sums(reads_of: &str) -> bool {
        let reads_of = reads_of.split(' ').map(|read| match read.split_once(',') {
            Some((row, column)) => format!("matrix[(y + {row}) * pitch + x + {column}]"),
            None => read.to_owned(),
        });
        let sum: Vec<String> = reads_of.collect();
        reads(&format!("result[y * width + x] = {};", sum.join(" + ")))
    }

    #[test]
    fn four_rows_below_make_a_vector_wherever_their_columns_are() {
        assert!(sums("1,1 2,3 3,5 4,2"));
        assert!(sums("6,1 2,3 1,5 5,2"));
        assert!(sums("1,1 2,1 3,1 4,1"));
        assert!(sums("7,8 3,6 1,8 2,6"));
        assert!(sums("1,1 2,3 3,5 4,2 5,7 6,3"));
    }

    #[test]
    fn three_rows_and_the_own_one_do_not() {
        assert!(!sums("1,1 2,3 3,5"));
        assert!(!sums("0,1 1,3 2,5 3,2"));
        assert!(!sums("6,2 4,4 8,1 1,4"));
    }

    #[test]
    fn a_row_that_another_read_shares_does_not() {
        assert!(!sums("1,1 2,3 3,5 4,2 1,7"));
        assert!(sums("1,1 2,3 3,5 4,2 4,2"));
    }

    #[test]
    fn addresses_are_taken_four_by_four() {
        assert!(!sums("0,1 1,3 2,5 3,2 4,1 5,6 6,3"));
        assert!(sums("0,1 1,3 2,5 3,2 4,1 5,6 6,3 7,2"));
        assert!(!sums("matrix[x&63] 1,1 2,3 3,5 4,2"));
        assert!(!sums("matrix[4*pitch+x+4] 1,1 2,3 3,5 4,2"));
        // A constant address.
        assert!(sums("matrix[77] 1,1 2,3 3,5 4,2"));
    }

    #[test]
    fn a_condition_ends_a_stretch_of_code() {
        let row = |row: usize| format!("matrix[(y + {row}) * pitch + x + {row}]");
        let [first, second, third, fourth] = [1, 2, 3, 4].map(row);
        let text = format!(
            "float value = {first} + {second}; if ((x & 1) == 0) value += {third} + {fourth};\n\
             \x20   result[y * width + x] = value;"
        );
        assert!(!reads(&text));
    }
}
