//! Arithmetic in `half`: operators, functions, conversions, vectors, memory.
//!
//! The text of a part is the same for the simulator and for a device that has no arithmetic in `half`. For such a
//! device [`REFERENCE`] makes each `half` a `float` and rounds after each operation. A `float` holds 24 bits, and
//! 2 * 11 + 2 are enough for the sum, the product, the quotient and the square root of two numbers of 11 bits to
//! be right after a second rounding. What needs more is computed in `double` and rounded to odd before.

use agreement::Random;
use std::fmt::Write;

/// What every part may use where `half` is a type to compute with.
pub(super) const PRELUDE: &str = "\
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF
#pragma clang optimize off
#define APART __attribute__((noinline))
typedef half H; typedef half2 H2; typedef half3 H3; typedef half4 H4;
#define R(value) (value)
#define CONSTANT(text) text##h
#define UPDATE(place, operator, value) place operator##= value
#define INCREMENT(place) place++
#define OF_UINT(value) (value)
#define ROUND(mode, value) convert_half_##mode(value)
#define ROUND_UINT(mode, value) convert_half_##mode(value)
#define FMA(a, b, c) fma(a, b, c)
#define NEXT(a, b) nextafter(a, b)
#define IS_NORMAL(a) isnormal(a)
#define AS_HALF(bits) as_half(bits)
#define BITS(value) (isnan(value) ? 0x7e00u : (uint)as_ushort(value))
#define LOAD1(at, from) (from)[at]
#define LOAD2(at, from) vload2(at, from)
#define LOAD3(at, from) vload3(at, from)
#define LOAD4(at, from) vload4(at, from)
#define STORE1(value, at, to) (to)[at] = value
#define STORE2(value, at, to) vstore2(value, at, to)
#define STORE3(value, at, to) vstore3(value, at, to)
#define STORE4(value, at, to) vstore4(value, at, to)
";

/// What stands for functions that have no form in WGSL which is right in each bit. Infinities and NaN are open there,
/// and so is the sign of a zero: numbers are kept below 1024, and what is read as bits below 2.
const IN_WGSL: &str = "\
#undef R
#undef UPDATE
#undef INCREMENT
#undef FMA
#undef NEXT
#undef IS_NORMAL
#undef ROUND
#undef ROUND_UINT
#undef AS_HALF
#undef BITS
#undef LOAD1
#undef LOAD2
#undef LOAD3
#undef LOAD4
#define R(value) clamp(value, CONSTANT(-1024.0), CONSTANT(1024.0))
#define UPDATE(place, operator, value) place operator##= value; place = R(place)
#define INCREMENT(place) place = R(place + CONSTANT(1.0))
#define FMA(a, b, c) R(R((a) * (b)) + (c))
#define NEXT(a, b) ((a) - (b))
#define IS_NORMAL(a) ((a) > CONSTANT(0.5))
#define ROUND(mode, value) R(convert_half(value))
#define ROUND_UINT(mode, value) R(convert_half(value))
#define AS_HALF(bits) as_half((ushort)((bits) & 0xbbffu))
#define BITS(value) ((value) == CONSTANT(0.0) ? 0u : (uint)as_ushort(value))
#define LOAD1(at, from) as_half((ushort)(as_ushort((from)[at]) & 0xbbffu))
#define LOAD2(at, from) as_half2(as_ushort2(vload2(at, from)) & (ushort)0xbbff)
#define LOAD3(at, from) as_half3(as_ushort3(vload3(at, from)) & (ushort)0xbbff)
#define LOAD4(at, from) as_half4(as_ushort4(vload4(at, from)) & (ushort)0xbbff)
#define copysign(a, b) ((b) < CONSTANT(0.0) ? -fabs(a) : fabs(a))
#define fmod(a, b) R((a) - (b))
#define remainder(a, b) R((a) - (b))
";

/// What every part may use on a device of WebGPU.
pub(super) fn on_adapter() -> String {
    format!("{PRELUDE}{IN_WGSL}")
}

/// The same with a `float` for each `half`.
pub(super) const REFERENCE: &str = "\
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#pragma clang optimize off
#define APART __attribute__((noinline))
#define MANY __attribute__((overloadable))
typedef float H; typedef float2 H2; typedef float3 H3; typedef float4 H4;
#define ROUNDED(mode) \\
    float rounded_##mode(float x) { ushort b; vstore_half_##mode(x, 0, (private half *)&b); return vload_half(0, (private half *)&b); }
