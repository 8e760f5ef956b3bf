//! Objects and typedefs: at program scope, where only `__constant` ones may be, and in functions.

use super::declarator::Shape;
use super::scope::{Declared, Entity};
use super::{Checker, Place};
use crate::diagnostic::Diagnostic;
use crate::keyword::{self, TypeWord, Word};
use crate::preprocessor::Standard;
use crate::program::{Constant, Global, GlobalId, Initializer, Stmt, StmtKind, Var, VarId};
use crate::source::Origin;
use crate::syntax::{
    self, ArraySize, Declaration, Declarator, Derivation, InitDeclarator, Name, Storage,
};
use crate::token::Symbol;
use crate::types::{AddressSpace, Qualifiers, Scalar, Type, TypeId};

impl<'a> Checker<'a> {
    /// A declaration at program scope.
    pub(super) fn program_declaration(&mut self, declaration: &'a Declaration) {
        let specifiers = &declaration.specifiers;
        let base = self.specified(specifiers);
        for declarator in &declaration.declarators {
            let storage = specifiers.storage.map(|(storage, _)| storage);
            match self.declared(base, &declarator.declarator) {
                Shape::Function {
                    result,
                    parameters,
                    variadic,
                } if storage != Some(Storage::Typedef) => {
                    self.prototype(
                        specifiers,
                        &declarator.declarator,
                        result,
                        parameters,
                        variadic,
                    );
                }
                Shape::Function { .. } => self.typedef_of_function(&declarator.declarator),
                Shape::Object(declared) if storage == Some(Storage::Typedef) => {
                    self.typedef(&declarator.declarator, declared);
                }
                Shape::Object(declared) => {
                    self.reject_inline(specifiers, "an object");
                    self.global(declared, declarator, storage);
                }
            }
        }
    }

    fn typedef_of_function(&mut self, declarator: &Declarator) {
        let Some(name) = declarator.name else { return };
        self.unsupported(
            name.origin,
            name.origin,
            "a typedef of a function's type is not analysed",
        );
        self.declare(name, Entity::Typedef(Declared::plain(TypeId::ERROR)));
    }

    fn reject_inline(&mut self, specifiers: &syntax::Specifiers, what: &str) {
        if let Some(origin) = specifiers.inline {
            self.report(Diagnostic::error(
                origin,
                format!("`inline` is for functions, and this is {what}"),
            ));
        }
        if let Some(origin) = specifiers.kernel {
            self.report(Diagnostic::error(
                origin,
                format!("`__kernel` is for functions, and this is {what}"),
            ));
        }
    }

    fn typedef(&mut self, declarator: &Declarator, declared: Declared) {
        let Some(name) = declarator.name else { return };
        if let Some(binding) = self.names.find_here(name.symbol) {
            let first = binding.origin;
            let same = match binding.entity {
                Entity::Typedef(other) => {
                    other.ty == declared.ty && other.space == declared.space
                        || other.ty == TypeId::ERROR
                        || declared.ty == TypeId::ERROR
                }
                Entity::Error => true,
                _ => false,
            };
            if !same {
                self.second_declaration(name, first);
            }
            return;
        }
        if self.names.depth() == 1
            && let Some(ty) = type_of_word(name.symbol)
            && declared.ty != ty
            && declared.ty != TypeId::ERROR
        {
            self.second_meaning(name);
        }
        self.declare(name, Entity::Typedef(declared));
        if let Type::Record(record) = *self.types.get(declared.ty) {
            let text = self.shared_text(name.symbol);
            let record = &mut self.types.records[record.0 as usize];
            if record.tag.is_none() {
                record.typedef.get_or_insert(text);
            }
        }
    }

    /// Is this, at program scope, a type that the language declares there? Then says so.
    pub(super) fn is_taken_by_type(&mut self, name: Name) -> bool {
        let taken = self.names.depth() == 1 && type_of_word(name.symbol).is_some();
        if taken {
            self.second_meaning(name);
            self.declare(name, Entity::Error);
        }
        taken
    }

    fn second_meaning(&mut self, name: Name) {
        let text = self.text(name.symbol);
        self.report(
            Diagnostic::error(
                name.origin,
                format!("`{text}` is a type of OpenCL C already"),
            )
            .help("choose another name"),
        );
    }

    /// Says that a name is already taken in this scope.
    pub(super) fn second_declaration(&mut self, name: Name, first: Origin) {
        let text = self.text(name.symbol);
        self.report(
            Diagnostic::error(
                name.origin,
                format!("`{text}` is declared a second time in the same scope"),
            )
            .with(first, "first declared here"),
        );
    }

