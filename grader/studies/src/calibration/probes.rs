//! The kernels of the calibration.

use crate::Depth;
use std::fmt::Write;

/// A measured operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    pub(super) number: &'static str,
    pub(super) kind: &'static str,
    /// The operation, in terms of `a` and `b`.
    pub(super) text: &'static str,
    /// Operations in that text.
    pub(super) times: f64,
}

impl Probe {
    pub(super) fn series(&self) -> String {
        format!("{} {}", self.number, self.kind)
    }

    /// The numbers of operations in its two probes.
    pub(super) fn counts(&self, is_cpu: bool, depth: Depth) -> [usize; 2] {
        match self.kind {
            _ if is_cpu && depth == Depth::Quick => FEWER,
            "sin" | "cos" | "tan" | "pow" | "atan2" | "fmod" | "exp" | "exp2" | "log" | "log2"
            | "native_sin" | "native_cos" | "native_exp" | "native_log" | "floor" | "ceil"
                if is_cpu =>
            {
                FEWER
            }
            "/" | "%" | "/ constant" | "% constant"
                if is_cpu && !matches!(self.number, "float" | "double") =>
            {
                FEWER
            }
            _ if is_cpu => FEW,
            _ => COUNTS,
        }
    }

    /// The operation whose probe stands in for its own, if the compiler simplifies its own: LLVM turns sums of
    /// sums into a product, but not sums inside exclusive ors.
    pub(super) fn proxy(&self, is_cpu: bool) -> Option<&'static str> {
        match (self.number, self.kind) {
            ("int", "+" | "-") if is_cpu => Some("int bits"),
            ("long", "+" | "-") if is_cpu => Some("long bits"),
            _ => None,
        }
    }

    /// Whether the text contains a sum or a difference as well.
    pub(super) fn has_a_sum(&self) -> bool {
        self.kind != "+" && self.kind != "-" && {
            [" + b", "- a", "a - b", "a + b", "1.0 +", "1.0f +"]
                .iter()
                .any(|sum| self.text.contains(sum))
        }
    }
}

macro_rules! probes {
    ($($number:literal { $($kind:literal $times:literal $text:literal;)* })*) => {
        &[$($(Probe { number: $number, kind: $kind, text: $text, times: $times },)*)*]
    };
}

