//! Dot products of 8-bit integers (`cl_khr_integer_dot_product`).

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::DotAccSat,
        forms: &[
            "uint dot_acc_sat(uchar4 a, uchar4 b, uint acc)",
            "int dot_acc_sat(char4 a, char4 b, int acc)",
            "int dot_acc_sat(uchar4 a, char4 b, int acc)",
            "int dot_acc_sat(char4 a, uchar4 b, int acc)",
        ],
        means: "Returns the dot product of a and b plus acc. The sum saturates at the ends of the \
                32-bit type.",
        notes: &["It needs cl_khr_integer_dot_product."],
    },
    Entry {
        name: Name::DotPackedUu,
        forms: &["uint dot_4x8packed_uu_uint(uint a, uint b)"],
        means: "Returns the dot product of two vectors of four uchar, each packed into a uint. \
                The lowest byte is component 0.",
        notes: &["It needs cl_khr_integer_dot_product; as_uint packs a uchar4."],
    },
    Entry {
        name: Name::DotPackedSs,
        forms: &["int dot_4x8packed_ss_int(uint a, uint b)"],
        means: "Returns the dot product of two vectors of four char, each packed into a uint. The \
                lowest byte is component 0.",
        notes: &["It needs cl_khr_integer_dot_product; as_uint packs a char4."],
    },
    Entry {
        name: Name::DotPackedUs,
        forms: &["int dot_4x8packed_us_int(uint a, uint b)"],
        means: "Returns the dot product of four uchar in a and four char in b, each packed into a \
                uint. The lowest byte is component 0.",
        notes: &["It needs cl_khr_integer_dot_product."],
    },
    Entry {
        name: Name::DotPackedSu,
        forms: &["int dot_4x8packed_su_int(uint a, uint b)"],
        means: "Returns the dot product of four char in a and four uchar in b, each packed into a \
                uint. The lowest byte is component 0.",
        notes: &["It needs cl_khr_integer_dot_product."],
    },
    Entry {
        name: Name::DotAccSatPackedUu,
        forms: &["uint dot_acc_sat_4x8packed_uu_uint(uint a, uint b, uint acc)"],
        means: "Returns the dot product of two vectors of four uchar, each packed into a uint, \
                plus acc. The sum saturates.",
        notes: &["It needs cl_khr_integer_dot_product."],
    },
    Entry {
        name: Name::DotAccSatPackedSs,
        forms: &["int dot_acc_sat_4x8packed_ss_int(uint a, uint b, int acc)"],
        means: "Returns the dot product of two vectors of four char, each packed into a uint, \
                plus acc. The sum saturates.",
        notes: &["It needs cl_khr_integer_dot_product."],
    },
    Entry {
        name: Name::DotAccSatPackedUs,
        forms: &["int dot_acc_sat_4x8packed_us_int(uint a, uint b, int acc)"],
        means: "Returns the dot product of four uchar in a and four char in b, each packed into a \
                uint, plus acc. The sum saturates.",
        notes: &["It needs cl_khr_integer_dot_product."],
    },
    Entry {
        name: Name::DotAccSatPackedSu,
        forms: &["int dot_acc_sat_4x8packed_su_int(uint a, uint b, int acc)"],
        means: "Returns the dot product of four char in a and four uchar in b, each packed into a \
                uint, plus acc. The sum saturates.",
        notes: &["It needs cl_khr_integer_dot_product."],
    },
];