    /// May an object have this type? Reports it if not.
    fn object_type(&mut self, declared: Declared, name: Name) -> bool {
        let ty = declared.ty;
        if ty == TypeId::ERROR {
            return false;
        }
        if self.is_forbidden_half(ty) {
            self.report_half_type(name.origin, name.origin);
            return false;
        }
        if let Type::Image(_) = self.types.get(ty) {
            let text = self.text(name.symbol);
            self.report(
                Diagnostic::error(
                    name.origin,
                    format!("`{text}` is an image, and only a parameter can be one (6.9)"),
                )
                .help("use the parameter itself; a function that takes an image can be given it"),
            );
            return false;
        }
        if ty == TypeId::SAMPLER
            && let Some(space @ (AddressSpace::Local | AddressSpace::Global)) = declared.space
        {
            let space = super::convert::space_name(space);
            self.report(
                Diagnostic::error(
                    name.origin,
                    format!("a sampler is a value, which cannot lie in {space} memory (6.9)"),
                )
                .help(
                    "declare it `const sampler_t`, or `__constant sampler_t` outside the functions",
                ),
            );
            return false;
        }
        if self.types.size(ty).is_none() {
            if !self.is_opaque(ty) {
                let text = self.text(name.symbol);
                let error = Diagnostic::error(
                    name.origin,
                    format!(
                        "`{text}` cannot be a `{}`: its size is not known here",
                        self.name_of(ty)
                    ),
                );
                self.report(error);
            }
            return false;
        }
        true
    }

    fn is_unsized_array(declarator: &Declarator) -> Option<(Origin, Origin)> {
        match declarator.derivations.first() {
            Some(Derivation::Array {
                size: ArraySize::None,
                origin,
                end,
                ..
            }) => Some((*origin, *end)),
            _ => None,
        }
    }

    fn global(
        &mut self,
        declared: Declared,
        declarator: &'a InitDeclarator,
        storage: Option<Storage>,
    ) {
        let Some(name) = declarator.declarator.name else {
            return;
        };
        if let Some(binding) = self.names.find_here(name.symbol) {
            let (entity, first) = (binding.entity, binding.origin);
            match entity {
                Entity::Global(global) if self.is_same_global(global, declared, declarator) => {
                    self.declared_again(name, first, Entity::Global(global));
                    if declarator.initializer.is_some() {
                        self.awaited.remove(&global);
                        self.global_value(global, declared, declarator);
                    }
                }
                _ => {
                    if let Entity::Global(global) = entity {
                        self.awaited.remove(&global);
                    }
                    self.second_declaration(name, first);
                }
            }
            return;
        }
        if self.is_taken_by_type(name) {
            return;
        }
        let opaque = self.is_opaque(declared.ty);
        let mut declared = declared;
        if declared.ty == TypeId::SAMPLER && declared.space.is_none() {
            if !declared.qualifiers.constant {
                let text = self.text(name.symbol);
                self.report(
                    Diagnostic::error(
                        name.origin,
                        format!("`{text}` stands outside every function, so it must be `const` or `__constant`"),
                    )
                    .help("write `const sampler_t`"),
                );
                self.declare(name, Entity::Error);
                return;
            }
            declared.space = Some(AddressSpace::Constant);
        }
        if self.standard >= Standard::V2_0 && declared.space.is_none() {
            declared.space = Some(AddressSpace::Global);
        }
        let in_global =
            self.standard >= Standard::V2_0 && declared.space == Some(AddressSpace::Global);
        if declared.space != Some(AddressSpace::Constant) && !in_global && !opaque {
            let text = self.text(name.symbol);
            let error = Diagnostic::error(
                name.origin,
                format!("`{text}` stands outside every function, so it must be `__constant`"),
            );
            let error = match declared.space {
                Some(AddressSpace::Local) => error.help("declare it inside the kernel"),
                Some(AddressSpace::Global) => {
                    error.help("pass it to the kernel as a `__global` pointer")
                }
                _ if self.types.as_pointer(declared.ty).is_some() => error.help(
                    "`__constant` before the `*` says where it points; after it, where it lies: \
                     `__constant char *__constant p`",
                ),
                _ => error.help("write `__constant` before its type"),
            };
            self.report(error);
            self.declare(name, Entity::Error);
            return;
        }
        if !self.object_type(declared, name) {
            self.declare(name, Entity::Error);
            return;
        }
        let global = self.new_global(name, declared);
        if declarator.initializer.is_some() {
            self.global_value(global, declared, declarator);
        } else if storage == Some(Storage::Extern) {
            self.awaited.insert(global);
        } else if in_global {
            // Without an initialiser it begins as zero.
            self.globals[global.0 as usize].init.zero_rest = true;
        } else {
            self.no_initializer(name);
        }
    }

