//! What `grader bench` measured and the book keeps, in `book/data`, a folder a device.

use crate::project;
use grader::measure::journal;
use std::fs;
use std::path::Path;
use studies::Study;

/// Every kept study: the device's folder, the study, its device's name, its points.
pub fn kept() -> Vec<(String, &'static dyn Study, studies::On, Vec<studies::Point>)> {
    let mut kept = Vec::new();
    let data = project().join("book/data");
    for device in fs::read_dir(&data).expect("the book's data") {
        let device = device.expect("an entry").path();
        let slug = name(&device);
        for study in studies::studies() {
            let path = device
                .join(study.name())
                .join(format!("{}.jsonl", study.name()));
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let (head, points) = journal::load(&text)
                .unwrap_or_else(|| panic!("{} is no journal of this version", path.display()));
            assert_eq!(head.study, study.name());
            assert!(!head.quick, "{} is a quick one", path.display());
            kept.push((slug.clone(), study, head.on, points));
        }
    }
    kept.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(!kept.is_empty(), "the book has lost its data");
    kept
}

/// The last part of a path.
pub fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
