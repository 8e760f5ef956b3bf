//! A launch that is stepped through does what it does when it is run.

use launch::Argument;
use simulator::{End, simulate};
use std::fs;
use std::path::{Path, PathBuf};

/// Statements after which a launch is no longer followed.
const MOST: u64 = 200_000;

fn kernels() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![root.join("simulator/tests/pass")];
    let cases = fs::read_dir(root.join("mistakes/tests/cases")).expect("a folder");
    folders.extend(cases.map(|entry| entry.expect("an entry").path()));
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let mut files: Vec<PathBuf> = files
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "cl"))
        .collect();
    files.sort();
    files
}

#[test]
fn stepping_gives_the_buffers_and_the_events_of_a_run() {
    let mut compared = 0;
    for path in kernels() {
        let Some(debuggee) = crate::debuggee(&path) else {
            continue;
        };
        let Ok(outcome) = simulate(&debuggee.program, &debuggee.launch, &debuggee.options) else {
            continue;
        };
        let Ok(launch) = debuggee.prepare() else {
            continue;
        };
        if outcome.end != End::Completed {
            continue;
        }
        let mut stepper = launch.begin();
        while stepper.steps() < MOST && stepper.step() {}
        let name = path.display();
        assert_eq!(stepper.end(), Some(End::Completed), "{name}");
        for output in &outcome.outputs {
            let bytes = stepper.bytes(output.argument, 0);
            assert!(bytes.bytes == output.bytes, "{name}: {}", output.name);
            assert!(bytes.defined == output.defined, "{name}: {}", output.name);
        }
        let kinds = |events: &[simulator::Event]| -> Vec<_> {
            let all = events.iter();
            // A launch is run a second time to judge a value that is not there; stepping does not.
            let all = all.filter(|it| !matches!(it.kind, simulator::EventKind::StrayLane(_)));
            all.map(|it| (it.kind.clone(), it.place.clone(), it.count))
                .collect()
        };
        assert_eq!(kinds(&stepper.events()), kinds(&outcome.events), "{name}");
        assert_eq!(
            String::from_utf8_lossy(stepper.printed()),
            outcome.printf,
            "{name}"
        );
        let arguments = debuggee.launch.arguments.iter();
        compared += arguments
            .filter(|it| matches!(it, Argument::Buffer(_)))
            .count();
    }
    assert!(compared > 200, "{compared} buffers were compared");
}
