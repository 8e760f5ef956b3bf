//! The bytes of a launch: buffers between their guards, and the block of values.

use crate::bindings::{Content, Shader};
use crate::fit::Fit;
use launch::pattern::{GUARD_BYTES, Side, write_guard, write_poison};
use launch::protocol::{Run, RunArgument};
use std::collections::HashMap;
use std::ops::Range;

/// Buffers begin at a multiple of this.
const ALIGNMENT: usize = 64;

/// A launch as bytes for a shader.
#[derive(Clone, Debug)]
pub struct Placed {
    /// What is bound, in order of the bindings.
    pub bound: Vec<Bound>,
    /// Work-groups of the shader.
    pub groups: [u32; 3],
    /// By parameter: which of `bound` holds its buffer, and where, guards left out.
    contents: HashMap<usize, (usize, Range<usize>)>,
}

/// The bytes of a binding.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The number of the binding.
    pub number: u32,
    /// How it is bound.
    pub kind: BoundKind,
    /// What it holds before the launch.
    pub bytes: Vec<u8>,
}

/// How bytes are bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundKind {
    /// As uniform.
    Uniform,
    /// As storage that is only read.
    Read,
    /// As storage that is written. What it holds after the launch comes back.
    Written,
}

impl Placed {
    /// Lays out a launch. `most`: work-groups in each dimension.
    pub fn of(shader: &Shader, run: &Run<'_>, fit: &Fit, most: u32) -> Placed {
        let (groups, row) = grid(fit, most);
        let mut placed = Placed {
            bound: Vec::new(),
            groups,
            contents: HashMap::new(),
        };
        placed.bind(0, BoundKind::Uniform, Vec::new());
        for binding in &shader.bindings {
            let kind = match binding.written {
                true => BoundKind::Written,
                false => BoundKind::Read,
            };
            placed.bind_buffers(binding.number, kind, &binding.parameters, run);
        }
        for (number, bytes) in &shader.tables {
            placed.bind(*number, BoundKind::Read, bytes.clone());
        }
        if let Some(number) = shader.parted {
            placed.bind(number, BoundKind::Written, vec![0; 16]);
        }
        placed.bound[0].bytes = block(shader, run, fit.groups, row, |parameter| {
            let (_, range) = placed.contents.get(&parameter)?;
            Some(range.start as u32)
        });
        placed
    }

    fn bind(&mut self, number: u32, kind: BoundKind, bytes: Vec<u8>) {
        self.bound.push(Bound {
            number,
            kind,
            bytes,
        });
    }

    fn bind_buffers(&mut self, number: u32, kind: BoundKind, parameters: &[usize], run: &Run<'_>) {
        let mut bytes = Vec::new();
        for &parameter in parameters {
            if let Some(range) = lay(&mut bytes, parameter, &run.arguments[parameter]) {
                self.contents.insert(parameter, (self.bound.len(), range));
            }
        }
        let length = bytes.len().max(16).next_multiple_of(16);
        bytes.resize(length, 0);
        self.bind(number, kind, bytes);
    }

    /// The bytes of a buffer or an image, where it is bound; what is before and behind them is its guards.
    pub fn contents_mut(&mut self, parameter: usize) -> Option<(&mut [u8], Range<usize>)> {
        let (bound, range) = self.contents.get(&parameter)?.clone();
        Some((&mut self.bound[bound].bytes, range))
    }

    /// Did work-items of a work-group part before a barrier? To be asked after the launch.
    pub fn parted(&self, shader: &Shader) -> bool {
        let word = self
            .bound
            .iter()
            .find(|bound| Some(bound.number) == shader.parted);
        word.is_some_and(|bound| bound.bytes.iter().any(|&byte| byte != 0))
    }