/// Every operation that has a cost. Other operations in a text are sums, whose cost is known.
pub(super) const OPERATIONS: &[Probe] = probes! {
    "float" {
        "+" 1.0 "a + b";
        "-" 1.0 "a - b";
        "*" 1.0 "a * 0.999f";
        "/" 1.0 "(1.0f + a / b)";
        "compare" 2.0 "(a < b ? b - a : a)";
        "select" 2.0 "(a < b ? b - a : a)";
        "convert" 2.0 "((float)((int)a) + b)";
        "sqrt" 1.0 "(sqrt(fabs(a)) + b)";
        "rsqrt" 1.0 "(rsqrt(a) + b)";
        "exp" 1.0 "(exp(-a) + b)";
        "exp2" 1.0 "(exp2(-a) + b)";
        "log" 1.0 "(log(fabs(a)) + b)";
        "log2" 1.0 "(log2(fabs(a)) + b)";
        "sin" 1.0 "(sin(a) + b)";
        "cos" 1.0 "(cos(a) + b)";
        "tan" 1.0 "(tan(a) + b)";
        "pow" 1.0 "pow(a, 0.7f)";
        "atan2" 1.0 "(atan2(a, b) + b)";
        "fmin" 1.0 "fmin(a, b - a)";
        "fmax" 1.0 "fmax(a, b - a)";
        "min" 1.0 "min(a, b - a)";
        "max" 1.0 "max(a, b - a)";
        "fma" 1.0 "fma(a, 0.5f, b)";
        "mad" 1.0 "mad(a, 0.5f, b)";
        "clamp" 1.0 "clamp(a - b, 0.5f, 8.0f)";
        "floor" 1.0 "floor(a + b)";
        "ceil" 1.0 "ceil(a + b)";
        "fabs" 1.0 "fabs(a - b)";
        "fmod" 1.0 "(fmod(a, b) + b)";
        "mix" 1.0 "mix(a, b, 0.25f)";
        "native_sin" 1.0 "(native_sin(a) + b)";
        "native_cos" 1.0 "(native_cos(a) + b)";
        "native_exp" 1.0 "(native_exp(-a) + b)";
        "native_log" 1.0 "(native_log(fabs(a)) + b)";
        "native_sqrt" 1.0 "(native_sqrt(fabs(a)) + b)";
        "native_divide" 1.0 "(1.0f + native_divide(a, b))";
    }
    "int" {
        "+" 1.0 "a + b";
        "-" 1.0 "a - b";
        "*" 1.0 "a * b";
        "/" 1.0 "(a / (b | 1) + b)";
        "%" 1.0 "(a % (b | 1) + b)";
        "/ constant" 1.0 "(a / DIVISOR + b)";
        "% constant" 1.0 "(a % DIVISOR + b)";
        "bits" 1.0 "((a ^ b) + b)";
        "compare" 2.0 "(a < b ? b - a : a)";
        "select" 2.0 "(a < b ? b - a : a)";
        "min" 1.0 "min(a, b - a)";
        "max" 1.0 "max(a, b - a)";
        "clamp" 1.0 "clamp(a - b, 5, 9999)";
        "abs" 1.0 "(int)abs(a - b)";
        "mul24" 1.0 "mul24(a, b)";
        "mad24" 1.0 "mad24(a, 3, b)";
        "popcount" 1.0 "(popcount(a) + b)";
    }
    "uint" {
        "/" 1.0 "(a / (b | 1) + b)";
        "%" 1.0 "(a % (b | 1) + b)";
        "/ constant" 1.0 "(a / DIVISOR + b)";
        "% constant" 1.0 "(a % DIVISOR + b)";
    }
    "long" {
        "+" 1.0 "a + b";
        "-" 1.0 "a - b";
        "*" 1.0 "a * b";
        "/" 1.0 "(a / (b | 1) + b)";
        "%" 1.0 "(a % (b | 1) + b)";
        "/ constant" 1.0 "(a / DIVISOR + b)";
        "% constant" 1.0 "(a % DIVISOR + b)";
        "bits" 1.0 "((a ^ b) + b)";
        "compare" 2.0 "(a < b ? b - a : a)";
        "select" 2.0 "(a < b ? b - a : a)";
        "min" 1.0 "min(a, b - a)";
        "max" 1.0 "max(a, b - a)";
    }
    "double" {
        "+" 1.0 "a + b";
        "-" 1.0 "a - b";
        "*" 1.0 "a * 0.999";
        "/" 1.0 "(1.0 + a / b)";
        "compare" 2.0 "(a < b ? b - a : a)";
        "select" 2.0 "(a < b ? b - a : a)";
        "convert" 2.0 "((double)((float)a) + b)";
        "sqrt" 1.0 "(sqrt(fabs(a)) + b)";
        "fma" 1.0 "fma(a, 0.5, b)";
    }
};

/// The types of [`OPERATIONS`], in order.
pub(super) fn numbers() -> [&'static str; 5] {
    ["float", "int", "uint", "long", "double"]
}

/// Numbers of operations.
const COUNTS: [usize; 2] = [16, 64];

/// For a CPU, whose compile time grows with them.
const FEW: [usize; 2] = [16, 48];

/// For operations that take a CPU or its compiler as long as dozens of sums.
const FEWER: [usize; 2] = [4, 16];

/// Reads that the nearest cache answers, and their numbers.
pub(super) const NEAR: [(&str, [usize; 2]); 2] = [(SAME, [4, 20]), (PLAIN, [5, 21])];

