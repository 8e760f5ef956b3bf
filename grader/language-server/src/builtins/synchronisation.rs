//! Barriers and fences.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::Barrier,
        forms: &[
            "void barrier(cl_mem_fence_flags flags)",
            "void work_group_barrier(cl_mem_fence_flags flags)",
            "void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope)",
        ],
        means: "Waits until every work-item of the work-group has arrived. Each then sees what \
                the others wrote before to the memory that the flags name.",
        notes: &[
            "Every work-item of the work-group must reach it, also within a loop or a branch. \
             Otherwise behaviour is undefined: put it after the if.",
            "CLK_LOCAL_MEM_FENCE is for local memory, CLK_GLOBAL_MEM_FENCE for global memory; \
             join both with |.",
            "It does not wait for other work-groups: for those, start another kernel.",
        ],
    },
    Entry {
        name: Name::MemFence,
        forms: &["void mem_fence(cl_mem_fence_flags flags)"],
        means: "Orders the work-item's own loads and stores: those before it take effect before \
                those after it, in the memory that the flags name.",
        notes: &[
            "It does not wait for other work-items: barrier does.",
            "From OpenCL C 2.0 on atomic_work_item_fence takes its place.",
        ],
    },
    Entry {
        name: Name::ReadMemFence,
        forms: &["void read_mem_fence(cl_mem_fence_flags flags)"],
        means: "Orders the work-item's own loads: those before it take effect before those after \
                it, in the memory that the flags name.",
        notes: &["It does not wait for other work-items: barrier does."],
    },
    Entry {
        name: Name::WriteMemFence,
        forms: &["void write_mem_fence(cl_mem_fence_flags flags)"],
        means: "Orders the work-item's own stores: those before it take effect before those after \
                it, in the memory that the flags name.",
        notes: &["It does not wait for other work-items: barrier does."],
    },
    Entry {
        name: Name::AtomicWorkItemFence,
        forms: &[
            "void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, \
             memory_scope scope)",
        ],
        means: "Orders the work-item's accesses to the memory that the flags name, with a memory \
                order and for the work-items of the scope.",
        notes: &[
            "It does not wait for other work-items: barrier does.",
            "To read pixels that the work-item itself wrote, use CLK_IMAGE_MEM_FENCE, \
             memory_order_acq_rel and memory_scope_work_item.",
            "It comes with OpenCL C 2.0.",
        ],
    },
];
