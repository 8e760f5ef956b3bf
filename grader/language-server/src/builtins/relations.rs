//! Relations between floating-point numbers, and selection.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::Isequal,
        forms: &[
            "int isequal(float x, float y)",
            "intn isequal(floatn x, floatn y)",
            "int isequal(double x, double y)",
            "longn isequal(doublen x, doublen y)",
        ],
        means: "Compares x == y for each component.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
            "It is false where an argument is NaN.",
        ],
    },
    Entry {
        name: Name::Isnotequal,
        forms: &[
            "int isnotequal(float x, float y)",
            "intn isnotequal(floatn x, floatn y)",
            "int isnotequal(double x, double y)",
            "longn isnotequal(doublen x, doublen y)",
        ],
        means: "Compares x != y for each component.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
            "It is true where an argument is NaN.",
        ],
    },
    Entry {
        name: Name::Isgreater,
        forms: &[
            "int isgreater(float x, float y)",
            "intn isgreater(floatn x, floatn y)",
            "int isgreater(double x, double y)",
            "longn isgreater(doublen x, doublen y)",
        ],
        means: "Compares x > y for each component.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
            "It is false where an argument is NaN.",
        ],
    },
    Entry {
        name: Name::Isgreaterequal,
        forms: &[
            "int isgreaterequal(float x, float y)",
            "intn isgreaterequal(floatn x, floatn y)",
            "int isgreaterequal(double x, double y)",
            "longn isgreaterequal(doublen x, doublen y)",
        ],
        means: "Compares x >= y for each component.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
            "It is false where an argument is NaN.",
        ],
    },
    Entry {
        name: Name::Isless,
        forms: &[
            "int isless(float x, float y)",
            "intn isless(floatn x, floatn y)",
            "int isless(double x, double y)",
            "longn isless(doublen x, doublen y)",
        ],
        means: "Compares x < y for each component.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
            "It is false where an argument is NaN.",
        ],
    },
    Entry {
        name: Name::Islessequal,
        forms: &[
            "int islessequal(float x, float y)",
            "intn islessequal(floatn x, floatn y)",
            "int islessequal(double x, double y)",
            "longn islessequal(doublen x, doublen y)",
        ],
        means: "Compares x <= y for each component.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
            "It is false where an argument is NaN.",
        ],
    },
    Entry {
        name: Name::Islessgreater,
        forms: &[
            "int islessgreater(float x, float y)",
            "intn islessgreater(floatn x, floatn y)",
            "int islessgreater(double x, double y)",
            "longn islessgreater(doublen x, doublen y)",
        ],
        means: "Compares x < y || x > y for each component.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
            "It is false where an argument is NaN, in contrast to !=.",
        ],
    },
    Entry {
        name: Name::Isfinite,
        forms: &[
            "int isfinite(float x)",
            "intn isfinite(floatn x)",
            "int isfinite(double x)",
            "longn isfinite(doublen x)",
        ],
        means: "Tests for each component whether x is neither infinite nor NaN.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
        ],
    },
    Entry {
        name: Name::Isinf,
        forms: &[
            "int isinf(float x)",
            "intn isinf(floatn x)",
            "int isinf(double x)",
            "longn isinf(doublen x)",
        ],
        means: "Tests for each component whether x is infinite, positive or negative.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
        ],
    },
    Entry {
        name: Name::Isnan,
        forms: &[
            "int isnan(float x)",
            "intn isnan(floatn x)",
            "int isnan(double x)",
            "longn isnan(doublen x)",
        ],
        means: "Tests for each component whether x is NaN.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
            "if takes no vector: write if (any(isnan(v))).",
        ],
    },
    Entry {
        name: Name::Isnormal,
        forms: &[
            "int isnormal(float x)",
            "intn isnormal(floatn x)",
            "int isnormal(double x)",
            "longn isnormal(doublen x)",
        ],
        means: "Tests for each component whether x is a normal number: neither 0, subnormal, \
                infinite nor NaN.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
        ],
    },
    Entry {
        name: Name::Isordered,
        forms: &[
            "int isordered(float x, float y)",
            "intn isordered(floatn x, floatn y)",
            "int isordered(double x, double y)",
            "longn isordered(doublen x, doublen y)",
        ],
        means: "Tests for each component whether neither x nor y is NaN.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
        ],
    },
    Entry {
        name: Name::Isunordered,
        forms: &[
            "int isunordered(float x, float y)",
            "intn isunordered(floatn x, floatn y)",
            "int isunordered(double x, double y)",
            "longn isunordered(doublen x, doublen y)",
        ],
        means: "Tests for each component whether x or y is NaN.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
        ],
    },
    Entry {
        name: Name::Signbit,
        forms: &[
            "int signbit(float x)",
            "intn signbit(floatn x)",
            "int signbit(double x)",
            "longn signbit(doublen x)",
        ],
        means: "Tests for each component whether the sign bit of x is set.",
        notes: &[
            "True is 1 for scalars, but -1 (all bits set) in each component of a vector; false is \
             0.",
            "It is true for -0.0 too.",
        ],
    },
    Entry {
        name: Name::Any,
        forms: &["int any(igentype x)"],
        means: "Returns 1 if the top bit of any component of x is set, otherwise 0.",
        notes: &[
            "It looks at the top bit: any((int2)(1, 0)) is 0. Comparisons of vectors give -1, \
             whose top bit is set.",
            "A scalar comparison gives 1, for which any is 0. OpenCL C 3.0 deprecates scalar \
             arguments.",
        ],
    },
    Entry {
        name: Name::All,
        forms: &["int all(igentype x)"],
        means: "Returns 1 if the top bit of every component of x is set, otherwise 0.",
        notes: &[
            "It looks at the top bit: all((int2)(1, 1)) is 0. Comparisons of vectors give -1, \
             whose top bit is set.",
            "A scalar comparison gives 1, for which all is 0. OpenCL C 3.0 deprecates scalar \
             arguments.",
        ],
    },
    Entry {
        name: Name::Bitselect,
        forms: &["gentype bitselect(gentype a, gentype b, gentype c)"],
        means: "Returns for each bit that of a where c has 0, and that of b where c has 1.",
        notes: &["It takes floating types too, and works on their bits."],
    },
    Entry {
        name: Name::Select,
        forms: &[
            "gentype select(gentype a, gentype b, igentype c)",
            "gentype select(gentype a, gentype b, ugentype c)",
        ],
        means: "Returns b where c is true and a where it is false, for each component.",
        notes: &[
            "The order is the opposite of c ? b : a: the value for false stands first.",
            "A component of a vector c counts as true if its top bit is set; a scalar c if it is \
             not 0.",
            "Components of c have the size of those of a: int for float, long for double.",
        ],
    },
];
