//! Mathematical functions of floating types, computed for each component.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::Acos,
        forms: &["gentype acos(gentype x)"],
        means: "Returns the arc cosine of x in radians, from 0 to pi.",
        notes: &[
            "The result is NaN where |x| > 1, as after a rounding error in a dot product: clamp x \
             first.",
        ],
    },
    Entry {
        name: Name::Acosh,
        forms: &["gentype acosh(gentype x)"],
        means: "Returns the inverse hyperbolic cosine of x. The result is NaN where x < 1.",
        notes: &[],
    },
    Entry {
        name: Name::Acospi,
        forms: &["gentype acospi(gentype x)"],
        means: "Returns acos(x) / pi: the arc cosine of x in half turns, from 0 to 1.",
        notes: &[],
    },
    Entry {
        name: Name::Asin,
        forms: &["gentype asin(gentype x)"],
        means: "Returns the arc sine of x in radians, from -pi/2 to pi/2.",
        notes: &["The result is NaN where |x| > 1."],
    },
    Entry {
        name: Name::Asinh,
        forms: &["gentype asinh(gentype x)"],
        means: "Returns the inverse hyperbolic sine of x.",
        notes: &[],
    },
    Entry {
        name: Name::Asinpi,
        forms: &["gentype asinpi(gentype x)"],
        means: "Returns asin(x) / pi: the arc sine of x in half turns, from -0.5 to 0.5.",
        notes: &[],
    },
    Entry {
        name: Name::Atan,
        forms: &["gentype atan(gentype y_over_x)"],
        means: "Returns the arc tangent in radians, from -pi/2 to pi/2.",
        notes: &["A quotient y / x does not tell opposite directions apart: atan2(y, x) does."],
    },
    Entry {
        name: Name::Atan2,
        forms: &["gentype atan2(gentype y, gentype x)"],
        means: "Returns the angle of the point (x, y) in radians, from -pi to pi: the arc tangent \
                of y / x in the right quadrant.",
        notes: &["y stands first, x second."],
    },
    Entry {
        name: Name::Atanh,
        forms: &["gentype atanh(gentype x)"],
        means: "Returns the inverse hyperbolic tangent of x. The result is infinite for 1 and -1, \
                and NaN where |x| > 1.",
        notes: &[],
    },
    Entry {
        name: Name::Atanpi,
        forms: &["gentype atanpi(gentype x)"],
        means: "Returns atan(x) / pi: the arc tangent of x in half turns, from -0.5 to 0.5.",
        notes: &[],
    },
    Entry {
        name: Name::Atan2pi,
        forms: &["gentype atan2pi(gentype y, gentype x)"],
        means: "Returns atan2(y, x) / pi: the angle of the point (x, y) in half turns, from -1 to \
                1.",
        notes: &["y stands first, x second."],
    },
    Entry {
        name: Name::Cbrt,
        forms: &["gentype cbrt(gentype x)"],
        means: "Returns the cube root of x, which is negative for a negative x.",
        notes: &[],
    },
    Entry {
        name: Name::Ceil,
        forms: &["gentype ceil(gentype x)"],
        means: "Returns the least whole number that is not less than x, as a floating-point \
                number.",
        notes: &[
            "The quotient of two integers is already truncated: (n + m - 1) / m rounds a positive \
             quotient up.",
        ],
    },
    Entry {
        name: Name::Copysign,
        forms: &["gentype copysign(gentype x, gentype y)"],
        means: "Returns x with the sign of y.",
        notes: &["The sign of -0.0 and of a NaN counts too."],
    },
    Entry {
        name: Name::Cos,
        forms: &["gentype cos(gentype x)"],
        means: "Returns the cosine of x, which is in radians.",
        notes: &[
            "native_cos is faster with an accuracy that the device defines; cospi(x) avoids the \
             product with pi.",
        ],
    },
    Entry {
        name: Name::Cosh,
        forms: &["gentype cosh(gentype x)"],
        means: "Returns the hyperbolic cosine of x.",
        notes: &[],
    },
    Entry {
        name: Name::Cospi,
        forms: &["gentype cospi(gentype x)"],
        means: "Returns cos(pi * x): the cosine of x in half turns.",
        notes: &[
            "The product with pi is not rounded to the type of x, so the result is better than \
             that of cos(M_PI_F * x).",
        ],
    },
    Entry {
        name: Name::Erfc,
        forms: &["gentype erfc(gentype x)"],
        means: "Returns the complementary error function of x, 1 - erf(x).",
        notes: &["For a large x it keeps the digits that 1 - erf(x) loses."],
    },
    Entry {
        name: Name::Erf,
        forms: &["gentype erf(gentype x)"],
        means: "Returns the error function of x: twice the integral of exp(-t * t) from 0 to x, \
                over the square root of pi.",
        notes: &[],
    },
    Entry {
        name: Name::Exp,
        forms: &["gentype exp(gentype x)"],
        means: "Returns e to the power x.",
        notes: &[
            "As a float it is infinite from x = 89 on: subtract the maximum first in a softmax.",
        ],
    },
    Entry {
        name: Name::Exp2,
        forms: &["gentype exp2(gentype x)"],
        means: "Returns 2 to the power x.",
        notes: &["As a float it is infinite from x = 128 on."],
    },
    Entry {
        name: Name::Exp10,
        forms: &["gentype exp10(gentype x)"],
        means: "Returns 10 to the power x.",
        notes: &["As a float it is infinite from x = 39 on."],
    },
    Entry {
        name: Name::Expm1,
        forms: &["gentype expm1(gentype x)"],
        means: "Returns exp(x) - 1.",
        notes: &["For an x near 0 it keeps the digits that exp(x) - 1 loses."],
    },
    Entry {
        name: Name::Fabs,
        forms: &["gentype fabs(gentype x)"],
        means: "Returns the absolute value of x, a floating-point number.",
        notes: &["abs is the function of integers."],
    },
    Entry {
        name: Name::Fdim,
        forms: &["gentype fdim(gentype x, gentype y)"],
        means: "Returns x - y where x > y, and +0.0 where x <= y.",
        notes: &["It is no distance: fabs(x - y) is."],
    },
    Entry {
        name: Name::Floor,
        forms: &["gentype floor(gentype x)"],
        means: "Returns the greatest whole number that is not greater than x, as a floating-point \
                number.",
        notes: &[
            "A conversion to int truncates toward zero instead: (int)-0.5f is 0, and floor(-0.5f) \
             is -1.",
        ],
    },
    Entry {
        name: Name::Fma,
        forms: &["gentype fma(gentype a, gentype b, gentype c)"],
        means: "Returns a * b + c, rounded once at the end.",
        notes: &[
            "Without an instruction for it the device computes it in software, which is slow; \
             FP_FAST_FMAF is defined where it is fast for float.",
            "mad leaves the rounding open and may be faster.",
        ],
    },
    Entry {
        name: Name::Fmax,
        forms: &[
            "gentype fmax(gentype x, gentype y)",
            "gentype fmax(gentype x, sgentype y)",
        ],
        means: "Returns the greater of x and y. If one of them is NaN, it returns the other.",
        notes: &["Results with NaN are undefined for max."],
    },
    Entry {
        name: Name::Fmin,
        forms: &[
            "gentype fmin(gentype x, gentype y)",
            "gentype fmin(gentype x, sgentype y)",
        ],
        means: "Returns the smaller of x and y. If one of them is NaN, it returns the other.",
        notes: &["Results with NaN are undefined for min."],
    },
    Entry {
        name: Name::Fmod,
        forms: &["gentype fmod(gentype x, gentype y)"],
        means: "Returns x - y * trunc(x / y): the remainder of a division that truncates. It has \
                the sign of x.",
        notes: &[
            "The operator % takes integers only.",
            "fmod(-1.0f, 4.0f) is -1, not 3.",
        ],
    },
    Entry {
        name: Name::Fract,
        forms: &["gentype fract(gentype x, gentype *iptr)"],
        means: "Returns x - floor(x), always less than 1, and stores floor(x) to *iptr.",
        notes: &[
            "fract of -0.25 is 0.75; modf keeps the sign and gives -0.25.",
            "*iptr may lie in private, local or global memory.",
        ],
    },
    Entry {
        name: Name::Frexp,
        forms: &["gentype frexp(gentype x, intn *exp)"],
        means: "Splits x into m * 2^e: returns m, which is 0 or has 0.5 <= |m| < 1, and stores e \
                to *exp.",
        notes: &[],
    },
    Entry {
        name: Name::Hypot,
        forms: &["gentype hypot(gentype x, gentype y)"],
        means: "Returns the square root of x * x + y * y, without overflow or underflow of the \
                squares.",
        notes: &[
            "It is slower than sqrt(x * x + y * y), which suffices where squares of the values do \
             not overflow.",
        ],
    },
    Entry {
        name: Name::Ilogb,
        forms: &["intn ilogb(gentype x)"],
        means: "Returns the binary exponent of x as an int: floor(log2(|x|)).",
        notes: &["It is FP_ILOGB0 for 0 and FP_ILOGBNAN for NaN."],
    },
    Entry {
        name: Name::Ldexp,
        forms: &[
            "gentype ldexp(gentype x, intn k)",
            "gentype ldexp(gentype x, int k)",
        ],
        means: "Returns x * 2^k.",
        notes: &[],
    },
    Entry {
        name: Name::Lgamma,
        forms: &["gentype lgamma(gentype x)"],
        means: "Returns the natural logarithm of the absolute value of the gamma function of x.",
        notes: &["lgamma_r also gives the gamma function's sign."],
    },
    Entry {
        name: Name::LgammaR,
        forms: &["gentype lgamma_r(gentype x, intn *signp)"],
        means: "Returns the natural logarithm of |gamma(x)|, and stores the sign of gamma(x) to \
                *signp.",
        notes: &[],
    },
    Entry {
        name: Name::Log,
        forms: &["gentype log(gentype x)"],
        means: "Returns the natural logarithm of x. The result is -INFINITY for 0 and NaN where x \
                < 0.",
        notes: &["log2 and log10 have the other usual bases."],
    },
    Entry {
        name: Name::Log2,
        forms: &["gentype log2(gentype x)"],
        means: "Returns the logarithm of x to base 2. The result is -INFINITY for 0 and NaN where \
                x < 0.",
        notes: &["For the base-2 logarithm of an integer n, 31 - clz(n) is exact."],
    },
    Entry {
        name: Name::Log10,
        forms: &["gentype log10(gentype x)"],
        means: "Returns the logarithm of x to base 10. The result is -INFINITY for 0 and NaN \
                where x < 0.",
        notes: &[],
    },
    Entry {
        name: Name::Log1p,
        forms: &["gentype log1p(gentype x)"],
        means: "Returns log(1 + x).",
        notes: &["For an x near 0 it keeps the digits that 1 + x loses."],
    },
    Entry {
        name: Name::Logb,
        forms: &["gentype logb(gentype x)"],
        means: "Returns the binary exponent of x as a floating-point number: floor(log2(|x|)).",
        notes: &["It is -INFINITY for 0."],
    },
    Entry {
        name: Name::Mad,
        forms: &["gentype mad(gentype a, gentype b, gentype c)"],
        means: "Returns approximately a * b + c, in the way that is fastest on the device.",
        notes: &[
            "It may be less accurate than a * b + c. In OpenCL C 1.2 the error has no bound, \
             which matters where a * b and c nearly cancel.",
            "fma rounds once, on every device.",
        ],
    },
    Entry {
        name: Name::Maxmag,
        forms: &["gentype maxmag(gentype x, gentype y)"],
        means: "Returns the argument with the greater absolute value, or fmax(x, y) if both are \
                equal.",
        notes: &["It returns the argument itself, with its sign."],
    },
    Entry {
        name: Name::Minmag,
        forms: &["gentype minmag(gentype x, gentype y)"],
        means: "Returns the argument with the smaller absolute value, or fmin(x, y) if both are \
                equal.",
        notes: &["It returns the argument itself, with its sign."],
    },
    Entry {
        name: Name::Modf,
        forms: &["gentype modf(gentype x, gentype *iptr)"],
        means: "Splits x at the point: returns the fraction and stores the whole part to *iptr. \
                Both have the sign of x.",
        notes: &["modf of -1.25 gives -0.25 and -1; fract gives 0.75 and -2."],
    },
    Entry {
        name: Name::Nan,
        forms: &["gentype nan(ugentype nancode)"],
        means: "Returns a quiet NaN, whose significand may hold nancode.",
        notes: &["NaN differs from every number, itself included: test for it with isnan."],
    },
    Entry {
        name: Name::Nextafter,
        forms: &["gentype nextafter(gentype x, gentype y)"],
        means: "Returns the representable number next to x in the direction of y.",
        notes: &[],
    },
    Entry {
        name: Name::Pow,
        forms: &["gentype pow(gentype x, gentype y)"],
        means: "Returns x to the power y.",
        notes: &[
            "The result is NaN where x < 0 and y is not a whole number.",
            "It costs many operations: x * x is faster for a square, and pown takes an integer \
             exponent.",
        ],
    },
    Entry {
        name: Name::Pown,
        forms: &["gentype pown(gentype x, intn y)"],
        means: "Returns x to the power y, for an integer y and any sign of x.",
        notes: &["y has as many components as x."],
    },
    Entry {
        name: Name::Powr,
        forms: &["gentype powr(gentype x, gentype y)"],
        means: "Returns x to the power y for x >= 0. The result is NaN where x < 0.",
        notes: &["powr(0, 0) is NaN; pow(0, 0) is 1."],
    },
    Entry {
        name: Name::Remainder,
        forms: &["gentype remainder(gentype x, gentype y)"],
        means: "Returns x - n * y, where n is the whole number nearest to x / y; a tie goes to \
                the even one.",
        notes: &[
            "The result may be negative for a positive x: it lies between -|y| / 2 and |y| / 2. \
             fmod has the sign of x.",
        ],
    },
    Entry {
        name: Name::Remquo,
        forms: &["gentype remquo(gentype x, gentype y, intn *quo)"],
        means: "Returns remainder(x, y), and stores the low seven bits of the rounded quotient, \
                with its sign, to *quo.",
        notes: &[],
    },
    Entry {
        name: Name::Rint,
        forms: &["gentype rint(gentype x)"],
        means: "Returns x rounded to the nearest whole number, as a floating-point number. A tie \
                goes to the even one.",
        notes: &["rint(2.5f) is 2; round(2.5f) is 3."],
    },
    Entry {
        name: Name::Rootn,
        forms: &["gentype rootn(gentype x, intn y)"],
        means: "Returns the y-th root of x, for an integer y.",
        notes: &["The result is NaN where x < 0 and y is even."],
    },
    Entry {
        name: Name::Round,
        forms: &["gentype round(gentype x)"],
        means: "Returns x rounded to the nearest whole number, as a floating-point number. A tie \
                goes away from zero.",
        notes: &["rint rounds a tie to the even number."],
    },
    Entry {
        name: Name::Rsqrt,
        forms: &["gentype rsqrt(gentype x)"],
        means: "Returns 1 / sqrt(x). The result is INFINITY for 0 and NaN where x < 0.",
        notes: &["For float the error may be 2 ulp, so it may differ from 1 / sqrt(x)."],
    },
    Entry {
        name: Name::Sin,
        forms: &["gentype sin(gentype x)"],
        means: "Returns the sine of x, which is in radians.",
        notes: &[
            "native_sin is faster with an accuracy that the device defines; sinpi(x) avoids the \
             product with pi.",
        ],
    },
    Entry {
        name: Name::Sincos,
        forms: &["gentype sincos(gentype x, gentype *cosval)"],
        means: "Returns the sine of x, which is in radians, and stores its cosine to *cosval.",
        notes: &[],
    },
    Entry {
        name: Name::Sinh,
        forms: &["gentype sinh(gentype x)"],
        means: "Returns the hyperbolic sine of x.",
        notes: &[],
    },
    Entry {
        name: Name::Sinpi,
        forms: &["gentype sinpi(gentype x)"],
        means: "Returns sin(pi * x): the sine of x in half turns.",
        notes: &[
            "The product with pi is not rounded to the type of x, so the result is better than \
             that of sin(M_PI_F * x).",
        ],
    },
    Entry {
        name: Name::Sqrt,
        forms: &["gentype sqrt(gentype x)"],
        means: "Returns the square root of x. The result is NaN where x < 0.",
        notes: &[
            "For float the error may be 3 ulp, unless the program is built with \
             -cl-fp32-correctly-rounded-divide-sqrt.",
            "There is no version for integers: convert the argument first.",
        ],
    },
    Entry {
        name: Name::Tan,
        forms: &["gentype tan(gentype x)"],
        means: "Returns the tangent of x, which is in radians.",
        notes: &[],
    },
    Entry {
        name: Name::Tanh,
        forms: &["gentype tanh(gentype x)"],
        means: "Returns the hyperbolic tangent of x.",
        notes: &[],
    },
    Entry {
        name: Name::Tanpi,
        forms: &["gentype tanpi(gentype x)"],
        means: "Returns tan(pi * x): the tangent of x in half turns.",
        notes: &[],
    },
    Entry {
        name: Name::Tgamma,
        forms: &["gentype tgamma(gentype x)"],
        means: "Returns the gamma function of x.",
        notes: &["For a whole number n > 0 it is the factorial of n - 1."],
    },
    Entry {
        name: Name::Trunc,
        forms: &["gentype trunc(gentype x)"],
        means: "Returns x rounded toward zero to a whole number, as a floating-point number.",
        notes: &[],
    },
];