    /// An object that lives as long as the program.
    fn new_global(&mut self, name: Name, declared: Declared) -> GlobalId {
        let global = GlobalId(self.globals.len() as u32);
        let shared = self.shared_text(name.symbol);
        let space = declared.space.unwrap_or(AddressSpace::Constant);
        self.globals.push(Global {
            name: shared,
            ty: declared.ty,
            space,
            init: Initializer::default(),
            origin: name.origin,
        });
        self.global_constants.push(None);
        self.global_places.push(Place {
            qualifiers: declared.qualifiers,
            space,
        });
        self.declare(name, Entity::Global(global));
        global
    }

    /// Does this declare an object again that an `extern` declaration announced, or announce again one
    /// that is defined?
    fn is_same_global(
        &self,
        global: GlobalId,
        declared: Declared,
        declarator: &InitDeclarator,
    ) -> bool {
        let defines = declarator.initializer.is_some();
        let known = &self.globals[global.0 as usize];
        let (one, other) = (self.types.get(known.ty), self.types.get(declared.ty));
        let same = match (one, other) {
            (Type::Array { element: a, .. }, Type::Array { element: b, .. }) => {
                let unsized_array = Self::is_unsized_array(&declarator.declarator).is_some();
                a == b
                    && (known.ty == declared.ty
                        || unsized_array
                        || self.types.size(known.ty) == Some(0))
            }
            _ => known.ty == declared.ty,
        };
        let space = declared
            .space
            .unwrap_or(match self.standard >= Standard::V2_0 {
                true => AddressSpace::Global,
                false => AddressSpace::Private,
            });
        same && space == known.space && (!defines || self.awaited.contains(&global))
    }

    /// Objects that `extern` declarations announced and nothing defined.
    pub(super) fn report_awaited(&mut self) {
        let mut awaited: Vec<GlobalId> = self.awaited.iter().copied().collect();
        awaited.sort_unstable();
        for global in awaited {
            let origin = self.globals[global.0 as usize].origin;
            self.unsupported(
                origin,
                origin,
                "an object that another program defines is not analysed",
            );
        }
    }

    /// The value that a definition gives a program-scope object.
    fn global_value(
        &mut self,
        global: GlobalId,
        declared: Declared,
        declarator: &'a InitDeclarator,
    ) {
        let Some(initializer) = declarator.initializer else {
            return;
        };
        let unsized_array = Self::is_unsized_array(&declarator.declarator).is_some();
        let (ty, init) = self.initialize(declared.ty, unsized_array, initializer);
        let init = self.constant_initializer(init);
        // What a kernel may write is no constant.
        if declared.space == Some(AddressSpace::Constant) {
            self.global_constants[global.0 as usize] = self.single_constant(ty, &init);
        }
        self.globals[global.0 as usize].ty = ty;
        self.type_completed(self.globals[global.0 as usize].origin, ty);
        self.globals[global.0 as usize].init = init;
    }

    fn no_initializer(&mut self, name: Name) {
        let text = self.text(name.symbol);
        self.report(
            Diagnostic::error(
                name.origin,
                format!("`{text}` is `__constant`, so it needs an initialiser"),
            )
            .help("a kernel can never give it a value later"),
        );
    }

    /// An initialiser of constants only; what is not is reported.
    fn constant_initializer(&mut self, mut init: Initializer) -> Initializer {
        for entry in &mut init.entries {
            match self.fold(entry.value) {
                Some(folded) => entry.value = folded,
                None => {
                    self.not_constant(entry.value, "the value of a `__constant` object");
                    break;
                }
            }
        }
        init
    }

    /// The value of a scalar that one constant initialises.
    fn single_constant(&self, ty: TypeId, init: &Initializer) -> Option<Constant> {
        ty.as_scalar()
            .or((ty == TypeId::SAMPLER).then_some(Scalar::UInt))?;
        match init.entries.as_slice() {
            [entry] => self.evaluate(entry.value),
            _ => None,
        }
    }

