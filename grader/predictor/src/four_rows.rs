//! Four rows at once. A compiler may make one vector of the addresses of four reads, before it looks at work-items, and
//! makes none of the work-items then. LLVM takes the addresses of a buffer four by four, in the order of the text; they
//! make a vector where each is a row of its own, `y` and something down, that nothing else reads.

use crate::crowd::Crowd;
use crate::reader::{Access, Base};
use crate::steps::Step;
use opencl_c::types::AddressSpace;
use std::collections::BTreeMap;

/// Addresses of a vector.
const AT_ONCE: usize = 4;

/// A place that moves with a work-item's: so many rows below it, and columns beside it, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    row: i64,
    column: i64,
}

/// Are there four such among the accesses with these numbers?
pub(crate) fn reads_four_rows(accesses: &[Access], live: &[usize], crowd: &Crowd) -> bool {
    // What is in a loop is another matter. An address that the text tells is none to compute.
    let asked = live.iter().map(|&number| &accesses[number]);
    let asked = asked.filter(|access| {
        matches!(access.space, AddressSpace::Global | AddressSpace::Constant)
            && access.turns.is_empty()
            && !(access.offset.is_same() && access.steps.is_some_and(|steps| !steps.is_moved))
    });
    // By buffer, and by the stretch of code that is done as a whole.
    let mut stretches: BTreeMap<(Option<Base>, u32), Vec<Option<Place>>> = BTreeMap::new();
    for access in asked {
        let stretch = stretches.entry((access.base, access.stretch)).or_default();
        stretch.push(place(access, crowd));
    }
    stretches.values().any(|places| {
        let readers = |row: i64| {
            let of = places.iter().flatten().filter(|place| place.row == row);
            of.count()
        };
        places.chunks_exact(AT_ONCE).any(|four| {
            let four: Option<Vec<Place>> = four.iter().copied().collect();
            four.is_some_and(|four| {
                let mut rows = four.iter();
                rows.all(|place| place.row != 0 && readers(place.row) == 1) && are_even(&four)
            })
        })
    })
}

/// Are their columns all the same, all different, or two and two? One that two of four share is made for itself, and
/// then they are no vector.
fn are_even(four: &[Place]) -> bool {
    let mut columns: Vec<i64> = four.iter().map(|place| place.column).collect();
    columns.sort_unstable();
    let mut runs = columns.chunk_by(|a, b| a == b).map(<[i64]>::len);
    let first = runs.next();
    runs.all(|run| Some(run) == first)
}

/// Where a work-item reads a row that an argument is between and the next, as far as it moves with the work-item.
fn place(access: &Access, crowd: &Crowd) -> Option<Place> {
    let steps = access.steps?;
    if steps.across != Step::Told || steps.down != Step::Argument {
        return None;
    }
    let [x, y, _] = &crowd.global;
    let at = |right: i64, down: i64| {
        let is_there = |lane: &usize| x[*lane] == x[0] + right && y[*lane] == y[0] + down;
        access.offset.at((0..crowd.lanes()).find(is_there)?)
    };
    let (here, beside, below) = (at(0, 0)?, at(1, 0)?, at(0, 1)?);
    let (across, pitch) = (beside - here, below - here);
    if across != i64::from(access.bytes) || pitch <= across {
        return None;
    }
    let origin = here - across * x[0] - pitch * y[0];
    // A column may lie before the work-item's.
    let row = (origin + pitch / 2).div_euclid(pitch);
    Some(Place {
        row,
        column: (origin - row * pitch) / across,
    })
}

#[cfg(test)]
mod tests {
    use crate::random::shape;
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// Does a kernel that stores this read four rows at once?
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
        work.four_rows
    }

    /// The sum of such reads, each `row,column`; and of what else is said.
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
        // The text tells this one.
        assert!(sums("matrix[77] 1,1 2,3 3,5 4,2"));
    }

    #[test]
    fn a_condition_ends_a_stretch_of_code() {
        let row = |row: usize| format!("matrix[(y + {row}) * pitch + x + {row}]");
        let [first, second, third, fourth] = [1, 2, 3, 4].map(row);
        let parted = format!(
            "float value = {first} + {second}; if ((x & 1) == 0) value += {third} + {fourth};\n\
             \x20   result[y * width + x] = value;"
        );
        assert!(!reads(&parted));
    }
}
