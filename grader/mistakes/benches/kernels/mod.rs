//! Programs of as many lines as asked for, to measure the looks at: such as students write, and such as
//! somebody writes who wants the looks to take long.

use std::fmt::Write;

/// A kind of program.
pub(crate) struct Kind {
    /// What it is called in the tables.
    pub(crate) name: &'static str,
    /// Its text, of about this many lines.
    pub(crate) text: fn(usize) -> String,
}

/// Programs such as students and libraries have.
pub(crate) const TYPICAL: &[Kind] = &[
    kind("stencils", stencils),
    kind("tiles", tiles),
    kind("helpers", helpers),
    kind("macros", macros),
    kind("kernels", kernels),
];

/// Programs that ask as much of one look as their lines allow.
pub(crate) const HOSTILE: &[Kind] = &[
    kind("reverse copies", reverse_copies),
    kind("pointer copies", pointer_copies),
    kind("reverse calls", reverse_calls),
    kind("doubling calls", doubling_calls),
    kind("doubling barriers", doubling_barriers),
    kind("high expressions", high_expressions),
    kind("assignment chains", assignment_chains),
    kind("nested ifs", nested_ifs),
    kind("nested loops", nested_loops),
    kind("flat loops", flat_loops),
    kind("arrays", arrays),
    kind("cases", cases),
    kind("returns and barriers", returns_and_barriers),
    kind("leaves", leaves),
    kind("tile accesses", tile_accesses),
    kind("tile kernels", tile_kernels),
    kind("many stores", many_stores),
    kind("many starts", many_starts),
    kind("doubling kernels", doubling_kernels),
    kind("empty statements", empty_statements),
    kind("deep macros", deep_macros),
    kind("long line", long_line),
    kind("same arguments", same_arguments),
    kind("many arguments", many_arguments),
    kind("nested macros", nested_macros),
    kind("one finding a line", one_finding_a_line),
    kind("comparisons", comparisons),
];

const fn kind(name: &'static str, text: fn(usize) -> String) -> Kind {
    Kind { name, text }
}

/// Appends a line of formatted text.
macro_rules! line {
    ($text:expr, $($format:tt)*) => {
        // Writing to a string does not fail.
        let _ = writeln!($text, $($format)*);
    };
}

/// One kernel, stencil after stencil.
fn stencils(lines: usize) -> String {
    let mut text = String::from(
        "kernel void blur(global const float *in, global float *out, int width, int height) {\n\
         int x = get_global_id(0);\nint y = get_global_id(1);\n\
         if (x >= width || y >= height)\nreturn;\n",
    );
    for pass in 0..lines / 10 {
        line!(text, "float sum{pass} = 0.0f;");
        line!(text, "for (int dy = -1; dy <= 1; dy++) {{");
        line!(text, "for (int dx = -1; dx <= 1; dx++) {{");
        line!(text, "int column = clamp(x + dx, 0, width - 1);");
        line!(text, "int row = clamp(y + dy, 0, height - 1);");
        line!(text, "sum{pass} += in[row * width + column] * 0.111f;");
        line!(text, "}}\n}}");
        line!(text, "if (sum{pass} > {pass}.0f)");
        line!(text, "out[y * width + x] = sum{pass};");
    }
    text + "}\n"
}

/// One kernel, tile after tile, with their barriers.
fn tiles(lines: usize) -> String {
    let mut text = String::from(
        "kernel void tiled(global const float *a, global float *b, local float *tile, int n) {\n\
         int lid = get_local_id(0);\nint size = get_local_size(0);\n\
         int gid = get_global_id(0);\nfloat sum = 0.0f;\n",
    );
    for pass in 0..lines / 12 {
        line!(text, "for (int at = 0; at < n; at += size) {{");
        line!(text, "int from{pass} = at + lid;");
        line!(text, "if (from{pass} < n)");
        line!(text, "tile[lid] = a[from{pass}];");
        line!(text, "else");
        line!(text, "tile[lid] = 0.0f;");
        line!(text, "barrier(CLK_LOCAL_MEM_FENCE);");
        line!(text, "for (int k = 0; k < size; k++)");
        line!(text, "sum += tile[(lid + k) % size] * {pass}.5f;");
        line!(text, "barrier(CLK_LOCAL_MEM_FENCE);");
        line!(text, "}}");
        line!(text, "b[gid] += sum;");
    }
    text + "}\n"
}

