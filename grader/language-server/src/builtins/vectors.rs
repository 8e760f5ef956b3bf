//! Vectors: loads, stores, shuffles and the number of components.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::Vload,
        forms: &["gentypen vloadn(size_t offset, const gentype *p)"],
        means: "Reads n consecutive components from p + offset * n and returns them as a vector, \
                for n = 2, 3, 4, 8 or 16.",
        notes: &[
            "offset counts vectors, not components: vload4(i, p) reads from p + 4 * i.",
            "The address needs only the alignment of one component; *(float4 *)p needs that of \
             the whole vector.",
            "vload3 reads from p + 3 * offset, although a float3 takes as much space as a float4.",
        ],
    },
    Entry {
        name: Name::Vstore,
        forms: &["void vstoren(gentypen data, size_t offset, gentype *p)"],
        means: "Writes the n components of data to p + offset * n and the components that follow, \
                for n = 2, 3, 4, 8 or 16.",
        notes: &[
            "offset counts vectors, not components: vstore4(v, i, p) writes from p + 4 * i.",
            "The address needs only the alignment of one component.",
            "vstore3 writes 3 components at p + 3 * offset.",
        ],
    },
    Entry {
        name: Name::VloadHalf,
        forms: &[
            "float vload_half(size_t offset, const half *p)",
            "floatn vload_halfn(size_t offset, const half *p)",
        ],
        means: "Reads a half, or n of them from p + offset * n, and returns them as float.",
        notes: &[
            "It needs no cl_khr_fp16: half is only stored, and computed with as float.",
            "The address needs only the alignment of a half, 2 bytes.",
        ],
    },
    Entry {
        name: Name::VstoreHalf,
        forms: &[
            "void vstore_half(float data, size_t offset, half *p)",
            "void vstore_halfn(floatn data, size_t offset, half *p)",
            "void vstore_half(double data, size_t offset, half *p)",
            "void vstore_halfn(doublen data, size_t offset, half *p)",
        ],
        means: "Rounds data to half and writes it to p + offset, or n components to p + offset * \
                n.",
        notes: &[
            "A suffix chooses the rounding: _rte to nearest even, _rtz toward zero, _rtp up, _rtn \
             down. Without one it is the default mode.",
            "The address needs only the alignment of a half, 2 bytes.",
        ],
    },
    Entry {
        name: Name::VloadaHalf,
        forms: &["floatn vloada_halfn(size_t offset, const half *p)"],
        means: "Reads n consecutive half from an aligned address, p + offset * n, and returns \
                them as float.",
        notes: &[
            "The address must be a multiple of the size of n half in bytes; vload_halfn has no \
             such rule.",
            "vloada_half3 reads from p + 4 * offset, where vload_half3 reads from p + 3 * offset.",
        ],
    },
    Entry {
        name: Name::VstoreaHalf,
        forms: &[
            "void vstorea_halfn(floatn data, size_t offset, half *p)",
            "void vstorea_halfn(doublen data, size_t offset, half *p)",
        ],
        means: "Rounds data to half and writes its n components to an aligned address, p + offset \
                * n.",
        notes: &[
            "The address must be a multiple of the size of n half in bytes; vstore_halfn has no \
             such rule.",
            "vstorea_half3 writes to p + 4 * offset, where vstore_half3 writes to p + 3 * offset.",
            "A suffix chooses the rounding: _rte to nearest even, _rtz toward zero, _rtp up, _rtn \
             down. Without one it is the default mode.",
        ],
    },
    Entry {
        name: Name::VecStep,
        forms: &["int vec_step(gentypen a)", "int vec_step(type)"],
        means: "Returns the number of components of a value or type: 1 for scalars, 4 for vectors \
                of 3.",
        notes: &["The argument is not evaluated."],
    },
    Entry {
        name: Name::Shuffle,
        forms: &["gentypen shuffle(gentypem x, ugentypen mask)"],
        means: "Returns a vector of n components, each taken from x at the index that the mask \
                has in its place.",
        notes: &[
            "Components of the mask have the size of those of x: uint for float, ulong for double.",
            "Only the low bits of an index count. Both vectors have 2, 4, 8 or 16 components.",
            "For fixed indices v.wzyx or v.s3210 is simpler.",
        ],
    },
    Entry {
        name: Name::Shuffle2,
        forms: &["gentypen shuffle2(gentypem x, gentypem y, ugentypen mask)"],
        means: "Returns a vector of n components, each taken from x and y at the index that the \
                mask has in its place: 0 to m - 1 from x, then y.",
        notes: &[
            "Components of the mask have the size of those of x: uint for float, ulong for double.",
            "Only the low bits of an index count. All vectors have 2, 4, 8 or 16 components.",
        ],
    },
];
