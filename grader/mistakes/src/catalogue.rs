//! Every mistake and every notice, by its id.

use crate::entry::{Family, Mistake};
use crate::notices::{self, Notice};
use crate::{errors, performance, warnings};
use launch::{Level, MistakeId, Symptom};

/// What the catalogue holds under an id.
enum Entry {
    Mistake(&'static Mistake),
    Notice(&'static Notice),
}

/// The one place that links an id to its file.
fn entry(id: MistakeId) -> Option<Entry> {
    Some(match id {
        MistakeId::CompileError => Entry::Notice(&notices::compile_error::NOTICE),
        MistakeId::CompileWarning => Entry::Notice(&notices::compile_warning::NOTICE),
        MistakeId::NotAnalysed => Entry::Notice(&notices::not_analysed::NOTICE),
        MistakeId::LaunchFile => Entry::Notice(&notices::launch_file::NOTICE),
        MistakeId::AnswersFile => Entry::Notice(&notices::answers_file::NOTICE),
        MistakeId::WrongAnswer => Entry::Notice(&notices::wrong_answer::NOTICE),
        MistakeId::Request => return None,
        MistakeId::CudaIsm => Entry::Mistake(&errors::cuda_ism::MISTAKE),
        MistakeId::Recursion => Entry::Mistake(&errors::recursion::MISTAKE),
        MistakeId::WriteToConstant => Entry::Mistake(&errors::write_to_constant::MISTAKE),
        MistakeId::RequiredWorkGroupSize => {
            Entry::Mistake(&errors::required_work_group_size::MISTAKE)
        }
        MistakeId::WorkGroupTooLarge => Entry::Mistake(&errors::work_group_too_large::MISTAKE),
        MistakeId::GlobalSizeNotMultiple => {
            Entry::Mistake(&errors::global_size_not_multiple::MISTAKE)
        }
        MistakeId::LocalMemoryOverAllocation => {
            Entry::Mistake(&errors::local_memory_over_allocation::MISTAKE)
        }
        MistakeId::BarrierInConditional => Entry::Mistake(&errors::barrier_in_conditional::MISTAKE),
        MistakeId::BarrierInDivergentLoop => {
            Entry::Mistake(&errors::barrier_in_divergent_loop::MISTAKE)
        }
        MistakeId::BarrierAfterReturn => Entry::Mistake(&errors::barrier_after_return::MISTAKE),
        MistakeId::DivergentAsyncCopy => Entry::Mistake(&errors::divergent_async_copy::MISTAKE),
        MistakeId::DivergentWorkGroupFunction => {
            Entry::Mistake(&errors::divergent_work_group_function::MISTAKE)
        }
        MistakeId::DivergentSubGroupFunction => {
            Entry::Mistake(&errors::divergent_sub_group_function::MISTAKE)
        }
        MistakeId::InvalidEvent => Entry::Mistake(&errors::invalid_event::MISTAKE),
        MistakeId::AsyncCopyNotWaited => Entry::Mistake(&errors::async_copy_not_waited::MISTAKE),
        MistakeId::WrongFenceFlag => Entry::Mistake(&errors::wrong_fence_flag::MISTAKE),
        MistakeId::WeakAtomicOrder => Entry::Mistake(&errors::weak_atomic_order::MISTAKE),
        MistakeId::MissingBarrier => Entry::Mistake(&errors::missing_barrier::MISTAKE),
        MistakeId::EndlessLoop => Entry::Mistake(&errors::endless_loop::MISTAKE),
        MistakeId::NullPointer => Entry::Mistake(&errors::null_pointer::MISTAKE),
        MistakeId::WrongAddressSpace => Entry::Mistake(&errors::wrong_address_space::MISTAKE),
        MistakeId::OutOfBounds => Entry::Mistake(&errors::out_of_bounds::MISTAKE),
        MistakeId::DataRace => Entry::Mistake(&errors::data_race::MISTAKE),
        MistakeId::CrossGroupRace => Entry::Mistake(&errors::cross_group_race::MISTAKE),
        MistakeId::WrongWorkItem => Entry::Notice(&notices::wrong_work_item::NOTICE),
        MistakeId::MisalignedAccess => Entry::Mistake(&errors::misaligned_access::MISTAKE),
        MistakeId::WriteToReadOnly => Entry::Mistake(&errors::write_to_read_only::MISTAKE),
        MistakeId::ReadFromWriteOnly => Entry::Mistake(&errors::read_from_write_only::MISTAKE),
        MistakeId::ImageReadAfterWrite => Entry::Mistake(&errors::image_read_after_write::MISTAKE),
        MistakeId::UninitializedRead => Entry::Mistake(&errors::uninitialized_read::MISTAKE),
        MistakeId::ValueOfAbsentWorkItem => {
            Entry::Mistake(&errors::value_of_absent_work_item::MISTAKE)
        }
        MistakeId::SamplerMismatch => Entry::Mistake(&errors::sampler_mismatch::MISTAKE),
        MistakeId::ImageFormatMismatch => Entry::Mistake(&errors::image_format_mismatch::MISTAKE),
        MistakeId::WorkItemQuery => Entry::Mistake(&errors::work_item_query::MISTAKE),
        MistakeId::UnbarrieredReuse => Entry::Mistake(&warnings::unbarriered_reuse::MISTAKE),
        MistakeId::WholeProblemLoop => Entry::Mistake(&warnings::whole_problem_loop::MISTAKE),
        MistakeId::SubGroupSizeAssumed => {
            Entry::Mistake(&warnings::sub_group_size_assumed::MISTAKE)
        }
        MistakeId::MissingBoundsGuard => Entry::Mistake(&warnings::missing_bounds_guard::MISTAKE),
        MistakeId::UnusedArgument => Entry::Mistake(&warnings::unused_argument::MISTAKE),
        MistakeId::MacroHygiene => Entry::Mistake(&warnings::macro_hygiene::MISTAKE),
        MistakeId::IntegerOverflowInIndex => {
            Entry::Mistake(&warnings::integer_overflow_in_index::MISTAKE)
        }
        MistakeId::SignedUnsignedCompare => {
            Entry::Mistake(&warnings::signed_unsigned_compare::MISTAKE)
        }
        MistakeId::ThreeComponentVector => {
            Entry::Mistake(&warnings::three_component_vector::MISTAKE)
        }
        MistakeId::NarrowingStore => Entry::Mistake(&warnings::narrowing_store::MISTAKE),
        MistakeId::HalfSum => Entry::Mistake(&warnings::half_sum::MISTAKE),
        MistakeId::FloatEquality => Entry::Mistake(&warnings::float_equality::MISTAKE),
        MistakeId::DoubleLiteral => Entry::Mistake(&warnings::double_literal::MISTAKE),
        MistakeId::PrivateArraySpill => Entry::Mistake(&warnings::private_array_spill::MISTAKE),
        MistakeId::IdleWorkItems => Entry::Mistake(&performance::idle_work_items::MISTAKE),
        MistakeId::UncoalescedAccess => Entry::Mistake(&performance::uncoalesced_access::MISTAKE),
        MistakeId::RedundantGlobalRead => {
            Entry::Mistake(&performance::redundant_global_read::MISTAKE)
        }
        MistakeId::BankConflict => Entry::Mistake(&performance::bank_conflict::MISTAKE),
        MistakeId::BranchDivergence => Entry::Mistake(&performance::branch_divergence::MISTAKE),
        MistakeId::LocalCacheWithoutReuse => {
            Entry::Mistake(&performance::local_cache_without_reuse::MISTAKE)
        }
        MistakeId::LowOccupancy => Entry::Mistake(&performance::low_occupancy::MISTAKE),
        MistakeId::ConstantDataInGlobal => {
            Entry::Mistake(&performance::constant_data_in_global::MISTAKE)
        }
        MistakeId::PartitionCamping => Entry::Mistake(&performance::partition_camping::MISTAKE),
        MistakeId::AtomicContention => Entry::Mistake(&performance::atomic_contention::MISTAKE),
    })
}

/// Every mistake, in the order in which to correct them.
pub fn catalogue() -> impl Iterator<Item = &'static Mistake> {
    MistakeId::ALL.iter().copied().filter_map(find)
}

/// The mistakes of a family, in the order of the catalogue.
pub fn family(family: Family) -> impl Iterator<Item = &'static Mistake> {
    catalogue().filter(move |mistake| mistake.family == family)
}