pub(super) const SAME: &str = "the same place for all";
pub(super) const PLAIN: &str = "neighbours";
pub(super) const APART: &str = "places apart";
pub(super) const WRITE: &str = "writes apart";
pub(super) const LOCAL: &str = "local reads";
pub(super) const BARRIER: &str = "barriers";
pub(super) const ATOMIC: &str = "atomics";
pub(super) const FAR_READ: &str = "reads of more";
pub(super) const FAR_WRITE: &str = "writes of more";
pub(super) const PRIVATE_READ: &str = "private reads";
pub(super) const PRIVATE_WRITE: &str = "private writes";
pub(super) const STORES: &str = "stores alone";
pub(super) const ROW_STORES: &str = "stores, and near reads";
pub(super) const COPIES: &str = "copies";
pub(super) const SECTOR: &str = "reads at random";
pub(super) const RANDOM_READS: &str = "reads at random, apart in time";
pub(super) const COLUMNS: &str = "reads down columns";
pub(super) const SCALAR_READS: &str = "neighbours, without vectors";
pub(super) const FIRST_ROW: &str = "neighbours in a row that no argument moves";
pub(super) const FLOAT_DIVISIONS: &str = "few divisions of floats, without vectors";
pub(super) const CHAINS: &str = "products in a row";
pub(super) const SINGLE_GROUP: &str = "products of few work-items";
pub(super) const FEW_GROUPS: &str = "products of few work-groups";
pub(super) const PIPES: &str = "side by side";
pub(super) const EXPRESSIONS: &str = "expressions of whole numbers";
pub(super) const SHORT_LOOP: &str = "a short loop";
pub(super) const BRANCH: &str = "a branch";
pub(super) const COLUMN: &str = "a column";
pub(super) const ROW_STARTS: &str = "starts of rows";
pub(super) const COLUMNS_BESIDE_ROWS: &str = "reads down columns, beside rows";

/// Elements between neighbouring work-items.
pub(super) const STRIDES: &[usize] = &[1, 2, 3, 4, 5, 8, 17, 33];
/// Odd strides write every element once.
pub(super) const ODD_STRIDES: &[usize] = &[1, 3, 5, 17, 33];
/// For a CPU, whose compiler is slow.
pub(super) const FEW_STRIDES: &[usize] = &[1, 3, 17];
pub(super) const READS: [usize; 2] = [4, 16];
/// Scalar reads. None of them shows the cost of a work-item itself.
pub(super) const FROM_NONE: [usize; 2] = [0, 12];
/// Reads of the first row, in whose address no argument takes part.
pub(super) const FIRST_ROW_READS: [usize; 2] = [2, 8];
pub(super) const WRITES: [usize; 2] = [1, 3];
pub(super) const PLANES: [usize; 3] = [4, 8, 16];
pub(super) const SCATTERED: [usize; 2] = [2, 6];
/// Products between two of [`RANDOM_READS_OF_AN_ITEM`] random reads, in scalar code.
pub(super) const RANDOM_READ_PRODUCTS: [usize; 4] = [0, 48, 112, 256];
pub(super) const RANDOM_READS_OF_AN_ITEM: usize = 4;
/// Their argument `rounds`: the working set in elements, as a power of two. The smallest is near.
pub(super) const RANDOM_READ_BITS: [usize; 7] = [10, 16, 18, 20, 22, 24, 26];
/// Divisions beside random reads.
pub(super) const DIVIDED: [usize; 5] = [0, 4, 8, 16, 64];
pub(super) const MIXED: &[usize] = &[0, 4, 16, 64, 128, 256];
/// For a CPU: with none and with many, either memory or arithmetic dominates; in between, both count.
pub(super) const MIXED_FEW: &[usize] = &[0, 16, 32, 128];

/// Pairs of operations that may use different pipelines, in numbers that take about as long.
pub(super) const SIDE_BY_SIDE: [(&str, usize, &str, usize); 5] = [
    ("int +", 128, "int *", 96),
    ("int *", 64, "float *", 128),
    ("int bits", 64, "float +", 128),
    ("uint / constant", 24, "float *", 128),
    ("uint % constant", 24, "int +", 128),
];

/// The same in scalar code, for a CPU.
pub(super) const SIDE_BY_SIDE_SCALAR: [(&str, usize, &str, usize); 6] = [
    ("int bits", 48, "int *", 24),
    ("int *", 24, "float *", 48),
    ("int bits", 48, "float *", 48),
    ("uint / constant", 12, "float *", 48),
    ("uint % constant", 6, "int bits", 48),
    ("uint % constant", 6, "int *", 24),
];

/// The operations that a kernel has: none, the first, the second, both.
pub(super) const OF_TWO: [[bool; 2]; 4] =
    [[false, false], [true, false], [false, true], [true, true]];

