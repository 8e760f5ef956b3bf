//! The names of series and axes, and the launch sizes that measuring and fitting share.

use predictor::random::{GROUP, WIDE_GROUP};

pub(crate) const BYTES: &str = "bytes";
pub(crate) const SIDE: &str = "side";
pub(crate) const COUNT: &str = "count";
pub(crate) const STRIDE: &str = "stride";
pub(crate) const PAIR: &str = "pair";
pub(crate) const UNITS: &str = "compute units";

pub(crate) const TO: &str = "to the device";
pub(crate) const FROM: &str = "from the device";

pub(crate) const TRANSFER: &str = "transfer";
pub(crate) const STARTS: &str = "starts";
pub(crate) const BASE: &str = "base cost";
pub(crate) const IN_A_ROW: &str = "launches in a row";
pub(crate) const NEAR_READS: &str = "near";
pub(crate) const FAR: &str = "far";
pub(crate) const SHARED: &str = "local memory";
pub(crate) const LATENCY: &str = "latency";
pub(crate) const MIXED: &str = "overlap";
pub(crate) const DIVIDED: &str = "overlap with divisions";

/// The side of a launch in which no work-item waits for another.
pub(crate) const FEW: usize = 32;

/// The sides of launches of so few work-groups that sleeping cores hardly take part.
pub(crate) const FEW_SIDES: [usize; 2] = [FEW, 2 * FEW];

/// The work-group of the probes, and of the random kernels that are predicted.
pub(crate) fn usual_group(is_cpu: bool) -> [usize; 2] {
    if is_cpu { WIDE_GROUP } else { GROUP }
}
