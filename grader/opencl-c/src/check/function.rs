//! Functions: prototypes, definitions, the rules of kernels (6.9), recursion.

use super::declarator::Shape;
use super::scope::{Declared, Entity};
use super::{Body, Checker, MOST_DIAGNOSTICS, TypeIdOrVoid};
use crate::diagnostic::{Diagnostic, Severity};
use crate::program::{
    ExprKind, Function, FunctionId, KernelAttributes, Stmt, StmtKind, Var, VarId,
};
use crate::source::{Origin, Span};
use crate::syntax::{
    self, AttributeKind, Declarator, FunctionDefinition, Name, Parameter, Specifiers, Storage,
};
use crate::token::Symbol;
use crate::types::{AddressSpace, RecordId, Scalar, Type, TypeId};
use launch::MistakeId;

/// A function of the program, declared and perhaps defined.
#[derive(Debug)]
pub(super) struct Declaration {
    name: Symbol,
    pub(super) parameters: Vec<TypeId>,
    pub(super) result: TypeId,
    /// Where it was first declared.
    pub(super) origin: Origin,
    overloadable: bool,
    definition: Option<Function>,
    /// Where its definition begins and ends; where something in it has no type, nowhere.
    extent: Option<(Span, Span)>,
    /// Whom its body calls, and where.
    calls: Vec<(usize, Origin)>,
    /// Where it was first called.
    called: Option<Origin>,
}

impl<'a> Checker<'a> {
    /// Notes a call for the check against recursion.
    pub(super) fn note_call(&mut self, callee: usize, at: Origin) {
        self.overload_used(at, self.declarations[callee].origin);
        self.declarations[callee].called.get_or_insert(at);
        if let Some(caller) = self.body.function {
            self.declarations[caller].calls.push((callee, at));
        }
    }

    /// A function declared without a body.
    pub(super) fn prototype(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        result: TypeId,
        parameters: &[Parameter],
        variadic: Option<Origin>,
    ) {
        let Some(name) = declarator.name else { return };
        let types: Vec<TypeId> = parameters
            .iter()
            .map(|parameter| self.parameter(parameter).ty)
            .collect();
        self.reject_variadic(name, variadic);
        let index = self.declare_function(specifiers, declarator, name, result, types);
        let entity = index.map(|index| self.declarations[index].origin);
        self.function_declared(name, entity, specifiers, result, None);
    }

    fn reject_variadic(&mut self, name: Name, variadic: Option<Origin>) {
        if variadic.is_some() {
            self.report(
                Diagnostic::error(
                    name.origin,
                    "only `printf` takes a variable number of arguments in OpenCL C (6.9)",
                )
                .help("pass an array and its length, or write one function for each number"),
            );
        }
    }

