//! A request that can't be met: `{ "refused": finding }`. The command tells it as text.

use launch::{Evidence, Finding, Level, MistakeId};
use launch_file::json;
use serde::Serialize;

#[derive(Serialize)]
struct Refused {
    refused: Finding,
}

/// What is wrong with a launch.
pub(crate) fn of(finding: Finding) -> String {
    json(&Refused { refused: finding })
}

/// What is wrong with the request itself.
pub(crate) fn of_request(message: String) -> String {
    of(Finding {
        mistake: MistakeId::Request,
        level: Level::Error,
        evidence: Evidence::Proven,
        message,
        help: String::new(),
        kernel: String::new(),
        spans: Vec::new(),
        work_items: Vec::new(),
        macro_backtrace: Vec::new(),
        fix: Vec::new(),
    })
}
