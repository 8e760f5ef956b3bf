//! The product on the host's own processor, as plainly as source 1 has it: what a device's is held against.

use std::thread;

// ANCHOR: rows
/// Some rows of c, from the same rows of a: a row of a times a column of b, element by element.
pub fn rows(side: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    if side == 0 {
        return;
    }
    for (a, c) in a.chunks_exact(side).zip(c.chunks_exact_mut(side)) {
        for (column, c) in c.iter_mut().enumerate() {
            let mut sum = 0.0;
            for (i, &a) in a.iter().enumerate() {
                sum += a * b[i * side + column];
            }
            *c = sum;
        }
    }
}
// ANCHOR_END: rows

// ANCHOR: threads
/// `c = a b` for square matrices, the rows of c shared out over all threads of the host.
pub fn all_threads(side: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = side.div_ceil(threads).max(1) * side.max(1);
    thread::scope(|scope| {
        for (a, c) in a.chunks(share).zip(c.chunks_mut(share)) {
            scope.spawn(move || rows(side, a, b, c));
        }
    });
}
// ANCHOR_END: threads