    /// The index of the declaration that this one declares or repeats; `None` after an error.
    fn declare_function(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        name: Name,
        result: TypeId,
        parameters: Vec<TypeId>,
    ) -> Option<usize> {
        let overloadable = specifiers
            .attributes
            .iter()
            .chain(&declarator.attributes)
            .any(|attribute| matches!(attribute.kind, AttributeKind::Overloadable));
        if self.is_forbidden_half(result) {
            self.report_half_type(name.origin, name.origin);
            return None;
        }
        if self.is_image_or_sampler(result) {
            let error = Diagnostic::error(
                name.origin,
                format!("a function cannot return `{}` (6.9)", self.name_of(result)),
            );
            self.report(error.help("let it return the pixel that it reads"));
            return None;
        }
        if matches!(self.types.get(result), Type::Array { .. }) {
            self.report(Diagnostic::error(
                name.origin,
                "a function cannot return an array",
            ));
            return None;
        }
        let set = match self.names.find(name.symbol).map(|b| (b.entity, b.origin)) {
            Some((Entity::Functions(set), _)) => set,
            Some((Entity::Error, _)) => return None,
            Some((_, first)) if self.names.find_here(name.symbol).is_some() => {
                self.second_declaration(name, first);
                return None;
            }
            None if self.is_taken_by_type(name) => return None,
            _ => {
                self.sets.push(Vec::new());
                let set = self.sets.len() as u32 - 1;
                self.declare(name, Entity::Functions(set));
                set
            }
        };
        let known = self.sets[set as usize].clone();
        for index in known {
            let other = &self.declarations[index];
            let (first, text) = (other.origin, self.text(name.symbol));
            if other.parameters == parameters {
                if other.result == result
                    || other.result == TypeId::ERROR
                    || result == TypeId::ERROR
                {
                    return Some(index);
                }
                let error = Diagnostic::error(
                    name.origin,
                    format!(
                        "`{text}` returns `{}` here, but `{}` where it was declared before",
                        self.name_of(result),
                        self.name_of(other.result)
                    ),
                )
                .with(first, "declared here before");
                self.report(error);
                return None;
            }
            let erroneous =
                parameters.contains(&TypeId::ERROR) || other.parameters.contains(&TypeId::ERROR);
            if erroneous {
                return None;
            }
            if !overloadable && !other.overloadable {
                self.report(
                    Diagnostic::error(
                        name.origin,
                        format!("`{text}` has other parameters here than where it was declared before"),
                    )
                    .with(first, "declared here before")
                    .help(
                        "functions that share a name need `__attribute__((overloadable))`; give this \
                         one another name",
                    ),
                );
                return None;
            }
        }
        if !overloadable && self.is_built_in(name.symbol, &parameters) {
            let text = self.text(name.symbol);
            self.report(
                Diagnostic::error(
                    name.origin,
                    format!("`{text}` with these parameters is a function of OpenCL C already"),
                )
                .help("use that one, or give this one another name"),
            );
        }
        self.declarations.push(Declaration {
            name: name.symbol,
            parameters,
            result,
            origin: name.origin,
            overloadable,
            definition: None,
            extent: None,
            calls: Vec::new(),
            called: None,
        });
        let index = self.declarations.len() - 1;
        self.sets[set as usize].push(index);
        Some(index)
    }

    /// A function with its body.
    pub(super) fn function_definition(&mut self, definition: &'a FunctionDefinition) {
        let specifiers = &definition.specifiers;
        let first_expr = self.exprs.len();
        let base = self.specified(specifiers);
        let declarator = &definition.declarator;
        let Some(name) = declarator.name else { return };
        let Shape::Function {
            result,
            parameters,
            variadic,
        } = self.declared(base, declarator)
        else {
            return;
        };
        self.reject_variadic(name, variadic);
        if let Some((Storage::Typedef | Storage::Auto | Storage::Register, origin)) =
            specifiers.storage
        {
            self.report(Diagnostic::error(
                origin,
                "a function cannot have this storage class",
            ));
        }
        let declared: Vec<Declared> = parameters
            .iter()
            .map(|parameter| self.parameter(parameter))
            .collect();
        let is_kernel = specifiers.kernel.is_some();
        let result = if is_kernel {
            self.kernel(specifiers, name, result, parameters, &declared)
        } else {
            result
        };
        let types = declared.iter().map(|declared| declared.ty).collect();
        let index = self.declare_function(specifiers, declarator, name, result, types);
        if let Some(index) = index
            && let Some(before) = &self.declarations[index].definition
        {
            let first = before.origin;
            let text = self.text(name.symbol);
            self.report(
                Diagnostic::error(name.origin, format!("`{text}` is defined a second time"))
                    .with(first, "first defined here"),
            );
        }
        let entity = index.map(|index| self.declarations[index].origin);
        self.function_declared(name, entity, specifiers, result, Some(definition));
        let attributes = self.attributes_of(specifiers, declarator, is_kernel);
        self.body = Body {
            function: index,
            result: TypeIdOrVoid(result),
            is_kernel,
            ..Body::default()
        };
        self.names.enter();
        self.tags.enter();
        for (parameter, declared) in parameters.iter().zip(&declared) {
            self.declare_parameter(parameter, *declared);
        }
        let statements = self.outermost_block(definition.body);
        self.tags.leave();
        self.names.leave();
        self.finish_labels();
        let text = self.text(name.symbol);
        if result != TypeId::VOID && result != TypeId::ERROR && !can_return(&statements) {
            self.report(
                Diagnostic::warning(
                    name.origin,
                    format!("`{text}` has a result, but never returns one (Clang: -Wreturn-type)"),
                )
                .help("end it with `return value;`"),
            );
        } else if result != TypeId::VOID && result != TypeId::ERROR {
            self.end_without_result(name.origin, text, &statements);
        }
        let body = Stmt {
            kind: StmtKind::Block(statements),
            origin: self.tree.stmt(definition.body).first,
            end: self.tree.stmt(definition.body).last,
        };
        let shared = self.shared_text(name.symbol);
        let made = std::mem::take(&mut self.body);
        if let Some(index) = index {
            let typed = result != TypeId::ERROR
                && made.vars.iter().all(|var| !self.is_opaque(var.ty))
                && self.exprs[first_expr..]
                    .iter()
                    .all(|expr| !self.is_opaque(expr.ty));
            self.declarations[index].extent = typed.then(|| {
                let [first, last] = [definition.first, definition.last];
                (self.sources.use_site(first), self.sources.use_site(last))
            });
            self.declarations[index].definition = Some(Function {
                name: shared,
                result,
                parameters: parameters.len(),
                vars: made.vars,
                labels: made.labels,
                body,
                kernel: attributes,
                origin: name.origin,
            });
        }
    }