/// Many small functions, each of which calls the one before.
fn helpers(lines: usize) -> String {
    let mut text = String::from("float step0(float x, int i) {\nreturn x + i;\n}\n");
    let count = lines / 7;
    for number in 1..count {
        let before = number - 1;
        line!(text, "float step{number}(float x, int i) {{");
        line!(text, "float y = x * {number}.0f;");
        line!(text, "if (i > {number})");
        line!(text, "y = step{before}(y, i - 1);");
        line!(text, "else\ny += 1.0f;");
        line!(text, "return y;\n}}");
    }
    line!(text, "kernel void run(global float *x, int n) {{");
    line!(text, "int i = get_global_id(0);");
    line!(text, "if (i < n)");
    line!(text, "x[i] = step{}(x[i], i);\n}}", count.max(1) - 1);
    text
}

/// Macros that make functions and expressions.
fn macros(lines: usize) -> String {
    let mut text = String::from(
        "#define SQUARE(x) ((x) * (x))\n#define LERP(a, b, t) ((a) + (t) * ((b) - (a)))\n\
         #define AT(p, y, x) p[(y) * width + (x)]\n\
         kernel void run(global float *a, global float *b, int width, int n) {\n\
         int x = get_global_id(0);\nint y = get_global_id(1);\nif (x >= width || y >= n) return;\n",
    );
    for number in 0..lines / 4 {
        line!(text, "#define SCALE{number} SQUARE({number}.5f)");
        line!(
            text,
            "float v{number} = LERP(AT(a, y, x), AT(a, x, y), SCALE{number});"
        );
        line!(text, "if (SQUARE(v{number}) > LERP(1.0f, 2.0f, v{number}))");
        line!(text, "AT(b, y, x) = SQUARE(v{number}) + SCALE{number};");
    }
    text + "}\n"
}

/// Many kernels.
fn kernels(lines: usize) -> String {
    let mut text = String::new();
    for number in 0..lines / 8 {
        line!(
            text,
            "kernel void k{number}(global const float *x, global float *y, int n) {{"
        );
        line!(text, "int i = get_global_id(0);");
        line!(text, "if (i < n) {{");
        line!(text, "float v = x[i];");
        line!(text, "for (int k = 0; k < {number}; k++)");
        line!(text, "v = v * 0.5f + k;");
        line!(text, "y[i] = v;");
        line!(text, "}}\n}}");
    }
    text
}

/// Each variable is given the next one's value: what the last one is comes to the first one copy a round.
fn reverse_copies(lines: usize) -> String {
    let count = lines / 2;
    let mut text = String::from("kernel void k(global int *x, int n) {\n");
    for number in 0..=count {
        line!(text, "int a{number} = 0;");
    }
    line!(
        text,
        "for (int i = 0; i < n; i++)\nfor (int j = 0; j < n; j++) {{"
    );
    for number in 0..count {
        line!(text, "a{number} = a{};", number + 1);
    }
    line!(text, "a{count} = get_local_id(0);");
    text + "}\nx[a0] = 1;\n}\n"
}

/// The same with pointers to one another's variables.
fn pointer_copies(lines: usize) -> String {
    let count = lines / 3;
    let mut text = String::from("kernel void k(global int *x, int n) {\n");
    for number in 0..=count {
        line!(text, "int a{number}[4];");
        line!(text, "a{number}[n & 3] = 0;");
    }
    line!(text, "for (int i = 0; i < n; i++) {{");
    for number in 0..count {
        line!(text, "*(a{number} + 1) = *(a{} + 1);", number + 1);
    }
    line!(text, "a{count}[1] = get_local_id(0);");
    text + "}\nx[a0[1]] = 1;\n}\n"
}

/// Functions that are declared first and call those below them, so that what the last one returns
/// comes to the first one function a pass.
fn reverse_calls(lines: usize) -> String {
    let count = lines / 2;
    let mut text = String::new();
    for number in 0..=count {
        line!(text, "int f{number}(int a, int b);");
    }
    line!(
        text,
        "kernel void k(global int *x) {{ x[f0(x[0], 1)] = 2; }}"
    );
    for number in 0..count {
        let next = number + 1;
        line!(
            text,
            "int f{number}(int a, int b) {{ int c = f{next}(b, a); return c; }}"
        );
    }
    line!(
        text,
        "int f{count}(int a, int b) {{ return get_local_id(0) + a; }}"
    );
    text
}

