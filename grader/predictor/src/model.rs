//! The model: the work of a launch and the profile of a device give a time.

use crate::price::{Computing, Part, Prices, Row, norm};
use crate::profile::Profile;
use crate::refusal::Refusal;
use crate::work::Work;

/// A prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// Each kind of cost.
    pub rows: Vec<Row>,
    /// Seconds that a launch takes that does nothing, and until its first read is there.
    pub launch: f64,
    /// Seconds of the kernel.
    pub seconds: f64,
}

/// Does the model know of caches?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caches {
    /// Accesses cost by how their addresses lie.
    Aware,
    /// Every access to global memory costs the same: a coalesced one that finds nothing in a cache, as
    /// models before that of the source had it.
    Unaware,
}

/// Predicts the time of a launch's work.
pub fn predict(work: &Work, profile: &Profile, caches: Caches) -> Result<Prediction, Refusal> {
    let mut prices = Prices::of(work, profile);
    let computing = prices.arithmetic()?;
    let near = match caches {
        Caches::Aware => prices.asking(),
        Caches::Unaware => prices.asking_without_caches(),
    };
    let waited = match caches {
        Caches::Aware => prices.fetching(computing.beside(near, profile)),
        Caches::Unaware => 0.0,
    };
    let launch = prices.launch();
    let is_rolled = prices.is_rolled();
    let hidden = profile.hidden_at(work.traffic.read + work.traffic.written);
    let joined = joined(
        &prices.rows,
        (computing, waited),
        (hidden, is_rolled),
        profile,
    );
    let seconds = launch + joined + prices.waking(joined);
    Ok(Prediction {
        rows: prices.rows,
        launch,
        seconds,
    })
}

/// Seconds from the begin of the first of some launches to the end of the last, which a host enqueues in a
/// row: none begins before the one in front of it has ended, nor before the host has come to it.
pub fn in_a_row(seconds: &[f64], profile: &Profile) -> f64 {
    let mut end = 0.0_f64;
    for (before, seconds) in seconds.iter().enumerate() {
        end = end.max(before as f64 * profile.in_a_row) + seconds;
    }
    end
}

/// What costs of the parts take together, with the seconds of arithmetic, and of fetching what no core fetches ahead,
/// and how far the one is hidden behind the other.
fn joined(
    rows: &[Row],
    (computing, waited): (Computing, f64),
    (hidden, is_rolled): (f64, bool),
    profile: &Profile,
) -> f64 {
    let of = |part: Part| {
        let of = rows.iter().filter(|row| row.part == part);
        of.map(|row| row.seconds.max(0.0)).sum::<f64>()
    };
    if profile.is_processor() {
        // Nothing is done before a core begins. What comes from further comes while it computes, if it can; while it
        // asks its nearest cache for vectors, that cache has no time to take in others; but asking for numbers one by
        // one leaves it the time.
        let (near, far) = (of(Part::Near), of(Part::Far) - waited);
        let (done, moved) = if is_rolled {
            (computing.beside(near, profile), far)
        } else {
            (computing.beside(0.0, profile), near + far)
        };
        return of(Part::Base) + norm(&[done + waited, moved], hidden);
    }
    let moved = norm(
        &[of(Part::Base), of(Part::Near), of(Part::Far)],
        profile.overlap,
    );
    norm(&[moved, computing.beside(0.0, profile)], hidden)
}

impl Prediction {
    /// Seconds of a part alone.
    pub fn of(&self, part: Part) -> f64 {
        let rows = self.rows.iter().filter(|row| row.part == part);
        rows.map(|row| row.seconds).sum()
    }