    fn attributes_of(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        is_kernel: bool,
    ) -> Option<KernelAttributes> {
        let all = || specifiers.attributes.iter().chain(&declarator.attributes);
        if is_kernel {
            return Some(self.kernel_attributes(all()));
        }
        for attribute in all() {
            if matches!(
                attribute.kind,
                AttributeKind::RequiredWorkGroupSize(_)
                    | AttributeKind::WorkGroupSizeHint(_)
                    | AttributeKind::VecTypeHint(_)
            ) {
                let name = self.text(attribute.name);
                self.report(
                    Diagnostic::error(
                        attribute.origin,
                        format!("`{name}` is for kernels, and this function is none"),
                    )
                    .to(attribute.end),
                );
            }
        }
        None
    }

    fn declare_parameter(&mut self, parameter: &Parameter, declared: Declared) {
        let (symbol, origin) = match parameter.declarator.name {
            Some(name) => (Some(name), name.origin),
            None => (None, parameter.specifiers.first),
        };
        let name = symbol.map(|name| self.shared_text(name.symbol));
        let var = VarId(self.body.vars.len() as u32);
        if declared.ty != TypeId::ERROR {
            if self.is_forbidden_half(declared.ty) {
                self.report_half_type(origin, origin);
            } else if self.types.size(declared.ty).is_none() && !self.is_opaque(declared.ty) {
                let error = Diagnostic::error(
                    origin,
                    format!("a parameter cannot be `{}`", self.name_of(declared.ty)),
                );
                self.report(error);
            } else if declared
                .space
                .is_some_and(|space| space != AddressSpace::Private)
            {
                let what = if self.is_image_or_sampler(declared.ty) {
                    Diagnostic::error(origin, "an image or sampler has no address space (6.9)")
                        .help("take the address space away")
                } else {
                    Diagnostic::error(
                        origin,
                        "a parameter that is no pointer is private: it has no address space",
                    )
                    .help("to pass memory, make it a pointer: `__local float *p`")
                };
                self.report(what);
            }
        }
        self.body.vars.push(Var {
            name: name.unwrap_or_else(|| "".into()),
            ty: declared.ty,
            qualifiers: declared.qualifiers,
            space: AddressSpace::Private,
            origin,
        });
        self.body.constants.push(None);
        let Some(name) = symbol else { return };
        if let Some(binding) = self.names.find_here(name.symbol) {
            let first = binding.origin;
            self.second_declaration(name, first);
            return;
        }
        let entity = if declared.ty == TypeId::ERROR {
            Entity::Error
        } else {
            Entity::Variable(var)
        };
        self.declare(name, entity);
        self.parameter_declared();
    }

