//! Idle CPU cores sleep between launches. One core starts a launch at once, and the others join it when they are awake.

use crate::profile::Profile;

impl Profile {
    /// Duration of a launch above an empty one's, given its duration on cores that are all awake.
    pub fn with_wake_up(&self, awake_seconds: f64, groups: f64) -> f64 {
        let (cores, wake_up) = (self.cores(groups), self.wake_up.unwrap_or(0.0));
        let alone = awake_seconds * cores;
        if alone <= wake_up {
            alone
        } else {
            wake_up + (alone - wake_up) / cores
        }
    }

    /// The inverse of [`Profile::with_wake_up`].
    pub fn without_wake_up(&self, seconds: f64, groups: f64) -> f64 {
        let (cores, wake_up) = (self.cores(groups), self.wake_up.unwrap_or(0.0));
        if seconds <= wake_up {
            seconds / cores
        } else {
            seconds - wake_up + wake_up / cores
        }
    }

    /// Cores that have a work-group to run.
    pub fn cores(&self, groups: f64) -> f64 {
        self.compute_units.unwrap_or(1.0).min(groups).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four_cores() -> Profile {
        Profile {
            compute_units: Some(4.0),
            wake_up: Some(8.0),
            ..Profile::default()
        }
    }

    #[test]
    fn one_core_works_alone_until_the_others_wake() {
        assert_eq!(four_cores().with_wake_up(1.0, 16.0), 4.0);
        // Alone for 8 of 40 seconds of work.
        assert_eq!(four_cores().with_wake_up(10.0, 16.0), 8.0 + 32.0 / 4.0);
        assert_eq!(four_cores().with_wake_up(10.0, 1.0), 10.0);
    }

    #[test]
    fn without_wake_up_inverts_with_wake_up() {
        for (awake, groups) in [
            (0.0, 16.0),
            (1.0, 16.0),
            (2.0, 16.0),
            (30.0, 16.0),
            (5.0, 3.0),
        ] {
            let took = four_cores().with_wake_up(awake, groups);
            assert!((four_cores().without_wake_up(took, groups) - awake).abs() < 1e-12);
        }
    }
}
