//! The product of matrices on the host's processor, for comparison with a device: the plain loops of source 1,
//! on one thread and on all, and a library's product, which is the fair comparison.
//!
//! `unsafe` is in one place: the call of that library, whose only interface takes pointers.

use crate::Summary;
use kernels::matmul::{all_threads, rows};
use launch::measurement::Effort;
use std::time::Instant;

/// How the host multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    /// Three loops, one thread.
    OneThread,
    /// Three loops, rows shared out over all threads.
    AllThreads,
    /// The crate `gemm`, on all threads.
    Library,
}

/// Square matrices of floats.
pub(crate) struct Square<'a> {
    pub(crate) side: usize,
    pub(crate) a: &'a [f32],
    pub(crate) b: &'a [f32],
    pub(crate) c: &'a mut [f32],
}

impl Square<'_> {
    /// `c = a b`, with the first `side` rows and columns of each.
    pub(crate) fn multiply(&mut self, how: Host) {
        match how {
            Host::OneThread => rows(self.side, self.a, self.b, self.c),
            Host::AllThreads => all_threads(self.side, self.a, self.b, self.c),
            Host::Library => library(self),
        }
    }

    /// Multiplies until the times are steady; seconds of each.
    pub(crate) fn time(&mut self, how: Host, effort: Effort) -> Vec<f64> {
        for _ in 0..effort.warm_up {
            self.multiply(how);
        }
        let began = Instant::now();
        let mut times = Vec::new();
        loop {
            let start = Instant::now();
            self.multiply(how);
            times.push(start.elapsed().as_secs_f64());
            let enough = times.len() >= effort.least as usize;
            let steady = || {
                Summary::of(&times)
                    .is_some_and(|summary| summary.standard_error <= effort.standard_error)
            };
            let spent = began.elapsed().as_secs_f64() >= effort.seconds;
            if times.len() >= effort.most as usize || enough && (spent || steady()) {
                return times;
            }
        }
    }
}

#[allow(unsafe_code)]
fn library(product: &mut Square<'_>) {
    let side = product.side;
    let elements = side * side;
    assert!(product.a.len() >= elements && product.b.len() >= elements);
    assert!(product.c.len() >= elements);
    let stride = side as isize;
    // SAFETY: element (row, column) is read or written at row * side + column, for rows and columns below
    // `side`: within the slices, as asserted above. c is borrowed for writing, so nothing else sees it, and
    // as `read_dst` is false it is not read.
    unsafe {
        gemm::gemm(
            side,
            side,
            side,
            product.c.as_mut_ptr(),
            1,
            stride,
            false,
            product.a.as_ptr(),
            1,
            stride,
            product.b.as_ptr(),
            1,
            stride,
            0.0,
            1.0,
            false,
            false,
            false,
            gemm::Parallelism::Rayon(0),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_gives_the_same_product() {
        for side in [1, 2, 7, 33] {
            let a: Vec<f32> = (0..side * side).map(|i| (i % 7) as f32 - 3.0).collect();
            let b: Vec<f32> = (0..side * side).map(|i| (i % 5) as f32 - 2.0).collect();
            let expected = |row: usize, column: usize| -> f32 {
                (0..side)
                    .map(|i| a[row * side + i] * b[i * side + column])
                    .sum()
            };
            for how in [Host::OneThread, Host::AllThreads, Host::Library] {
                let mut c = vec![f32::NAN; side * side];
                Square {
                    side,
                    a: &a,
                    b: &b,
                    c: &mut c,
                }
                .multiply(how);
                for (index, &got) in c.iter().enumerate() {
                    assert_eq!(got, expected(index / side, index % side), "{how:?} {side}");
                }
            }
        }
    }
}
