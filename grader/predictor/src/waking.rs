//! Cores sleep between launches. One begins a launch at once, the others join it when they are awake: a launch that one
//! core has done by then is as long as that core alone takes.

use crate::profile::Profile;

impl Profile {
    /// Seconds of a launch of so many work-groups, above those of the least launch, if all of its cores, beginning
    /// together, would take so many.
    pub fn one_by_one(&self, together: f64, groups: f64) -> f64 {
        let (cores, waking) = (self.cores(groups), self.waking.unwrap_or(0.0));
        let alone = together * cores;
        if alone <= waking {
            alone
        } else {
            waking + (alone - waking) / cores
        }
    }

    /// The other way round: seconds that all of its cores, beginning together, would take of what took so many.
    pub fn together(&self, one_by_one: f64, groups: f64) -> f64 {
        let (cores, waking) = (self.cores(groups), self.waking.unwrap_or(0.0));
        if one_by_one <= waking {
            one_by_one / cores
        } else {
            one_by_one - waking + waking / cores
        }
    }

    /// How many cores have something to do.
    pub fn cores(&self, groups: f64) -> f64 {
        self.units.unwrap_or(1.0).min(groups).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four_cores() -> Profile {
        Profile {
            units: Some(4.0),
            waking: Some(8.0),
            ..Profile::default()
        }
    }

    #[test]
    fn a_core_is_alone_with_a_launch_until_the_others_wake() {
        assert_eq!(four_cores().one_by_one(1.0, 16.0), 4.0);
        // It has done 8 of 40 when they join it.
        assert_eq!(four_cores().one_by_one(10.0, 16.0), 8.0 + 32.0 / 4.0);
    }

    #[test]
    fn nobody_joins_where_there_is_one_work_group() {
        assert_eq!(four_cores().one_by_one(10.0, 1.0), 10.0);
    }

    #[test]
    fn a_device_that_was_not_measured_begins_everywhere_at_once() {
        let profile = Profile {
            waking: None,
            ..four_cores()
        };
        assert_eq!(profile.one_by_one(10.0, 16.0), 10.0);
        assert_eq!(profile.together(10.0, 16.0), 10.0);
    }

    #[test]
    fn what_cores_take_together_is_told_by_what_they_took_one_by_one() {
        for (together, groups) in [
            (0.0, 16.0),
            (1.0, 16.0),
            (2.0, 16.0),
            (30.0, 16.0),
            (5.0, 3.0),
        ] {
            let took = four_cores().one_by_one(together, groups);
            assert!((four_cores().together(took, groups) - together).abs() < 1e-12);
        }
    }
}