ROUNDED(rte) ROUNDED(rtz) ROUNDED(rtp) ROUNDED(rtn)
float MANY R(float x) { return rounded_rte(x); }
float2 MANY R(float2 x) { return (float2)(R(x.x), R(x.y)); }
float3 MANY R(float3 x) { return (float3)(R(x.x), R(x.y), R(x.z)); }
float4 MANY R(float4 x) { return (float4)(R(x.x), R(x.y), R(x.z), R(x.w)); }
/* Towards zero, with a last bit that is set where something is lost. */
float odd(double x)
{
    float y = (float)x;
    if (isnan(x) || isinf(x) || (double)y == x) return y;
    if (isinf(y)) return copysign(0x1.fffffep127f, y);
    if (fabs((double)y) > fabs(x)) y = as_float(as_uint(y) - 1);
    return as_float(as_uint(y) | 1);
}
#define CONSTANT(text) text##f
#define UPDATE(place, operator, value) place = R(place operator (value))
#define INCREMENT(place) place = R(place + 1.0f)
#define OF_UINT(value) rounded_rte(odd((double)(value)))
#define ROUND(mode, value) rounded_##mode(value)
#define ROUND_UINT(mode, value) rounded_##mode(odd((double)(value)))
float MANY FMA(float a, float b, float c) { return R(odd((double)a * (double)b + (double)c)); }
float2 MANY FMA(float2 a, float2 b, float2 c) { return (float2)(FMA(a.x, b.x, c.x), FMA(a.y, b.y, c.y)); }
float3 MANY FMA(float3 a, float3 b, float3 c) { return (float3)(FMA(a.xy, b.xy, c.xy), FMA(a.z, b.z, c.z)); }
float4 MANY FMA(float4 a, float4 b, float4 c) { return (float4)(FMA(a.xy, b.xy, c.xy), FMA(a.zw, b.zw, c.zw)); }
float as_number(ushort bits) { return vload_half(0, (private half *)&bits); }
uint bits_of(float x) { ushort b; vstore_half_rte(x, 0, (private half *)&b); return isnan(x) ? 0x7e00u : (uint)b; }
float NEXT(float a, float b)
{
    if (isnan(a) || isnan(b)) return NAN;
    if (a == b) return b;
    if (a == 0.0f) return copysign(0x1p-24f, b);
    const uint bits = bits_of(a);
    return as_number((ushort)((a < b) == (a > 0.0f) ? bits + 1 : bits - 1));
}
#define IS_NORMAL(a) (isfinite(a) && fabs(a) >= 0x1p-14f)
#define AS_HALF(bits) as_number(bits)
#define BITS(value) bits_of(value)
#define LOAD1(at, from) vload_half(at, from)
#define LOAD2(at, from) vload_half2(at, from)
#define LOAD3(at, from) vload_half3(at, from)
#define LOAD4(at, from) vload_half4(at, from)
#define STORE1(value, at, to) vstore_half_rte(value, at, to)
#define STORE2(value, at, to) vstore_half2_rte(value, at, to)
#define STORE3(value, at, to) vstore_half3_rte(value, at, to)
#define STORE4(value, at, to) vstore_half4_rte(value, at, to)
";

/// Numbers of `half` in the memory of a work-item.
const GLOBAL: usize = 2 * super::GLOBAL;
const LOCAL: usize = 2 * super::LOCAL;

const MODES: [&str; 4] = ["rte", "rtz", "rtp", "rtn"];

struct Halves<'a> {
    random: &'a mut Random,
    /// Is no number infinite and none NaN?
    finite: bool,
    /// Each name with its width.
    variables: Vec<(String, usize)>,
    /// Parameters and result of a helper function that the part may call.
    helper: Option<(String, Vec<usize>, usize)>,
}

