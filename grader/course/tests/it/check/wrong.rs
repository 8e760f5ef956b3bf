//! Wrong results: each is caught, shrunk to the smallest case there is, and explained by what the data
//! proves.

use super::*;

#[test]
fn a_missing_guard_is_shrunk_to_one_element_and_shows_who_wrote_behind_it() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| saxpy_at(item, item.gid)),
    );
    assert_eq!(report.verdict, Verdict::WroteOutside);
    assert_eq!(case(&report, 3), "n = 1, work-group = 4, alpha = 2");
    let counterexample = report.counterexample.unwrap();
    assert_eq!(counterexample.range, NdRange::linear(4, 4));
    assert!(counterexample.shrinking.unwrap().complete);
    assert!(counterexample.wrong.is_empty());
    let [outside] = counterexample.outside.as_slice() else {
        panic!("{:?}", counterexample.outside);
    };
    assert_eq!((outside.buffer.as_str(), outside.index), ("y", 1));
    assert_eq!((outside.len, outside.count), (1, 3));
    assert!(outside.value.is_some());
    let owner = outside.owner.as_ref().unwrap();
    assert_eq!((owner.global[0], owner.local[0], owner.group[0]), (1, 1, 0));
}

#[test]
fn a_local_id_for_a_global_one_is_shrunk_to_two_work_groups() {
    let report = checked(
        "fill",
        &mut engine("fill", |item| {
            if item.lid < item.value(1) as usize {
                let value = item.value(0).wrapping_add(item.lid as u32);
                item.set(0, item.lid as i64, value);
            }
        }),
    );
    assert_eq!(report.verdict, Verdict::Wrong);
    // The smallest with more than one work-group: two of one work-item.
    assert_eq!(case(&report, 3), "n = 2, work-group = 1, first = 1");
    let counterexample = report.counterexample.unwrap();
    let [wrong] = counterexample.wrong.as_slice() else {
        panic!("{:?}", counterexample.wrong);
    };
    assert_eq!((wrong.index, wrong.wrong, wrong.of), (1, 1, 2));
    assert_eq!(wrong.expected, "2");
    assert_eq!(wrong.state, ElementState::NeverWritten);
    assert_eq!(wrong.owner.as_ref().unwrap().group, [1]);
    assert_eq!(
        counterexample.explanations,
        [Explanation::FirstGroupRight {
            buffer: "out".to_owned(),
            groups: 2
        }]
    );
}

#[test]
fn where_every_element_is_wrong_that_is_said() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| {
            if item.lid < item.value(1) as usize {
                saxpy_at(item, item.lid);
            }
        }),
    );
    assert_eq!(case(&report, 2), "n = 2, work-group = 1");
    assert_eq!(
        report.counterexample.unwrap().explanations,
        [Explanation::All {
            buffer: "y".to_owned(),
            count: 2
        }]
    );
}

#[test]
fn a_missing_term_is_shown_with_what_was_expected_and_what_came() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| {
            if item.gid < item.value(1) as usize {
                let product = f32::from_bits(item.value(0)) * item.get_f32(0, item.gid as i64);
                item.set_f32(1, item.gid as i64, product);
            }
        }),
    );
    assert_eq!(report.verdict, Verdict::Wrong);
    assert_eq!(
        case(&report, 5),
        "n = 1, work-group = 4, alpha = 2, x = 1, y = 10"
    );
    let wrong = &report.counterexample.unwrap().wrong[0];
    assert_eq!((wrong.expected.as_str(), wrong.got.as_str()), ("12", "2"));
    assert_eq!(wrong.allowed_ulps, 1.0);
    assert!(wrong.ulps.unwrap() > 1e6);
}

#[test]
fn a_negative_alpha_alone_is_found_and_kept_by_shrinking() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| {
            if f32::from_bits(item.value(0)) >= 0.0 {
                saxpy(item);
            }
        }),
    );
    assert_eq!(case(&report, 3), "n = 1, work-group = 4, alpha = -1");
    assert_eq!(
        report.counterexample.unwrap().explanations,
        [Explanation::Unchanged {
            buffer: "y".to_owned(),
            count: 1
        }]
    );
}