/// Lengths of a dependency chain.
pub(super) const CHAIN: [usize; 6] = [0, 8, 32, 128, 512, 2048];
/// The length of the chain in a single work-group.
pub(super) const SINGLE_GROUP_CHAIN: usize = 512;
/// Lengths of the chain in a few work-groups: from a microsecond of a core's time to a few hundred.
pub(super) const FEW_CHAINS: [usize; 4] = [16, 32, 64, 128];

/// Trip counts of a loop, known at compile time.
pub(super) const SHORT: [usize; 2] = [3, 8];

/// Rows that are read beside a row's start, and products. Kept calibrations refer to their order.
pub(super) const ROW_START_VARIANTS: [(usize, usize); 7] =
    [(1, 0), (2, 0), (2, 3), (3, 0), (3, 3), (4, 0), (2, 5)];

/// A kernel with the signature of the predicted ones.
pub(super) fn kernel(body: &str) -> String {
    format!(
        "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n\
         kernel void probe(global const float *matrix, global float *result, int pitch,\n\
         \x20                 int width, int height, int rounds)\n\
         {{\n    int x = get_global_id(0);\n    int y = get_global_id(1);\n{body}}}\n"
    )
}

/// The name of kernel `number` of a program.
pub(super) fn name(number: usize) -> String {
    format!("probe{number}")
}

/// The probe under that name.
pub(super) fn named(text: &str, number: usize) -> String {
    text.replacen("void probe(", &format!("void {}(", name(number)), 1)
}

/// A sum of reads, stored.
fn summed(count: usize, read: impl Fn(usize) -> String) -> String {
    let mut body = String::from("    float value = 0.0f;\n");
    for number in 0..count {
        _ = writeln!(body, "    value += {};", read(number));
    }
    body.push_str("    result[y * width + x] = value;\n");
    kernel(&body)
}

pub(super) fn nothing() -> String {
    kernel("    if (x < 0)\n        result[0] = 1.0f;\n")
}

/// A load that prevents vectorisation and costs little else: its stride is an argument, which LAA speculates to
/// be 1, and other strides run the scalar loop. An inner loop would change the code around it, and its
/// recurrences would be vectorised.
const SCALAR: &str = "    float all = matrix[x * rounds + 5];\n";

/// The argument `rounds` of each probe, which contradicts the speculated stride.
pub(super) const ROUNDS: usize = 2;

/// The series of an operation in scalar code.
pub(super) fn scalar_series(key: &str) -> String {
    format!("{key}, without vectors")
}

/// `count` operations in four independent chains, in scalar code.
pub(super) fn scalar(probe: &Probe, count: usize) -> String {
    let mut body = initial(probe.number, 0..4);
    body.push_str(SCALAR);
    body.extend((0..count).map(|number| step(probe, number, number % 4)));
    // Products of different chains: the SLP vectoriser would combine a sum of the chains, and the chains with
    // it.
    body.push_str("    result[y * width + x] = all");
    for chain in 0..4 {
        _ = write!(body, " + (float)a{chain} * (float)b{chain}");
    }
    body.push_str(";\n");
    kernel(&body)
}

/// A chain of dependent products, in scalar code.
pub(super) fn chain(count: usize) -> String {
    let mut body = String::from("    float a = matrix[y * pitch + x];\n");
    body.push_str(SCALAR);
    body.push_str(&"    a = a * 0.999f;\n".repeat(count));
    body.push_str("    result[y * width + x] = a + all;\n");
    kernel(&body)
}

/// The stored value of kernels with zero to three float divisions.
pub(super) const FLOAT_DIVISION_TEXTS: [&str; 4] =
    ["a * b * c", "a / b * c", "a / b / c", "a / (b / (a / c))"];

/// A few float divisions in scalar code and little else, so that they overlap with those of the next
/// work-items.
pub(super) fn quotients(count: usize) -> String {
    let mut body = String::from(
        "    float a = matrix[y * pitch + x], b = matrix[(y + 1) * pitch + x + 1];\n\
         \x20   float c = matrix[(y + 2) * pitch + x + 2];\n",
    );
    body.push_str(SCALAR);
    let text = FLOAT_DIVISION_TEXTS[count.min(FLOAT_DIVISION_TEXTS.len() - 1)];
    _ = writeln!(body, "    result[y * width + x] = all + {text};");
    kernel(&body)
}