    /// The part that takes longest.
    pub fn bound(&self) -> Part {
        Part::ALL
            .into_iter()
            .max_by(|&a, &b| self.of(a).total_cmp(&self.of(b)))
            .unwrap_or(Part::Base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Number, Operation};
    use crate::profile::{Base, Chain, Cost, Hiding, Lone, Near, Private, Vectors, Wide, key};
    use crate::reader::Kind;
    use crate::refusal::{At, Why};
    use crate::traffic::{Asked, Pattern, Traffic};
    use std::collections::BTreeMap;

    const SUM: Operation = Operation {
        number: Number::Int,
        kind: "+",
    };
    const PRODUCT: Operation = Operation {
        number: Number::Float,
        kind: "*",
    };

    const DIVISION: Operation = Operation {
        number: Number::UInt,
        kind: "%",
    };

    /// A thousand work-items with three sums and four products each, a row of as many.
    fn work() -> Work {
        let operations = BTreeMap::from([(SUM, 3.0), (PRODUCT, 4.0)]);
        Work {
            items: 1000.0,
            group: 256.0,
            width: 16.0,
            path: operations.clone(),
            operations,
            wide: BTreeMap::new(),
            in_common: BTreeMap::new(),
            rolled: false,
            looped: false,
            branched: false,
            columns: false,
            row_starts: false,
            four_rows: false,
            values: 7.0,
            own_values: 7.0,
            rounds: 0.0,
            first: BTreeMap::new(),
            traffic: Traffic::default(),
            barriers: 0.0,
            guessed: false,
            said: Vec::new(),
        }
    }

    /// A sum takes a second and a product as long; ten times that without vectors.
    fn profile(pipes: f64) -> Profile {
        let cost = Cost {
            seconds: 1e-3,
            rolled: Some(1e-2),
            ..Cost::default()
        };
        Profile {
            pipes,
            overlap: 1.0,
            hidden: 1.0,
            base: vec![Base {
                items: 1.0,
                seconds: 0.0,
            }],
            operation: [SUM, PRODUCT].map(|of| (key(of), cost)).into(),
            ..Profile::default()
        }
    }

    /// A read of a row, of so many bytes for each work-item, of which a work-group has not touched so many, and no
    /// other so many.
    fn row(bytes: u32, fresh: f64, new: f64) -> Asked {
        Asked {
            at: At {
                file: "k.cl".to_owned(),
                line: 1,
                column: 1,
            },
            local: false,
            kind: Kind::Load,
            pattern: Pattern::Coalesced,
            plain: true,
            is_moved: true,
            stride: Some(i64::from(bytes)),
            bytes,
            count: 1.0,
            degree: 4.0,
            fresh,
            new,
        }
    }

    /// The same work-items with such a read.
    fn reading(row: Asked) -> Work {
        Work {
            traffic: Traffic {
                asked: vec![row],
                ..Traffic::default()
            },
            ..work()
        }
    }

    /// A byte from far takes so many seconds.
    fn far(read: f64) -> Vec<crate::profile::Far> {
        vec![crate::profile::Far {
            bytes: 1.0,
            read,
            ..crate::profile::Far::default()
        }]
    }

    fn seconds(work: &Work, profile: &Profile) -> f64 {
        let predicted = predict(work, profile, Caches::Aware).expect("a prediction");
        predicted.seconds
    }

    #[test]
    fn a_function_that_is_computed_one_by_one_keeps_the_rest_from_being_vectors() {
        let sine = Operation {
            number: Number::Float,
            kind: "sin",
        };
        let sum = Operation {
            number: Number::Float,
            kind: "+",
        };
        let work = Work {
            operations: BTreeMap::from([(sum, 5.0), (sine, 1.0)]),
            path: BTreeMap::from([(sum, 5.0), (sine, 1.0)]),
            ..work()
        };
        let with = |wide: f64| {
            let mut profile = Profile {
                vectors: Some(Vectors {
                    over_loops: true,
                    over_branches: true,
                    over_columns: None,
                    over_row_starts: None,
                    over_four_rows: None,
                    written_out: None,
                }),
                chain: vec![Chain {
                    operations: 6.0,
                    factor: 3.0,
                }],
                ..profile(1.0)
            };
            let cost = |seconds, rolled| Cost {
                seconds,
                rolled: Some(rolled),
                ..Cost::default()
            };
            profile.operation.insert(key(sum), cost(1e-3, 1e-2));
            profile.operation.insert(key(sine), cost(wide, 1.0));
            profile
        };
        // Five sums and a sine, all of them vectors.
        assert!((seconds(&work, &with(0.1)) - 105.0).abs() < 1e-9);
        // One by one: sums ten times as long, which wait for as long again twice; a sine waits within itself.
        assert!((seconds(&work, &with(0.9)) - (50.0 + 1000.0 + 100.0)).abs() < 1e-9);
    }

    #[test]
    fn rounds_of_loops_cost_where_there_are_no_vectors() {
        let work = Work {
            operations: BTreeMap::new(),
            path: BTreeMap::new(),
            looped: true,
            rounds: 8.0,
            ..work()
        };
        let with = |over_loops| Profile {
            vectors: Some(Vectors {
                over_loops,
                over_branches: true,
                over_columns: None,
                over_row_starts: None,
                over_four_rows: None,
                written_out: None,
            }),
            round: Some(1e-3),
            ..profile(1.0)
        };
        assert!((seconds(&work, &with(false)) - 8.0).abs() < 1e-9);
        assert!(seconds(&work, &with(true)) < 1e-9);
    }

    /// The same for a processor that makes vectors of all.
    fn processor(pipes: f64) -> Profile {
        Profile {
            vectors: Some(Vectors {
                over_loops: true,
                over_branches: true,
                over_columns: None,
                over_row_starts: None,
                over_four_rows: None,
                written_out: None,
            }),
            ..profile(pipes)
        }
    }

    #[test]
    fn a_processor_computes_once_what_a_row_has_in_common() {
        let work = Work {
            in_common: BTreeMap::from([(PRODUCT, 4.0)]),
            ..work()
        };
        // Three sums, and four products for each sixteen work-items.
        assert!((seconds(&work, &processor(1.0)) - (3.0 + 4.0 / 16.0)).abs() < 1e-9);
        assert!((seconds(&work, &profile(1.0)) - 7.0).abs() < 1e-9);
    }

    #[test]
    fn a_division_of_whole_numbers_keeps_the_rest_from_being_vectors() {
        let work = Work {
            operations: BTreeMap::from([(SUM, 3.0), (DIVISION, 1.0)]),
            path: BTreeMap::new(),
            ..work()
        };
        let mut profile = processor(1.0);
        let cost = Cost {
            seconds: 0.2,
            rolled: Some(0.2),
            ..Cost::default()
        };
        profile.operation.insert(key(DIVISION), cost);
        assert!((seconds(&work, &profile) - (30.0 + 200.0)).abs() < 1e-9);
        // Once for a row it is as long, but stands before the vectors.
        let once = Work {
            in_common: BTreeMap::from([(DIVISION, 1.0)]),
            ..work
        };
        assert!((seconds(&once, &profile) - (3.0 + 200.0 / 16.0)).abs() < 1e-9);
    }

    #[test]
    fn a_core_waits_for_a_lone_read_the_longer_the_more_it_does_beside() {
        let lone = |beside, seconds| Lone {
            beside,
            bytes: 1.0,
            seconds,
        };
        let profile = Profile {
            lone: vec![lone(1e-2, 1.0), lone(1.0, 5.0)],
            hidden: 100.0,
            ..processor(1.0)
        };
        let with = |products: f64| {
            let operations = BTreeMap::from([(PRODUCT, products)]);
            let work = Work {
                rolled: true,
                path: BTreeMap::new(),
                operations,
                ..reading(Asked {
                    stride: None,
                    ..row(4, 32.0, 32.0)
                })
            };
            seconds(&work, &profile)
        };
        // A product takes a hundredth of a second for each of a thousand work-items, and the read is not hidden.
        assert!((with(1.0) - (10.0 + 1000.0)).abs() < 1e-6);
        assert!((with(100.0) - (1000.0 + 5000.0)).abs() < 1e-6);
    }

    #[test]
    fn few_work_groups_leave_units_of_the_device_without_work() {
        // A thousand work-items are not quite four work-groups.
        let with = |units| Profile {
            units: Some(units),
            ..profile(1.0)
        };
        assert!((seconds(&work(), &with(16.0)) - 7.0 * 16.0 / (1000.0 / 256.0)).abs() < 1e-9);
        assert!((seconds(&work(), &with(2.0)) - 7.0).abs() < 1e-9);
    }

    #[test]
    fn one_core_does_what_is_done_before_the_others_wake() {
        // Together two cores take 7 seconds, one alone 14.
        let predicted = |waking| {
            let profile = Profile {
                units: Some(2.0),
                waking,
                ..profile(1.0)
            };
            predict(&work(), &profile, Caches::Aware).expect("a prediction")
        };
        assert!((predicted(Some(20.0)).seconds - 14.0).abs() < 1e-9);
        let late = predicted(Some(4.0));
        assert!((late.seconds - (4.0 + 10.0 / 2.0)).abs() < 1e-9);
        let asleep = late.rows.iter().find(|row| row.what == "cores asleep");
        assert!((asleep.expect("a row").seconds - 2.0).abs() < 1e-9);
        let awake = predicted(None);
        assert!((awake.seconds - 7.0).abs() < 1e-9);
        assert!(awake.rows.iter().all(|row| row.what != "cores asleep"));
    }

    #[test]
    fn a_work_item_without_vectors_costs_something_by_itself() {
        let item = |profile| Profile {
            item: Some(1e-3),
            ..profile
        };
        let rolled = Work {
            rolled: true,
            ..work()
        };
        let more = seconds(&rolled, &item(processor(1.0))) - seconds(&rolled, &processor(1.0));
        assert!((more - 1.0).abs() < 1e-9);
        let none = seconds(&work(), &item(processor(1.0))) - seconds(&work(), &processor(1.0));
        assert!(none.abs() < 1e-9);
    }

    #[test]
    fn operations_wait_while_others_are_done() {
        let waits = Profile {
            chain: vec![Chain {
                operations: 7.0,
                factor: 3.0,
            }],
            ..processor(1.0)
        };
        let rolled = |path: f64| Work {
            rolled: true,
            path: BTreeMap::from([(PRODUCT, path)]),
            ..work()
        };
        // Seven take 70; two that wait, 3 times as long as each takes, 60; four 120.
        assert!((seconds(&rolled(2.0), &waits) - 70.0).abs() < 1e-9);
        assert!((seconds(&rolled(4.0), &waits) - 120.0).abs() < 1e-9);
    }

    #[test]
    fn a_processor_finds_near_what_the_work_group_before_has_touched() {
        let reads = Work {
            operations: BTreeMap::new(),
            path: BTreeMap::new(),
            ..reading(row(4, 6.0, 4.0))
        };
        let with = |profile| Profile {
            far: far(1e-3),
            ..profile
        };
        assert!((seconds(&reads, &with(profile(1.0))) - 6.0).abs() < 1e-9);
        assert!((seconds(&reads, &with(processor(1.0))) - 4.0).abs() < 1e-9);
    }

    #[test]
    fn a_processor_computes_while_data_comes_but_not_before_it_begins() {
        let starts = [(1.0, 1.0), (1000.0, 2.0)].map(|(items, seconds)| Base { items, seconds });
        let fetches = Profile {
            far: far(7e-3),
            hidden: 100.0,
            base: starts.into(),
            ..processor(1.0)
        };
        // 1 for the launch, 1 to start a thousand, and 7 to compute and to fetch.
        let taken = seconds(&reading(row(4, 1.0, 1.0)), &fetches);
        assert!((taken - 9.0).abs() < 0.1, "{taken}");
    }

    #[test]
    fn pipelines_add_up_or_the_busiest_counts() {
        assert!((seconds(&work(), &profile(1.0)) - 7.0).abs() < 1e-9);
        assert!((seconds(&work(), &profile(2.0)) - 5.0).abs() < 1e-9);
    }

    #[test]
    fn a_core_divides_beside_what_else_it_computes() {
        let work = Work {
            operations: BTreeMap::from([(SUM, 3.0), (DIVISION, 4.0)]),
            rolled: true,
            path: BTreeMap::new(),
            ..work()
        };
        let with = |divisions, profile: Profile| {
            let cost = profile.operation[&key(SUM)];
            let mut profile = Profile {
                divisions,
                ..profile
            };
            profile.operation.insert(key(DIVISION), cost);
            seconds(&work, &profile)
        };
        assert!((with(Some(2.0), processor(1.0)) - 50.0).abs() < 1e-9);
        // A profile without it says of divisions what it says of all.
        assert!((with(None, processor(1.0)) - 70.0).abs() < 1e-9);
        assert!((with(None, processor(2.0)) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn private_arrays_cost_what_was_measured_or_there_is_no_prediction() {
        let work = Work {
            operations: BTreeMap::from([(Operation::PRIVATE_READ, 2.0)]),
            ..work()
        };
        let refused = predict(&work, &profile(1.0), Caches::Aware).expect_err("no cost");
        assert_eq!(refused.why, Why::OlderProfile("private read"));
        let mut measured = profile(1.0);
        measured.near.private = Some(Private {
            read: 1e-3,
            write: 0.0,
        });
        let predicted = predict(&work, &measured, Caches::Aware).expect("a prediction");
        assert_eq!(predicted.bound(), Part::Near);
        assert!((predicted.of(Part::Near) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn rows_of_vectors_cost_by_their_width() {
        let of = |bytes: u32| Work {
            operations: BTreeMap::new(),
            ..reading(row(bytes, 0.0, 0.0))
        };
        let mut measured = profile(1.0);
        measured.near.plain = 1e-3;
        measured.near.vector = vec![
            Wide {
                bytes: 4.0,
                seconds: 1e-3,
            },
            Wide {
                bytes: 16.0,
                seconds: 4e-3,
            },
        ];
        assert!((seconds(&of(4), &measured) - 1.0).abs() < 1e-9);
        assert!((seconds(&of(8), &measured) - 2.0).abs() < 1e-9);
        assert!((seconds(&of(16), &measured) - 4.0).abs() < 1e-9);
    }

    #[test]
    fn without_vectors_operations_cost_more_and_wait_for_one_another() {
        let vectors = |over_loops| Profile {
            vectors: Some(Vectors {
                over_loops,
                over_branches: true,
                over_columns: None,
                over_row_starts: None,
                over_four_rows: None,
                written_out: None,
            }),
            chain: vec![Chain {
                operations: 7.0,
                factor: 3.0,
            }],
            ..profile(1.0)
        };
        let looped = Work {
            looped: true,
            ..work()
        };
        assert!((seconds(&looped, &vectors(true)) - 7.0).abs() < 1e-9);
        // Ten times as long, and all seven wait for twice as long again.
        assert!((seconds(&looped, &vectors(false)) - 210.0).abs() < 1e-9);
        let rolled = Work {
            rolled: true,
            ..looped
        };
        assert!((seconds(&rolled, &vectors(true)) - 210.0).abs() < 1e-9);
        let columns = Work {
            columns: true,
            ..work()
        };
        let starts = Work {
            row_starts: true,
            ..work()
        };
        let guessed = Profile {
            vectors: Some(Vectors {
                over_loops: true,
                over_branches: true,
                over_columns: Some(false),
                over_row_starts: Some(6.5),
                over_four_rows: None,
                written_out: None,
            }),
            ..vectors(true)
        };
        // Where the compiler guesses an argument to be 1: for a column always, for the start of a row where the
        // kernel's seven values are too many.
        for work in [&columns, &starts] {
            assert!((seconds(work, &vectors(true)) - 7.0).abs() < 1e-9);
            assert!((seconds(work, &guessed) - 210.0).abs() < 1e-9);
        }
        let small = Work {
            values: 6.0,
            ..starts
        };
        assert!((seconds(&small, &guessed) - 7.0).abs() < 1e-9);
        // What the text makes a vector of is one in any case.
        let wide = Work {
            wide: work().operations,
            path: BTreeMap::new(),
            ..rolled
        };
        assert!((seconds(&wide, &vectors(true)) - 7.0).abs() < 1e-9);
    }

    #[test]
    fn how_much_a_launch_touches_says_how_far_it_computes_meanwhile() {
        let profile = Profile {
            hidden: 2.0,
            far: far(7e-3),
            ..processor(1.0)
        };
        let hiding = [(1e3, 1.0), (1e5, 4.0)];
        let hiding = hiding.map(|(bytes, exponent)| Hiding { bytes, exponent });
        let measured = Profile {
            hiding: hiding.into(),
            ..profile.clone()
        };
        let with = |read: f64, written: f64, profile: &Profile| {
            let mut work = reading(row(4, 1.0, 1.0));
            (work.traffic.read, work.traffic.written) = (read, written);
            seconds(&work, profile)
        };
        // 7 to compute and 7 to fetch: after one another, and the more at once the further the data comes from.
        let is = |seconds: f64, exponent: f64| {
            (seconds - 7.0 * 2.0_f64.powf(1.0 / exponent)).abs() < 1e-9
        };
        assert!(is(with(5e2, 5e2, &measured), 1.0));
        assert!(is(with(9e3, 1e3, &measured), 2.0));
        assert!(is(with(5e4, 5e4, &measured), 4.0));
        assert!(is(with(1e9, 0.0, &measured), 4.0));
        assert!(is(with(5e2, 5e2, &profile), 2.0));
        assert!((measured.hidden_at(1e4) - 2.0).abs() < 1e-9);
        assert!((measured.hidden_at(0.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn asking_for_vectors_keeps_the_nearest_cache_from_taking_in_others() {
        let with = |rolled: bool, read: f64| {
            let mut profile = Profile {
                far: far(read),
                hidden: 2.0,
                ..processor(1.0)
            };
            profile.near.plain = 2e-3;
            profile.near.rolled = Some(2e-3);
            let work = Work {
                rolled,
                ..reading(row(4, 1.0, 1.0))
            };
            seconds(&work, &profile)
        };
        // 7 to compute, beside 2 to ask and 22 to fetch.
        assert!((with(false, 22e-3) - 25.0).abs() < 1e-9);
        // Without vectors 70 to compute and 2 to ask, beside 54 to fetch.
        assert!((with(true, 54e-3) - 90.0).abs() < 1e-9);
    }

    #[test]
    fn a_core_divides_floats_beside_all_else_that_it_does() {
        let [division, root] = ["/", "sqrt"].map(|kind| Operation {
            number: Number::Float,
            kind,
        });
        let with = |quotients, rolled: bool| {
            let mut profile = Profile {
                quotients,
                ..processor(1.0)
            };
            let cost = profile.operation[&key(SUM)];
            profile.operation.insert(key(division), cost);
            profile.operation.insert(key(root), cost);
            profile.near.rolled = Some(66e-3);
            let work = Work {
                operations: BTreeMap::from([(SUM, 3.0), (division, 3.0), (root, 1.0)]),
                path: BTreeMap::new(),
                rolled,
                ..reading(row(4, 0.0, 0.0))
            };
            seconds(&work, &profile)
        };
        assert!((with(Some(2.0), false) - 5.0).abs() < 1e-9);
        assert!((with(None, false) - 7.0).abs() < 1e-9);
        // Without vectors: 40 to divide, beside 30 of sums and 66 to ask what is near.
        assert!((with(Some(2.0), true) - 104.0).abs() < 1e-9);
        assert!((with(None, true) - 136.0).abs() < 1e-9);
    }

    /// What asking what is near takes, of the same work-items, which compute nothing.
    fn asking(asked: Asked, rolled: bool, near: Near) -> f64 {
        let work = Work {
            operations: BTreeMap::new(),
            path: BTreeMap::new(),
            rolled,
            ..reading(asked)
        };
        let profile = Profile {
            near,
            ..processor(1.0)
        };
        seconds(&work, &profile)
    }

    #[test]
    fn a_row_that_no_argument_moves_costs_what_was_measured_of_such() {
        let with = |is_moved: bool, unmoved: Option<f64>| {
            let asked = Asked {
                is_moved,
                ..row(4, 0.0, 0.0)
            };
            let near = Near {
                plain: 1e-3,
                unmoved,
                ..Near::default()
            };
            asking(asked, false, near)
        };
        assert!((with(false, Some(5e-3)) - 5.0).abs() < 1e-9);
        assert!((with(true, Some(5e-3)) - 1.0).abs() < 1e-9);
        assert!((with(false, None) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn without_vectors_a_place_that_a_row_shares_costs_what_was_measured_of_such() {
        let with = |stride: i64, rolled: bool, rolled_same: Option<f64>| {
            let asked = Asked {
                stride: Some(stride),
                pattern: if stride == 0 {
                    Pattern::Constant
                } else {
                    Pattern::Coalesced
                },
                ..row(4, 0.0, 0.0)
            };
            let near = Near {
                same: 1e-3,
                plain: 2e-3,
                rolled: Some(5e-3),
                rolled_same,
                ..Near::default()
            };
            asking(asked, rolled, near)
        };
        assert!((with(0, true, Some(3e-3)) - 3.0).abs() < 1e-9);
        assert!((with(4, true, Some(3e-3)) - 5.0).abs() < 1e-9);
        assert!((with(0, true, None) - 5.0).abs() < 1e-9);
        assert!((with(0, false, Some(3e-3)) - 1.0).abs() < 1e-9);
    }
}
