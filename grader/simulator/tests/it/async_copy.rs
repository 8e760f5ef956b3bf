//! What an asynchronous copy moves is counted as the work-items of its group would move it, side by side.

use launch::{Access, Argument, Buffer, Launch, NdRange, Scalar};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::{LineCounters, Options};

/// The counts of a kernel of one work-group of 64, whose body copies between `x` of 512 elements and `tile`.
fn counted(copy: &str) -> LineCounters {
    let text = format!(
        "kernel void k(global int *x) {{ local int tile[256]; event_t e = {copy}; wait_group_events(1, &e); }}"
    );
    let checked = opencl_c::compile("k.cl", &text, &Preprocessing::default(), &mut NoIncludes);
    let program = checked.expect("a program").program;
    let launch = Launch {
        kernel: "k".to_owned(),
        arguments: vec![Argument::Buffer(Buffer {
            name: "x".to_owned(),
            element: Scalar::Int.into(),
            contents: vec![0; 4 * 512],
            access: Access::ReadWrite,
            initialized: true,
        })],
        range: NdRange::linear(64, 64),
    };
    let outcome = simulator::simulate(&program, &launch, &Options::default());
    outcome.expect("a run").counters.total
}

#[test]
fn a_copy_of_neighbours_moves_whole_sectors_into_banks_side_by_side() {
    let total = counted("async_work_group_copy(tile, x, 128, 0)");
    let (read, written) = (total.global_loads, total.local_stores);
    // 128 elements of 4 bytes, 32 a request.
    assert_eq!((read.requests, read.bytes_moved), (4, 512));
    assert_eq!(
        (written.requests, written.passes, written.least_passes),
        (4, 4, 4)
    );
    assert_eq!(total.global_stores.bytes_moved, 0);
}

#[test]
fn a_copy_that_begins_within_a_sector_moves_one_more() {
    let total = counted("async_work_group_copy(tile, x + 1, 32, 0)");
    assert_eq!(total.global_loads.bytes_moved, 32 * 5);
}

#[test]
fn a_strided_copy_moves_a_sector_for_each_element() {
    let total = counted("async_work_group_strided_copy(tile, x, 32, 8, 0)");
    assert_eq!(total.global_loads.bytes_used, 128);
    assert_eq!(total.global_loads.bytes_moved, 32 * 32);
}

#[test]
fn a_copy_to_global_memory_stores_there() {
    let total = counted("async_work_group_copy(x, tile, 64, 0)");
    assert_eq!(total.global_stores.bytes_moved, 256);
    assert_eq!(total.local_loads.passes, 2);
    assert_eq!(total.global_loads.bytes_moved, 0);
}

#[test]
fn reads_of_local_memory_are_told_apart_by_whether_a_copy_is_under_way() {
    let total = counted("async_work_group_copy(tile, x, 64, 0); x[300] = tile[100]");
    let during = total.local_loads;
    assert_eq!((during.bytes_asked, during.bytes_during_copies), (256, 256));
    let copy = "async_work_group_copy(tile, x, 64, 0); wait_group_events(1, &e); x[300] = tile[1]";
    let after = counted(copy).local_loads;
    assert_eq!((after.bytes_asked, after.bytes_during_copies), (256, 0));
}