/// Scalar reads, added up in four chains.
fn summed_scalar(count: usize, read: impl Fn(usize) -> String) -> String {
    let mut body = String::from("    float a0 = 0.0f, a1 = 0.0f, a2 = 0.0f, a3 = 0.0f;\n");
    body.push_str(SCALAR);
    for number in 0..count {
        _ = writeln!(body, "    a{} += {};", number % 4, read(number));
    }
    body.push_str("    result[y * width + x] = all + a0 * a1 + a2 * a3;\n");
    kernel(&body)
}

/// Scalar reads of neighbouring elements.
pub(super) fn scalar_reads(count: usize) -> String {
    summed_scalar(count, |number| {
        let (row, column) = (number % 5, number * 2 % 9);
        format!("matrix[(y + {row}) * pitch + x + {column}]")
    })
}

/// Reads of the first row beside one of the work-item's own row.
pub(super) fn first_row(count: usize) -> String {
    let mut body = String::from("    float value = matrix[y * pitch + x];\n");
    for number in 0..count {
        _ = writeln!(body, "    value += matrix[x + {}];", 2 * number + 1);
    }
    body.push_str("    result[y * width + x] = value;\n");
    kernel(&body)
}

/// Two operations in chains of their own.
fn in_turns((first, times): (&Probe, usize), (second, more): (&Probe, usize)) -> String {
    let mut body = initial(first.number, 0..4);
    body.push_str(&initial(second.number, 4..8));
    for number in 0..times.max(more) {
        if number < times {
            body.push_str(&step(first, number, number % 4));
        }
        if number < more {
            body.push_str(&step(second, number, 4 + number % 4));
        }
    }
    body
}

/// Two operations in scalar code. Their results are combined into one number each, because converting each of
/// them to float would take as long and hide them.
pub(super) fn side_by_side_scalar(first: (&Probe, usize), second: (&Probe, usize)) -> String {
    let mut body = in_turns(first, second);
    body.push_str(SCALAR);
    let sum = |chains: std::ops::Range<usize>| {
        let sum: Vec<String> = chains.map(|chain| format!("a{chain} + b{chain}")).collect();
        sum.join(" + ")
    };
    _ = writeln!(
        body,
        "    result[y * width + x] = all + (float)({}) + (float)({});",
        sum(0..4),
        sum(4..8)
    );
    kernel(&body)
}

/// Two operations in vectorised code.
pub(super) fn side_by_side(first: (&Probe, usize), second: (&Probe, usize)) -> String {
    let mut body = in_turns(first, second);
    let sum: Vec<String> = (0..8)
        .map(|chain| format!("(float)(a{chain} + b{chain})"))
        .collect();
    _ = writeln!(body, "    result[y * width + x] = {};", sum.join(" + "));
    kernel(&body)
}

/// Index expressions, partly uniform along a row. A core overlaps more with a division here than in pairs of
/// chains.
const WHOLE: [&str; 8] = [
    "u * v + (u * 29u + v) % 58u",
    "(u + v * 11u) / 14u * u + v",
    "(v * v + u) % (u % 37u + 5u) + u * 17u",
    "(u * u + v) % 97u * (v + u) - u",
    "(u * v + 7u) / (v % 19u + 2u) + (u + v) % 23u * u",
    "(u * 83u - v) % 45u / 6u + u * (u + v)",
    "((u - v) % 71u * u + v) / 33u - u * v",
    "(u * u * v) % ((u + v) % 26u + 9u) * u + (u * 5u + v) / 88u",
];

/// The expressions of each kernel.
pub(super) const WHOLE_OF: [std::ops::Range<usize>; 3] = [0..4, 4..8, 0..8];

