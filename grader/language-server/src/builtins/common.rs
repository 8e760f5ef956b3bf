//! Common functions of floating types, computed for each component.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::Degrees,
        forms: &["gentype degrees(gentype radians)"],
        means: "Returns the angle in degrees of an angle in radians.",
        notes: &[],
    },
    Entry {
        name: Name::Mix,
        forms: &[
            "gentype mix(gentype x, gentype y, gentype a)",
            "gentype mix(gentype x, gentype y, sgentype a)",
        ],
        means: "Returns x + (y - x) * a, the linear blend of x (a = 0) and y (a = 1).",
        notes: &["The result is undefined where a is not between 0 and 1."],
    },
    Entry {
        name: Name::Radians,
        forms: &["gentype radians(gentype degrees)"],
        means: "Returns the angle in radians of an angle in degrees.",
        notes: &[],
    },
    Entry {
        name: Name::Step,
        forms: &[
            "gentype step(gentype edge, gentype x)",
            "gentype step(sgentype edge, gentype x)",
        ],
        means: "Returns 0.0 where x < edge and 1.0 elsewhere.",
        notes: &["The edge stands first."],
    },
    Entry {
        name: Name::Smoothstep,
        forms: &[
            "gentype smoothstep(gentype edge0, gentype edge1, gentype x)",
            "gentype smoothstep(sgentype edge0, sgentype edge1, gentype x)",
        ],
        means: "Returns 0.0 where x <= edge0, 1.0 where x >= edge1, and t * t * (3 - 2 * t) \
                between them, with t = (x - edge0) / (edge1 - edge0).",
        notes: &["The result is undefined where edge0 >= edge1 or an argument is NaN."],
    },
    Entry {
        name: Name::Sign,
        forms: &["gentype sign(gentype x)"],
        means: "Returns 1.0 where x > 0 and -1.0 where x < 0. For +0.0 and -0.0 it returns x, and \
                for NaN 0.0.",
        notes: &[],
    },
];
