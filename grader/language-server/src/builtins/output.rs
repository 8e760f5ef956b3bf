//! Output from a kernel.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[Entry {
    name: Name::Printf,
    forms: &["int printf(constant char *restrict format, ...)"],
    means: "Writes text on the host, as a rule to its standard output, for each work-item \
                that calls it. Returns 0, or -1 on failure.",
    notes: &[
        "Output of different work-items comes in no defined order, and at the latest when the \
             kernel has ended. The buffer is limited.",
        "A vector needs v, its width and a length: %v4hlf for float4, %v4hld for int4, %v4hhx \
             for uchar4. Without a length it is undefined.",
        "%s takes a string literal only. A ulong needs %lu, as does a size_t of 64 bits.",
    ],
}];
