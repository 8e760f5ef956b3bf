//! `shuffle` and `shuffle2` (6.12.12): vectors put together from chosen components.

/// Component `i` of the result is the component of `x` that the low bits of `mask[i]` name. Widths are
/// 2, 4, 8 or 16.
pub fn shuffle<T: Copy>(x: &[T], mask: &[u64], out: &mut [T]) {
    for (out, &index) in out.iter_mut().zip(mask) {
        *out = x[index as usize & (x.len() - 1)];
    }
}

/// [`shuffle`] from the components of `x`, then those of `y`.
pub fn shuffle2<T: Copy>(x: &[T], y: &[T], mask: &[u64], out: &mut [T]) {
    for (out, &index) in out.iter_mut().zip(mask) {
        let index = index as usize & (2 * x.len() - 1);
        *out = match index.checked_sub(x.len()) {
            None => x[index],
            Some(beyond) => y[beyond],
        };
    }
}
