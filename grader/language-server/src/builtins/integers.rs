//! Functions of integers, computed for each component.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::Abs,
        forms: &["ugentype abs(gentype x)"],
        means: "Returns the absolute value of x as an unsigned integer of the same size.",
        notes: &[
            "The result is unsigned: -abs(x) is a large positive number.",
            "fabs is the function of floating types.",
        ],
    },
    Entry {
        name: Name::AbsDiff,
        forms: &["ugentype abs_diff(gentype x, gentype y)"],
        means: "Returns |x - y| as an unsigned integer of the same size. The difference does not \
                overflow.",
        notes: &[],
    },
    Entry {
        name: Name::AddSat,
        forms: &["gentype add_sat(gentype x, gentype y)"],
        means: "Returns x + y, replaced by the nearest value of the type where it overflows.",
        notes: &[
            "For uchar operands 200 and 100 it gives 255; their sum, stored to a uchar, is 44.",
        ],
    },
    Entry {
        name: Name::Hadd,
        forms: &["gentype hadd(gentype x, gentype y)"],
        means: "Returns (x + y) >> 1, the mean rounded down. The sum does not overflow.",
        notes: &[],
    },
    Entry {
        name: Name::Rhadd,
        forms: &["gentype rhadd(gentype x, gentype y)"],
        means: "Returns (x + y + 1) >> 1, the mean rounded up. The sum does not overflow.",
        notes: &[],
    },
    Entry {
        name: Name::Clamp,
        forms: &[
            "gentype clamp(gentype x, gentype minval, gentype maxval)",
            "gentype clamp(gentype x, sgentype minval, sgentype maxval)",
        ],
        means: "Returns x limited to the range from minval to maxval. It takes integers and \
                floating types.",
        notes: &[
            "The result is undefined if minval > maxval.",
            "All arguments need the same component type: with an int x, clamp(x, 0, n) is \
             ambiguous for a uint or size_t n.",
        ],
    },
    Entry {
        name: Name::Clz,
        forms: &["gentype clz(gentype x)"],
        means: "Returns the number of zero bits above the highest set bit of x. For 0 it is the \
                size of the component in bits.",
        notes: &[
            "It counts within the component's own type: clz((uchar)1) is 7, and clz(1) is 31.",
        ],
    },
    Entry {
        name: Name::Ctz,
        forms: &["gentype ctz(gentype x)"],
        means: "Returns the number of zero bits below the lowest set bit of x. For 0 it is the \
                size of the component in bits.",
        notes: &[
            "It comes with OpenCL C 2.0; before, 31 - clz(x & -x) gives it for an int other than \
             0.",
        ],
    },
    Entry {
        name: Name::MadHi,
        forms: &["gentype mad_hi(gentype a, gentype b, gentype c)"],
        means: "Returns mul_hi(a, b) + c: the high half of the product, plus c.",
        notes: &[],
    },
    Entry {
        name: Name::MadSat,
        forms: &["gentype mad_sat(gentype a, gentype b, gentype c)"],
        means: "Returns a * b + c, replaced by the nearest value of the type where it overflows.",
        notes: &[],
    },
    Entry {
        name: Name::Max,
        forms: &[
            "gentype max(gentype x, gentype y)",
            "gentype max(gentype x, sgentype y)",
        ],
        means: "Returns the greater of x and y. It takes integers and floating types.",
        notes: &[
            "For floating types the result is undefined if an argument is infinite or NaN; fmax \
             is defined there.",
            "Both arguments need the same component type: max(get_global_id(0), 1) is ambiguous, \
             so cast one of them.",
        ],
    },
    Entry {
        name: Name::Min,
        forms: &[
            "gentype min(gentype x, gentype y)",
            "gentype min(gentype x, sgentype y)",
        ],
        means: "Returns the smaller of x and y. It takes integers and floating types.",
        notes: &[
            "For floating types the result is undefined if an argument is infinite or NaN; fmin \
             is defined there.",
            "Both arguments need the same component type: min(get_global_id(0), n) is ambiguous \
             for an int n, so cast one of them.",
        ],
    },
    Entry {
        name: Name::MulHi,
        forms: &["gentype mul_hi(gentype x, gentype y)"],
        means: "Returns the high half of the product of x and y, which has twice as many bits as \
                the type.",
        notes: &[],
    },
    Entry {
        name: Name::Rotate,
        forms: &["gentype rotate(gentype v, gentype i)"],
        means: "Returns v with its bits rotated left by i. Bits that leave at the top come in at \
                the bottom.",
        notes: &[
            "To rotate right by n, rotate left by the size in bits minus n.",
            "Both arguments have one type: write rotate(x, 5u) for a uint x.",
        ],
    },
    Entry {
        name: Name::SubSat,
        forms: &["gentype sub_sat(gentype x, gentype y)"],
        means: "Returns x - y, replaced by the nearest value of the type where it overflows.",
        notes: &["For unsigned types the result is 0 where x < y."],
    },
    Entry {
        name: Name::Upsample,
        forms: &[
            "shortn upsample(charn hi, ucharn lo)",
            "ushortn upsample(ucharn hi, ucharn lo)",
            "intn upsample(shortn hi, ushortn lo)",
            "uintn upsample(ushortn hi, ushortn lo)",
            "longn upsample(intn hi, uintn lo)",
            "ulongn upsample(uintn hi, uintn lo)",
        ],
        means: "Returns hi and lo joined to an integer of twice the size: hi is the upper half, \
                lo the lower.",
        notes: &["lo is always unsigned."],
    },
    Entry {
        name: Name::Popcount,
        forms: &["gentype popcount(gentype x)"],
        means: "Returns the number of bits that are set in x.",
        notes: &["It comes with OpenCL C 1.2."],
    },
    Entry {
        name: Name::Mad24,
        forms: &["gentype mad24(gentype x, gentype y, gentype z)"],
        means: "Returns mul24(x, y) + z, for int and uint.",
        notes: &["Only z may use all 32 bits: x and y must fit in 24 bits."],
    },
    Entry {
        name: Name::Mul24,
        forms: &["gentype mul24(gentype x, gentype y)"],
        means: "Returns x * y for int or uint operands that fit in 24 bits.",
        notes: &[
            "For int the operands lie between -2^23 and 2^23 - 1, for uint below 2^24; beyond \
             that the result is implementation-defined.",
            "It is faster than * only on a device without a fast multiplication of 32 bits.",
        ],
    },
];
