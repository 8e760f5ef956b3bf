//! Fits an overlap: the exponent of [`predictor::norm`] that predicts probes best.

use predictor::{Caches, Profile, Work};

/// The sum of the squared log errors of some probes.
fn misses(probes: &[(Work, f64)], profile: &Profile) -> f64 {
    let errors = probes.iter().filter_map(|(work, seconds)| {
        let predicted = predictor::predict(work, profile, Caches::Aware).ok()?;
        Some((predicted.seconds / seconds).ln().powi(2))
    });
    errors.sum()
}

/// The exponent from 1 to 8 whose profile predicts the probes best.
pub(super) fn exponent(probes: &[(Work, f64)], with: impl Fn(f64) -> Profile) -> f64 {
    best(|exponent| misses(probes, &with(exponent)))
}

/// The exponent from 1 to 8 with the least error; the smallest if all are equal.
pub(super) fn best(misses: impl Fn(f64) -> f64) -> f64 {
    let exponents = (10..=80).map(|tenths| f64::from(tenths) / 10.0);
    let tried = exponents.map(|exponent| (misses(exponent), exponent));
    let best = tried.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(1.0, |(_, exponent)| exponent)
}

/// Like [`exponent`], at any clock speed: it may differ from that of the operations' probes.
pub(super) fn exponent_at_any_pace(probes: &[(Work, f64)], with: impl Fn(f64) -> Profile) -> f64 {
    let paces = (-10..=10).map(|step| 1.1_f64.powi(step));
    let tried = paces.map(|pace| {
        let at = |exponent: f64| at_pace(with(exponent), pace);
        let exponent = exponent(probes, at);
        (misses(probes, &at(exponent)), exponent)
    });
    let best = tried.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(1.0, |(_, exponent)| exponent)
}

/// A profile at a clock speed that is `pace` times slower.
fn at_pace(mut profile: Profile, pace: f64) -> Profile {
    for cost in profile.operation.values_mut() {
        cost.seconds *= pace;
    }
    profile.near.affine *= pace;
    profile
}