    /// A declaration in a function; what comes into being is added to `out`.
    pub(super) fn local_declaration(&mut self, declaration: &'a Declaration, out: &mut Vec<Stmt>) {
        let specifiers = &declaration.specifiers;
        let base = self.specified(specifiers);
        for declarator in &declaration.declarators {
            let storage = specifiers.storage.map(|(storage, _)| storage);
            let shape = self.declared(base, &declarator.declarator);
            match (storage, shape) {
                (Some(Storage::Typedef), Shape::Object(declared)) => {
                    self.typedef(&declarator.declarator, declared);
                }
                (Some(Storage::Typedef), Shape::Function { .. }) => {
                    self.typedef_of_function(&declarator.declarator);
                }
                (
                    _,
                    Shape::Function {
                        result,
                        parameters,
                        variadic,
                    },
                ) => self.prototype(
                    specifiers,
                    &declarator.declarator,
                    result,
                    parameters,
                    variadic,
                ),
                (_, Shape::Object(declared)) => {
                    self.reject_inline(specifiers, "an object");
                    self.local(declaration, declared, declarator, out);
                }
            }
        }
    }

    fn local(
        &mut self,
        declaration: &Declaration,
        declared: Declared,
        declarator: &'a InitDeclarator,
        out: &mut Vec<Stmt>,
    ) {
        let Some(name) = declarator.declarator.name else {
            return;
        };
        if let Some(binding) = self.names.find_here(name.symbol) {
            let first = binding.origin;
            self.second_declaration(name, first);
            if let Some(initializer) = declarator.initializer {
                self.initialize(TypeId::ERROR, false, initializer);
            }
            return;
        }
        if self.is_static_object(declaration, declared) {
            self.static_object(declared, name, declarator);
            return;
        }
        let space = declared.space.unwrap_or(AddressSpace::Private);
        // What a sampler cannot be says more than where an object may lie.
        let is_sampler = declared.ty == TypeId::SAMPLER;
        let allowed = (!is_sampler || self.object_type(declared, name))
            && self.storage(declaration, space, name, declarator.initializer)
            && (is_sampler || self.object_type(declared, name));
        if !allowed {
            self.declare(name, Entity::Error);
            if let Some(initializer) = declarator.initializer {
                self.initialize(TypeId::ERROR, false, initializer);
            }
            return;
        }
        self.shadowed(name);
        let var = VarId(self.body.vars.len() as u32);
        let shared = self.shared_text(name.symbol);
        let constant = declared.qualifiers.constant || space == AddressSpace::Constant;
        self.body.vars.push(Var {
            name: shared,
            ty: declared.ty,
            qualifiers: declared.qualifiers,
            space,
            origin: name.origin,
        });
        self.body.constants.push(None);
        self.declare(name, Entity::Variable(var));
        let unsized_array = Self::is_unsized_array(&declarator.declarator);
        let init = match declarator.initializer {
            Some(initializer) => {
                let (ty, init) = self.initialize(declared.ty, unsized_array.is_some(), initializer);
                let init = if space == AddressSpace::Constant {
                    self.constant_initializer(init)
                } else {
                    init
                };
                self.body.vars[var.0 as usize].ty = ty;
                self.type_completed(name.origin, ty);
                if init.entries.len() == 1 && self.is_mask(init.entries[0].value) {
                    self.body.masks.insert(var);
                }
                if constant {
                    self.body.constants[var.0 as usize] = self.single_constant(ty, &init);
                }
                Some(init)
            }
            None => {
                if let Some((origin, end)) = unsized_array {
                    self.report(
                        Diagnostic::error(origin, "this array needs a size or an initialiser")
                            .to(end),
                    );
                }
                None
            }
        };
        // Of several objects, each sees those before it.
        out.append(&mut self.body.hoisted);
        out.push(Stmt {
            kind: StmtKind::Declare { var, init },
            origin: declaration.first,
            end: declaration.last,
        });
    }

    /// From OpenCL C 2.0 on a `static` object of a function lies in global memory, or in constant memory.
    fn is_static_object(&self, declaration: &Declaration, declared: Declared) -> bool {
        let is_static = matches!(declaration.specifiers.storage, Some((Storage::Static, _)));
        let space = matches!(
            declared.space,
            None | Some(AddressSpace::Global | AddressSpace::Constant)
        );
        is_static && space && self.standard >= Standard::V2_0 && declared.ty != TypeId::SAMPLER
    }

    fn static_object(&mut self, declared: Declared, name: Name, declarator: &'a InitDeclarator) {
        let space = declared.space.unwrap_or(AddressSpace::Global);
        let declared = Declared {
            space: Some(space),
            ..declared
        };
        if !self.object_type(declared, name) {
            self.declare(name, Entity::Error);
            return;
        }
        let global = self.new_global(name, declared);
        match declarator.initializer {
            Some(_) => self.global_value(global, declared, declarator),
            None if space == AddressSpace::Constant => self.no_initializer(name),
            None => self.globals[global.0 as usize].init.zero_rest = true,
        }
    }