    /// The rules for kernels (6.9); returns the result type to go on with.
    fn kernel(
        &mut self,
        specifiers: &Specifiers,
        name: Name,
        result: TypeId,
        parameters: &[Parameter],
        declared: &[Declared],
    ) -> TypeId {
        if let Some((Storage::Static, origin)) = specifiers.storage {
            let message = "a kernel cannot be `static`: the host must see it";
            self.report(
                Diagnostic::error(origin, message)
                    .help("leave it out")
                    .suggest(origin, ""),
            );
        }
        if self.text(name.symbol) == "main" {
            self.report(
                Diagnostic::error(name.origin, "a kernel cannot be called `main`")
                    .help("call it after what it does"),
            );
        }
        if result != TypeId::VOID && result != TypeId::ERROR {
            self.report(
                Diagnostic::error(
                    specifiers.ty_origin,
                    format!(
                        "a kernel returns nothing, but this one returns `{}`",
                        self.name_of(result)
                    ),
                )
                .with(name.origin, "this kernel")
                .help("make it `void`, and write the result to a `__global` buffer"),
            );
        }
        // CUDA's kernels say nothing of the memory that their pointers point to: it is global.
        let of_cuda = specifiers
            .kernel
            .is_some_and(|origin| self.sources.text(origin.spelling) == "__global__");
        for (parameter, declared) in parameters.iter().zip(declared) {
            self.kernel_parameter(parameter, *declared, of_cuda);
        }
        TypeId::VOID
    }

    fn kernel_parameter(&mut self, parameter: &Parameter, declared: Declared, of_cuda: bool) {
        let origin = match parameter.declarator.name {
            Some(name) => name.origin,
            None => parameter.specifiers.first,
        };
        let name = self.name_of(declared.ty);
        if let Some((pointee, _, space)) = self.types.as_pointer(declared.ty) {
            if matches!(space, AddressSpace::Private | AddressSpace::Generic) {
                let mut error = Diagnostic::error(
                    origin,
                    "a pointer that the host passes to a kernel must be `__global`, `__constant` \
                     or `__local`",
                )
                .help("write the address space before the type: `__global float *p`");
                if of_cuda {
                    let mut before = parameter.specifiers.first;
                    before.spelling.end = before.spelling.start;
                    error = error
                        .mistake(MistakeId::CudaIsm)
                        .suggest(before, "__global ");
                }
                self.report(error);
            } else if self.types.as_pointer(pointee).is_some() {
                self.report(Diagnostic::error(
                    origin,
                    "a pointer to a pointer cannot be passed to a kernel: the host's addresses mean \
                     nothing here",
                ));
            }
            return;
        }
        let what = match *self.types.get(declared.ty) {
            _ if declared.address_sized => {
                Some("its width differs between devices: use `uint` or `ulong`")
            }
            Type::Scalar(Scalar::Bool) => Some("its size is not fixed: use `int` or `uchar`"),
            Type::Event => Some("events are made by `async_work_group_copy`"),
            Type::Record(record) => {
                if self.holds_pointer(record) {
                    self.report(
                        Diagnostic::error(
                            origin,
                            format!("`{name}` holds a pointer, so it cannot be passed to a kernel"),
                        )
                        .help("pass the pointer as an argument of its own"),
                    );
                    return;
                }
                if self.address_sized.contains(&record) || self.holds_bool(record) {
                    Some("it holds a `bool` or a `size_t`, whose size the host does not know")
                } else {
                    None
                }
            }
            _ => None,
        };
        if let Some(why) = what {
            self.report(
                Diagnostic::error(
                    origin,
                    format!(
                        "a kernel's parameter cannot be `{}`",
                        self.spelled(parameter, &name)
                    ),
                )
                .help(why),
            );
        }
    }