/// Some of the expressions, each reduced modulo an argument, added up.
pub(super) fn expressions(number: usize) -> String {
    let mut body =
        String::from("    uint u = x, v = y, all = pitch * (height + 8);\n    uint sum = u;\n");
    for expression in &WHOLE[WHOLE_OF[number.min(WHOLE_OF.len() - 1)].clone()] {
        _ = writeln!(body, "    sum += ({expression}) % all;");
    }
    body.push_str("    result[y * width + x] = (float)sum;\n");
    kernel(&body)
}

/// A loop with a constant trip count.
pub(super) fn short_loop(rounds: usize) -> String {
    kernel(&format!(
        "    float value = 1.0f;\n    for (int k = 0; k < {rounds}; ++k)\n\
         \x20       value += 0.5f * matrix[(y + k) * pitch + x + 1];\n\
         \x20   result[y * width + x] = value;\n"
    ))
}

/// Products of an element of the row, or of the column, whose stride is an argument.
pub(super) fn column(columns: usize) -> String {
    let element = match columns {
        0 => "matrix[y * pitch + x]",
        _ => "matrix[x * pitch + y]",
    };
    let mut body =
        format!("    float a = {element}, b = matrix[(y + 1) * pitch + x], c = a, d = b;\n");
    body.push_str(
        "    a *= 0.999f; b *= 0.998f; c *= 0.997f; d *= 0.996f;\n"
            .repeat(24)
            .as_str(),
    );
    body.push_str("    result[y * width + x] = a + b + c + d;\n");
    kernel(&body)
}

/// A load from the start of a row, beside others: see [`ROW_START_VARIANTS`].
pub(super) fn row_starts(number: usize) -> String {
    let (rows, products) = ROW_START_VARIANTS[number.min(ROW_START_VARIANTS.len() - 1)];
    let mut body = String::from("    float value = matrix[(y + 4) * pitch + 3];\n");
    for row in 0..rows {
        _ = writeln!(
            body,
            "    value += matrix[(y + {}) * pitch + x + {}];",
            2 * row + 1,
            row + 2
        );
    }
    body.push_str("    value = value * value;\n".repeat(products).as_str());
    body.push_str("    result[y * width + x] = value;\n");
    kernel(&body)
}

/// A divergent branch.
pub(super) fn branch() -> String {
    kernel(
        "    float value = matrix[y * pitch + x];\n    if ((x & 1) == 0)\n\
         \x20       value += matrix[(y + 1) * pitch + x + 1] * 3.5f;\n    else\n\
         \x20       value -= matrix[(y + 2) * pitch + x] * 2.5f + value;\n\
         \x20   result[y * width + x] = value;\n",
    )
}

/// The initial values of some chains: data, so that a compiler cannot compute the chains.
fn initial(number: &str, chains: std::ops::Range<usize>) -> String {
    let mut body = String::new();
    for chain in chains {
        let (first, second) = match number {
            "float" | "double" => (
                format!("matrix[y * pitch + x + {chain}]"),
                format!("matrix[(y + 1) * pitch + x + {chain}]"),
            ),
            _ => (
                format!("x * {} + y * rounds + 3", 1000 + chain),
                format!("y * {} + x * rounds + 5", 77 + chain),
            ),
        };
        _ = writeln!(
            body,
            "    {number} a{chain} = {first};\n    {number} b{chain} = {second};"
        );
    }
    body
}

/// Some constants to divide by: compilers have more to do for some than for others, and most for the likes of 7.
const DIVISORS: [usize; 8] = [10, 3, 25, 61, 7, 90, 44, 12];

/// Operation `number` of a kernel, on a chain.
fn step(probe: &Probe, number: usize, chain: usize) -> String {
    let divisor = DIVISORS[number % DIVISORS.len()].to_string();
    let text = probe.text.replace("DIVISOR", &divisor);
    let number = probe.number;
    format!("    {{ {number} a = a{chain}, b = b{chain}; a{chain} = b; b{chain} = {text}; }}\n")
}

/// `count` operations in four independent chains.
pub(super) fn operations(probe: &Probe, count: usize) -> String {
    let mut body = initial(probe.number, 0..4);
    let steps = (0..count).map(|number| step(probe, number, number % 4));
    body.extend(steps);
    body.push_str("    result[y * width + x] = (float)(a0 + a1 + a2 + a3 + b0 + b1 + b2 + b3);\n");
    kernel(&body)
}

