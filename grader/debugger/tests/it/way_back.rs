//! Whatever way a session came to a statement, everything there is as it was the first time.

use debugger::{Depth, Session, Unit};
use simulator::stepping::{Bytes, Stepper};
use std::path::Path;

/// Every variable of every work-item, and all memory.
fn everything(now: &Stepper<'_>) -> Vec<Bytes> {
    let launch = now.launch();
    let variables = now
        .mark()
        .map(|mark| launch.variables(mark))
        .unwrap_or_default();
    let mut all = Vec::new();
    for lane in 0..now.work_items() {
        all.extend(variables.iter().map(|&variable| now.value(variable, lane)));
    }
    all.extend(
        launch
            .objects()
            .iter()
            .map(|object| now.bytes(object.object, 0)),
    );
    all
}

#[test]
fn every_statement_is_the_same_on_the_way_back() {
    for name in ["sum", "calls", "values"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/cases/{name}.cl"));
        let debuggee = crate::debuggee(&path).expect("a program");
        let launch = debuggee.prepare().expect("a launch");
        let mut session = Session::new(&debuggee, &launch);
        session.stops_at_findings = false;
        let mut seen = Vec::new();
        while session.now().end().is_none() {
            seen.push((session.now().mark(), everything(session.now())));
            session.step(Unit::Group, Depth::Into, &mut || false);
        }
        assert!(seen.len() > 10, "{name}");
        for (mark, known) in seen.iter().rev() {
            session.step_back(Unit::Group, Depth::Into, &mut || false);
            assert_eq!(session.now().mark(), *mark, "{name}");
            assert!(everything(session.now()) == *known, "{name}");
        }
        assert_eq!(session.now().steps(), 0);
    }
}

#[test]
fn an_expression_leaves_the_launch_as_it_is() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/values.cl");
    let debuggee = crate::debuggee(&path).expect("a program");
    let launch = debuggee.prepare().expect("a launch");
    let mut session = Session::new(&debuggee, &launch);
    let mut console = debugger::Console { unit: Unit::Group };
    while session.now().end().is_none() {
        let before = everything(session.now());
        for expression in [
            "p out[0] = 7",
            "p i++",
            "p atomic_inc(&counter[0])",
            "p i",
            "p helper(3)",
        ] {
            console.run(&mut session, expression, &mut || false);
        }
        assert!(everything(session.now()) == before);
        session.step(Unit::Group, Depth::Into, &mut || false);
    }
}

#[test]
fn every_step_is_done_backwards() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/long.cl");
    let debuggee = crate::debuggee(&path).expect("a program");
    let launch = debuggee.prepare().expect("a launch");
    for unit in [Unit::WorkItem, Unit::Warp, Unit::Group] {
        for depth in [Depth::Into, Depth::Over] {
            let mut session = Session::new(&debuggee, &launch);
            session.set_focus(3);
            let mut seen = Vec::new();
            while session.now().end().is_none() {
                seen.push(session.now().steps());
                session.step(unit, depth, &mut || false);
            }
            assert!(seen.len() > 1000, "{unit:?} {depth:?}: {}", seen.len());
            for &steps in seen.iter().rev() {
                session.step_back(unit, depth, &mut || false);
                assert_eq!(session.now().steps(), steps, "{unit:?} {depth:?}");
            }
        }
    }
}
