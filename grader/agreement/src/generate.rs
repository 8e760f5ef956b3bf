//! Random programs that are well-formed by construction: every expression is built for the type it must
//! have, from names in scope.

mod expression;
mod statement;
mod types;

use crate::Random;
use std::fmt::Write;
use types::{SCALARS, Ty, WIDTHS};

/// A program drawn from `random`.
pub fn program(random: &mut Random) -> String {
    let mut generator = Generator::new(random);
    generator.program();
    generator.out
}

/// What a name in scope denotes.
#[derive(Clone, Debug, PartialEq)]
enum Kind {
    /// A value of its type, assignable or not.
    Value {
        assignable: bool,
    },
    /// An array of so many, a power of two.
    Array {
        length: usize,
        assignable: bool,
    },
    /// A pointer in an address space.
    Pointer {
        space: &'static str,
        assignable: bool,
    },
    /// A struct, by its number.
    Struct(usize),
    StructPointer(usize),
}

#[derive(Clone, Debug)]
struct Var {
    name: String,
    ty: Ty,
    kind: Kind,
}

#[derive(Clone, Debug)]
struct Helper {
    name: String,
    parameters: Vec<Ty>,
    result: Ty,
}

#[derive(Clone, Debug)]
struct Record {
    name: String,
    fields: Vec<(String, Ty)>,
}

struct Generator<'a> {
    random: &'a mut Random,
    out: String,
    indent: usize,
    scopes: Vec<Vec<Var>>,
    names: usize,
    helpers: Vec<Helper>,
    macros: Vec<(String, usize)>,
    records: Vec<Record>,
    aliases: Vec<(String, Ty)>,
    loops: usize,
    result: Option<Ty>,
    in_kernel: bool,
}