/// Each function calls the one before twice.
fn doubling_calls(lines: usize) -> String {
    let mut text = String::from("int f0(int a) { return a; }\n");
    for number in 1..lines {
        let before = number - 1;
        line!(
            text,
            "int f{number}(int a) {{ return f{before}(a) + f{before}(a + 1); }}"
        );
    }
    line!(
        text,
        "kernel void k(global int *x) {{ x[0] = f{}(1); }}",
        lines.max(1) - 1
    );
    text
}

/// The same with a barrier at the bottom.
fn doubling_barriers(lines: usize) -> String {
    let mut text = String::from("void f0(int a) { if (a) barrier(CLK_LOCAL_MEM_FENCE); }\n");
    for number in 1..lines {
        let before = number - 1;
        line!(
            text,
            "void f{number}(int a) {{ if (a) {{ f{before}(a); f{before}(a + 1); }} }}"
        );
    }
    line!(
        text,
        "kernel void k(global int *x) {{ f{}(x[get_local_id(0)]); }}",
        lines.max(1) - 1
    );
    text
}

/// Expressions as high as the parser takes them.
fn high_expressions(lines: usize) -> String {
    let mut text = String::from("kernel void k(global int *x, global float *y, int n) {\n");
    text += "int i = get_global_id(0);\n";
    for _ in 0..lines.div_ceil(500) {
        line!(text, "x[i] = n");
        for number in 0..498 {
            line!(text, "+ x[i + {number}] * n");
        }
        line!(text, ";");
    }
    text + "}\n"
}

/// Assignments in assignments, indices in indices, conversions of conversions, addresses of what is there.
fn assignment_chains(lines: usize) -> String {
    const HIGH: usize = 100;
    let mut text = String::from("kernel void k(global int *x, global uchar *b, int n) {\n");
    text += "int a[4]; float f = n;\n";
    for row in 0..lines / (4 * HIGH) {
        for _ in 0..HIGH {
            line!(text, "a[n & 3] =");
        }
        line!(text, "x[{row}];");
        for _ in 0..HIGH {
            line!(text, "x[");
        }
        line!(text, "n{} = 1;", "]".repeat(HIGH));
        line!(text, "b[0] =");
        for _ in 0..HIGH / 2 {
            line!(text, "(uchar)(f + 0.5f +\n(float)");
        }
        line!(text, "n{};", ")".repeat(HIGH / 2));
        line!(text, "*");
        for _ in 0..HIGH {
            line!(text, "&*");
        }
        line!(text, "a = 1;");
    }
    text + "}\n"
}

/// `if`s as deep as the parser takes them, with what they guard at the bottom.
fn nested_ifs(lines: usize) -> String {
    const DEEP: usize = 60;
    let mut text = String::from("kernel void k(global int *x, int n) {\nint a = 0;\n");
    for _ in 0..lines.div_ceil(2 * DEEP + 1) {
        for level in 0..DEEP {
            line!(text, "if (x[n + {level}] > {level}) {{");
        }
        line!(text, "a += x[a];");
        for _ in 0..DEEP {
            line!(text, "}}");
        }
    }
    text + "x[0] = a;\n}\n"
}

/// Loops as deep as the parser takes them.
fn nested_loops(lines: usize) -> String {
    const DEEP: usize = 60;
    let mut text =
        String::from("kernel void k(global int *x, int n) {\nint a = get_global_id(0);\n");
    for _ in 0..lines.div_ceil(2 * DEEP + 1) {
        for level in 0..DEEP {
            line!(text, "for (int i{level} = 0; i{level} < n; i{level}++) {{");
        }
        line!(text, "x[i0 + i{}] = 1;", DEEP - 1);
        for _ in 0..DEEP {
            line!(text, "}}");
        }
    }
    text + "x[0] = a;\n}\n"
}

/// Loop after loop, each with its counter and a bound that only the run knows.
fn flat_loops(lines: usize) -> String {
    let mut text = String::from("kernel void k(global int *x, int n) {\n");
    text += "int a[64]; int id = get_global_id(0);\n";
    for number in 0..lines / 3 {
        line!(text, "for (int i{number} = 0; i{number} < n; i{number}++)");
        line!(text, "a[i{number} & 63] += x[i{number} + id];");
        line!(text, "x[{number}] = a[{number} & 63];");
    }
    text + "}\n"
}

