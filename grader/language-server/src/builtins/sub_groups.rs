//! Sub-groups: their sizes and ids, and what their work-items compute together.

use super::Entry;
use opencl_c::builtin::Name;

const BLOCK_CALL: &str = "All work-items of the sub-group must call it, with the same p; n is 1, 2, 4 or 8, and 16 for uchar.";

type Texts = &'static [&'static str];

const fn block_read(name: Name, forms: Texts, notes: Texts) -> Entry {
    Entry {
        name,
        forms,
        means: "Reads a block for the whole sub-group: component k is \
                p[k * get_max_sub_group_size() + get_sub_group_local_id()].",
        notes,
    }
}

const fn block_write(name: Name, forms: Texts, notes: Texts) -> Entry {
    Entry {
        name,
        forms,
        means: "Writes a block for the whole sub-group: component k goes to \
                p[k * get_max_sub_group_size() + get_sub_group_local_id()].",
        notes,
    }
}

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::GetSubGroupSize,
        forms: &["uint get_sub_group_size()"],
        means: "Returns the number of work-items of this sub-group.",
        notes: &[
            "The last sub-group of a work-group may be smaller than get_max_sub_group_size().",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::GetMaxSubGroupSize,
        forms: &["uint get_max_sub_group_size()"],
        means: "Returns the greatest number of work-items that a sub-group of this launch has.",
        notes: &[
            "The size is the device's or the compiler's choice: a program that assumes 32 is not \
             portable.",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::GetNumSubGroups,
        forms: &["uint get_num_sub_groups()"],
        means: "Returns the number of sub-groups of this work-group.",
        notes: &["It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0."],
    },
    Entry {
        name: Name::GetEnqueuedNumSubGroups,
        forms: &["uint get_enqueued_num_sub_groups()"],
        means: "Returns the number of sub-groups of a work-group of full size, also within a \
                smaller one at the NDRange's edge.",
        notes: &["It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0."],
    },
    Entry {
        name: Name::GetSubGroupId,
        forms: &["uint get_sub_group_id()"],
        means: "Returns the index of the sub-group within its work-group, from 0 to \
                get_num_sub_groups() - 1.",
        notes: &[
            "It is no id within the NDRange.",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::GetSubGroupLocalId,
        forms: &["uint get_sub_group_local_id()"],
        means: "Returns the work-item's index within its sub-group, from 0 to \
                get_sub_group_size() - 1.",
        notes: &[
            "The standard does not say how local ids map to it, only that the mapping does not \
             change while the work-group runs.",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::GetSubGroupEqMask,
        forms: &["uint4 get_sub_group_eq_mask()"],
        means: "Returns a ballot with the bits set whose index is equal to the work-item's index \
                within the sub-group.",
        notes: &[
            "Bit 0 is the lowest bit of component x.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::GetSubGroupGeMask,
        forms: &["uint4 get_sub_group_ge_mask()"],
        means: "Returns a ballot with the bits set whose index is greater than or equal to the \
                work-item's index within the sub-group.",
        notes: &[
            "Bit 0 is the lowest bit of component x.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::GetSubGroupGtMask,
        forms: &["uint4 get_sub_group_gt_mask()"],
        means: "Returns a ballot with the bits set whose index is greater than the work-item's \
                index within the sub-group.",
        notes: &[
            "Bit 0 is the lowest bit of component x.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::GetSubGroupLeMask,
        forms: &["uint4 get_sub_group_le_mask()"],
        means: "Returns a ballot with the bits set whose index is less than or equal to the \
                work-item's index within the sub-group.",
        notes: &[
            "Bit 0 is the lowest bit of component x.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::GetSubGroupLtMask,
        forms: &["uint4 get_sub_group_lt_mask()"],
        means: "Returns a ballot with the bits set whose index is less than the work-item's index \
                within the sub-group.",
        notes: &[
            "Bit 0 is the lowest bit of component x.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::SubGroupBarrier,
        forms: &[
            "void sub_group_barrier(cl_mem_fence_flags flags)",
            "void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope)",
        ],
        means: "Waits until every work-item of the sub-group has arrived. Each then sees what the \
                others wrote before to the memory that the flags name.",
        notes: &[
            "Every work-item of the sub-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "It does not wait for other sub-groups: barrier waits for the work-group.",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::SubGroupAll,
        forms: &["int sub_group_all(int predicate)"],
        means: "Returns a value other than 0 to every work-item of the sub-group if predicate is \
                not 0 for all of them, otherwise 0.",
        notes: &[
            "Every work-item of the sub-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::SubGroupAny,
        forms: &["int sub_group_any(int predicate)"],
        means: "Returns a value other than 0 to every work-item of the sub-group if predicate is \
                not 0 for at least one of them, otherwise 0.",
        notes: &[
            "Every work-item of the sub-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::SubGroupBroadcast,
        forms: &["gentype sub_group_broadcast(gentype x, uint sub_group_local_id)"],
        means: "Returns to every work-item of the sub-group the value of x of the work-item with \
                this index within the sub-group.",
        notes: &[
            "The index must be the same for all work-items of the sub-group.",
            "Every work-item of the sub-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::SubGroupReduce,
        forms: &["gentype sub_group_reduce_<op>(gentype x)"],
        means: "Combines the values of x of all work-items of the sub-group by <op>, and returns \
                the result to each.",
        notes: &[
            "<op> is add, min or max. The order of the operations is not defined.",
            "Every work-item of the sub-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::SubGroupScanInclusive,
        forms: &["gentype sub_group_scan_inclusive_<op>(gentype x)"],
        means: "Combines by <op> the values of x of the work-items of the sub-group up to and \
                including this one.",
        notes: &[
            "<op> is add, min or max.",
            "Every work-item of the sub-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::SubGroupScanExclusive,
        forms: &["gentype sub_group_scan_exclusive_<op>(gentype x)"],
        means: "Combines by <op> the values of x of the work-items of the sub-group before this \
                one. The first gets the identity, as 0 for add.",
        notes: &[
            "<op> is add, min or max.",
            "Every work-item of the sub-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "It needs cl_khr_subgroups, or the feature __opencl_c_subgroups of OpenCL C 3.0.",
        ],
    },
    Entry {
        name: Name::SubGroupElect,
        forms: &["int sub_group_elect()"],
        means: "Returns a value other than 0 to the first of the work-items of the sub-group that \
                reach it together, and 0 to the others.",
        notes: &[
            "It may stand in a branch: only the work-items that reach it together take part.",
            "It needs cl_khr_subgroup_non_uniform_vote.",
        ],
    },
    Entry {
        name: Name::SubGroupNonUniformAll,
        forms: &["int sub_group_non_uniform_all(int predicate)"],
        means: "Returns a value other than 0 if predicate is not 0 for all work-items of the \
                sub-group that reach it together.",
        notes: &[
            "It may stand in a branch: only the work-items that reach it together take part.",
            "It needs cl_khr_subgroup_non_uniform_vote.",
        ],
    },
    Entry {
        name: Name::SubGroupNonUniformAny,
        forms: &["int sub_group_non_uniform_any(int predicate)"],
        means: "Returns a value other than 0 if predicate is not 0 for one of the work-items of \
                the sub-group that reach it together.",
        notes: &[
            "It may stand in a branch: only the work-items that reach it together take part.",
            "It needs cl_khr_subgroup_non_uniform_vote.",
        ],
    },
    Entry {
        name: Name::SubGroupNonUniformAllEqual,
        forms: &["int sub_group_non_uniform_all_equal(gentype value)"],
        means: "Returns a value other than 0 if value is the same for all work-items of the \
                sub-group that reach it together.",
        notes: &[
            "It may stand in a branch: only the work-items that reach it together take part.",
            "It needs cl_khr_subgroup_non_uniform_vote.",
        ],
    },
    Entry {
        name: Name::SubGroupNonUniformBroadcast,
        forms: &["gentype sub_group_non_uniform_broadcast(gentype value, uint index)"],
        means: "Returns the value of the work-item with this index within the sub-group to all \
                that reach it together.",
        notes: &[
            "The index must be the same for all of them, and that of a work-item that takes part.",
            "It may stand in a branch: only the work-items that reach it together take part.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::SubGroupBroadcastFirst,
        forms: &["gentype sub_group_broadcast_first(gentype value)"],
        means: "Returns the value of the first of the work-items of the sub-group that reach it \
                together.",
        notes: &[
            "It may stand in a branch: only the work-items that reach it together take part.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::SubGroupNonUniformReduce,
        forms: &["gentype sub_group_non_uniform_reduce_<op>(gentype value)"],
        means: "Combines by <op> the values of the work-items of the sub-group that reach it \
                together.",
        notes: &[
            "<op> is add, mul, min, max, and, or, xor, logical_and, logical_or or logical_xor.",
            "It may stand in a branch: only the work-items that reach it together take part.",
            "It needs cl_khr_subgroup_non_uniform_arithmetic.",
        ],
    },
    Entry {
        name: Name::SubGroupNonUniformScanInclusive,
        forms: &["gentype sub_group_non_uniform_scan_inclusive_<op>(gentype value)"],
        means: "Combines by <op> the values of the work-items that reach it together, up to and \
                including this one.",
        notes: &[
            "<op> is add, mul, min, max, and, or, xor, logical_and, logical_or or logical_xor.",
            "It may stand in a branch: only the work-items that reach it together take part.",
            "It needs cl_khr_subgroup_non_uniform_arithmetic.",
        ],
    },
    Entry {
        name: Name::SubGroupNonUniformScanExclusive,
        forms: &["gentype sub_group_non_uniform_scan_exclusive_<op>(gentype value)"],
        means: "Combines by <op> the values of the work-items that reach it together, before this \
                one. The first gets the identity, as 0 for add.",
        notes: &[
            "<op> is add, mul, min, max, and, or, xor, logical_and, logical_or or logical_xor.",
            "It may stand in a branch: only the work-items that reach it together take part.",
            "It needs cl_khr_subgroup_non_uniform_arithmetic.",
        ],
    },
    Entry {
        name: Name::SubGroupBallot,
        forms: &["uint4 sub_group_ballot(int predicate)"],
        means: "Returns a bit for each work-item of the sub-group: 1 where it reaches the call \
                and its predicate is not 0. Bit 0 is the lowest bit of component x.",
        notes: &[
            "It may stand in a branch: only the work-items that reach it together take part.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::SubGroupInverseBallot,
        forms: &["int sub_group_inverse_ballot(uint4 value)"],
        means: "Returns a value other than 0 if the work-item's own bit of the ballot is set, \
                otherwise 0.",
        notes: &[
            "The ballot must be the same for all work-items of the sub-group that take part.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::SubGroupBallotBitExtract,
        forms: &["int sub_group_ballot_bit_extract(uint4 value, uint index)"],
        means: "Returns a value other than 0 if the bit of the ballot with this index is set, \
                otherwise 0.",
        notes: &["It needs cl_khr_subgroup_ballot."],
    },
    Entry {
        name: Name::SubGroupBallotBitCount,
        forms: &["uint sub_group_ballot_bit_count(uint4 value)"],
        means: "Returns the number of bits of the ballot that are set.",
        notes: &[
            "Only the bits below get_max_sub_group_size() count.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::SubGroupBallotInclusiveScan,
        forms: &["uint sub_group_ballot_inclusive_scan(uint4 value)"],
        means: "Returns the number of bits of the ballot that are set up to and including the \
                work-item's own.",
        notes: &["It needs cl_khr_subgroup_ballot."],
    },
    Entry {
        name: Name::SubGroupBallotExclusiveScan,
        forms: &["uint sub_group_ballot_exclusive_scan(uint4 value)"],
        means: "Returns the number of bits of the ballot that are set below the work-item's own.",
        notes: &[
            "It gives each work-item that voted its place among them.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::SubGroupBallotFindLsb,
        forms: &["uint sub_group_ballot_find_lsb(uint4 value)"],
        means: "Returns the index of the lowest bit of the ballot that is set.",
        notes: &[
            "The result is undefined if no bit is set.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::SubGroupBallotFindMsb,
        forms: &["uint sub_group_ballot_find_msb(uint4 value)"],
        means: "Returns the index of the highest bit of the ballot that is set.",
        notes: &[
            "The result is undefined if no bit is set.",
            "It needs cl_khr_subgroup_ballot.",
        ],
    },
    Entry {
        name: Name::SubGroupShuffle,
        forms: &[
            "gentype sub_group_shuffle(gentype value, uint index)",
            "gentype intel_sub_group_shuffle(gentype value, uint index)",
        ],
        means: "Returns the value of the work-item with this index within the sub-group.",
        notes: &[
            "The index may differ between work-items.",
            "The result is undefined if that work-item is outside the sub-group or does not reach \
             the call.",
            "It needs cl_khr_subgroup_shuffle; the intel_ spelling needs cl_intel_subgroups.",
        ],
    },
    Entry {
        name: Name::SubGroupShuffleXor,
        forms: &[
            "gentype sub_group_shuffle_xor(gentype value, uint mask)",
            "gentype intel_sub_group_shuffle_xor(gentype value, uint mask)",
        ],
        means: "Returns the value of the work-item whose index within the sub-group is this one's \
                index ^ mask.",
        notes: &[
            "With the masks 1, 2, 4 and so on it makes a butterfly reduction.",
            "The result is undefined if that work-item is outside the sub-group or does not reach \
             the call.",
            "It needs cl_khr_subgroup_shuffle; the intel_ spelling needs cl_intel_subgroups.",
        ],
    },
    Entry {
        name: Name::SubGroupShuffleUp,
        forms: &["gentype sub_group_shuffle_up(gentype value, uint delta)"],
        means: "Returns the value of the work-item whose index within the sub-group is smaller by \
                delta.",
        notes: &[
            "Values move up: the first delta work-items get an undefined result.",
            "It needs cl_khr_subgroup_shuffle_relative.",
        ],
    },
    Entry {
        name: Name::SubGroupShuffleDown,
        forms: &["gentype sub_group_shuffle_down(gentype value, uint delta)"],
        means: "Returns the value of the work-item whose index within the sub-group is greater by \
                delta.",
        notes: &[
            "Values move down: the last delta work-items get an undefined result.",
            "It needs cl_khr_subgroup_shuffle_relative.",
        ],
    },
    Entry {
        name: Name::SubGroupRotate,
        forms: &["gentype sub_group_rotate(gentype value, int delta)"],
        means: "Returns the value of the work-item whose index within the sub-group is greater by \
                delta, around the end to the beginning.",
        notes: &[
            "delta must be the same for all work-items of the sub-group that take part.",
            "The result is undefined if that work-item is outside the sub-group or does not reach \
             the call.",
            "It needs cl_khr_subgroup_rotate.",
        ],
    },
    Entry {
        name: Name::SubGroupClusteredReduce,
        forms: &["gentype sub_group_clustered_reduce_<op>(gentype value, uint clustersize)"],
        means: "Combines by <op> the values of the work-items of the same cluster: clustersize \
                neighbours within the sub-group.",
        notes: &[
            "<op> is add, mul, min, max, and, or, xor, logical_and, logical_or or logical_xor.",
            "clustersize is a constant: a power of two, at most get_max_sub_group_size().",
            "It needs cl_khr_subgroup_clustered_reduce.",
        ],
    },
    Entry {
        name: Name::SubGroupClusteredRotate,
        forms: &["gentype sub_group_clustered_rotate(gentype value, int delta, uint clustersize)"],
        means: "Returns the value of the work-item of the same cluster whose index is greater by \
                delta, around the cluster's end to its beginning.",
        notes: &[
            "delta must be the same for all work-items of the sub-group that take part.",
            "clustersize is a constant: a power of two, at most get_max_sub_group_size().",
            "It needs cl_khr_subgroup_rotate.",
        ],
    },
    Entry {
        name: Name::IntelSubGroupShuffleUp,
        forms: &[
            "gentype intel_sub_group_shuffle_up(gentype previous, gentype current, uint delta)",
        ],
        means: "Returns the value of current of the work-item whose index is smaller by delta; \
                for the first delta work-items that of previous, from the end of the sub-group.",
        notes: &["It needs cl_intel_subgroups."],
    },
    Entry {
        name: Name::IntelSubGroupShuffleDown,
        forms: &["gentype intel_sub_group_shuffle_down(gentype current, gentype next, uint delta)"],
        means: "Returns the value of current of the work-item whose index is greater by delta; \
                for the last delta work-items that of next, from the start of the sub-group.",
        notes: &["It needs cl_intel_subgroups."],
    },
    block_read(
        Name::IntelSubGroupBlockRead,
        &["uintn intel_sub_group_block_readn(const global uint *p)"],
        &[BLOCK_CALL, "It needs cl_intel_subgroups."],
    ),
    block_write(
        Name::IntelSubGroupBlockWrite,
        &["void intel_sub_group_block_writen(global uint *p, uintn data)"],
        &[BLOCK_CALL, "It needs cl_intel_subgroups."],
    ),
    block_read(
        Name::IntelSubGroupBlockReadUc,
        &["ucharn intel_sub_group_block_read_ucn(const global uchar *p)"],
        &[BLOCK_CALL, "It needs cl_intel_subgroups_char."],
    ),
    block_write(
        Name::IntelSubGroupBlockWriteUc,
        &["void intel_sub_group_block_write_ucn(global uchar *p, ucharn data)"],
        &[BLOCK_CALL, "It needs cl_intel_subgroups_char."],
    ),
    block_read(
        Name::IntelSubGroupBlockReadUs,
        &["ushortn intel_sub_group_block_read_usn(const global ushort *p)"],
        &[BLOCK_CALL, "It needs cl_intel_subgroups_short."],
    ),
    block_write(
        Name::IntelSubGroupBlockWriteUs,
        &["void intel_sub_group_block_write_usn(global ushort *p, ushortn data)"],
        &[BLOCK_CALL, "It needs cl_intel_subgroups_short."],
    ),
    block_read(
        Name::IntelSubGroupBlockReadUl,
        &["ulongn intel_sub_group_block_read_uln(const global ulong *p)"],
        &[BLOCK_CALL, "It needs cl_intel_subgroups_long."],
    ),
    block_write(
        Name::IntelSubGroupBlockWriteUl,
        &["void intel_sub_group_block_write_uln(global ulong *p, ulongn data)"],
        &[BLOCK_CALL, "It needs cl_intel_subgroups_long."],
    ),
];
