//! The arena of buffers: each between its guards, in memory that is reused from launch to launch.
//!
//! All buffers of an ordinary launch share one allocation, so that a launch costs one upload and
//! one download whatever the number of its buffers. A buffer is a part (a sub-buffer) of the
//! allocation with [`GUARD_BYTES`] of pattern on either side; an empty buffer is a part of one
//! byte, which is the first of its own guard. Large launches get one allocation a buffer, so that
//! the device's limit on a single allocation is not used up by their sum.

use crate::devices::ListedDevice;
use crate::opencl::{Code, Context, Copy, Error, Memory};
use launch::pattern::{GUARD_BYTES, Side, write_guard, write_poison};
use launch::protocol::RunArgument;
use std::ops::Range;

/// The largest launch, in bytes with guards, that shares one allocation.
const SHARED: usize = 32 << 20;

/// The allocation and the host copy that launches share.
#[derive(Default)]
pub(crate) struct Arena {
    shared: Option<(Memory, usize)>,
    host: Vec<u8>,
}

/// The buffers of one launch, in place.
pub(crate) struct Placed {
    regions: Vec<Region>,
    /// For each buffer argument, in order.
    pub(crate) buffers: Vec<PlacedBuffer>,
}

/// An allocation and the host bytes that it holds.
struct Region {
    own: Option<Memory>,
    host: Range<usize>,
}

/// A buffer of a launch.
pub(crate) struct PlacedBuffer {
    /// The part of the device's memory that the kernel is given.
    pub(crate) memory: Memory,
    contents: Range<usize>,
}

/// Where a buffer goes.
struct Slot {
    argument: usize,
    region: usize,
    contents: Range<usize>,
}

impl Arena {
    /// Lays out the buffers among `arguments`, with their contents, guards and poison on the host
    /// and the allocations for them on the device.
    pub(crate) fn place(
        &mut self,
        context: &Context,
        known: &ListedDevice,
        arguments: &[RunArgument<'_>],
    ) -> Result<Placed, Error> {
        let alignment = known.alignment;
        let together: usize = arguments
            .iter()
            .filter_map(size)
            .map(|bytes| bytes.saturating_add(2 * GUARD_BYTES + alignment))
            .fold(0, usize::saturating_add);
        let share = together <= SHARED && together as u64 <= known.device.max_allocation / 2;

        let mut slots = Vec::new();
        let mut hosts: Vec<Range<usize>> = Vec::new();
        for (argument, bytes) in arguments.iter().enumerate() {
            let Some(bytes) = size(bytes) else { continue };
            if hosts.is_empty() || !share {
                let start = hosts.last().map_or(0, |host| host.end);
                hosts.push(start..start);
            }
            let region = hosts.len() - 1;
            let host = &mut hosts[region];
            let start = host.start + (host.len() + GUARD_BYTES).next_multiple_of(alignment);
            let contents = start..start + bytes;
            host.end = contents.end + GUARD_BYTES;
            slots.push(Slot {
                argument,
                region,
                contents,
            });
        }

        let length = hosts.last().map_or(0, |host| host.end);
        if let Some(more) = length.checked_sub(self.host.len()) {
            self.host.try_reserve(more).map_err(|_| Error {
                code: Code(ocl::ffi::CL_OUT_OF_HOST_MEMORY),
                call: "an allocation",
            })?;
            self.host.resize(length, 0);
        }
        for slot in &slots {
            self.fill(slot, &arguments[slot.argument]);
        }

        let mut regions = Vec::new();
        for host in hosts {
            let own = if share {
                self.ensure_shared(context, host.len())?;
                None
            } else {
                Some(context.buffer(host.len())?)
            };
            regions.push(Region { own, host });
        }
        let mut buffers = Vec::new();
        for slot in slots {
            let region = &regions[slot.region];
            let Some(memory) = region.own.as_ref().or(self.shared_memory()) else {
                continue;
            };
            let origin = slot.contents.start - region.host.start;
            buffers.push(PlacedBuffer {
                memory: memory.part(origin, slot.contents.len().max(1))?,
                contents: slot.contents,
            });
        }
        Ok(Placed { regions, buffers })
    }

    /// The copies that carry the launch's buffers to the device and back.
    pub(crate) fn copies<'a>(&'a mut self, placed: &'a Placed) -> Vec<Copy<'a>> {
        let shared = self.shared.as_ref().map(|(memory, _)| memory);
        let mut rest = self.host.as_mut_slice();
        let mut copies = Vec::new();
        for region in &placed.regions {
            let (host, after) = rest.split_at_mut(region.host.len());
            rest = after;
            if let Some(memory) = region.own.as_ref().or(shared) {
                copies.push(Copy { memory, host });
            }
        }
        copies
    }

    /// The bytes of a buffer after the launch, its guards included.
    pub(crate) fn bytes(&self, buffer: &PlacedBuffer) -> &[u8] {
        let Range { start, end } = buffer.contents;
        &self.host[start - GUARD_BYTES..end + GUARD_BYTES]
    }

    /// Forgets the device's memory, which belongs to a context that is going away.
    pub(crate) fn forget_device(&mut self) {
        self.shared = None;
    }

    fn shared_memory(&self) -> Option<&Memory> {
        self.shared.as_ref().map(|(memory, _)| memory)
    }

    fn ensure_shared(&mut self, context: &Context, size: usize) -> Result<(), Error> {
        if self.shared.as_ref().is_some_and(|&(_, had)| had >= size) {
            return Ok(());
        }
        let size = size.next_power_of_two().min(SHARED);
        self.shared = Some((context.buffer(size)?, size));
        Ok(())
    }

    fn fill(&mut self, slot: &Slot, argument: &RunArgument<'_>) {
        let Range { start, end } = slot.contents;
        let scalar = match argument {
            RunArgument::Buffer { scalar, contents } => {
                self.host[start..end].copy_from_slice(contents);
                *scalar
            }
            RunArgument::Poisoned { scalar, .. } => {
                write_poison(slot.argument, *scalar, &mut self.host[start..end]);
                *scalar
            }
            RunArgument::Value(_)
            | RunArgument::Local(_)
            | RunArgument::Null
            | RunArgument::Image { .. }
            | RunArgument::Sampler(_) => return,
        };
        if let Some(guard) = self.host[..start].last_chunk_mut() {
            write_guard(slot.argument, scalar, Side::Before, guard);
        }
        if let Some(guard) = self.host[end..].first_chunk_mut() {
            write_guard(slot.argument, scalar, Side::After, guard);
        }
    }
}

/// The bytes of a buffer argument; none for the others.
fn size(argument: &RunArgument<'_>) -> Option<usize> {
    match argument {
        RunArgument::Buffer { contents, .. } => Some(contents.len()),
        RunArgument::Poisoned { bytes, .. } => Some(*bytes),
        RunArgument::Value(_)
        | RunArgument::Local(_)
        | RunArgument::Null
        | RunArgument::Image { .. }
        | RunArgument::Sampler(_) => None,
    }
}
