//! Work-items and their place in the NDRange.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::GetWorkDim,
        forms: &["uint get_work_dim()"],
        means: "Returns the number of dimensions of the NDRange: 1, 2 or 3.",
        notes: &["The dimensions have the numbers 0 to get_work_dim() - 1."],
    },
    Entry {
        name: Name::GetGlobalSize,
        forms: &["size_t get_global_size(uint dimindx)"],
        means: "Returns the number of work-items of the NDRange in dimension dimindx (0 to 2). It \
                is 1 for dimindx >= get_work_dim().",
        notes: &[
            "get_global_size(1) of a one-dimensional launch is 1.",
            "A host often rounds the size up to a multiple of the work-group's: pass the number \
             of elements as an argument and compare the id with it.",
        ],
    },
    Entry {
        name: Name::GetGlobalId,
        forms: &["size_t get_global_id(uint dimindx)"],
        means: "Returns the work-item's id within the NDRange in dimension dimindx (0 to 2). It \
                is 0 for dimindx >= get_work_dim().",
        notes: &[
            "The id includes the global offset of the launch: the first id is \
             get_global_offset(dimindx).",
            "Neighbours in dimension 0 mostly belong to one sub-group: index the innermost \
             dimension of an array by it for coalesced accesses.",
            "size_t is unsigned: get_global_id(0) - 1 is a huge number for id 0, and a negative \
             int becomes huge when it is compared with an id.",
        ],
    },
    Entry {
        name: Name::GetLocalSize,
        forms: &["size_t get_local_size(uint dimindx)"],
        means: "Returns the number of work-items of this work-group in dimension dimindx (0 to \
                2). It is 1 for dimindx >= get_work_dim().",
        notes: &[
            "From OpenCL C 2.0 on, the last work-group may be smaller than the others; \
             get_enqueued_local_size gives the size of the launch.",
            "It is no constant expression: the length of a local array needs a macro or a literal.",
        ],
    },
    Entry {
        name: Name::GetLocalId,
        forms: &["size_t get_local_id(uint dimindx)"],
        means: "Returns the work-item's id within its work-group in dimension dimindx: from 0 to \
                get_local_size(dimindx) - 1. It is 0 for dimindx >= get_work_dim().",
        notes: &["The global offset does not change it."],
    },
    Entry {
        name: Name::GetNumGroups,
        forms: &["size_t get_num_groups(uint dimindx)"],
        means: "Returns the number of work-groups of the NDRange in dimension dimindx (0 to 2). \
                It is 1 for dimindx >= get_work_dim().",
        notes: &[],
    },
    Entry {
        name: Name::GetGroupId,
        forms: &["size_t get_group_id(uint dimindx)"],
        means: "Returns the work-group's index in dimension dimindx: from 0 to \
                get_num_groups(dimindx) - 1. It is 0 for dimindx >= get_work_dim().",
        notes: &["Work-groups run in no defined order: one must not wait for another."],
    },
    Entry {
        name: Name::GetGlobalOffset,
        forms: &["size_t get_global_offset(uint dimindx)"],
        means: "Returns the global offset that the host gave to the launch in dimension dimindx \
                (0 to 2). It is 0 for dimindx >= get_work_dim().",
        notes: &["get_global_id already includes it."],
    },
    Entry {
        name: Name::GetEnqueuedLocalSize,
        forms: &["size_t get_enqueued_local_size(uint dimindx)"],
        means: "Returns the work-group size of the launch in dimension dimindx, also within a \
                smaller work-group at the NDRange's edge. It is 1 for dimindx >= get_work_dim().",
        notes: &["It comes with OpenCL C 2.0."],
    },
    Entry {
        name: Name::GetGlobalLinearId,
        forms: &["size_t get_global_linear_id()"],
        means: "Returns the work-item's id within the NDRange as one number, in which dimension 0 \
                varies fastest.",
        notes: &[
            "The global offset is subtracted: the first work-item has 0.",
            "It comes with OpenCL C 2.0.",
        ],
    },
    Entry {
        name: Name::GetLocalLinearId,
        forms: &["size_t get_local_linear_id()"],
        means: "Returns the work-item's id within its work-group as one number, in which \
                dimension 0 varies fastest.",
        notes: &[
            "In two dimensions it is get_local_id(1) * get_local_size(0) + get_local_id(0).",
            "It comes with OpenCL C 2.0.",
        ],
    },
];