/// Arrays that are indexed by what only the run knows.
fn arrays(lines: usize) -> String {
    let count = lines / 2;
    let mut text =
        String::from("kernel void k(global int *x, int n) {\nint id = get_local_id(0);\n");
    for number in 0..count {
        line!(text, "int a{number}[8];");
    }
    for number in 0..count {
        line!(text, "a{number}[id & 7] = x[id]; x[id] = a{number}[n & 7];");
    }
    text + "}\n"
}

/// One `switch`.
fn cases(lines: usize) -> String {
    let mut text = String::from("kernel void k(global int *x, int n) {\nint a = 0;\n");
    text += "switch (x[get_global_id(0)]) {\n";
    for number in 0..lines {
        line!(
            text,
            "case {number}: a += {number}; x[a] = n; {}",
            match number % 3 {
                0 => "break;",
                _ => "",
            }
        );
    }
    text + "}\nx[0] = a;\n}\n"
}

/// Half of the lines return under a condition, and the other half are barriers, each of which all of
/// those decide about.
fn returns_and_barriers(lines: usize) -> String {
    let mut text = String::from("kernel void k(global int *x, int n) {\n");
    for number in 0..lines / 2 {
        line!(text, "if (n == {number}) return;");
    }
    for number in 0..lines / 2 {
        line!(text, "if (n == {number}) barrier(CLK_LOCAL_MEM_FENCE);");
    }
    text + "x[0] = n;\n}\n"
}

/// A loop that is left and begun again everywhere.
fn leaves(lines: usize) -> String {
    let count = lines / 4;
    let mut text = String::from("kernel void k(global int *x, int n) {\n");
    for number in 0..=count {
        line!(text, "int a{number} = 0;");
    }
    for number in 0..count {
        line!(text, "while (a{number} < n) {{");
        line!(text, "if (a{} > n) break;", number + 1);
        line!(text, "a{number}++; }}");
    }
    line!(text, "a{count} = get_local_id(0);");
    text + "x[a0] = 0;\n}\n"
}

/// Accesses of one local array, all different.
fn tile_accesses(lines: usize) -> String {
    let mut text = String::from("kernel void k(local int *t, global int *x, int n) {\n");
    text += "int l = get_local_id(0);\nfor (int i = 0; i < n; i++) {\n";
    for number in 0..lines {
        match number % 3 {
            0 => {
                line!(text, "t[l + {number}] = x[{number}];");
            }
            1 => {
                line!(text, "x[l] += t[l * {number}];");
            }
            _ => {
                line!(text, "barrier(CLK_LOCAL_MEM_FENCE);");
            }
        }
    }
    text + "}\n}\n"
}

/// Kernel after kernel, each with as many accesses of local memory as are compared.
fn tile_kernels(lines: usize) -> String {
    let mut text = String::new();
    for kernel in 0..lines / 100 {
        line!(
            text,
            "kernel void k{kernel}(local int *t, int n) {{ int l = get_local_id(0);"
        );
        line!(text, "for (int i = 0; i < n; i++) {{");
        for number in 0..96 {
            line!(text, "t[l + {number}] = t[l * {number}];");
        }
        text += "}}\n";
    }
    text
}

/// A variable that starts at many ids, and goes on by a size at many places.
fn many_starts(lines: usize) -> String {
    let mut text = String::from("kernel void k(global int *x) {\nint i = 0, j = 9;\n");
    for _ in 0..lines / 4 {
        text += "i = get_global_id(1);\ni += get_global_size(0);\n";
        text += "j--;\nif (j >= get_global_size(0)) x[i] = j;\n";
    }
    text + "}\n"
}

/// The same functions, each of which calls the one before twice, for many kernels.
fn doubling_kernels(lines: usize) -> String {
    let mut text =
        String::from("void f0(local int *t) { barrier(CLK_LOCAL_MEM_FENCE); *t = 1; }\n");
    let functions = lines / 2;
    for number in 1..functions {
        let before = number - 1;
        line!(
            text,
            "void f{number}(local int *t) {{ f{before}(t); f{before}(t + 1); }}"
        );
    }
    for number in 0..lines / 2 {
        let last = functions.max(1) - 1;
        line!(
            text,
            "kernel void k{number}(local int *t) {{ f{last}(t); }}"
        );
    }
    text
}

/// A function of empty statements, called again and again by some of the work-items.
fn empty_statements(lines: usize) -> String {
    let mut text = String::from("void f(local int *t) {\n");
    for _ in 0..lines / 2 {
        text += ";;;;\n";
    }
    text += "barrier(CLK_LOCAL_MEM_FENCE);\n}\nkernel void k(local int *t) {\n";
    text += "if (get_local_id(0)) {\n";
    for _ in 0..lines / 2 {
        text += "f(t);\n";
    }
    text + "}\n}\n"
}