    /// May an object of this storage stand here? Reports it if not.
    fn storage(
        &mut self,
        declaration: &Declaration,
        space: AddressSpace,
        name: Name,
        initializer: Option<syntax::InitializerId>,
    ) -> bool {
        let text = self.text(name.symbol);
        match declaration.specifiers.storage {
            Some((Storage::Static, _)) => {
                self.report(
                    Diagnostic::error(
                        name.origin,
                        format!("`{text}` is `static`, which no object in a function can be"),
                    )
                    .help("there is one object for each work-item; a shared table is `__constant`"),
                );
                return false;
            }
            Some((Storage::Extern, _)) => {
                let message = format!("`{text}` is `extern`, which no object in a function can be");
                let mut error = Diagnostic::error(name.origin, message);
                if space == AddressSpace::Local {
                    error = error.help(
                        "local memory whose size the host gives is a `__local` pointer that the \
                         kernel takes",
                    );
                }
                self.report(error);
                return false;
            }
            _ => {}
        }
        // Program scope and the function's own: the outermost block of a kernel.
        let outermost = self.names.depth() == 2;
        match space {
            AddressSpace::Private => true,
            AddressSpace::Generic => {
                self.report(
                    Diagnostic::error(
                        name.origin,
                        format!("`{text}` cannot lie in the generic address space"),
                    )
                    .help("`__generic` says where a pointer may point, not where an object lies"),
                );
                false
            }
            AddressSpace::Global => {
                self.report(
                    Diagnostic::error(
                        name.origin,
                        format!("`{text}` cannot be declared in global memory"),
                    )
                    .help("the host makes global memory: take a `__global` pointer as an argument"),
                );
                false
            }
            AddressSpace::Local | AddressSpace::Constant if !self.body.is_kernel => {
                let space = super::convert::space_name(space);
                let help = match self.has_kernel() {
                    true => format!(
                        "declare it in the kernel and pass a `__{space}` pointer to this function"
                    ),
                    false => {
                        "no function here is a kernel: write `__kernel` before the one that is"
                            .to_owned()
                    }
                };
                self.report(
                    Diagnostic::error(
                        name.origin,
                        format!("`{text}` is `__{space}`, which only a kernel can declare"),
                    )
                    .help(help),
                );
                false
            }
            AddressSpace::Local | AddressSpace::Constant if !outermost => {
                let space = super::convert::space_name(space);
                self.report(
                    Diagnostic::error(
                        name.origin,
                        format!(
                            "`{text}` is `__{space}`, so it must be declared in the kernel's \
                             outermost block"
                        ),
                    )
                    .help("move the declaration to the start of the kernel"),
                );
                false
            }
            AddressSpace::Local => {
                if initializer.is_some() {
                    self.report(
                        Diagnostic::error(
                            name.origin,
                            format!("`{text}` is `__local`, so it cannot have an initialiser"),
                        )
                        .help(
                            "let one work-item assign it (or each its part), then \
                             `barrier(CLK_LOCAL_MEM_FENCE)`",
                        ),
                    );
                    return false;
                }
                true
            }
            AddressSpace::Constant => {
                if initializer.is_none() {
                    self.no_initializer(name);
                    return false;
                }
                true
            }
        }
    }

    /// An unnamed object of the function that is being checked.
    pub(super) fn unnamed_object(&mut self, ty: TypeId, origin: Origin) -> VarId {
        let var = VarId(self.body.vars.len() as u32);
        self.body.vars.push(Var {
            name: "".into(),
            ty,
            qualifiers: Qualifiers::default(),
            space: AddressSpace::Private,
            origin,
        });
        self.body.constants.push(None);
        var
    }
}

/// The type that a word of the language names, if its meaning is that of a typedef. Vectors of `half`
/// come with an extension alone.
fn type_of_word(symbol: Symbol) -> Option<TypeId> {
    match keyword::word(symbol)? {
        Word::Type(TypeWord::Vector(Scalar::Half, _)) => None,
        Word::Type(TypeWord::Scalar(scalar)) => Some(TypeId::scalar(scalar)),
        Word::Type(TypeWord::Vector(scalar, width)) => TypeId::vector(scalar, width),
        Word::Type(TypeWord::Event) => Some(TypeId::EVENT),
        Word::Type(TypeWord::Sampler) => Some(TypeId::SAMPLER),
        Word::Type(
            TypeWord::Image(..) | TypeWord::Atomic(_) | TypeWord::Order | TypeWord::Unsupported,
        )
        | Word::Keyword(_) => None,
    }
}