/// The mistake of an id; none where it is a notice's.
pub fn find(id: MistakeId) -> Option<&'static Mistake> {
    match entry(id)? {
        Entry::Mistake(mistake) => Some(mistake),
        Entry::Notice(_) => None,
    }
}

/// Ids that are no mistake of the catalogue and have a page.
pub fn notices() -> impl Iterator<Item = &'static Notice> {
    MistakeId::ALL.iter().copied().filter_map(find_notice)
}

/// The notice of an id; none where it is a mistake's.
pub fn find_notice(id: MistakeId) -> Option<&'static Notice> {
    match entry(id)? {
        Entry::Mistake(_) => None,
        Entry::Notice(notice) => Some(notice),
    }
}

/// Does `grader explain` have a page of it?
pub(crate) fn has_page(id: MistakeId) -> bool {
    entry(id).is_some()
}

/// Can a run of a kernel show this? True of every mistake, and of a write by the wrong work-item.
pub fn shows_in_a_run(id: MistakeId) -> bool {
    id == MistakeId::WrongWorkItem || find(id).is_some()
}

/// What a launch with the mistake does.
pub fn symptom(id: MistakeId) -> Symptom {
    find(id).map_or(Symptom::Varies, |mistake| mistake.symptom)
}

/// The level of findings with an id.
pub(crate) fn level(id: MistakeId) -> Level {
    match entry(id) {
        Some(Entry::Mistake(mistake)) => mistake.level,
        Some(Entry::Notice(notice)) => notice.level,
        None => Level::Error,
    }
}
