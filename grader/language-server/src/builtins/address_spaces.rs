//! Functions of the generic address space (OpenCL C 2.0).

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::ToGlobal,
        forms: &[
            "global gentype *to_global(gentype *ptr)",
            "const global gentype *to_global(const gentype *ptr)",
        ],
        means: "Returns ptr as a pointer to global memory, or NULL if it points elsewhere.",
        notes: &["It needs generic pointers: OpenCL C 2.0, or the feature \
             __opencl_c_generic_address_space of 3.0."],
    },
    Entry {
        name: Name::ToLocal,
        forms: &[
            "local gentype *to_local(gentype *ptr)",
            "const local gentype *to_local(const gentype *ptr)",
        ],
        means: "Returns ptr as a pointer to local memory, or NULL if it points elsewhere.",
        notes: &["It needs generic pointers: OpenCL C 2.0, or the feature \
             __opencl_c_generic_address_space of 3.0."],
    },
    Entry {
        name: Name::ToPrivate,
        forms: &[
            "private gentype *to_private(gentype *ptr)",
            "const private gentype *to_private(const gentype *ptr)",
        ],
        means: "Returns ptr as a pointer to private memory, or NULL if it points elsewhere.",
        notes: &["It needs generic pointers: OpenCL C 2.0, or the feature \
             __opencl_c_generic_address_space of 3.0."],
    },
    Entry {
        name: Name::GetFence,
        forms: &[
            "cl_mem_fence_flags get_fence(gentype *ptr)",
            "cl_mem_fence_flags get_fence(const gentype *ptr)",
        ],
        means: "Returns the fence flag for the memory that ptr points into, such as \
                CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE.",
        notes: &["It needs generic pointers: OpenCL C 2.0, or the feature \
             __opencl_c_generic_address_space of 3.0."],
    },
];
