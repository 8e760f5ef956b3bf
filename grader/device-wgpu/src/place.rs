//! The bytes of a launch: buffers between their guards, and the block of values.

use launch::pattern::{GUARD_BYTES, Side, write_guard, write_poison};
use launch::protocol::{Run, RunArgument};
use std::collections::HashMap;
use std::ops::Range;
use wgsl::{Content, Shader};

/// Buffers begin at a multiple of this.
const ALIGNMENT: usize = 64;

/// The buffers of one binding, with where each lies.
pub(crate) struct Region {
    pub(crate) binding: u32,
    pub(crate) written: bool,
    pub(crate) bytes: Vec<u8>,
    /// By parameter: its contents, guards left out.
    pub(crate) contents: HashMap<usize, Range<usize>>,
}

/// Lays out the buffers of a launch.
pub(crate) fn regions(shader: &Shader, run: &Run<'_>) -> Vec<Region> {
    let mut regions = Vec::new();
    for binding in &shader.bindings {
        let mut region = Region {
            binding: binding.number,
            written: binding.written,
            bytes: Vec::new(),
            contents: HashMap::new(),
        };
        for &parameter in &binding.parameters {
            place(&mut region, parameter, &run.arguments[parameter]);
        }
        let length = region.bytes.len().max(16).next_multiple_of(4);
        region.bytes.resize(length, 0);
        regions.push(region);
    }
    regions
}

fn place(region: &mut Region, argument: usize, given: &RunArgument<'_>) {
    let (scalar, length) = match given {
        RunArgument::Buffer { scalar, contents } => (*scalar, contents.len()),
        RunArgument::Poisoned { scalar, bytes } => (*scalar, *bytes),
        _ => return,
    };
    let start = (region.bytes.len() + GUARD_BYTES).next_multiple_of(ALIGNMENT);
    let end = start + length;
    region.bytes.resize(end + GUARD_BYTES, 0);
    match given {
        RunArgument::Buffer { contents, .. } => {
            region.bytes[start..end].copy_from_slice(contents);
        }
        _ => write_poison(argument, scalar, &mut region.bytes[start..end]),
    }
    if let Some(guard) = region.bytes[..start].last_chunk_mut() {
        write_guard(argument, scalar, Side::Before, guard);
    }
    if let Some(guard) = region.bytes[end..].first_chunk_mut() {
        write_guard(argument, scalar, Side::After, guard);
    }
    region.contents.insert(argument, start..end);
}

/// The block: the geometry, then values and starts of buffers.
pub(crate) fn block(
    shader: &Shader,
    run: &Run<'_>,
    regions: &[Region],
    groups: [u32; 3],
    row: u32,
) -> Vec<u8> {
    let three = |sizes: &[usize], rest: u32| {
        [0, 1, 2].map(|at: usize| sizes.get(at).map_or(rest, |&size| size as u32))
    };
    let global = three(&run.range.global, 1);
    let offset = three(&run.offset, 0);
    let dimensions = run.range.global.len() as u32;
    let mut bytes = Vec::new();
    let geometry = [
        [global[0], global[1], global[2], dimensions],
        [offset[0], offset[1], offset[2], row],
        [groups[0], groups[1], groups[2], 0],
    ];
    for word in geometry.into_iter().flatten() {
        bytes.extend(word.to_le_bytes());
    }
    bytes.resize(shader.block as usize, 0);
    for slot in &shader.slots {
        let at = slot.at as usize;
        match &slot.what {
            Content::Value { parameter, .. } => {
                if let RunArgument::Value(value) = &run.arguments[*parameter] {
                    bytes[at..at + value.len()].copy_from_slice(value);
                }
            }
            Content::Start { parameter, unit } => {
                let found = regions
                    .iter()
                    .find_map(|region| region.contents.get(parameter));
                let start = found.map_or(u32::MAX, |range| range.start as u32 / unit);
                bytes[at..at + 4].copy_from_slice(&start.to_le_bytes());
            }
        }
    }
    bytes
}
