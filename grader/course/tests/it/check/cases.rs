//! Which cases are run: seeds, corners, tokens.

use super::*;

#[test]
fn the_same_seed_gives_the_same_report_and_another_seed_other_cases() {
    // No corner has so many elements.
    let wrong = |item: &mut Item<'_>| {
        if !(2000..=4096).contains(&item.value(1)) {
            saxpy(item);
        }
    };
    let run = |seed| {
        let mut engine = engine("saxpy", wrong);
        let settings = Settings {
            seed,
            ..Settings::default()
        };
        let clock = &mut Clock::default();
        let report = check(
            &exercise("saxpy"),
            &source().into(),
            &mut [&mut engine],
            &settings,
            clock,
        );
        (serde_json::to_string(&report).unwrap(), engine.launches)
    };
    let (first, second, other) = (run(1), run(1), run(2));
    assert_eq!(first.0, second.0);
    assert!(first.1 == second.1);
    assert!(first.1 != other.1);
}

#[test]
fn corner_cases_always_run_and_more_cases_are_drawn_as_asked() {
    let corners = kernels::problem("saxpy").unwrap().corners().len();
    for (asked, run) in [(0, corners), (1, corners), (corners + 5, corners + 5)] {
        let mut engine = engine("saxpy", saxpy);
        let settings = Settings {
            cases: asked as u32,
            ..Settings::default()
        };
        let clock = &mut Clock::default();
        let report = check(
            &exercise("saxpy"),
            &source().into(),
            &mut [&mut engine],
            &settings,
            clock,
        );
        assert_eq!(report.stages[0].cases as usize, run);
    }
}

#[test]
fn a_token_replays_its_case_and_no_other() {
    let no_guard = |item: &mut Item<'_>| saxpy_at(item, item.gid);
    let found = checked("saxpy", &mut engine("saxpy", no_guard));
    let found = found.counterexample.unwrap();

    let mut wrong = engine("saxpy", no_guard);
    let clock = &mut Clock::default();
    let again = replay(
        &exercise("saxpy"),
        &source().into(),
        &mut [&mut wrong],
        &found.token,
        clock,
    )
    .unwrap();
    assert_eq!(wrong.launches.len(), 1);
    assert_eq!(again.verdict, Verdict::WroteOutside);
    let again = again.counterexample.unwrap();
    assert_eq!(again.case, found.case);
    assert_eq!(again.outside, found.outside);
    assert_eq!(again.shrinking, None);

    let mut right = engine("saxpy", saxpy);
    let passed = replay(
        &exercise("saxpy"),
        &source().into(),
        &mut [&mut right],
        &found.token,
        clock,
    )
    .unwrap();
    assert_eq!(
        (passed.verdict, passed.stages[0].cases),
        (Verdict::Passed, 1)
    );
    assert!(passed.replayed);
    assert_eq!(passed.points.earned, 0);

    let mut engine = engine("fill", saxpy);
    let foreign = replay(
        &exercise("fill"),
        &source().into(),
        &mut [&mut engine],
        &found.token,
        clock,
    );
    assert!(matches!(foreign, Err(TokenError::OtherProblem { .. })));
    assert!(engine.launches.is_empty());
}

#[test]
fn a_report_is_read_back_from_its_json() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| saxpy_at(item, item.gid)),
    );
    let text = serde_json::to_string_pretty(&report).unwrap();
    let again: Report = serde_json::from_str(&text).unwrap();
    assert_eq!(again, report);
}
