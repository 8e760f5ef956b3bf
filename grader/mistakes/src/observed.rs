//! Findings of a run: each event of the simulator in the words of its mistake.
//!
//! [`described`] says which mistake an event is; the words stand in the mistake's file.

pub(crate) mod barrier;
pub(crate) mod names;
pub(crate) mod race;
pub(crate) mod words;

use crate::catalogue::level;
use crate::{errors, notices};
use launch::{Evidence, Finding, MistakeId, Place};
use opencl_c::builtin::Scope;
use simulator::{Branch, Event, EventKind, ImageMisuse, Limit, RaceScope};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use words::Words;

fn described(event: &Event) -> (MistakeId, Words) {
    use MistakeId as Id;
    match &event.kind {
        EventKind::Refused(limit) => match limit {
            Limit::NotAMultiple {
                dimension,
                global,
                local,
            } => (
                Id::GlobalSizeNotMultiple,
                errors::global_size_not_multiple::words(*dimension, *global, *local),
            ),
            Limit::RequiredWorkGroupSize { required, local } => (
                Id::RequiredWorkGroupSize,
                errors::required_work_group_size::words(required, local),
            ),
            Limit::WorkGroup {
                local,
                most,
                device,
            } => (
                Id::WorkGroupTooLarge,
                errors::work_group_too_large::too_many(local, *most, device),
            ),
            Limit::Dimension {
                dimension,
                size,
                most,
                device,
            } => (
                Id::WorkGroupTooLarge,
                errors::work_group_too_large::too_wide(*dimension, *size, *most, device),
            ),
            Limit::LocalMemory {
                bytes,
                most,
                device,
            } => (
                Id::LocalMemoryOverAllocation,
                errors::local_memory_over_allocation::words(*bytes, *most, device),
            ),
        },
        EventKind::DivergentBarrier(found) => match found.branch {
            Branch::Conditional => (
                Id::BarrierInConditional,
                errors::barrier_in_conditional::words(found),
            ),
            Branch::Loop => (
                Id::BarrierInDivergentLoop,
                errors::barrier_in_divergent_loop::words(found),
            ),
            Branch::Return => (
                Id::BarrierAfterReturn,
                errors::barrier_after_return::words(found),
            ),
        },
        EventKind::Race(race) => match race.scope {
            RaceScope::Group => (Id::DataRace, errors::data_race::words(event, race)),
            RaceScope::Unfenced => (
                Id::WrongFenceFlag,
                errors::wrong_fence_flag::words(event, race),
            ),
            RaceScope::WeakAtomic => (
                Id::WeakAtomicOrder,
                errors::weak_atomic_order::words(event, race),
            ),
            RaceScope::BetweenGroups => (
                Id::CrossGroupRace,
                errors::cross_group_race::words(event, race),
            ),
        },
        EventKind::OutOfBounds(found) => {
            (Id::OutOfBounds, errors::out_of_bounds::words(event, found))
        }
        EventKind::OutOfRow { index, length } => (
            Id::OutOfBounds,
            errors::out_of_bounds::out_of_row(event, *index, *length),
        ),
        EventKind::Uninitialized(found) => (
            Id::UninitializedRead,
            errors::uninitialized_read::words(event, found),
        ),
        EventKind::Misaligned {
            object,
            offset,
            align,
        } => (
            Id::MisalignedAccess,
            errors::misaligned_access::words(event, object, *offset, *align),
        ),
        EventKind::NullBuffer(object) => (
            Id::NullPointer,
            errors::null_pointer::null_buffer(event, object),
        ),
        EventKind::StrayPointer(pointer) => (
            Id::NullPointer,
            errors::null_pointer::stray(event, *pointer),
        ),
        EventKind::WrongSpace(object) => (
            Id::WrongAddressSpace,
            errors::wrong_address_space::words(event, object),
        ),
        EventKind::WriteToConstant(object) => (
            Id::WriteToConstant,
            errors::write_to_constant::words(event, object),
        ),
        EventKind::WriteToReadOnly(object) => (
            Id::WriteToReadOnly,
            errors::write_to_read_only::words(event, object),
        ),
        EventKind::ReadFromWriteOnly(object) => (
            Id::ReadFromWriteOnly,
            errors::read_from_write_only::words(event, object),
        ),
        EventKind::AccessDuringCopy(object) => (
            Id::AsyncCopyNotWaited,
            errors::async_copy_not_waited::used_too_early(event, object),
        ),
        EventKind::CopyNotWaited => (
            Id::AsyncCopyNotWaited,
            errors::async_copy_not_waited::never_waited(),
        ),
        EventKind::DivergentCopy(divergence) => (
            Id::DivergentAsyncCopy,
            errors::divergent_async_copy::words(*divergence),
        ),
        EventKind::DivergentGroup(Scope::WorkGroup, found) => (
            Id::DivergentWorkGroupFunction,
            errors::divergent_work_group_function::words(event, found),
        ),
        EventKind::DivergentGroup(Scope::SubGroup, found) => (
            Id::DivergentSubGroupFunction,
            errors::divergent_sub_group_function::words(event, found),
        ),
        EventKind::GroupMisuse(Scope::WorkGroup, misuse) => (
            Id::DivergentWorkGroupFunction,
            errors::divergent_work_group_function::misused(event, *misuse),
        ),
        EventKind::GroupMisuse(Scope::SubGroup, misuse) => (
            Id::DivergentSubGroupFunction,
            errors::divergent_work_group_function::misused(event, *misuse),
        ),
        EventKind::StrayLane(stray) => (
            Id::ValueOfAbsentWorkItem,
            errors::value_of_absent_work_item::words(event, *stray),
        ),
        EventKind::UnknownEvent => (Id::InvalidEvent, errors::invalid_event::words()),
        EventKind::EndlessLoop { iterations } => {
            (Id::EndlessLoop, errors::endless_loop::words(*iterations))
        }
        EventKind::ImageMisuse(image, misuse) => match misuse {
            ImageMisuse::Format(format) => (
                Id::ImageFormatMismatch,
                errors::image_format_mismatch::words(event, image, *format),
            ),
            ImageMisuse::FilterOfWholeNumbers => (
                Id::SamplerMismatch,
                errors::sampler_mismatch::filtered(event, image),
            ),
            ImageMisuse::Unfenced => (
                Id::ImageReadAfterWrite,
                errors::image_read_after_write::words(event, image),
            ),
            ImageMisuse::Sampler(why) => (
                Id::SamplerMismatch,
                errors::sampler_mismatch::words(event, image, *why),
            ),
        },
        EventKind::ClaimBroken(found) => (
            Id::WrongWorkItem,
            notices::wrong_work_item::words(event, found),
        ),
    }
}

