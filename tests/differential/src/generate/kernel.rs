//! The whole text: helper functions, the kernel, and what it writes at its end.

use super::types::{INT, Type, UINT};
use super::{Approximate, Array, COUNTERS, Generator, Helper, Injection, Program, Variable};
use opencl_c::types::Scalar;
use std::fmt::Write;

/// Functions within the accuracy of 7.4: the call with `x`, `y` for arguments, and its limit.
const FUNCTIONS: [(&str, f64); 35] = [
    ("acos(x * (T)0.125)", 4.0),
    ("acosh(fabs(x) + (T)1)", 4.0),
    ("acospi(x * (T)0.125)", 5.0),
    ("asin(x * (T)0.125)", 4.0),
    ("asinh(x)", 4.0),
    ("asinpi(x * (T)0.125)", 5.0),
    ("atan(x)", 5.0),
    ("atan2(x, y)", 6.0),
    ("atanh(x * (T)0.0625)", 5.0),
    ("atanpi(x)", 5.0),
    ("cbrt(x)", 2.0),
    ("cos(x)", 4.0),
    ("cosh(x)", 4.0),
    ("cospi(x)", 4.0),
    ("erf(x)", 16.0),
    ("erfc(x)", 16.0),
    ("exp(x)", 3.0),
    ("exp2(x)", 3.0),
    ("exp10(x)", 3.0),
    ("expm1(x)", 3.0),
    ("hypot(x, y)", 4.0),
    ("log(fabs(x) + (T)0.5)", 3.0),
    ("log2(fabs(x) + (T)0.5)", 3.0),
    ("log10(fabs(x) + (T)0.5)", 3.0),
    ("log1p(fabs(x))", 2.0),
    ("pow(fabs(x), y)", 16.0),
    ("pown(x, 3)", 16.0),
    ("rootn(fabs(x), 3)", 16.0),
    ("rsqrt(fabs(x) + (T)0.5)", 2.0),
    ("sin(x)", 4.0),
    ("sinpi(x)", 4.0),
    ("sqrt(fabs(x))", 3.0),
    ("tan(x)", 5.0),
    ("tanh(x)", 5.0),
    ("x / (fabs(y) + (T)0.5)", 2.5),
];

