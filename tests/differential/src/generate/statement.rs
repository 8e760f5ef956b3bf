//! Statements. Those that the whole work-group must reach together, exchanges under barriers, stand
//! only where control flow is uniform.

use super::types::{Type, UINT};
use super::{Generator, Injection, Variable};
use opencl_c::types::Scalar;
use std::fmt::Write;

/// Atomic operations on the counters of a work-group, of which only the sum of all is seen.
const ATOMICS: [&str; 6] = ["add", "sub", "min", "max", "xor", "or"];

impl Generator<'_> {
    /// A statement, indented by `level`; `nesting` more may be inside it.
    pub(super) fn statement(&mut self, level: usize, nesting: usize, uniform: bool) -> String {
        let choices = if nesting == 0 { 8 } else { 14 };
        if uniform && self.random.once_in(3) {
            return self.exchange(level);
        }
        match self.random.below(choices) {
            0 | 1 => self.assignment(level),
            2 => self.array_store(level),
            3 if self.in_kernel => self.atomic(level),
            3 => self.assignment(level),
            4 if self.in_kernel => self.half_store(level),
            5 if self.in_kernel => self.own_atomic(level),
            6 => self.union(level),
            4 | 5 | 7 => self.through_pointer(level),
            8 if self.in_kernel => self.copied_record(level, nesting),
            8 | 9 => self.branch(level, nesting),
            10 => self.for_loop(level, nesting, uniform),
            11 => self.while_loop(level, nesting),
            12 => self.switch(level, nesting),
            _ => self.scope(level, nesting, uniform),
        }
    }

    fn statements(&mut self, level: usize, nesting: usize, uniform: bool) -> String {
        (0..1 + self.random.below(3))
            .map(|_| self.statement(level, nesting, uniform))
            .collect()
    }

    fn assignment(&mut self, level: usize) -> String {
        let pad = "    ".repeat(level);
        if self.writable.is_empty() {
            return format!("{pad};\n");
        }
        let variable = self.random.pick(&self.writable).clone();
        let ty = variable.ty;
        let name = &variable.name;
        if ty.width > 1 && self.random.once_in(3) {
            // Two different components, or one.
            let first = self.random.below(ty.width.into());
            let second =
                (first + 1 + self.random.below(usize::from(ty.width) - 1)) % usize::from(ty.width);
            return if self.random.once_in(2) {
                let value = self.expression(ty.with_width(1), 3);
                format!("{pad}{name}.s{first:x} = {value};\n")
            } else {
                let value = self.expression(ty.with_width(2), 3);
                format!("{pad}{name}.s{first:x}{second:x} = {value};\n")
            };
        }
        let value = self.expression(ty, 3);
        let operator = match (ty.is_floating(), ty.is_signed(), self.random.below(6)) {
            (_, _, 0..=2) => "=",
            (true, ..) if self.exact => "=",
            (true, ..) => self.random.pick(&["+=", "-=", "*="]),
            (false, true, _) => self.random.pick(&["&=", "|=", "^=", ">>="]),
            // An `ushort` times an `ushort` is an `int` that may overflow.
            (false, false, _) => self.random.pick(&["+=", "-=", "&=", "|=", "^=", ">>="]),
        };
        let unsigned = !ty.is_floating() && !ty.is_signed();
        if unsigned && self.random.once_in(6) {
            let step = *self.random.pick(&["++", "--"]);
            return if self.random.once_in(2) {
                format!("{pad}{name}{step};\n")
            } else {
                format!("{pad}{step}{name};\n")
            };
        }
        format!("{pad}{name} {operator} {value};\n")
    }

    fn array_store(&mut self, level: usize) -> String {
        if self.arrays.is_empty() {
            return self.assignment(level);
        }
        let pad = "    ".repeat(level);
        let array = self.random.pick(&self.arrays).clone();
        let index = self.index(array.length, 2);
        let value = self.expression(array.ty, 2);
        if self.random.once_in(2) {
            return format!("{pad}{}[{index}] = {value};\n", array.name);
        }
        let pointer = self.fresh("q");
        let ty = array.ty.name();
        format!(
            "{pad}{{\n{pad}    {ty} *{pointer} = {} + {index};\n{pad}    *{pointer} = {value};\n{pad}}}\n",
            array.name
        )
    }

    /// Adds to a counter of the whole launch; nobody reads it before the end.
    fn atomic(&mut self, level: usize) -> String {
        let pad = "    ".repeat(level);
        let counter = self.counter();
        let operation = self.counters[counter];
        if matches!(operation, "inc" | "dec") {
            return format!("{pad}atomic_{operation}(&counters[{counter}]);\n");
        }
        let value = self.expression(UINT, 2);
        format!("{pad}atomic_{operation}(&counters[{counter}], {value});\n")
    }

    /// A number rounded to `half` in memory, and read again. It is no NaN, whose bits are open.
    fn half_store(&mut self, level: usize) -> String {
        let pad = "    ".repeat(level);
        let from = match self.single {
            true => Scalar::Float,
            false => *self.random.pick(&[Scalar::Float, Scalar::Double]),
        };
        let value = self.expression(Type::of(from), 2);
        let rounding = match self.single {
            true => "",
            false => *self.random.pick(&["", "_rte", "_rtz", "_rtp", "_rtn"]),
        };
        let name = from.name();
        let float = Type::of(Scalar::Float);
        let target = self.writable.iter().find(|variable| variable.ty == float);
        let read = match target {
            // A `half` holds whole numbers up to 2048.
            Some(variable) => format!("{pad}{} = vload_half(gid, halves);\n", variable.name),
            None => String::new(),
        };
        format!("{pad}vstore_half{rounding}(fmin({value}, ({name})1e6f), gid, halves);\n{read}")
    }

    /// An atomic operation whose result is used, on memory that no other work-item touches.
    fn own_atomic(&mut self, level: usize) -> String {
        let pad = "    ".repeat(level);
        let [a, b] = self.operands(UINT, 2);
        let operation = match self.random.below(9) {
            0 => "atomic_inc(&own[gid])".to_owned(),
            1 => "atomic_dec(&own[gid])".to_owned(),
            2 => format!("atomic_cmpxchg(&own[gid], {a}, {b})"),
            choice => {
                let name = ["add", "sub", "xchg", "min", "max", "xor"][choice - 3];
                format!("atomic_{name}(&own[gid], {a})")
            }
        };
        let target = self.writable.iter().find(|variable| variable.ty == UINT);
        match target {
            Some(variable) => format!("{pad}{} = {operation};\n", variable.name),
            None => format!("{pad}{operation};\n"),
        }
    }

    /// Parts of a number through a union.
    fn union(&mut self, level: usize) -> String {
        let pad = "    ".repeat(level);
        let name = self.fresh("u");
        let whole = self.expression(Type::of(Scalar::ULong), 2);
        let byte = self.expression(Type::of(Scalar::UChar), 2);
        let at = self.index(8, 2);
        let part = self.index(2, 2);
        let target = self.writable.iter().find(|variable| variable.ty == UINT);
        let read = match target {
            Some(variable) => format!("{pad}    {} = {name}.parts[{part}];\n", variable.name),
            None => String::new(),
        };
        format!(
            "{pad}{{\n{pad}    union {{ ulong whole; uint parts[2]; uchar bytes[8]; }} {name};\n\
             {pad}    {name}.whole = {whole};\n{pad}    {name}.bytes[{at}] = {byte};\n{read}{pad}}}\n"
        )
    }

    /// A built-in function that gives a second result through a pointer.
    fn through_pointer(&mut self, level: usize) -> String {
        let pad = "    ".repeat(level);
        let floating = self
            .writable
            .iter()
            .filter(|variable| variable.ty.is_floating());
        let variables: Vec<Variable> = floating.cloned().collect();
        if variables.is_empty() {
            return self.assignment(level);
        }
        let Variable { name, ty } = self.random.pick(&variables).clone();
        let value = self.expression(ty, 2);
        let stored = self.fresh("stored");
        if self.exact {
            // The fraction and what is whole of it are exact, and so is their sum.
            let function = *self.random.pick(&["modf", "fract"]);
            let sum = Self::kept(ty, &format!("4.0f * {name} + {stored}"));
            let ty = ty.name();
            return format!(
                "{pad}{{\n{pad}    {ty} {stored};\n{pad}    {name} = {function}({value} * 0.25f, &{stored});\n\
                 {pad}    {name} = {sum};\n{pad}}}\n"
            );
        }
        // PoCL 3.1 makes +0 of the fraction of -0, which 7.5.1 keeps.
        let (function, value) = match self.random.below(2) {
            0 => ("modf", value),
            _ => ("fract", format!("fabs({value})")),
        };
        let ty = ty.name();
        format!(
            "{pad}{{\n{pad}    {ty} {stored};\n{pad}    {name} = {function}({value}, &{stored});\n\
             {pad}    {name} += {stored};\n{pad}}}\n"
        )
    }

    /// A copy of the record, from which one field comes back.
    fn copied_record(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let copy = self.fresh("copy");
        let body = self.statements(level + 1, nesting - 1, false);
        let back = if self.random.once_in(2) {
            format!("r = {copy};")
        } else {
            format!("record *{copy}_at = &{copy};\n{pad}    r.f0 = {copy}_at->f0;")
        };
        format!("{pad}{{\n{pad}    record {copy} = r;\n{body}{pad}    {back}\n{pad}}}\n")
    }

    fn branch(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let condition = self.condition(2);
        let then = self.statements(level + 1, nesting - 1, false);
        let mut text = format!("{pad}if ({condition}) {{\n{then}{pad}}}");
        if self.random.once_in(2) {
            let otherwise = self.statements(level + 1, nesting - 1, false);
            write!(text, " else {{\n{otherwise}{pad}}}").expect("a string");
        }
        text.push('\n');
        text
    }

    /// A loop whose bound is the same for all work-items, or differs; then it may end early.
    fn for_loop(&mut self, level: usize, nesting: usize, uniform: bool) -> String {
        let pad = "    ".repeat(level);
        let counter = self.fresh("i");
        let uniform = uniform && self.random.once_in(2);
        let bound = if uniform {
            (1 + self.random.below(4)).to_string()
        } else {
            format!("(int){}", self.index(8, 2))
        };
        let read = format!("(uint){counter}");
        self.readable.push(Variable {
            name: read.clone(),
            ty: UINT,
        });
        let mut body = self.statements(level + 1, nesting - 1, uniform);
        if !uniform && self.random.once_in(2) {
            let condition = self.condition(2);
            let way = *self.random.pick(&["break", "continue"]);
            write!(
                body,
                "{pad}    if ({condition}) {{\n{pad}        {way};\n{pad}    }}\n"
            )
            .expect("a string");
            body += &self.statement(level + 1, 0, false);
        }
        self.readable.retain(|variable| variable.name != read);
        format!(
            "{pad}for (int {counter} = 0; {counter} < {bound}; ++{counter}) {{\n{body}{pad}}}\n"
        )
    }

    fn while_loop(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let counter = self.fresh("w");
        let times = self.index(8, 2);
        let body = self.statements(level + 2, nesting - 1, false);
        let inner = format!("{pad}    ");
        let looped = if self.random.once_in(2) {
            format!("{inner}while ({counter}-- > 0) {{\n{body}{inner}}}\n")
        } else {
            format!("{inner}do {{\n{body}{inner}}} while (--{counter} > 0);\n")
        };
        format!("{pad}{{\n{inner}int {counter} = (int){times};\n{looped}{pad}}}\n")
    }

    fn switch(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let value = self.index(4, 2);
        let mut text = format!("{pad}switch ({value}) {{\n");
        for case in 0..3 {
            let body = self.statements(level + 1, nesting - 1, false);
            let label = if case == 2 && self.random.once_in(2) {
                "default:".to_owned()
            } else {
                format!("case {case}:")
            };
            let end = if self.random.once_in(3) { "" } else { "break;" };
            write!(text, "{pad}{label} {{\n{body}{pad}}}\n{pad}    {end}\n").expect("a string");
        }
        writeln!(text, "{pad}}}").expect("a string");
        text
    }

    /// A block with a variable of its own.
    fn scope(&mut self, level: usize, nesting: usize, uniform: bool) -> String {
        let pad = "    ".repeat(level);
        let ty = self.random_type();
        let value = self.expression(ty, 3);
        let name = self.fresh("t");
        let variable = Variable {
            name: name.clone(),
            ty,
        };
        self.readable.push(variable.clone());
        self.writable.push(variable);
        let body = self.statements(level + 1, nesting - 1, uniform);
        self.readable.retain(|variable| variable.name != name);
        self.writable.retain(|variable| variable.name != name);
        format!(
            "{pad}{{\n{pad}    {} {name} = {value};\n{body}{pad}}}\n",
            ty.name()
        )
    }

    /// Values that go from one work-item of a group to another.
    fn exchange(&mut self, level: usize) -> String {
        let pad = "    ".repeat(level);
        let Some(target) = self.writable.first().cloned() else {
            return self.assignment(level);
        };
        let ty = target.ty;
        let group = self.group;
        match self.random.below(4) {
            0 => self.local_counter(level),
            1 => {
                let tile = self.fresh("copied");
                self.locals.push(format!("local uint {tile}[{group}];"));
                let index = self.expression(UINT, 2);
                let event = self.fresh("event");
                let seen = self.fresh("seen");
                self.keep(&seen, UINT);
                format!(
                    "{pad}event_t {event} = async_work_group_copy({tile}, in_bits + base, {group}, 0);\n\
                     {pad}wait_group_events(1, &{event});\n\
                     {pad}{seen} = {tile}[{index} % {group}u];\n\
                     {pad}barrier(CLK_LOCAL_MEM_FENCE);\n"
                )
            }
            2 => {
                let value = self.expression(Type::of(Scalar::ULong), 2);
                let seen = self.fresh("seen");
                let ty = Type::of(Scalar::ULong);
                self.keep(&seen, ty);
                let barrier = format!("barrier(CLK_GLOBAL_MEM_FENCE); // before {seen} is read");
                self.race(&barrier);
                format!(
                    "{pad}scratch[gid] = {value};\n{pad}{barrier}\n\
                     {pad}{seen} = scratch[base + (lid + 1) % {group}];\n\
                     {pad}barrier(CLK_GLOBAL_MEM_FENCE);\n"
                )
            }
            _ => {
                let tile = self.fresh("tile");
                self.locals
                    .push(format!("local {} {tile}[{group}];", ty.name()));
                let value = self.expression(ty, 2);
                let name = target.name;
                let barrier = format!("barrier(CLK_LOCAL_MEM_FENCE); // before {tile} is read");
                self.race(&barrier);
                format!(
                    "{pad}{tile}[lid] = {value};\n{pad}{barrier}\n\
                     {pad}{name} = {tile}[(lid + 1) % {group}];\n\
                     {pad}barrier(CLK_LOCAL_MEM_FENCE);\n"
                )
            }
        }
    }

    /// A variable of the whole kernel, declared at its top, to hold what was exchanged.
    fn keep(&mut self, name: &str, ty: Type) {
        self.locals.push(format!("{} {name} = 0;", ty.name()));
        self.readable.push(Variable {
            name: name.to_owned(),
            ty,
        });
    }

    /// Without this barrier there is a race.
    fn race(&mut self, barrier: &str) {
        if self.group > 1 {
            self.injections.push(Injection {
                find: barrier.to_owned(),
                replace: String::new(),
                mistakes: &["data-race", "missing-barrier"],
            });
        }
    }

    /// A counter in local memory: cleared by one work-item, used by all, read by all.
    fn local_counter(&mut self, level: usize) -> String {
        let pad = "    ".repeat(level);
        let counter = self.fresh("shared");
        self.locals.push(format!("local uint {counter};"));
        let operation = *self.random.pick(&ATOMICS);
        let start = self.random.bits() as u32;
        let value = self.expression(UINT, 2);
        let seen = self.fresh("seen");
        self.keep(&seen, UINT);
        format!(
            "{pad}if (lid == 0) {{\n{pad}    {counter} = {start}u;\n{pad}}}\n\
             {pad}barrier(CLK_LOCAL_MEM_FENCE);\n\
             {pad}atomic_{operation}(&{counter}, {value});\n\
             {pad}barrier(CLK_LOCAL_MEM_FENCE);\n\
             {pad}{seen} = {counter};\n\
             {pad}barrier(CLK_LOCAL_MEM_FENCE);\n"
        )
    }
}
