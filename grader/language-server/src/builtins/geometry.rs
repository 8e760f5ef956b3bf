//! Geometric functions of vectors with up to four components.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::Cross,
        forms: &[
            "float4 cross(float4 p0, float4 p1)",
            "float3 cross(float3 p0, float3 p1)",
            "double4 cross(double4 p0, double4 p1)",
            "double3 cross(double3 p0, double3 p1)",
        ],
        means: "Returns the cross product of the first three components. The fourth component of \
                the result is 0.",
        notes: &[],
    },
    Entry {
        name: Name::Dot,
        forms: &[
            "float dot(floatn p0, floatn p1)",
            "double dot(doublen p0, doublen p1)",
            "uint dot(uchar4 a, uchar4 b)",
            "int dot(char4 a, char4 b)",
            "int dot(uchar4 a, char4 b)",
            "int dot(char4 a, uchar4 b)",
        ],
        means: "Returns the dot product: the sum of the products of the components, as one number.",
        notes: &[
            "Floating vectors have at most 4 components: for a float8, add the products of its \
             halves lo and hi.",
            "The versions for integers need cl_khr_integer_dot_product.",
        ],
    },
    Entry {
        name: Name::Distance,
        forms: &[
            "float distance(floatn p0, floatn p1)",
            "double distance(doublen p0, doublen p1)",
        ],
        means: "Returns the distance between two points, length(p0 - p1).",
        notes: &[],
    },
    Entry {
        name: Name::Length,
        forms: &["float length(floatn p)", "double length(doublen p)"],
        means: "Returns the length of p: the square root of the sum of the squares of its \
                components.",
        notes: &[
            "It does not count components: vec_step does.",
            "To compare lengths, dot(p, p) needs no square root.",
        ],
    },
    Entry {
        name: Name::Normalize,
        forms: &["floatn normalize(floatn p)", "doublen normalize(doublen p)"],
        means: "Returns the vector of length 1 in the direction of p.",
        notes: &["A zero vector has no direction: test for it before the call."],
    },
    Entry {
        name: Name::FastDistance,
        forms: &["float fast_distance(floatn p0, floatn p1)"],
        means: "Returns fast_length(p0 - p1), the distance between two points with less accuracy.",
        notes: &[],
    },
    Entry {
        name: Name::FastLength,
        forms: &["float fast_length(floatn p)"],
        means: "Returns the length of p with the accuracy of half_sqrt.",
        notes: &["The squares may overflow or underflow where length does not."],
    },
    Entry {
        name: Name::FastNormalize,
        forms: &["floatn fast_normalize(floatn p)"],
        means: "Returns the vector of length 1 in the direction of p, with the accuracy of \
                half_rsqrt.",
        notes: &["Where the sum of squares is less than FLT_MIN it may return p itself."],
    },
];