impl Generator<'_> {
    pub(super) fn program(mut self) -> Program {
        let mut text = String::from(
            "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma OPENCL FP_CONTRACT OFF\n\n",
        );
        for _ in 0..self.random.below(3) {
            text += &self.table();
        }
        for _ in 0..self.random.below(4) {
            text += &self.helper();
        }
        let fields: Vec<Type> = (0..2 + self.random.below(3))
            .map(|_| self.random_type())
            .collect();
        text.push_str("typedef struct {\n");
        for (index, field) in fields.iter().enumerate() {
            writeln!(text, "    {} f{index};", field.name()).expect("a string");
        }
        text.push_str("} record;\n\n");

        self.in_kernel = true;
        self.readable = vec![
            Variable {
                name: "uniform_value".to_owned(),
                ty: UINT,
            },
            Variable {
                name: "(uint)gid".to_owned(),
                ty: UINT,
            },
            Variable {
                name: "(int)lid".to_owned(),
                ty: INT,
            },
        ];
        let mut body = self.declarations();
        writeln!(body, "    record r;").expect("a string");
        for (index, &field) in fields.iter().enumerate() {
            let value = self.expression(field, 2);
            writeln!(body, "    r.f{index} = {value};").expect("a string");
        }
        for (index, &ty) in fields.iter().enumerate() {
            let variable = Variable {
                name: format!("r.f{index}"),
                ty,
            };
            self.readable.push(variable.clone());
            self.writable.push(variable);
        }
        for _ in 0..3 + self.random.below(4) {
            body += &self.statement(1, 2, true);
        }
        let (ending, integers, floating) = self.ending();
        let (approximations, approximate) = self.approximations();
        body += &ending;
        body += &approximations;

        let head = "kernel void generated(global const uint *in_bits, global const float *in_float,\n    \
             global const double *in_double, global ulong *integers, global double *floating,\n    \
             global double *approximate, global uint *counters, global ulong *scratch,\n    \
             global half *halves, global uint *own, global uint *guarded, uint limit, uint uniform_value)\n{\n";
        match self.single {
            true => text.push_str(&head.replace("double *", "float *")),
            false => text.push_str(head),
        }
        for local in &self.locals {
            writeln!(text, "    {local}").expect("a string");
        }
        text.push_str(
            "    const size_t gid = get_global_id(0);\n    const size_t lid = get_local_id(0);\n    \
             const size_t base = get_group_id(0) * get_local_size(0);\n",
        );
        text += &body;
        text.push_str("}\n");
        let launch = self.launch(integers, floating, approximate.len());
        Program {
            text,
            launch,
            approximate,
            injections: self.injections,
            exact: self.exact,
        }
    }

    /// A table in constant memory.
    fn table(&mut self) -> String {
        let ty = self.random_type();
        let length = *self.random.pick(&[2, 4, 8]);
        let values: Vec<String> = (0..length).map(|_| self.literal(ty)).collect();
        let name = self.fresh("table");
        let text = format!(
            "constant {} {name}[{length}] = {{{}}};\n\n",
            ty.name(),
            values.join(", ")
        );
        self.tables.push(Array { name, ty, length });
        text
    }

    /// A function of two or three values, with branches and an early return.
    fn helper(&mut self) -> String {
        let name = self.fresh("helper");
        let result = self.random_type();
        let parameters: Vec<Type> = (0..2 + self.random.below(2))
            .map(|_| self.random_type())
            .collect();
        self.readable = parameters
            .iter()
            .enumerate()
            .map(|(index, &ty)| Variable {
                name: format!("p{index}"),
                ty,
            })
            .collect();
        self.writable = self.readable.clone();
        let list: Vec<String> = self
            .readable
            .iter()
            .map(|parameter| format!("{} {}", parameter.ty.name(), parameter.name))
            .collect();
        let mut text = format!("{} {name}({})\n{{\n", result.name(), list.join(", "));
        for _ in 0..self.random.below(3) {
            text += &self.statement(1, 1, false);
        }
        if self.random.once_in(2) {
            let condition = self.condition(2);
            let early = self.expression(result, 2);
            writeln!(
                text,
                "    if ({condition}) {{\n        return {early};\n    }}"
            )
            .expect("a string");
        }
        let value = self.expression(result, 3);
        writeln!(text, "    return {value};\n}}\n").expect("a string");
        self.readable.clear();
        self.writable.clear();
        self.helpers.push(Helper {
            name,
            parameters,
            result,
        });
        text
    }

    /// Variables and arrays at the top of the kernel.
    fn declarations(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..3 + self.random.below(4) {
            let ty = self.random_type();
            let value = self.expression(ty, 3);
            let name = self.fresh("v");
            writeln!(text, "    {} {name} = {value};", ty.name()).expect("a string");
            let variable = Variable { name, ty };
            self.readable.push(variable.clone());
            self.writable.push(variable);
        }
        for _ in 0..1 + self.random.below(2) {
            let ty = self.random_type().with_width(1);
            let length = *self.random.pick(&[2, 4, 8]);
            let values: Vec<String> = (0..length).map(|_| self.expression(ty, 2)).collect();
            let name = self.fresh("a");
            let list = values.join(", ");
            writeln!(text, "    {} {name}[{length}] = {{{list}}};", ty.name()).expect("a string");
            self.arrays.push(Array { name, ty, length });
        }
        text
    }

    /// Everything that is left, written out; the numbers of integers and floating numbers.
    fn ending(&mut self) -> (String, usize, usize) {
        let (mut integers, mut floating) = (Vec::new(), Vec::new());
        for variable in &self.readable {
            for index in 0..variable.ty.width {
                let component = format!("{}{}", variable.name, variable.ty.component(index));
                if variable.ty.is_floating() {
                    floating.push(component);
                } else {
                    integers.push(component);
                }
            }
        }
        for array in &self.arrays {
            for index in 0..array.length {
                let element = format!("{}[{index}]", array.name);
                if array.ty.is_floating() {
                    floating.push(element);
                } else {
                    integers.push(element);
                }
            }
        }
        let mut text = String::new();
        let count = integers.len();
        for (index, value) in integers.iter().enumerate() {
            writeln!(
                text,
                "    integers[gid * {count} + {index}] = (ulong)({value});"
            )
            .expect("a string");
        }
        let last = format!("integers[gid * {count} + {}]", count - 1);
        self.injections.push(Injection {
            replace: format!("integers[(gid + 1) * {count} + {}]", count - 1),
            find: last,
            mistakes: &["out-of-bounds"],
        });
        let floats = floating.len().max(1);
        let number = if self.single { "float" } else { "double" };
        for (index, value) in floating.iter().enumerate() {
            writeln!(
                text,
                "    floating[gid * {floats} + {index}] = ({number})({value});"
            )
            .expect("a string");
        }
        let value = self.expression(UINT, 2);
        writeln!(
            text,
            "    if (gid < limit) {{\n        guarded[gid] = {value};\n    }}"
        )
        .expect("a string");
        if self.global > 1 {
            self.injections.push(Injection {
                find: "if (gid < limit)".to_owned(),
                replace: "if (true)".to_owned(),
                mistakes: &["out-of-bounds"],
            });
        }
        (text, count, floats)
    }

    /// Functions that need not be correctly rounded, of inputs.
    fn approximations(&mut self) -> (String, Vec<Approximate>) {
        let mut text = String::from(
            "    const float xf = in_float[gid], yf = in_float[(gid + 1) % get_global_size(0)];\n    \
             const double xd = in_double[gid], yd = in_double[(gid + 1) % get_global_size(0)];\n",
        );
        if self.single {
            text.truncate(text.find("    const double").unwrap_or(text.len()));
        }
        if self.exact {
            // `in_float` has whole numbers, and this is the other buffer of `float`.
            text = text.replace("in_float", "in_double");
        }
        let count = 6;
        let mut approximate = Vec::new();
        for index in 0..count {
            let (call, limit) = *self.random.pick(&FUNCTIONS);
            let double = !self.single && self.random.once_in(2);
            let (scalar, x, y) = if double {
                (Scalar::Double, "xd", "yd")
            } else {
                (Scalar::Float, "xf", "yf")
            };
            // No function's name has an `x` or `y` of its own right before a bracket, comma or blank.
            let call = call
                .replace("(T)", &format!("({})", scalar.name()))
                .replace("(x", &format!("({x}"))
                .replace("(y", &format!("({y}"))
                .replace(", y", &format!(", {y}"));
            let call = match call.strip_prefix("x ") {
                Some(rest) => format!("{x} {rest}"),
                None => call,
            };
            writeln!(text, "    approximate[gid * {count} + {index}] = {call};").expect("a string");
            approximate.push(Approximate {
                text: call,
                limit,
                double,
            });
        }
        (text, approximate)
    }

    /// The index of a counter.
    pub(super) fn counter(&mut self) -> usize {
        self.random.below(COUNTERS)
    }
}
