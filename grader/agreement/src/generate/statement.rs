//! Statements and declarations of objects.

use super::types::{Scalar, Ty};
use super::{Generator, Kind};

impl Generator<'_> {
    /// Some statements in a scope of their own.
    pub(super) fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..1 + self.random.below(5) {
            self.statement(depth);
        }
        self.indent -= 1;
    }

    fn scoped(&mut self, depth: usize) {
        self.scopes.push(Vec::new());
        self.block(depth);
        self.scopes.pop();
    }

    fn statement(&mut self, depth: usize) {
        if depth == 0 {
            return self.assign();
        }
        match self.random.below(16) {
            0..=3 => self.object(),
            4 | 5 => self.assign(),
            6 => {
                let condition_ty = self.scalar();
                let condition = self.expression(condition_ty, 2);
                self.line(&format!("if ({condition}) {{"));
                self.scoped(depth - 1);
                if self.random.once_in(2) {
                    let condition = self.expression(Ty::int(), 1);
                    self.line(&format!("}} else if ({condition}) {{"));
                    self.scoped(depth - 1);
                }
                if self.random.once_in(2) {
                    self.line("} else {");
                    self.scoped(depth - 1);
                }
                self.line("}");
            }
            7 | 8 => self.for_loop(depth),
            9 => {
                let counter = self.fresh("n");
                self.line(&format!("int {counter} = 4;"));
                self.loops += 1;
                if self.random.once_in(2) {
                    self.line(&format!("while ({counter}-- > 0) {{"));
                    self.scoped(depth - 1);
                    self.line("}");
                } else {
                    self.line("do {");
                    self.scoped(depth - 1);
                    self.line(&format!("}} while (--{counter} > 0);"));
                }
                self.loops -= 1;
            }
            10 => self.switch(depth),
            11 => {
                self.line("{");
                self.scoped(depth - 1);
                self.line("}");
            }
            12 if self.loops > 0 => {
                let condition = self.expression(Ty::int(), 1);
                let jump = *self.random.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {jump};"));
            }
            13 if self.in_kernel => self.synchronise(),
            14 => self.store(),
            15 => {
                if let Some(result) = self.result {
                    let value = self.expression(result, 2);
                    let condition = self.expression(Ty::int(), 1);
                    self.line(&format!("if ({condition}) return {value};"));
                }
            }
            _ => self.assign(),
        }
    }

    fn object(&mut self) {
        let ty = self.ty();
        let name = self.fresh("v");
        match self.random.below(7) {
            0 => {
                let length = 4;
                let values: Vec<_> = (0..1 + self.random.below(length))
                    .map(|_| self.expression(ty, 1))
                    .collect();
                let spelled = self.spelled(ty);
                self.line(&format!(
                    "{spelled} {name}[{length}] = {{ {} }};",
                    values.join(", ")
                ));
                self.declare(
                    name,
                    ty,
                    Kind::Array {
                        length,
                        assignable: true,
                    },
                );
            }
            1 if !self.records.is_empty() => {
                let record = self.random.below(self.records.len());
                let record_name = self.records[record].name.clone();
                if self.random.once_in(2) {
                    self.line(&format!("{record_name} {name};"));
                } else {
                    let (field, field_ty) = self.records[record].fields[0].clone();
                    let value = self.expression(field_ty, 1);
                    let initializer = if field.contains('.') {
                        "{ 0 }".to_owned()
                    } else {
                        format!("{{ .{field} = {value} }}")
                    };
                    self.line(&format!("{record_name} {name} = {initializer};"));
                }
                self.declare(name, ty, Kind::Struct(record));
            }
            2 => {
                let value = self.expression(ty, 2);
                let spelled = self.spelled(ty);
                self.line(&format!("const {spelled} {name} = {value};"));
                self.declare(name, ty, Kind::Value { assignable: false });
            }
            3 => {
                let value = self.expression(ty, 1);
                let second = self.fresh("v");
                let spelled = self.spelled(ty);
                self.line(&format!("{spelled} {name} = {value}, *{second} = &{name};"));
                self.declare(name, ty, Kind::Value { assignable: true });
                self.declare(
                    second,
                    ty,
                    Kind::Pointer {
                        space: "__private",
                        assignable: true,
                    },
                );
            }
            _ => {
                let value = self.expression(ty, 3);
                let spelled = self.spelled(ty);
                self.line(&format!("{spelled} {name} = {value};"));
                self.declare(name, ty, Kind::Value { assignable: true });
            }
        }
    }

    fn assign(&mut self) {
        let ty = self.ty();
        let Some(place) = self.place(ty) else {
            let value = self.expression(ty, 2);
            return self.line(&format!("(void)({value});"));
        };
        if ty.is_vector() && self.random.once_in(2) {
            let lanes = *self.random.pick(&["x", "s0", "s1", "lo", "even"]);
            let width = match lanes {
                "lo" | "even" if ty.width == 3 => 2,
                "lo" | "even" => ty.width / 2,
                _ => 1,
            };
            let value = self.expression(Ty { width, ..ty }, 2);
            return self.line(&format!("({place}).{lanes} = {value};"));
        }
        let value = self.expression(ty, 3);
        let operator = *self.random.pick(&["=", "=", "+=", "-=", "*="]);
        self.line(&format!("{place} {operator} {value};"));
    }

    fn for_loop(&mut self, depth: usize) {
        let counter = self.fresh("i");
        let scalar = *self
            .random
            .pick(&[Scalar::Int, Scalar::UInt, Scalar::Long, Scalar::Short]);
        if self.random.once_in(4) {
            let pragma = *self.random.pick(&["#pragma unroll", "#pragma unroll 4"]);
            self.line(pragma);
        }
        self.line(&format!(
            "for ({} {counter} = 0; {counter} < 8; {counter}++) {{",
            scalar.name()
        ));
        self.scopes.push(Vec::new());
        self.declare(
            counter,
            Ty { scalar, width: 1 },
            Kind::Value { assignable: false },
        );
        self.loops += 1;
        self.scoped(depth - 1);
        self.loops -= 1;
        self.scopes.pop();
        self.line("}");
    }

    fn switch(&mut self, depth: usize) {
        let value = self.expression(Ty::int(), 2);
        self.line(&format!("switch ({value}) {{"));
        let loops = std::mem::take(&mut self.loops);
        for case in 0..1 + self.random.below(3) {
            self.line(&format!("case {case}:"));
            if self.random.once_in(3) {
                self.line(&format!("case {}: {{", case + 10));
            } else {
                self.line("{");
            }
            self.scoped(depth - 1);
            self.line("} break;");
        }
        if self.random.once_in(2) {
            self.line("default: break;");
        }
        self.line("}");
        self.loops = loops;
    }

    fn synchronise(&mut self) {
        let line = *self.random.pick(&[
            "barrier(CLK_LOCAL_MEM_FENCE);",
            "barrier(CLK_GLOBAL_MEM_FENCE);",
            "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
            "mem_fence(CLK_LOCAL_MEM_FENCE);",
            "read_mem_fence(CLK_GLOBAL_MEM_FENCE);",
        ]);
        self.line(line);
        let counters: Vec<String> = self
            .scopes
            .iter()
            .flatten()
            .filter(|var| {
                matches!(
                    var.ty,
                    Ty {
                        scalar: Scalar::Int | Scalar::UInt,
                        width: 1
                    }
                ) && matches!(
                    var.kind,
                    Kind::Pointer {
                        space: "__global" | "__local",
                        assignable: true
                    }
                )
            })
            .map(|var| var.name.clone())
            .collect();
        if !counters.is_empty() {
            let counter = self.random.pick(&counters).clone();
            let name = *self.random.pick(&[
                "atomic_add",
                "atomic_sub",
                "atomic_max",
                "atomic_and",
                "atomic_xchg",
                "atom_or",
            ]);
            self.line(&format!("{name}({counter}, 1);"));
            self.line(&format!("atomic_inc(&{counter}[gid]);"));
            self.line(&format!("atomic_cmpxchg({counter}, 1, 2);"));
        }
    }

    fn store(&mut self) {
        let pointers: Vec<(String, Ty)> = self
            .scopes
            .iter()
            .flatten()
            .filter(|var| {
                !var.ty.is_vector()
                    && matches!(
                        var.kind,
                        Kind::Pointer {
                            assignable: true,
                            ..
                        }
                    )
            })
            .map(|var| (var.name.clone(), var.ty))
            .collect();
        if pointers.is_empty() {
            return self.assign();
        }
        let (pointer, ty) = self.random.pick(&pointers).clone();
        let width = *self.random.pick(&[2, 3, 4, 8, 16]);
        let value = self.expression(Ty { width, ..ty }, 2);
        self.line(&format!("vstore{width}({value}, 1, {pointer});"));
    }
}