/// Macros far within macros, with something to be found in the innermost.
fn deep_macros(lines: usize) -> String {
    let count = lines / 2;
    let deep = count.min(3000);
    let mut text = String::from("#define M0(x) x * 1.5\n");
    for number in 1..deep {
        line!(text, "#define M{number}(x) M{}(x)", number - 1);
    }
    text += "kernel void k(global float *x) {\n";
    for number in 0..count {
        // No more than the preprocessor's work allows.
        let macros = if number * deep < 250_000 { deep - 1 } else { 0 };
        line!(text, "x[{number}] = M{macros}(x[0]);");
    }
    text + "}\n"
}

/// Many values for few variables, and many questions about them.
fn many_stores(lines: usize) -> String {
    let mut text =
        String::from("kernel void k(global int *x, global uchar *b, uint n, float f) {\n");
    text += "int a = get_global_id(0); float g = f;\n";
    for number in 0..lines / 4 {
        line!(text, "a = a + {number} - (int)x[a];");
        line!(text, "if (a < n) x[a * n / 3] = a;");
        line!(text, "g = g * f + {number}.1f;");
        line!(text, "if (g == f) b[a] = g;");
    }
    text + "}\n"
}

/// All in one line.
fn long_line(lines: usize) -> String {
    stencils(lines).replace('\n', " ") + &one_finding_a_line(lines).replace('\n', " ") + "\n"
}

/// Kernels with the same arguments, of which each uses one and no other kernel the last.
fn same_arguments(lines: usize) -> String {
    let mut text = String::new();
    for number in 0..lines {
        line!(
            text,
            "kernel void k{number}(global int *x, int a, int b, int c, int d, int e) {{ x[0] = a; }}"
        );
    }
    text
}

/// A kernel with an argument a line that it does not use, and as many variables.
fn many_arguments(lines: usize) -> String {
    let mut text = String::from("kernel void k(global int *x\n");
    for number in 0..lines / 2 {
        line!(text, ", int argument{number}");
    }
    text += ") {\n";
    for number in 0..lines / 2 {
        line!(
            text,
            "int variable{number} = {number}; x[0] = variable{number};"
        );
    }
    text + "}\n"
}

/// Macros in macros, whose operators tear each other apart.
fn nested_macros(lines: usize) -> String {
    let mut text = String::from("#define M0(x) x + 1\n");
    let count = (lines / 2).min(200);
    for number in 1..count {
        line!(text, "#define M{number}(x) M{}(x * 2) + x", number - 1);
    }
    text += "kernel void k(global int *x, int n) {\n";
    for number in count..lines {
        line!(text, "x[{number}] = M{}(n - {number}) * 2;", number % 8);
    }
    text + "}\n"
}

/// Something to be found in each line.
fn one_finding_a_line(lines: usize) -> String {
    let mut text = String::from("kernel void all(global float *y, global uchar *b, int m) {\n");
    text += "int l = get_local_id(0);\n";
    for number in 0..lines {
        match number % 4 {
            0 => {
                line!(text, "if (l > {number}) barrier(CLK_LOCAL_MEM_FENCE);");
            }
            1 => {
                line!(text, "y[{number}] = y[l] * {number}.5;");
            }
            2 => {
                line!(text, "b[{number}] = y[{number}] * 2.0f;");
            }
            _ => {
                line!(text, "y[get_global_id({number})] = l / {number}.0;");
            }
        }
    }
    text + "}\n"
}

/// Comparisons of values that go through variable after variable.
fn comparisons(lines: usize) -> String {
    let mut text = String::from("kernel void k(global int *x, uint n, float f) {\n");
    text += "float a = f, b = f, c = f, d = f;\nint i = n, j = n;\n";
    for number in 0..lines / 6 {
        line!(text, "a = b + c; a = c + d; a = b * d;");
        line!(text, "b = c + a; b = d + a; b = a * c;");
        line!(text, "c = d + a; c = a + b; d = a + b; d = c;");
        line!(text, "i = j + {number}; j = i + {number};");
        line!(text, "if (a == b + c) x[i] = (a + b) == (c + d);");
        line!(text, "if (i + j + i + j < n) x[j] = 1;");
    }
    text + "}\n"
}
