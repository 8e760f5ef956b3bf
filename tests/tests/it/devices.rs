//! The list of devices, as a machine with PoCL gave it (`grader devices --format json` wrote
//! `devices.json`), is shown as in its snapshot.

use grader::render::{self, Page};
use launch::protocol::Device;
use serde::Deserialize;
use std::fs;
use tests::project;

#[derive(Deserialize)]
struct Listing {
    devices: Vec<Device>,
}

#[test]
fn the_list_of_devices_is_that_of_its_snapshot() {
    let json = fs::read_to_string(project().join("tests/devices.json")).expect("a list");
    let listing: Listing = serde_json::from_str(&json).expect("a list of devices");
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(project().join("tests/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    let contents = render::devices(Page::PLAIN, &listing.devices);
    settings.bind(|| insta::assert_snapshot!("devices.text", contents));
}