pub(super) fn near(series: &str, count: usize) -> String {
    match series {
        SAME => summed(count, |number| format!("matrix[{}]", 5 + 97 * number)),
        _ => summed(count, |number| {
            let (row, column) = (number % 5, number * 2 % 9);
            format!("matrix[(y + {row}) * pitch + x + {column}]")
        }),
    }
}

pub(super) fn apart(stride: usize, count: usize) -> String {
    summed(count, |number| {
        format!("matrix[(x * {stride} + y + {}) & 4095]", 57 * number)
    })
}

/// Loads or stores of a private array with an index that is unknown at compile time.
pub(super) fn private(series: &str, count: usize) -> String {
    let mut body = String::from(
        "    float own[16];\n    for (int k = 0; k < 16; ++k)\n        own[k] = (float)(x + k);\n\
         \x20   float value = (float)y;\n",
    );
    for number in 0..count {
        let element = format!("own[((x + y) * rounds + {}) & 15]", 7 * number);
        if series == PRIVATE_READ {
            _ = writeln!(body, "    value += {element};");
        } else {
            _ = writeln!(body, "    {element} = value;");
        }
    }
    body.push_str("    result[y * width + x] = value + own[(x * rounds) & 15];\n");
    kernel(&body)
}

pub(super) fn writes(stride: usize, count: usize) -> String {
    let mut body = String::new();
    for number in 0..count {
        _ = writeln!(
            body,
            "    result[(y + {number} * (height + 3)) * pitch + ((x * {stride}) & (width - 1))] = (float)x;"
        );
    }
    kernel(&body)
}

/// A store of each work-item and nothing else.
pub(super) fn stores() -> String {
    kernel("    result[y * width + x] = 1.5f;\n")
}

/// A store beside a load of a row that is near for all work-items. LLVM does not vectorise a kernel with no
/// address but the store's and little else: it unrolls the work-item loop completely.
pub(super) fn row_stores() -> String {
    kernel("    result[y * width + x] = matrix[4 * pitch + x + 4] * 1.5f;\n")
}

/// A load and a store. The product prevents the compiler from calling `memcpy` for each row.
pub(super) fn copies() -> String {
    kernel("    result[y * width + x] = matrix[y * pitch + x] * 1.5f;\n")
}

/// A copy whose rows mostly start within a cache line, as a stencil's do.
pub(super) fn shifted_copies() -> String {
    kernel("    result[y * width + x] = matrix[(y + 4) * pitch + x + 4] * 1.5f;\n")
}

/// A transposed copy.
pub(super) fn columns() -> String {
    kernel("    result[y * width + x] = matrix[(x + 4) * pitch + y + 4] * 1.5f;\n")
}

/// A transposed read beside two reads of rows, which evict columns from the cache.
pub(super) fn columns_beside_rows() -> String {
    kernel(
        "    result[y * width + x] = (matrix[(x + 4) * pitch + y + 4] - matrix[(y + 4) * pitch + x + 4])\n\
         \x20                           * matrix[(y + 6) * pitch + x + 2];\n",
    )
}

pub(super) fn far_reads(count: usize) -> String {
    summed(count, |number| {
        format!("matrix[(y + {number} * (height + 3)) * pitch + x]")
    })
}

pub(super) fn far_writes(count: usize) -> String {
    let mut body = String::new();
    for number in 0..count {
        _ = writeln!(
            body,
            "    result[(y + {number} * (height + 3)) * pitch + x] = (float)x;"
        );
    }
    kernel(&body)
}

pub(super) fn scattered(touched: usize, count: usize) -> String {
    summed(count, |number| {
        format!(
            "matrix[(((uint)x * 7919u + (uint)y * 104729u + {}u) * 2654435761u >> 6) & {}u]",
            1_299_709 * number,
            touched - 1
        )
    })
}