#[test]
fn a_mistake_that_only_large_sizes_show_is_found_and_shrunk_to_its_edge() {
    let report = checked(
        "fill",
        &mut engine("fill", |item| {
            let i = item.gid as u32;
            if i < item.value(1) && i < 1000 {
                item.set(0, i.into(), item.value(0).wrapping_add(i));
            }
        }),
    );
    assert_eq!(case(&report, 2), "n = 1001, work-group = 4");
    let counterexample = report.counterexample.unwrap();
    assert!(counterexample.shrinking.unwrap().complete);
    assert_eq!(
        counterexample.explanations,
        [Explanation::LastGroupOnly {
            buffer: "out".to_owned(),
            group: 250
        }]
    );
}

#[test]
fn the_neighbours_value_is_recognised() {
    let report = checked(
        "fill",
        &mut engine("fill", |item| {
            let (i, n) = (item.gid as u32, item.value(1));
            if i < n {
                // Rotated by one.
                item.set(0, i.into(), item.value(0).wrapping_add((i + 1) % n));
            }
        }),
    );
    assert_eq!(case(&report, 2), "n = 2, work-group = 4");
    let explanations = report.counterexample.unwrap().explanations;
    assert_eq!(
        explanations[0],
        Explanation::BelongsAt {
            buffer: "out".to_owned(),
            index: 0,
            belongs: 1
        }
    );
}

#[test]
fn another_mapping_with_the_right_values_is_told_by_who_wrote() {
    let report = checked(
        "map-contiguous",
        &mut engine("map-contiguous", |item| {
            for k in 0..item.value(1) as usize {
                let i = item.gid + k * item.global_size;
                if i < item.value(0) as usize {
                    let doubled = (item.get(0, i as i64) as i32)
                        .wrapping_mul(2)
                        .wrapping_add(1);
                    item.set(0, i as i64, doubled as u32);
                    item.set(1, i as i64, item.gid as u32);
                }
            }
        }),
    );
    assert_eq!(report.verdict, Verdict::Wrong);
    assert_eq!(case(&report, 3), "w = 2, per_item = 2, work-group = 4");
    let counterexample = report.counterexample.unwrap();
    let [Explanation::DoneBy { index: 1, by, .. }] = counterexample.explanations.as_slice() else {
        panic!("{:?}", counterexample.explanations);
    };
    assert_eq!((by.global[0], by.local[0], by.group[0]), (1, 1, 0));
    let wrong = counterexample.wrong;
    assert_eq!(wrong.len(), 1);
    assert_eq!((wrong[0].buffer.as_str(), wrong[0].index), ("who", 1));
    assert_eq!(
        (wrong[0].expected.as_str(), wrong[0].got.as_str()),
        ("0", "1")
    );
}

#[test]
fn an_element_done_twice_is_recognised() {
    let report = checked(
        "map-contiguous",
        &mut engine("map-contiguous", |item| {
            let per_item = item.value(1) as usize;
            // One too far: the next work-item's first element is done again.
            for k in 0..=per_item {
                let i = item.gid * per_item + k;
                if i < item.value(0) as usize {
                    let doubled = (item.get(0, i as i64) as i32)
                        .wrapping_mul(2)
                        .wrapping_add(1);
                    item.set(0, i as i64, doubled as u32);
                    item.set(1, i as i64, item.gid as u32);
                }
            }
        }),
    );
    assert_eq!(case(&report, 3), "w = 2, per_item = 1, work-group = 4");
    let explanations = report.counterexample.unwrap().explanations;
    assert_eq!(
        explanations[0],
        Explanation::DoneTwice {
            buffer: "data".to_owned(),
            index: 1
        }
    );
}

#[test]
fn a_changed_input_is_wrong_even_where_the_output_is_right() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| {
            saxpy(item);
            if item.gid < item.value(1) as usize {
                item.set_f32(0, item.gid as i64, 0.0);
            }
        }),
    );
    assert_eq!(report.verdict, Verdict::Wrong);
    assert_eq!(
        report.counterexample.unwrap().explanations,
        [Explanation::InputChanged {
            buffer: "x".to_owned()
        }]
    );
}

#[test]
fn a_write_in_the_empty_case_alone_is_found() {
    let report = checked(
        "fill",
        &mut engine("fill", |item| {
            let (i, n) = (item.gid as u32, item.value(1));
            // An unsigned n - 1 goes round at n = 0.
            if i <= n.wrapping_sub(1) {
                item.set(0, i.into(), item.value(0).wrapping_add(i));
            }
        }),
    );
    assert_eq!(report.verdict, Verdict::WroteOutside);
    assert_eq!(case(&report, 2), "n = 0, work-group = 4");
    let explanations = report.counterexample.unwrap().explanations;
    assert_eq!(explanations, [Explanation::EmptyCase]);
}
