//! A checked program as the text of an OpenCL C program that behaves as the original: every operand in
//! parentheses, every conversion written out, every name unique. It is for compilers and for tests of
//! this crate, not for readers.
//!
//! Structs are printed packed, with their padding as fields, so that their layout does not depend on
//! the compiler that reads the text.

mod expression;
mod initializer;
mod statement;
mod types;

use crate::program::{Function, FunctionId, GlobalId, Program, Var, VarId};
use crate::types::{AddressSpace, Qualifiers, RecordId, TypeId, Types};
use std::fmt::Write;

/// The text of a program.
pub fn print(program: &Program) -> String {
    let mut printer = Printer {
        program,
        out: String::new(),
        function: None,
    };
    printer.program();
    printer.out
}

/// A parameter or variable as a reader would declare it: `__global const float *x`.
pub fn declaration(program: &Program, var: &Var) -> String {
    declaration_of(&program.types, var.ty, var.qualifiers, var.space, &var.name)
}

/// An object as a reader would declare it; without a name its type. `space` is where it lies.
pub fn declaration_of(
    types: &Types,
    ty: TypeId,
    qualifiers: Qualifiers,
    space: AddressSpace,
    name: &str,
) -> String {
    let names = TypeNames {
        types,
        readable: true,
    };
    let text = names.declaration(ty, qualifiers, space, name);
    text.trim_end().to_owned()
}

/// How types are written.
struct TypeNames<'a> {
    types: &'a Types,
    /// Are structs called by their tags, for readers?
    readable: bool,
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
    function: Option<&'a Function>,
}

impl<'a> Printer<'a> {
    fn program(&mut self) {
        self.records();
        for (index, global) in self.program.globals.iter().enumerate() {
            let name = self.global_name(GlobalId(index as u32));
            let declaration =
                self.declaration(global.ty, Qualifiers::default(), global.space, &name);
            self.out.push_str(&declaration);
            if global.space == AddressSpace::Constant || !global.init.entries.is_empty() {
                self.out.push_str(" = ");
                self.initializer(global.ty, &global.init);
            }
            self.out.push_str(";\n");
        }
        for index in 0..self.program.functions.len() {
            self.head(FunctionId(index as u32));
            self.out.push_str(";\n");
        }
        for (index, function) in self.program.functions.iter().enumerate() {
            self.function = Some(function);
            self.head(FunctionId(index as u32));
            self.out.push('\n');
            self.stmt(&function.body, 0);
        }
    }

    fn head(&mut self, id: FunctionId) {
        let function = self.program.function(id);
        if let Some(kernel) = &function.kernel {
            self.out.push_str("__kernel ");
            if let Some([x, y, z]) = kernel.required_work_group_size {
                let _ = write!(
                    self.out,
                    "__attribute__((reqd_work_group_size({x}, {y}, {z}))) "
                );
            }
            if let Some(size) = kernel.required_sub_group_size {
                let _ = write!(
                    self.out,
                    "__attribute__((intel_reqd_sub_group_size({size}))) "
                );
            }
            if let Some([x, y, z]) = kernel.work_group_size_hint {
                let _ = write!(
                    self.out,
                    "__attribute__((work_group_size_hint({x}, {y}, {z}))) "
                );
            }
        }
        let mut parameters = Vec::with_capacity(function.parameters);
        for (index, var) in function.vars[..function.parameters].iter().enumerate() {
            let name = format!("v{index}_{}", var.name);
            parameters.push(self.declaration(var.ty, var.qualifiers, AddressSpace::Private, &name));
        }
        let parameters = if parameters.is_empty() {
            "void".to_owned()
        } else {
            parameters.join(", ")
        };
        let name = self.function_name(id);
        let head = self.declaration(
            function.result,
            Qualifiers::default(),
            AddressSpace::Private,
            &format!("{name}({parameters})"),
        );
        self.out.push_str(&head);
    }

    /// Kernels keep their names, which the host knows.
    fn function_name(&self, id: FunctionId) -> String {
        let function = self.program.function(id);
        match function.kernel {
            Some(_) => function.name.to_string(),
            None => format!("f{}_{}", id.0, function.name),
        }
    }

    fn global_name(&self, id: GlobalId) -> String {
        format!("g{}_{}", id.0, self.program.globals[id.0 as usize].name)
    }

    fn var_name(&self, id: VarId) -> String {
        let name = match self.function {
            Some(function) => &*function.vars[id.0 as usize].name,
            None => "",
        };
        format!("v{}_{name}", id.0)
    }

    fn record_name(&self, id: RecordId) -> String {
        self.type_names().record_name(id)
    }

    fn type_names(&self) -> TypeNames<'_> {
        TypeNames {
            types: &self.program.types,
            readable: false,
        }
    }
}
