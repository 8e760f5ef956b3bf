//! The `half_` and `native_` functions: `float` alone, with less accuracy than those of `math.rs`.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::HalfCos,
        forms: &["gentype half_cos(gentype x)"],
        means: "Returns the cosine of x, which is in radians, for float and its vectors, with at \
                least 10 bits of accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
            "x must be between -2^16 and 2^16.",
        ],
    },
    Entry {
        name: Name::HalfDivide,
        forms: &["gentype half_divide(gentype x, gentype y)"],
        means: "Returns x / y, for float and its vectors, with at least 10 bits of accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfExp,
        forms: &["gentype half_exp(gentype x)"],
        means: "Returns e to the power x, for float and its vectors, with at least 10 bits of \
                accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfExp2,
        forms: &["gentype half_exp2(gentype x)"],
        means: "Returns 2 to the power x, for float and its vectors, with at least 10 bits of \
                accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfExp10,
        forms: &["gentype half_exp10(gentype x)"],
        means: "Returns 10 to the power x, for float and its vectors, with at least 10 bits of \
                accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfLog,
        forms: &["gentype half_log(gentype x)"],
        means: "Returns the natural logarithm of x, for float and its vectors, with at least 10 \
                bits of accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfLog2,
        forms: &["gentype half_log2(gentype x)"],
        means: "Returns the logarithm of x to base 2, for float and its vectors, with at least 10 \
                bits of accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfLog10,
        forms: &["gentype half_log10(gentype x)"],
        means: "Returns the logarithm of x to base 10, for float and its vectors, with at least \
                10 bits of accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfPowr,
        forms: &["gentype half_powr(gentype x, gentype y)"],
        means: "Returns x to the power y, for x >= 0, for float and its vectors, with at least 10 \
                bits of accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfRecip,
        forms: &["gentype half_recip(gentype x)"],
        means: "Returns 1 / x, for float and its vectors, with at least 10 bits of accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfRsqrt,
        forms: &["gentype half_rsqrt(gentype x)"],
        means: "Returns 1 / sqrt(x), for float and its vectors, with at least 10 bits of accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfSin,
        forms: &["gentype half_sin(gentype x)"],
        means: "Returns the sine of x, which is in radians, for float and its vectors, with at \
                least 10 bits of accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
            "x must be between -2^16 and 2^16.",
        ],
    },
    Entry {
        name: Name::HalfSqrt,
        forms: &["gentype half_sqrt(gentype x)"],
        means: "Returns the square root of x, for float and its vectors, with at least 10 bits of \
                accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
        ],
    },
    Entry {
        name: Name::HalfTan,
        forms: &["gentype half_tan(gentype x)"],
        means: "Returns the tangent of x, which is in radians, for float and its vectors, with at \
                least 10 bits of accuracy.",
        notes: &[
            "half_ names the accuracy, not the type: arguments and result are float. The error \
             may reach 8192 ulp.",
            "x must be between -2^16 and 2^16.",
        ],
    },
    Entry {
        name: Name::NativeCos,
        forms: &["gentype native_cos(gentype x)"],
        means: "Returns the cosine of x, which is in radians, for float and its vectors, in the \
                way that is fastest on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeDivide,
        forms: &["gentype native_divide(gentype x, gentype y)"],
        means: "Returns x / y, for float and its vectors, in the way that is fastest on the \
                device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeExp,
        forms: &["gentype native_exp(gentype x)"],
        means: "Returns e to the power x, for float and its vectors, in the way that is fastest \
                on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeExp2,
        forms: &["gentype native_exp2(gentype x)"],
        means: "Returns 2 to the power x, for float and its vectors, in the way that is fastest \
                on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeExp10,
        forms: &["gentype native_exp10(gentype x)"],
        means: "Returns 10 to the power x, for float and its vectors, in the way that is fastest \
                on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeLog,
        forms: &["gentype native_log(gentype x)"],
        means: "Returns the natural logarithm of x, for float and its vectors, in the way that is \
                fastest on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeLog2,
        forms: &["gentype native_log2(gentype x)"],
        means: "Returns the logarithm of x to base 2, for float and its vectors, in the way that \
                is fastest on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeLog10,
        forms: &["gentype native_log10(gentype x)"],
        means: "Returns the logarithm of x to base 10, for float and its vectors, in the way that \
                is fastest on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativePowr,
        forms: &["gentype native_powr(gentype x, gentype y)"],
        means: "Returns x to the power y, for x >= 0, for float and its vectors, in the way that \
                is fastest on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeRecip,
        forms: &["gentype native_recip(gentype x)"],
        means: "Returns 1 / x, for float and its vectors, in the way that is fastest on the \
                device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeRsqrt,
        forms: &["gentype native_rsqrt(gentype x)"],
        means: "Returns 1 / sqrt(x), for float and its vectors, in the way that is fastest on the \
                device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeSin,
        forms: &["gentype native_sin(gentype x)"],
        means: "Returns the sine of x, which is in radians, for float and its vectors, in the way \
                that is fastest on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeSqrt,
        forms: &["gentype native_sqrt(gentype x)"],
        means: "Returns the square root of x, for float and its vectors, in the way that is \
                fastest on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
    Entry {
        name: Name::NativeTan,
        forms: &["gentype native_tan(gentype x)"],
        means: "Returns the tangent of x, which is in radians, for float and its vectors, in the \
                way that is fastest on the device.",
        notes: &[
            "Accuracy and the range of arguments are implementation-defined. It is often one \
             instruction of the device.",
        ],
    },
];
