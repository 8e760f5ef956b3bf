//! Random programs agree with the device, correct ones draw no finding, and slips are found.

use differential::{
    Kind, LAUNCHES, accused, exact_program, findings, groups, images, many, many_exact, many_parts,
    program, simulate, simulate_text,
};
use launch::Level;

/// How many programs run on the device.
const ON_DEVICE: u64 = 200;
/// How many programs run through WGSL.
const THROUGH_WGSL: u64 = 40;
/// How many small functions run on the device, as one program.
const PARTS: u64 = 150;
/// How many run through WGSL.
const PARTS_THROUGH_WGSL: u64 = 20;
/// How many programs read and write images, [`LAUNCHES`] times each.
const IMAGES: u64 = 20;
/// How many programs have work-items compute together.
const GROUPS: u64 = 500;
/// How many programs have slips made in them.
const BROKEN: u64 = 150;

/// How many programs the catalogue looks at.
const ACCUSED: u64 = 200;

#[test]
fn the_simulator_agrees_with_the_device() {
    let failures = many(1, ON_DEVICE, |_| {}).expect("a device: ./setup installs PoCL");
    let messages: Vec<String> = failures
        .iter()
        .map(|failure| format!("seed {}: {}", failure.seed, failure.message))
        .collect();
    assert!(messages.is_empty(), "{}", messages.join("\n"));
}

#[test]
fn exact_programs_agree_with_the_simulator_through_wgsl() {
    let failures = many_exact(1, THROUGH_WGSL, |_| {})
        .expect("a device: ./setup --test installs Mesa's Vulkan driver");
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn an_exact_program_leaves_whole_numbers() {
    let mut seen = 0;
    for seed in 50_001..=50_100 {
        let program = exact_program(seed);
        let outcome = simulate(&program).expect("a program");
        assert!(outcome.events.is_empty(), "seed {seed}");
        let names = program.launch.arguments.iter().map(|each| each.name());
        let floating = names
            .zip(&outcome.outputs)
            .find(|(name, _)| *name == "floating");
        for bytes in floating.expect("the buffer").1.bytes.chunks_exact(4) {
            let number = f32::from_le_bytes(bytes.try_into().expect("four bytes"));
            // Not through a conversion: a fraction of a quarter may be written out as it is.
            let is_kept = (0.0..=1023.0).contains(&number) && (4.0 * number).fract() == 0.0;
            assert!(is_kept, "seed {seed}: {number}");
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen} numbers only");
}

#[test]
fn pointers_move_in_the_simulator_as_on_the_device() {
    let failures = many_parts(Kind::Pointers, 200_001, PARTS, PARTS, |_| {})
        .expect("a device: ./setup installs PoCL");
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn jumps_lead_in_the_simulator_where_they_do_on_the_device() {
    let failures = many_parts(Kind::Jumps, 200_001, PARTS, PARTS, |_| {})
        .expect("a device: ./setup installs PoCL");
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn helper_functions_get_in_the_simulator_what_they_get_on_the_device() {
    let failures = many_parts(Kind::Calls, 200_001, PARTS, PARTS, |_| {})
        .expect("a device: ./setup installs PoCL");
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn halves_are_computed_in_the_simulator_as_rounded_floats_are_on_the_device() {
    let failures = many_parts(Kind::Halves, 200_001, PARTS, PARTS, |_| {})
        .expect("a device: ./setup installs PoCL");
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn halves_are_computed_through_wgsl_as_in_the_simulator() {
    let (count, together) = (PARTS_THROUGH_WGSL, PARTS_THROUGH_WGSL);
    let failures = many_parts(Kind::HalvesOnAdapter, 200_001, count, together, |_| {})
        .expect("a device: ./setup --test installs Mesa's Vulkan driver");
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn images_are_read_and_written_as_the_specification_says() {
    let (failures, launched) =
        images(200_001, IMAGES, |_| {}).expect("a device: ./setup installs PoCL");
    assert!(failures.is_empty(), "{failures:?}");
    assert_eq!(launched.simulated, IMAGES * LAUNCHES);
    assert!(launched.on_device > launched.simulated / 3, "{launched:?}");
}

#[test]
fn work_items_compute_together_as_the_specification_says() {
    let failures = groups(200_001, GROUPS, |_| {}).expect("no device is needed");
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn every_slip_is_found() {
    let mut missed = Vec::new();
    let mut made = 0;
    for seed in 10_001..=10_000 + BROKEN {
        let program = program(seed);
        for injection in &program.injections {
            let once = program.text.matches(&injection.find).count() == 1;
            assert!(once, "seed {seed}: {}", injection.find);
            let broken = program.text.replace(&injection.find, &injection.replace);
            let outcome = simulate_text(&broken, &program.launch).expect("a program");
            made += 1;
            let observed = mistakes::observed(&outcome.events);
            let found = observed.iter().any(|(finding, _)| {
                finding.level == Level::Error
                    && injection.mistakes.contains(&finding.mistake.as_str())
            });
            if !found {
                let found: Vec<_> = observed.iter().map(|(found, _)| found.mistake).collect();
                missed.push(format!("seed {seed}: {} -> {found:?}", injection.find));
            }
        }
    }
    assert!(made > 2 * BROKEN, "{made} slips only");
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_correct_program_draws_no_finding() {
    for seed in 20_001..=20_300 {
        let outcome = simulate(&program(seed)).expect("a program");
        assert!(
            outcome.events.is_empty(),
            "seed {seed}: {:?}",
            outcome.events
        );
    }
}

#[test]
fn the_catalogue_sees_no_error_in_a_correct_program() {
    let accused = accused(30_001, ACCUSED, |_| {}).expect("no device is needed");
    let messages: Vec<String> = accused
        .iter()
        .map(|failure| format!("seed {}: {}", failure.seed, failure.message))
        .collect();
    assert!(messages.is_empty(), "{}", messages.join("\n"));
}

#[test]
fn the_catalogue_sees_the_error_of_a_slip() {
    for seed in 40_001..=40_030 {
        let mut program = program(seed);
        let Some(slip) = program.injections.first() else {
            continue;
        };
        program.text = program.text.replace(&slip.find, &slip.replace);
        let found = findings(&program).expect("a program");
        let level = found.first().map(|finding| finding.level);
        assert_eq!(level, Some(Level::Error), "seed {seed}: {}", slip.find);
    }
}

#[test]
fn a_seed_stands_for_one_program() {
    let text = program(7).text;
    assert_eq!(program(7).text, text);
    assert_ne!(program(8).text, text);
}