    /// The buffers of the arguments, in order, with their guards: what the launch left, once that is written into
    /// `bound`.
    pub fn buffers(&self, run: &Run<'_>) -> Vec<Vec<u8>> {
        let of = |(parameter, argument): (usize, &RunArgument<'_>)| match argument {
            RunArgument::Buffer { .. } | RunArgument::Poisoned { .. } => {
                let mut unused = Vec::new();
                let (bytes, range) = match self.contents.get(&parameter) {
                    Some((bound, range)) => (&self.bound[*bound].bytes, range.clone()),
                    // A buffer that the kernel does not use is not bound.
                    None => {
                        let range = lay(&mut unused, parameter, argument)?;
                        (&unused, range)
                    }
                };
                Some(bytes[range.start - GUARD_BYTES..range.end + GUARD_BYTES].to_vec())
            }
            _ => None,
        };
        run.arguments.iter().enumerate().filter_map(of).collect()
    }

    /// The pixels of the images, in order, as [`Placed::buffers`].
    pub fn images(&self, run: &Run<'_>) -> Vec<Vec<u8>> {
        let of = |(parameter, argument): (usize, &RunArgument<'_>)| match argument {
            RunArgument::Image { contents, .. } => Some(match self.contents.get(&parameter) {
                Some((bound, range)) => self.bound[*bound].bytes[range.clone()].to_vec(),
                None => contents.to_vec(),
            }),
            _ => None,
        };
        run.arguments.iter().enumerate().filter_map(of).collect()
    }
}

/// The work-groups of the shader, and how many are in a row of a folded launch.
fn grid(fit: &Fit, most: u32) -> ([u32; 3], u32) {
    if !fit.launch.folded {
        return (fit.groups, 0);
    }
    let total: u64 = fit.groups.iter().map(|&count| u64::from(count)).product();
    let row = u64::from(most).min(total) as u32;
    let rows = total.div_ceil(u64::from(row).max(1)) as u32;
    ([row, rows, 1], row)
}

/// The work-groups of the shader and its block for a launch whose buffers lie on the device already, each alone in its
/// binding.
pub fn block_of_resident(
    shader: &Shader,
    run: &Run<'_>,
    fit: &Fit,
    most: u32,
) -> ([u32; 3], Vec<u8>) {
    let (groups, row) = grid(fit, most);
    (groups, block(shader, run, fit.groups, row, |_| Some(0)))
}

/// The block: the geometry, then values and starts of buffers. `start`: where a buffer begins in its binding.
fn block(
    shader: &Shader,
    run: &Run<'_>,
    groups: [u32; 3],
    row: u32,
    start: impl Fn(usize) -> Option<u32>,
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
            Content::Size { parameter } => {
                if let RunArgument::Image { size, .. } = &run.arguments[*parameter] {
                    for (word, &size) in size.iter().enumerate() {
                        let at = at + word * 4;
                        bytes[at..at + 4].copy_from_slice(&(size as u32).to_le_bytes());
                    }
                }
            }
            Content::Start { parameter, unit } => {
                let start = start(*parameter).map_or(u32::MAX, |start| start / unit);
                bytes[at..at + 4].copy_from_slice(&start.to_le_bytes());
            }
        }
    }
    bytes
}

/// Appends a buffer between its guards; where it lies.
fn lay(bytes: &mut Vec<u8>, argument: usize, given: &RunArgument<'_>) -> Option<Range<usize>> {
    let (scalar, length) = match given {
        RunArgument::Buffer { scalar, contents } => (*scalar, contents.len()),
        RunArgument::Poisoned { scalar, bytes } => (*scalar, *bytes),
        RunArgument::Image {
            format, contents, ..
        } => (format.stored().scalar, contents.len()),
        _ => return None,
    };
    let start = (bytes.len() + GUARD_BYTES).next_multiple_of(ALIGNMENT);
    let end = start + length;
    bytes.resize(end + GUARD_BYTES, 0);
    match given {
        RunArgument::Buffer { contents, .. } | RunArgument::Image { contents, .. } => {
            bytes[start..end].copy_from_slice(contents);
        }
        _ => write_poison(argument, scalar, &mut bytes[start..end]),
    }
    if let Some(guard) = bytes[..start].last_chunk_mut() {
        write_guard(argument, scalar, Side::Before, guard);
    }
    if let Some(guard) = bytes[end..].first_chunk_mut() {
        write_guard(argument, scalar, Side::After, guard);
    }
    Some(start..end)
}