/// The text of the part of a seed.
pub(super) fn part(seed: u64, finite: bool) -> String {
    let mut random = Random::new(seed);
    let mut writer = Halves {
        random: &mut random,
        finite,
        variables: Vec::new(),
        helper: None,
    };
    let helper = writer.helper(&format!("helper_{seed}"));
    writer.variables = vec![("a".to_owned(), 1), ("b".to_owned(), 1)];
    let mut body = String::new();
    for (name, width) in [("c", 1), ("u", 2), ("v", 3), ("w", 4)] {
        let value = writer.half(width, 2);
        writeln!(body, "    {} {name} = {value};", ty(width)).expect("a string");
        writer.variables.push((name.to_owned(), width));
    }
    body += &writer.statements(7, 1);
    let sum: Vec<String> = writer.variables.iter().flat_map(bits_of).collect();
    format!(
        "{helper}APART uint part_{seed}(global uint *g, local uint *l, uint x)\n{{\n    \
         global half *gh = (global half *)g;\n    local half *lh = (local half *)l;\n    \
         uint y = x * 2654435761u, hash = {seed}u;\n    float f = (float)(int)y * 0x1p-20f;\n    \
         for (uint k = 0; k < {}u; k++) l[k] = x + k * 40503u;\n    \
         H a = AS_HALF((ushort)(y >> 5)), b = AS_HALF((ushort)(0x3000u + (y >> 21)));\n    \
         H array[4] = {{a, b, a, b}};\n{body}    \
         return hash + {};\n}}\n\n",
        super::LOCAL,
        sum.join(" * 31u + ")
    )
}

fn ty(width: usize) -> String {
    match width {
        1 => "H".to_owned(),
        _ => format!("H{width}"),
    }
}

fn bits_of((name, width): &(String, usize)) -> Vec<String> {
    match width {
        1 => vec![format!("BITS({name})")],
        _ => (0..*width)
            .map(|at| format!("BITS({name}.s{at})"))
            .collect(),
    }
}

