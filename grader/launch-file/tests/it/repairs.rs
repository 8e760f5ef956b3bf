//! Kernels with a launch in `tests/repairs`, and what is found of each in the file beside it.

use launch_file::{InMemory, RepairEnding, Text, repair};
use simulator::Options;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What a search found, and the text of the kernel with the change.
fn found(kernel: &str, launch: &str) -> String {
    let files = BTreeMap::new();
    let options = Options::default();
    let program = Text::new("kernel.cl", kernel);
    let launch = ("launch.toml", launch);
    let repairing = match repair(launch, program, &mut InMemory::new(&files), &options) {
        Ok(repairing) => repairing,
        Err(refused) => return format!("refused: {}\n", refused.finding.message),
    };
    match repairing.ending {
        RepairEnding::NotBuilt(_) => "not built\n".to_owned(),
        RepairEnding::Unsupported(_) => "not supported\n".to_owned(),
        RepairEnding::Right => "nothing to repair\n".to_owned(),
        RepairEnding::Stopped { .. } => "stopped\n".to_owned(),
        RepairEnding::Wrong(wrong) => {
            let mut text = format!("error: {}\n", wrong.finding.mistake);
            match &wrong.remedy {
                None => text += "no repair\n",
                Some(remedy) => {
                    let kind = remedy.kind.map_or("", |kind| kind.slug());
                    text += &format!("repair: {kind}: {}\n", remedy.advice());
                    text += &format!("bytes compared: {}\n\n", wrong.compared);
                    text += &remedy.repaired(kernel);
                }
            }
            text
        }
    }
}

#[test]
fn each_kernel_with_a_launch_gets_its_repair() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repairs");
    let mut checks = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "cl") {
            let read = |path: &Path| fs::read_to_string(path).unwrap();
            let text = found(&read(&path), &read(&path.with_extension("toml")));
            checks.push(testing::golden::check(path.with_extension("txt"), &text));
        }
    }
    assert!(checks.len() >= 9);
    testing::golden::assert_all(checks);
}