impl<'a> Generator<'a> {
    fn new(random: &'a mut Random) -> Self {
        Generator {
            random,
            out: String::new(),
            indent: 0,
            scopes: vec![Vec::new()],
            names: 0,
            helpers: Vec::new(),
            macros: Vec::new(),
            records: Vec::new(),
            aliases: Vec::new(),
            loops: 0,
            result: None,
            in_kernel: false,
        }
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn scalar(&mut self) -> Ty {
        Ty {
            scalar: *self.random.pick(SCALARS),
            width: 1,
        }
    }

    fn ty(&mut self) -> Ty {
        let width = if self.random.once_in(2) {
            1
        } else {
            *self.random.pick(WIDTHS)
        };
        Ty {
            scalar: *self.random.pick(SCALARS),
            width,
        }
    }

    /// A spelling of a type: its name or an alias of it.
    fn spelled(&mut self, ty: Ty) -> String {
        let alias = self.aliases.iter().find(|(_, aliased)| *aliased == ty);
        match alias {
            Some((name, _)) if self.random.once_in(2) => name.clone(),
            _ => ty.name(),
        }
    }

    fn declare(&mut self, name: String, ty: Ty, kind: Kind) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Var { name, ty, kind });
        }
    }

    fn program(&mut self) {
        if self.random.once_in(3) {
            self.line("#pragma OPENCL EXTENSION cl_khr_fp64 : enable");
        }
        for _ in 0..self.random.below(4) {
            self.define();
        }
        for _ in 0..self.random.below(4) {
            let ty = self.ty();
            let name = self.fresh("alias_t");
            self.line(&format!("typedef {} {name};", ty.name()));
            self.aliases.push((name, ty));
        }
        for _ in 0..self.random.below(3) {
            self.record();
        }
        for _ in 0..self.random.below(3) {
            self.constant_table();
        }
        if self.random.once_in(2) {
            self.enumeration();
        }
        for _ in 0..1 + self.random.below(4) {
            self.helper();
        }
        for _ in 0..1 + self.random.below(2) {
            self.kernel();
        }
    }

    fn define(&mut self) {
        let name = self.fresh("M");
        match self.random.below(4) {
            0 => {
                self.line(&format!("#define {name}(a) ((a) + (a))"));
                self.macros.push((name, 1));
            }
            1 => {
                self.line(&format!("#define {name}(a, b) ((a) * (b) - (a))"));
                self.macros.push((name, 2));
            }
            2 => {
                let joined = self.fresh("J");
                self.line(&format!("#define {joined}(x, y) x##y"));
                self.line(&format!("#define {name}(a) ({joined}(, a))"));
                self.macros.push((name, 1));
            }
            _ => {
                self.line(&format!("#ifdef {name}"));
                self.line("#error never");
                self.line(&format!("#else\n#define {name}(a, ...) (a)\n#endif"));
                self.macros.push((name, 2));
            }
        }
    }

    fn record(&mut self) {
        let name = self.fresh("record");
        let mut fields = Vec::new();
        let mut text = format!("typedef struct {name}_tag {{");
        for _ in 0..1 + self.random.below(4) {
            let ty = self.ty();
            let field = self.fresh("f");
            let _ = write!(text, " {} {field};", self.spelled(ty));
            fields.push((field, ty));
        }
        if self.random.once_in(3) {
            let ty = self.scalar();
            let field = self.fresh("f");
            let _ = write!(
                text,
                " union {{ {} {field}; uint raw{field}; }} u{field};",
                ty.name()
            );
            fields.push((format!("u{field}.{field}"), ty));
        }
        let _ = write!(text, " }} {name};");
        self.line(&text);
        self.records.push(Record { name, fields });
    }

    fn constant_table(&mut self) {
        let ty = self.scalar();
        let name = self.fresh("table");
        let length = 1 << (1 + self.random.below(3));
        let values: Vec<_> = (0..length).map(|_| self.literal(ty)).collect();
        self.line(&format!(
            "__constant {} {name}[{length}] = {{ {} }};",
            ty.name(),
            values.join(", ")
        ));
        self.declare(
            name,
            ty,
            Kind::Array {
                length,
                assignable: false,
            },
        );
    }

    fn enumeration(&mut self) {
        let first = self.fresh("E");
        let second = self.fresh("E");
        self.line(&format!(
            "enum kind{first} {{ {first} = 3, {second} = {first} + 4 }};"
        ));
        let int = Ty::int();
        for name in [first, second] {
            self.declare(name, int, Kind::Value { assignable: false });
        }
    }

    fn helper(&mut self) {
        let name = self.fresh("helper");
        let result = self.ty();
        let parameters: Vec<Ty> = (0..self.random.below(4)).map(|_| self.ty()).collect();
        self.scopes.push(Vec::new());
        let mut text = Vec::new();
        for &ty in &parameters {
            let parameter = self.fresh("p");
            text.push(format!("{} {parameter}", self.spelled(ty)));
            self.declare(parameter, ty, Kind::Value { assignable: true });
        }
        let head = match self.random.below(3) {
            0 => "inline ",
            1 => "static ",
            _ => "",
        };
        let list = if text.is_empty() {
            "void".to_owned()
        } else {
            text.join(", ")
        };
        let head = format!("{head}{} {name}({list})", self.spelled(result));
        if self.random.once_in(3) {
            self.line(&format!("{head};"));
        }
        self.line(&format!("{head} {{"));
        self.result = Some(result);
        self.block(3);
        self.indent += 1;
        let value = self.expression(result, 3);
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.result = None;
        self.line("}");
        self.scopes.pop();
        self.helpers.push(Helper {
            name,
            parameters,
            result,
        });
    }

    fn kernel(&mut self) {
        let name = self.fresh("kernel");
        self.scopes.push(Vec::new());
        let mut parameters = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            let parameter = self.fresh("a");
            match self.random.below(6) {
                0 => {
                    let ty = self.ty();
                    parameters.push(format!("{} {parameter}", self.spelled(ty)));
                    self.declare(parameter, ty, Kind::Value { assignable: true });
                }
                1 => {
                    let ty = self.ty();
                    parameters.push(format!("__constant {} *{parameter}", ty.name()));
                    self.declare(
                        parameter,
                        ty,
                        Kind::Pointer {
                            space: "__constant",
                            assignable: false,
                        },
                    );
                }
                2 if !self.records.is_empty() => {
                    let record = self.random.below(self.records.len());
                    let record_name = self.records[record].name.clone();
                    parameters.push(format!("__global {record_name} *{parameter}"));
                    self.declare(parameter, Ty::int(), Kind::StructPointer(record));
                }
                3 => {
                    let ty = self.ty();
                    parameters.push(format!("__local {} *{parameter}", ty.name()));
                    self.declare(
                        parameter,
                        ty,
                        Kind::Pointer {
                            space: "__local",
                            assignable: true,
                        },
                    );
                }
                other => {
                    let ty = self.ty();
                    let restrict = if other == 4 { "restrict " } else { "" };
                    let constant = self.random.once_in(3);
                    let qualifier = if constant { "const " } else { "" };
                    parameters.push(format!(
                        "__global {qualifier}{} * {restrict}{parameter}",
                        ty.name()
                    ));
                    self.declare(
                        parameter,
                        ty,
                        Kind::Pointer {
                            space: "__global",
                            assignable: !constant,
                        },
                    );
                }
            }
        }
        let attribute = match self.random.below(5) {
            0 => "__attribute__((reqd_work_group_size(8, 1, 1))) ",
            1 => "__attribute__((work_group_size_hint(8, 1, 1))) ",
            2 => "__attribute__((vec_type_hint(float4))) ",
            _ => "",
        };
        let keyword = if self.random.once_in(2) {
            "__kernel"
        } else {
            "kernel"
        };
        self.line(&format!(
            "{keyword} {attribute}void {name}({}) {{",
            parameters.join(", ")
        ));
        self.indent += 1;
        self.line("const int gid = (int)get_global_id(0);");
        self.line("size_t lid = get_local_id(0);");
        self.indent -= 1;
        self.declare(
            "gid".to_owned(),
            Ty::int(),
            Kind::Value { assignable: false },
        );
        self.in_kernel = true;
        if self.random.once_in(2) {
            let ty = self.ty();
            let local = self.fresh("shared");
            self.indent += 1;
            self.line(&format!("__local {} {local}[16];", ty.name()));
            self.indent -= 1;
            self.declare(
                local,
                ty,
                Kind::Array {
                    length: 16,
                    assignable: true,
                },
            );
        }
        self.block(4);
        self.in_kernel = false;
        self.line("}");
        self.scopes.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::program;
    use crate::Random;

    #[test]
    fn the_same_seed_makes_the_same_program() {
        assert_eq!(program(&mut Random::new(5)), program(&mut Random::new(5)));
        assert_ne!(program(&mut Random::new(5)), program(&mut Random::new(6)));
    }
}