impl Halves<'_> {
    fn helper(&mut self, name: &str) -> String {
        let widths: Vec<usize> = (0..1 + self.random.below(3))
            .map(|_| 1 + self.random.below(4))
            .collect();
        let named = widths.iter().enumerate();
        self.variables = named
            .map(|(at, &width)| (format!("p{at}"), width))
            .collect();
        let parameters: Vec<String> = self
            .variables
            .iter()
            .map(|(name, width)| format!("{} {name}", ty(*width)))
            .collect();
        let result = 1 + self.random.below(4);
        // Neither memory nor the caller's numbers are known there.
        let value = self.arithmetic(result, 2);
        self.helper = Some((name.to_owned(), widths, result));
        format!(
            "{} {name}({})\n{{\n    return {value};\n}}\n\n",
            ty(result),
            parameters.join(", ")
        )
    }

    fn statements(&mut self, count: usize, level: usize) -> String {
        (0..count).map(|_| self.statement(level)).collect()
    }

    fn statement(&mut self, level: usize) -> String {
        let pad = "    ".repeat(level);
        let variables = self.variables.clone();
        let (name, width) = self.random.pick(&variables);
        let width = *width;
        match self.random.below(12) {
            0 if level < 3 => {
                let (rounds, inner) = (1 + self.random.below(5), self.statements(2, level + 1));
                format!(
                    "{pad}for (uint k{level} = 0; k{level} < {rounds}u; k{level}++) {{\n{inner}{pad}}}\n"
                )
            }
            1 if level < 3 => {
                let (condition, inner) = (self.condition(2), self.statements(2, level + 1));
                let other = self.statements(1, level + 1);
                format!("{pad}if ({condition}) {{\n{inner}{pad}}} else {{\n{other}{pad}}}\n")
            }
            2 => {
                let (space, numbers) = self.memory();
                let at = self.random.below(numbers / width);
                let value = self.half(width, 2);
                format!("{pad}STORE{width}({value}, {at}, {space});\n")
            }
            3 => {
                let (at, value) = (self.uint(1), self.half(1, 2));
                format!("{pad}array[{at} & 3u] = {value};\n")
            }
            4 if self.finite => format!("{pad}f = (float)({});\n", self.arithmetic(1, 2)),
            4 => format!("{pad}f = {};\n", self.float(2)),
            5 => format!("{pad}hash = hash * 31u + {};\n", self.uint(3)),
            // The language has it for scalars alone.
            6 if width == 1 => format!("{pad}INCREMENT({name});\n"),
            7 if width > 1 => {
                let at = self.random.below(width);
                let value = self.half(1, 2);
                format!("{pad}{name}.s{at} = {value};\n")
            }
            8 | 9 => {
                let operator = self.operator();
                let value = match self.random.below(4) {
                    // Computed in `float`, and rounded where it is stored.
                    0 if width == 1 => self.float(2),
                    _ => self.half(width, 2),
                };
                format!("{pad}UPDATE({name}, {operator}, {value});\n")
            }
            _ => format!("{pad}{name} = {};\n", self.half(width, 4)),
        }
    }

    fn operator(&mut self) -> &'static str {
        match self.finite {
            true => self.random.pick::<&'static str>(&["+", "-", "*"]),
            false => self.random.pick::<&'static str>(&["+", "-", "*", "/"]),
        }
    }

    fn memory(&mut self) -> (&'static str, usize) {
        *self.random.pick(&[("gh", GLOBAL), ("lh", LOCAL)])
    }

    /// A value of `half` that may come from memory or from a call.
    fn half(&mut self, width: usize, depth: usize) -> String {
        match self.random.below(12) {
            0 => {
                let (space, numbers) = self.memory();
                let at = self.random.below(numbers / width);
                format!("LOAD{width}({at}, {space})")
            }
            1 if width == 1 => format!("array[{} & 3u]", self.uint(1)),
            2 if width == 1 => format!("AS_HALF((ushort){})", self.uint(1)),
            3 if width == 1 => {
                let mode = *self.random.pick(&MODES);
                format!("ROUND({mode}, {})", self.float(depth.min(2)))
            }
            4 if width == 1 => {
                let mode = *self.random.pick(&MODES);
                format!("ROUND_UINT({mode}, {})", self.uint(1))
            }
            5 if width == 1 => {
                let (value, operator) = (self.arithmetic(1, depth.min(2)), self.operator());
                format!("R({value} {operator} OF_UINT({}))", self.uint(1))
            }
            6 | 7 => match self.helper.clone() {
                Some((name, parameters, result)) if result == width => {
                    let arguments: Vec<String> = parameters
                        .into_iter()
                        .map(|width| self.arithmetic(width, depth.min(1)))
                        .collect();
                    format!("{name}({})", arguments.join(", "))
                }
                _ => self.arithmetic(width, depth),
            },
            _ => self.arithmetic(width, depth),
        }
    }

    /// A value that is computed from variables and constants alone.
    fn arithmetic(&mut self, width: usize, depth: usize) -> String {
        if depth == 0 || self.random.once_in(6) {
            return self.leaf(width);
        }
        let depth = depth - 1;
        let one = self.arithmetic(width, depth);
        match self.random.below(16) {
            0..=4 => {
                let (operator, other) = (self.operator(), self.arithmetic(width, depth));
                format!("R({one} {operator} {other})")
            }
            // A scalar beside a vector is widened.
            5 if width > 1 => {
                let (operator, other) = (self.operator(), self.arithmetic(1, depth));
                format!("R({one} {operator} {other})")
            }
            6 => {
                let (two, three) = (self.arithmetic(width, depth), self.arithmetic(width, depth));
                format!("FMA({one}, {two}, {three})")
            }
            7 => {
                let name = *self
                    .random
                    .pick(&["fabs", "floor", "ceil", "trunc", "rint", "round", "-"]);
                format!("{name}({one})")
            }
            8 => format!("R(sqrt(fabs({one})))"),
            9 => {
                let other = self.arithmetic(width, depth);
                match self.random.below(3) {
                    0 => format!("fmod({one}, {other})"),
                    1 => format!("remainder({one}, {other})"),
                    // The sign of a NaN is open.
                    _ => format!("copysign({one}, fmax({other}, CONSTANT(-65504.0)))"),
                }
            }
            // Which zero comes out is open: a sum with 0 makes it the positive one.
            10 => {
                let other = self.arithmetic(width, depth);
                let name = *self.random.pick(&["fmin", "fmax"]);
                format!("R({name}({one}, {other}) + CONSTANT(0.0))")
            }
            11 => {
                let other = self.arithmetic(width, depth);
                format!("R(fdim({one}, {other}))")
            }
            12 if width == 1 => match self.random.below(3) {
                0 => format!("NEXT({one}, {})", self.arithmetic(1, depth)),
                1 => format!("R(ldexp({one}, {}))", self.random.below(50) as i64 - 25),
                _ => format!(
                    "({} ? {one} : {})",
                    self.condition(1),
                    self.arithmetic(1, depth)
                ),
            },
            12 | 13 if width > 1 => {
                let other = self.arithmetic(width, depth);
                let (x, y) = (self.arithmetic(width, depth), self.arithmetic(width, depth));
                let mask = match self.random.below(3) {
                    0 => format!("isless({x}, {y})"),
                    1 => format!("({x} >= {y})"),
                    _ => format!("({x} != {y})"),
                };
                match self.random.once_in(2) {
                    true => format!("select({one}, {other}, {mask})"),
                    false => format!("({mask} ? {one} : {other})"),
                }
            }
            _ if width > 1 => {
                let (scalar, rest) = (self.arithmetic(1, depth), width - 1);
                let (others, ty) = (self.arithmetic(rest, depth), ty(width));
                format!("({ty})({scalar}, {others})")
            }
            _ => {
                let (operator, other) = (self.operator(), self.arithmetic(1, depth));
                format!("R({one} {operator} {other})")
            }
        }
    }

    fn leaf(&mut self, width: usize) -> String {
        let variables = self.variables.clone();
        let same: Vec<&(String, usize)> = variables.iter().filter(|it| it.1 == width).collect();
        if !same.is_empty() && !self.random.once_in(3) {
            return self.random.pick(&same).0.clone();
        }
        let wide: Vec<&(String, usize)> = variables.iter().filter(|it| it.1 > 1).collect();
        if wide.is_empty() || self.random.once_in(2) {
            let constant = *self.random.pick(&[
                "0.0",
                "1.0",
                "0.5",
                "3.0",
                "0.375",
                "1024.0",
                "65504.0",
                "0x1p-14",
                "0x1p-24",
                "0x1.004p-5",
                "0x1.ffcp-3",
                "0x1.554p-2",
            ]);
            return match width {
                1 => format!("CONSTANT({constant})"),
                _ => format!("({})(CONSTANT({constant}))", ty(width)),
            };
        }
        let (name, of) = (*self.random.pick(&wide)).clone();
        let components: String = (0..width)
            .map(|_| self.random.below(of).to_string())
            .collect();
        format!("{name}.s{components}")
    }

    /// A value of `float`, rounded as such.
    fn float(&mut self, depth: usize) -> String {
        if depth == 0 {
            return "f".to_owned();
        }
        match self.random.below(5) {
            0 => "f".to_owned(),
            1 => format!("(float)({})", self.arithmetic(1, depth - 1)),
            // WGSL may rearrange two operations on floats.
            _ if self.finite => {
                let (one, operator) = (self.arithmetic(1, depth - 1), self.operator());
                format!("({one} {operator} f)")
            }
            // The `half` is widened.
            2 | 3 => {
                let (one, operator) = (self.arithmetic(1, depth - 1), self.operator());
                format!("({one} {operator} {})", self.float(depth - 1))
            }
            _ => {
                let (one, operator) = (self.float(depth - 1), self.operator());
                format!("({one} {operator} {})", self.float(depth - 1))
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let one = self.arithmetic(1, depth);
        match self.random.below(5) {
            0 => {
                let name = *self
                    .random
                    .pick(&["isnan", "isinf", "isfinite", "IS_NORMAL"]);
                format!("{name}({one})")
            }
            1 => {
                let name = *self
                    .random
                    .pick(&["isless", "isgreaterequal", "isunordered"]);
                format!("{name}({one}, {})", self.arithmetic(1, depth))
            }
            _ => {
                let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({one} {operator} {})", self.arithmetic(1, depth))
            }
        }
    }

    fn uint(&mut self, depth: usize) -> String {
        if depth == 0 {
            return "y".to_owned();
        }
        match self.random.below(6) {
            0 => "x".to_owned(),
            1 => format!("(y >> {}u)", self.random.below(24)),
            2 => format!("BITS({})", self.arithmetic(1, depth - 1)),
            3 => format!("(uint)({})", self.condition(depth - 1)),
            _ => {
                let (ty, mode) = (
                    *self
                        .random
                        .pick(&["int", "uint", "char", "short", "ushort", "uchar"]),
                    *self.random.pick(&MODES),
                );
                let value = self.arithmetic(1, depth - 1);
                format!("(uint)convert_{ty}_sat_{mode}({value})")
            }
        }
    }
}