    fn spelled(&self, parameter: &Parameter, name: &str) -> String {
        match parameter.specifiers.ty {
            syntax::TypeSpecifier::Builtin(_) => self
                .sources
                .text(parameter.specifiers.ty_origin.spelling)
                .to_owned(),
            _ => name.to_owned(),
        }
    }

    fn holds_pointer(&self, record: RecordId) -> bool {
        self.holds(record, &|ty| matches!(ty, Type::Pointer { .. }))
    }

    fn holds_bool(&self, record: RecordId) -> bool {
        self.holds(record, &|ty| matches!(ty, Type::Scalar(Scalar::Bool)))
    }

    fn holds(&self, record: RecordId, is: &dyn Fn(&Type) -> bool) -> bool {
        self.fields_of(record).iter().any(|field| {
            let mut ty = field.ty;
            while let Type::Array { element, .. } = *self.types.get(ty) {
                ty = element;
            }
            match *self.types.get(ty) {
                Type::Record(inner) => self.holds(inner, is),
                ref other => is(other),
            }
        })
    }

    /// Reports each cycle of calls once: the standard forbids recursion (6.9).
    pub(super) fn reject_recursion(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; self.declarations.len()];
        let mut errors = Vec::new();
        for root in 0..self.declarations.len() {
            if states[root] != State::New {
                continue;
            }
            let mut stack = vec![(root, 0)];
            states[root] = State::Open;
            while let Some(&mut (function, ref mut next)) = stack.last_mut() {
                let Some(&(callee, at)) = self.declarations[function].calls.get(*next) else {
                    states[function] = State::Done;
                    stack.pop();
                    continue;
                };
                *next += 1;
                match states[callee] {
                    State::New => {
                        states[callee] = State::Open;
                        stack.push((callee, 0));
                    }
                    State::Open => {
                        let start = stack
                            .iter()
                            .position(|&(open, _)| open == callee)
                            .unwrap_or_default();
                        let names: Vec<String> = stack[start..]
                            .iter()
                            .map(|&(open, _)| open)
                            .chain([callee])
                            .map(|open| format!("`{}`", self.text(self.declarations[open].name)))
                            .collect();
                        let text = match names.as_slice() {
                            [name, _] => format!("{name} calls itself"),
                            names => names.join(" calls "),
                        };
                        errors.push(
                            Diagnostic::error(
                                at,
                                format!("{text}: OpenCL C has no recursion (6.9)"),
                            )
                            .mistake(MistakeId::Recursion)
                            .with(self.declarations[callee].origin, "declared here")
                            .help("write a loop, with an array as the stack if one is needed"),
                        );
                    }
                    State::Done => {}
                }
            }
        }
        let used = self.reachable(|declaration| {
            let definition = declaration.definition.as_ref();
            definition.is_some_and(|function| function.kernel.is_some())
        });
        for (declaration, used) in self.declarations.iter().zip(used) {
            if let (None, Some(at), true) = (&declaration.definition, declaration.called, used) {
                let name = self.text(declaration.name);
                errors.push(
                    Diagnostic::error(at, format!("`{name}` is called, but it has no body"))
                        .with(declaration.origin, "declared here")
                        .help("define it in this program"),
                );
            }
        }
        for error in errors {
            self.report(error);
        }
    }

    /// Which functions those that satisfy `is_root` call, themselves included.
    fn reachable(&self, is_root: impl Fn(&Declaration) -> bool) -> Vec<bool> {
        let mut reached: Vec<bool> = self.declarations.iter().map(is_root).collect();
        let mut open: Vec<usize> = (0..reached.len()).filter(|&index| reached[index]).collect();
        while let Some(function) = open.pop() {
            for &(callee, _) in &self.declarations[function].calls {
                if !std::mem::replace(&mut reached[callee], true) {
                    open.push(callee);
                }
            }
        }
        reached
    }

    /// Leaves out the functions in which something is unsupported. False where something is unsupported outside of
    /// them, or may be: what stands there concerns them all.
    pub(super) fn leave_out_unsupported(&mut self) -> bool {
        let kind = Severity::Unsupported;
        if self.kept[kind as usize] >= MOST_DIAGNOSTICS {
            return false;
        }
        let unsupported = self.diagnostics.iter().filter(|it| it.severity == kind);
        let places: Vec<Span> = unsupported
            .map(|it| self.sources.use_site(it.origin))
            .collect();
        let definitions = self.tree.items.iter().filter_map(|item| match item {
            syntax::Item::Function(definition) => Some((
                self.sources.use_site(definition.first),
                self.sources.use_site(definition.last),
            )),
            _ => None,
        });
        let definitions: Vec<(Span, Span)> = definitions.collect();
        let holds = |&(first, last): &(Span, Span), place: &Span| {
            first.file == place.file && first.start <= place.start && place.start < last.end
        };
        if !places
            .iter()
            .all(|place| definitions.iter().any(|extent| holds(extent, place)))
        {
            return false;
        }
        for declaration in &mut self.declarations {
            let sound = declaration
                .extent
                .is_some_and(|extent| !places.iter().any(|place| holds(&extent, place)));
            if !sound {
                declaration.definition = None;
            }
        }
        true
    }

    /// The functions with a body, in the order of their first declaration. Those that call one without
    /// a body, which no kernel does, are left out: nothing can call them.
    pub(super) fn functions(&mut self) -> Vec<Function> {
        let mut callers = vec![Vec::new(); self.declarations.len()];
        for (caller, declaration) in self.declarations.iter().enumerate() {
            for &(callee, _) in &declaration.calls {
                callers[callee].push(caller);
            }
        }
        let mut left_out: Vec<bool> = self
            .declarations
            .iter()
            .map(|declaration| declaration.definition.is_none())
            .collect();
        let mut open: Vec<usize> = (0..left_out.len())
            .filter(|&index| left_out[index])
            .collect();
        while let Some(function) = open.pop() {
            for &caller in &callers[function] {
                if !std::mem::replace(&mut left_out[caller], true) {
                    open.push(caller);
                }
            }
        }
        let mut functions = Vec::new();
        let mut numbers = Vec::with_capacity(self.declarations.len());
        for (declaration, left_out) in self.declarations.iter_mut().zip(left_out) {
            numbers.push(FunctionId(functions.len() as u32));
            if !left_out {
                functions.extend(declaration.definition.take());
            }
        }
        if functions.len() != numbers.len() {
            for expr in &mut self.exprs {
                if let ExprKind::Call { function, .. } = &mut expr.kind {
                    *function = numbers[function.0 as usize];
                }
            }
        }
        functions
    }
}

/// Is there a `return` with a value, or a loop without end, anywhere in these statements?
fn can_return(statements: &[Stmt]) -> bool {
    statements.iter().any(|stmt| match &stmt.kind {
        StmtKind::Return(value) => value.is_some(),
        StmtKind::Block(inner) => can_return(inner),
        StmtKind::If {
            then, otherwise, ..
        } => {
            can_return(std::slice::from_ref(then))
                || otherwise
                    .as_deref()
                    .is_some_and(|otherwise| can_return(std::slice::from_ref(otherwise)))
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Labelled { body, .. } => can_return(std::slice::from_ref(body)),
        StmtKind::For {
            condition, body, ..
        } => condition.is_none() || can_return(std::slice::from_ref(body)),
        _ => false,
    })
}