/// Random reads over a working set that an argument gives, with products between two of them, in scalar code:
/// the more products, the fewer reads are in flight. The products form enough chains to fill the core, because
/// dependent ones would leave it time to wait for memory. Each index depends on the products before it, as a
/// computed index does; what they contribute is less than one.
pub(super) fn random_reads(products: usize) -> String {
    let chains: Vec<String> = (0..6)
        .flat_map(|chain| [format!("a{chain}"), format!("b{chain}")])
        .collect();
    let sum = chains.join(" + ");
    let mut body = initial("float", 0..6);
    body.push_str(SCALAR);
    body.push_str("    uint last = (1u << rounds) - 1u;\n");
    for read in 0..RANDOM_READS_OF_AN_ITEM {
        for chain in chains.iter().cycle().take(products) {
            _ = writeln!(body, "    {chain} = {chain} * 0.999f;");
        }
        _ = writeln!(
            body,
            "    all += matrix[((((uint)x * 7919u + (uint)y * 104729u + {}u) * 2654435761u >> 6) & last)\n\
             \x20                 + (uint)(0.01f * ({sum}))];",
            1_299_709 * read
        );
    }
    let products: Vec<String> = (0..6).map(|chain| format!("a{chain} * b{chain}")).collect();
    _ = writeln!(
        body,
        "    result[y * width + x] = all + {};",
        products.join(" + ")
    );
    kernel(&body)
}

pub(super) fn local(stride: usize, count: usize) -> String {
    let mut body = String::from(
        "    local float tile[256];\n    int item = get_local_id(1) * 16 + get_local_id(0);\n\
         \x20   tile[item] = (float)x;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    float value = 0.0f;\n",
    );
    for number in 0..count {
        _ = writeln!(
            body,
            "    value += tile[(item * {stride} + {}) & 255];",
            7 * number
        );
    }
    body.push_str("    result[y * width + x] = value;\n");
    kernel(&body)
}

pub(super) fn barriers(count: usize) -> String {
    let mut body = String::new();
    for _ in 0..count {
        body.push_str("    barrier(CLK_LOCAL_MEM_FENCE);\n");
    }
    body.push_str("    result[y * width + x] = (float)x;\n");
    kernel(&body)
}

pub(super) fn atomics(count: usize) -> String {
    let mut body =
        String::from("    volatile global int *numbers = (volatile global int *)result;\n");
    for number in 0..count {
        _ = writeln!(
            body,
            "    atomic_add(&numbers[(y + {number} * height) * width + x], 1);"
        );
    }
    kernel(&body)
}

/// Random reads and divisions.
pub(super) fn divided(count: usize) -> String {
    let mut body = String::from(
        "    uint a = (uint)x * 7919u + (uint)y * 104729u + 1u;\n    uint b = a * 2654435761u >> 6;\n\
         \x20   float value = matrix[b & 4194303u] + matrix[(b ^ 9699690u) & 4194303u];\n",
    );
    for _ in 0..count {
        body.push_str("    { uint c = a % (b | 1u) + b; a = b; b = c; }\n");
    }
    body.push_str("    result[y * width + x] = value + (float)(a + b);\n");
    kernel(&body)
}

pub(super) fn mixed(count: usize) -> String {
    let mut body = String::from(
        "    float a = matrix[y * pitch + x];\n    float b = matrix[y * pitch + x + 1];\n\
         \x20   float c = a, d = b;\n",
    );
    for number in 0..count {
        let line = if number % 2 == 0 {
            "    { float e = a * b; a = b; b = e; }\n"
        } else {
            "    { float e = c + d; c = d; d = e; }\n"
        };
        body.push_str(line);
    }
    body.push_str("    result[y * width + x] = b + d;\n");
    kernel(&body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options};

    #[test]
    fn every_operation_is_measured_by_kernels_that_make_a_program_together() {
        let texts: Vec<String> = OPERATIONS
            .iter()
            .flat_map(|probe| [operations(probe, 8), scalar(probe, 8)])
            .collect();
        let all: String = texts
            .iter()
            .enumerate()
            .map(|(number, text)| named(text, number))
            .collect();
        let compiled = opencl_c::compile("probes.cl", &all, &Options::default(), &mut NoIncludes);
        let program = compiled.expect("kernels without errors").program;
        let names: Vec<&str> = program.kernels().map(|(_, kernel)| &*kernel.name).collect();
        let expected: Vec<String> = (0..texts.len()).map(name).collect();
        assert_eq!(names, expected);
    }
}
