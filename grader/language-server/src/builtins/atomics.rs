//! Atomic operations: `atomic_` and `atom_` of OpenCL C 1.x, and those of OpenCL C 2.0.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::AtomicAdd,
        forms: &[
            "gentype atomic_add(volatile global gentype *p, gentype val)",
            "gentype atomic_add(volatile local gentype *p, gentype val)",
            "gentype atom_add(volatile global gentype *p, gentype val)",
        ],
        means: "Adds val to *p, an int or uint, as one step that no other work-item interrupts. \
                Returns the old value of *p.",
        notes: &[
            "Operations on one address run one after another: sum within the work-group first.",
            "It orders no other access: data that another work-item wrote needs a barrier or a \
             fence.",
            "The memory is global or local. atom_add also takes long and ulong, with \
             cl_khr_int64_base_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicSub,
        forms: &[
            "gentype atomic_sub(volatile global gentype *p, gentype val)",
            "gentype atomic_sub(volatile local gentype *p, gentype val)",
            "gentype atom_sub(volatile global gentype *p, gentype val)",
        ],
        means: "Subtracts val from *p, an int or uint, as one step that no other work-item \
                interrupts. Returns the old value of *p.",
        notes: &[
            "It orders no other access: data that another work-item wrote needs a barrier or a \
             fence.",
            "The memory is global or local. atom_sub also takes long and ulong, with \
             cl_khr_int64_base_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicXchg,
        forms: &[
            "gentype atomic_xchg(volatile global gentype *p, gentype val)",
            "gentype atomic_xchg(volatile local gentype *p, gentype val)",
            "gentype atom_xchg(volatile global gentype *p, gentype val)",
        ],
        means: "Stores val to *p, an int, uint or float, as one step that no other work-item \
                interrupts. Returns the old value of *p.",
        notes: &[
            "It orders no other access: data that another work-item wrote needs a barrier or a \
             fence.",
            "The memory is global or local. atom_xchg also takes long and ulong, with \
             cl_khr_int64_base_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicInc,
        forms: &[
            "gentype atomic_inc(volatile global gentype *p)",
            "gentype atomic_inc(volatile local gentype *p)",
            "gentype atom_inc(volatile global gentype *p)",
        ],
        means: "Adds 1 to *p, an int or uint, as one step that no other work-item interrupts. \
                Returns the old value of *p.",
        notes: &[
            "It takes no value: atomic_add adds another number than 1.",
            "The old value serves as a unique index: the first work-item gets the start value, \
             not that plus 1.",
            "The memory is global or local. atom_inc also takes long and ulong, with \
             cl_khr_int64_base_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicDec,
        forms: &[
            "gentype atomic_dec(volatile global gentype *p)",
            "gentype atomic_dec(volatile local gentype *p)",
            "gentype atom_dec(volatile global gentype *p)",
        ],
        means: "Subtracts 1 from *p, an int or uint, as one step that no other work-item \
                interrupts. Returns the old value of *p.",
        notes: &[
            "It takes no value: atomic_sub subtracts another number than 1.",
            "The result is the value before: the work-item that brings a counter to 0 gets 1.",
            "The memory is global or local. atom_dec also takes long and ulong, with \
             cl_khr_int64_base_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicCmpxchg,
        forms: &[
            "gentype atomic_cmpxchg(volatile global gentype *p, gentype cmp, gentype val)",
            "gentype atomic_cmpxchg(volatile local gentype *p, gentype cmp, gentype val)",
            "gentype atom_cmpxchg(volatile global gentype *p, gentype cmp, gentype val)",
        ],
        means: "Stores val to *p, an int or uint, if *p equals cmp, as one step that no other \
                work-item interrupts. Returns the old value of *p in both cases.",
        notes: &[
            "It succeeded if the result equals cmp.",
            "In a loop it makes other operations atomic, as an addition of float with as_uint and \
             as_float.",
            "The memory is global or local. atom_cmpxchg also takes long and ulong, with \
             cl_khr_int64_base_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicMin,
        forms: &[
            "gentype atomic_min(volatile global gentype *p, gentype val)",
            "gentype atomic_min(volatile local gentype *p, gentype val)",
            "gentype atom_min(volatile global gentype *p, gentype val)",
        ],
        means: "Stores the smaller of *p and val to *p, an int or uint, as one step that no other \
                work-item interrupts. Returns the old value of *p.",
        notes: &[
            "It orders no other access: data that another work-item wrote needs a barrier or a \
             fence.",
            "The memory is global or local. atom_min also takes long and ulong, with \
             cl_khr_int64_extended_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicMax,
        forms: &[
            "gentype atomic_max(volatile global gentype *p, gentype val)",
            "gentype atomic_max(volatile local gentype *p, gentype val)",
            "gentype atom_max(volatile global gentype *p, gentype val)",
        ],
        means: "Stores the greater of *p and val to *p, an int or uint, as one step that no other \
                work-item interrupts. Returns the old value of *p.",
        notes: &[
            "It orders no other access: data that another work-item wrote needs a barrier or a \
             fence.",
            "The memory is global or local. atom_max also takes long and ulong, with \
             cl_khr_int64_extended_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicAnd,
        forms: &[
            "gentype atomic_and(volatile global gentype *p, gentype val)",
            "gentype atomic_and(volatile local gentype *p, gentype val)",
            "gentype atom_and(volatile global gentype *p, gentype val)",
        ],
        means: "Stores *p & val to *p, an int or uint, as one step that no other work-item \
                interrupts. Returns the old value of *p.",
        notes: &[
            "It orders no other access: data that another work-item wrote needs a barrier or a \
             fence.",
            "The memory is global or local. atom_and also takes long and ulong, with \
             cl_khr_int64_extended_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicOr,
        forms: &[
            "gentype atomic_or(volatile global gentype *p, gentype val)",
            "gentype atomic_or(volatile local gentype *p, gentype val)",
            "gentype atom_or(volatile global gentype *p, gentype val)",
        ],
        means: "Stores *p | val to *p, an int or uint, as one step that no other work-item \
                interrupts. Returns the old value of *p.",
        notes: &[
            "It orders no other access: data that another work-item wrote needs a barrier or a \
             fence.",
            "The memory is global or local. atom_or also takes long and ulong, with \
             cl_khr_int64_extended_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicXor,
        forms: &[
            "gentype atomic_xor(volatile global gentype *p, gentype val)",
            "gentype atomic_xor(volatile local gentype *p, gentype val)",
            "gentype atom_xor(volatile global gentype *p, gentype val)",
        ],
        means: "Stores *p ^ val to *p, an int or uint, as one step that no other work-item \
                interrupts. Returns the old value of *p.",
        notes: &[
            "It orders no other access: data that another work-item wrote needs a barrier or a \
             fence.",
            "The memory is global or local. atom_xor also takes long and ulong, with \
             cl_khr_int64_extended_atomics.",
        ],
    },
    Entry {
        name: Name::AtomicInit,
        forms: &["void atomic_init(volatile A *obj, C value)"],
        means: "Gives an atomic object its first value.",
        notes: &[
            "The initialisation itself is not atomic: let one work-item do it, and the others \
             wait at a barrier.",
            "It comes with OpenCL C 2.0 and takes a pointer to an atomic type, such as atomic_int.",
        ],
    },
    Entry {
        name: Name::AtomicLoad,
        forms: &[
            "C atomic_load(volatile A *object)",
            "C atomic_load_explicit(volatile A *object, memory_order order)",
            "C atomic_load_explicit(volatile A *object, memory_order order, memory_scope scope)",
        ],
        means: "Returns the value of an atomic object, read as one step.",
        notes: &[
            "The order may not be memory_order_release or memory_order_acq_rel.",
            "The plain spelling has memory_order_seq_cst. _explicit takes an order; without a \
             scope that of the device holds.",
            "It comes with OpenCL C 2.0 and takes a pointer to an atomic type, such as atomic_int.",
        ],
    },
    Entry {
        name: Name::AtomicStore,
        forms: &[
            "void atomic_store(volatile A *object, C desired)",
            "void atomic_store_explicit(volatile A *object, C desired, memory_order order)",
            "void atomic_store_explicit(volatile A *object, C desired, memory_order order, \
             memory_scope scope)",
        ],
        means: "Stores desired to an atomic object as one step.",
        notes: &[
            "The order may not be memory_order_acquire or memory_order_acq_rel.",
            "The plain spelling has memory_order_seq_cst. _explicit takes an order; without a \
             scope that of the device holds.",
            "It comes with OpenCL C 2.0 and takes a pointer to an atomic type, such as atomic_int.",
        ],
    },
    Entry {
        name: Name::AtomicExchange,
        forms: &[
            "C atomic_exchange(volatile A *object, C desired)",
            "C atomic_exchange_explicit(volatile A *object, C desired, memory_order order)",
            "C atomic_exchange_explicit(volatile A *object, C desired, memory_order order, \
             memory_scope scope)",
        ],
        means: "Stores desired to an atomic object and returns its old value, as one step.",
        notes: &[
            "The plain spelling has memory_order_seq_cst. _explicit takes an order; without a \
             scope that of the device holds.",
            "It comes with OpenCL C 2.0 and takes a pointer to an atomic type, such as atomic_int.",
        ],
    },
    Entry {
        name: Name::AtomicCompareExchangeStrong,
        forms: &[
            "bool atomic_compare_exchange_strong(volatile A *object, C *expected, C desired)",
            "bool atomic_compare_exchange_strong_explicit(volatile A *object, C *expected, C \
             desired, memory_order success, memory_order failure)",
            "bool atomic_compare_exchange_strong_explicit(volatile A *object, C *expected, C \
             desired, memory_order success, memory_order failure, memory_scope scope)",
        ],
        means: "Stores desired to an atomic object if its value equals *expected, as one step, \
                and returns true. Otherwise it stores the value to *expected and returns false.",
        notes: &[
            "expected is a pointer: after a failure it points to the value that was found, ready \
             for another attempt.",
            "The plain spelling has memory_order_seq_cst. _explicit takes an order; without a \
             scope that of the device holds.",
            "It comes with OpenCL C 2.0 and takes a pointer to an atomic type, such as atomic_int.",
        ],
    },
    Entry {
        name: Name::AtomicCompareExchangeWeak,
        forms: &[
            "bool atomic_compare_exchange_weak(volatile A *object, C *expected, C desired)",
            "bool atomic_compare_exchange_weak_explicit(volatile A *object, C *expected, C \
             desired, memory_order success, memory_order failure)",
            "bool atomic_compare_exchange_weak_explicit(volatile A *object, C *expected, C \
             desired, memory_order success, memory_order failure, memory_scope scope)",
        ],
        means: "Does what atomic_compare_exchange_strong does, but may also fail when the values \
                are equal.",
        notes: &[
            "Call it in a loop; on some devices it is faster there than the strong one.",
            "The plain spelling has memory_order_seq_cst. _explicit takes an order; without a \
             scope that of the device holds.",
            "It comes with OpenCL C 2.0 and takes a pointer to an atomic type, such as atomic_int.",
        ],
    },
    Entry {
        name: Name::AtomicFetch,
        forms: &[
            "C atomic_fetch_<op>(volatile A *object, M operand)",
            "C atomic_fetch_<op>_explicit(volatile A *object, M operand, memory_order order)",
            "C atomic_fetch_<op>_explicit(volatile A *object, M operand, memory_order order, \
             memory_scope scope)",
        ],
        means: "Combines an atomic object with operand as one step, and returns the old value. \
                <op> is add, sub, or, xor, and, min or max.",
        notes: &[
            "The result is the value before the operation.",
            "The plain spelling has memory_order_seq_cst. _explicit takes an order; without a \
             scope that of the device holds.",
            "It comes with OpenCL C 2.0 and takes a pointer to an atomic type, such as atomic_int.",
        ],
    },
    Entry {
        name: Name::AtomicFlagTestAndSet,
        forms: &[
            "bool atomic_flag_test_and_set(volatile atomic_flag *object)",
            "bool atomic_flag_test_and_set_explicit(volatile atomic_flag *object, memory_order \
             order)",
            "bool atomic_flag_test_and_set_explicit(volatile atomic_flag *object, memory_order \
             order, memory_scope scope)",
        ],
        means: "Sets a flag as one step and returns whether it was set before.",
        notes: &[
            "A loop that waits for another work-item may never end: work-items need not make \
             progress independently.",
            "The plain spelling has memory_order_seq_cst. _explicit takes an order; without a \
             scope that of the device holds.",
            "It comes with OpenCL C 2.0.",
        ],
    },
    Entry {
        name: Name::AtomicFlagClear,
        forms: &[
            "void atomic_flag_clear(volatile atomic_flag *object)",
            "void atomic_flag_clear_explicit(volatile atomic_flag *object, memory_order order)",
            "void atomic_flag_clear_explicit(volatile atomic_flag *object, memory_order order, \
             memory_scope scope)",
        ],
        means: "Clears a flag as one step.",
        notes: &[
            "The order may not be memory_order_acquire or memory_order_acq_rel.",
            "The plain spelling has memory_order_seq_cst. _explicit takes an order; without a \
             scope that of the device holds.",
            "It comes with OpenCL C 2.0.",
        ],
    },
];