pub fn describe(event: &Event) -> Finding {
    let (mistake, words) = described(event);
    let mut spans = vec![Place {
        label: words.label,
        primary: true,
        ..event.place.clone()
    }];
    spans.extend(words.places);
    Finding {
        mistake,
        level: words.level.unwrap_or_else(|| level(mistake)),
        evidence: Evidence::Observed,
        message: words.message,
        help: words.help,
        kernel: event.kernel.clone(),
        spans,
        work_items: event
            .work_item
            .iter()
            .cloned()
            .chain(words.work_items)
            .collect(),
        macro_backtrace: event.macro_backtrace.clone(),
        fix: Vec::new(),
    }
}

/// The events of a run as findings with their counts, in the order of the source: one for each mistake and
/// its places.
pub fn observed(events: &[Event]) -> Vec<(Finding, u64)> {
    let mut found: Vec<(Finding, u64)> = Vec::with_capacity(events.len());
    let mut known: HashMap<_, usize> = HashMap::new();
    for event in events {
        let finding = describe(event);
        let position = |place: &Place| (place.file.clone(), place.line, place.column);
        let places: Vec<_> = finding.spans.iter().map(position).collect();
        match known.entry((finding.mistake, finding.level, places)) {
            Entry::Occupied(twin) => found[*twin.get()].1 += event.count,
            Entry::Vacant(place) => {
                place.insert(found.len());
                found.push((finding, event.count));
            }
        }
    }
    found.sort_by_cached_key(|(finding, _)| {
        let place = finding.spans.first();
        let place = place.map(|place| (place.file.clone(), place.line, place.column));
        (finding.level, place)
    });
    found
}
