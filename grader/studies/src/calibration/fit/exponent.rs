//! How far two things are done at once: the exponent of [`predictor::norm`] under which probes come out best.

use predictor::{Caches, Profile, Work};

/// How far some probes are off with a profile: the sum of the squares of errors as shares.
fn misses(probes: &[(Work, f64)], profile: &Profile) -> f64 {
    let errors = probes.iter().filter_map(|(work, seconds)| {
        let predicted = predictor::predict(work, profile, Caches::Aware).ok()?;
        Some((predicted.seconds / seconds).ln().powi(2))
    });
    errors.sum()
}

/// Of the profiles with an exponent of 1 to 8, the one under which some probes come out best.
pub(super) fn exponent(probes: &[(Work, f64)], with: impl Fn(f64) -> Profile) -> f64 {
    best(|exponent| misses(probes, &with(exponent)))
}

/// The exponent of 1 to 8 under which something misses least; 1 where all are as good.
pub(super) fn best(misses: impl Fn(f64) -> f64) -> f64 {
    let exponents = (10..=80).map(|tenths| f64::from(tenths) / 10.0);
    let tried = exponents.map(|exponent| (misses(exponent), exponent));
    let best = tried.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(1.0, |(_, exponent)| exponent)
}

/// The same, whatever a core's pace was while they ran: it is not what it was when operations were measured.
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

/// A profile of a device that takes so many times as long for what it does with what is near.
fn at_pace(mut profile: Profile, pace: f64) -> Profile {
    for cost in profile.operation.values_mut() {
        cost.seconds *= pace;
    }
    profile.near.plain *= pace;
    profile
}
