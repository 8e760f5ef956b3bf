//! Functions that the work-items of a work-group compute together (OpenCL C 2.0).

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::WorkGroupAll,
        forms: &["int work_group_all(int predicate)"],
        means: "Returns a value other than 0 to every work-item of the work-group if predicate is \
                not 0 for all of them, otherwise 0.",
        notes: &[
            "Every work-item of the work-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "It comes with OpenCL C 2.0; in 3.0 it needs the feature \
             __opencl_c_work_group_collective_functions.",
        ],
    },
    Entry {
        name: Name::WorkGroupAny,
        forms: &["int work_group_any(int predicate)"],
        means: "Returns a value other than 0 to every work-item of the work-group if predicate is \
                not 0 for at least one of them, otherwise 0.",
        notes: &[
            "Every work-item of the work-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "It comes with OpenCL C 2.0; in 3.0 it needs the feature \
             __opencl_c_work_group_collective_functions.",
        ],
    },
    Entry {
        name: Name::WorkGroupBroadcast,
        forms: &[
            "gentype work_group_broadcast(gentype a, size_t local_id)",
            "gentype work_group_broadcast(gentype a, size_t local_id_x, size_t local_id_y)",
            "gentype work_group_broadcast(gentype a, size_t local_id_x, size_t local_id_y, size_t \
             local_id_z)",
        ],
        means: "Returns to every work-item of the work-group the value of a of the work-item with \
                these local ids.",
        notes: &[
            "The ids must be the same for all work-items of the work-group, one for each \
             dimension of the NDRange.",
            "Every work-item of the work-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "It comes with OpenCL C 2.0; in 3.0 it needs the feature \
             __opencl_c_work_group_collective_functions.",
        ],
    },
    Entry {
        name: Name::WorkGroupReduce,
        forms: &["gentype work_group_reduce_<op>(gentype x)"],
        means: "Combines the values of x of all work-items of the work-group by <op>, and returns \
                the result to each.",
        notes: &[
            "<op> is add, min or max; cl_khr_work_group_uniform_arithmetic adds mul, and, or, xor \
             and the logical_ ones.",
            "Every work-item of the work-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "The order of the operations is not defined, so float results may differ from run to \
             run.",
        ],
    },
    Entry {
        name: Name::WorkGroupScanInclusive,
        forms: &["gentype work_group_scan_inclusive_<op>(gentype x)"],
        means: "Combines by <op> the values of x of the work-items up to and including this one, \
                in the order of their linear local ids.",
        notes: &[
            "<op> is add, min or max; cl_khr_work_group_uniform_arithmetic adds mul, and, or, xor \
             and the logical_ ones.",
            "Every work-item of the work-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
            "The order of the operations is not defined, so float results may differ from run to \
             run.",
        ],
    },
    Entry {
        name: Name::WorkGroupScanExclusive,
        forms: &["gentype work_group_scan_exclusive_<op>(gentype x)"],
        means: "Combines by <op> the values of x of the work-items before this one, in the order \
                of their linear local ids.",
        notes: &[
            "The first work-item gets the identity: 0 for add, the greatest value for min and the \
             least for max, infinite for floating types.",
            "<op> is add, min or max; cl_khr_work_group_uniform_arithmetic adds mul, and, or, xor \
             and the logical_ ones.",
            "Every work-item of the work-group must reach it: in a branch that some skip, \
             behaviour is undefined.",
        ],
    },
];
