//! The kernels that measure how far two operations overlap.

use super::probes::{self, OPERATIONS, Probe};

/// The kernel of a pair of operations.
pub(super) fn side_by_side(pair: usize) -> Option<String> {
    let &(first, times, second, more) = probes::SIDE_BY_SIDE.get(pair)?;
    let (first, second) = (operation(first)?, operation(second)?);
    Some(probes::side_by_side((first, times), (second, more)))
}

/// The scalar kernel of a pair, of one of them, or of none.
pub(super) fn side_by_side_scalar(pair: usize, which: usize) -> Option<String> {
    let &(first, times, second, more) = probes::SIDE_BY_SIDE_SCALAR.get(pair)?;
    let [one, other] = probes::OF_TWO.get(which)?.map(usize::from);
    let (first, second) = (operation(first)?, operation(second)?);
    Some(probes::side_by_side_scalar(
        (first, one * times),
        (second, other * more),
    ))
}

/// The probe of an operation, by its name in a profile.
fn operation(key: &str) -> Option<&'static Probe> {
    OPERATIONS.iter().find(|probe| probe.series() == key)
}
