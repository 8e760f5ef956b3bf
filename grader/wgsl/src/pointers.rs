//! What each pointer of a kernel may point to. A function is followed anew for each call that hands it a pointer, so
//! that its pointers are those of that call alone.

use crate::bindings::Launch;
use crate::classes::{Class, Classes, Space};
use crate::refusal::{Reason, Result, refuse};
use opencl_c::builtin::{Name, OfImage};
use opencl_c::program::{
    Constant, ExprId, ExprKind, FunctionId, GlobalId, Initializer, Program, Stmt, StmtKind, VarId,
};
use opencl_c::types::{AddressSpace, Scalar, Type, TypeId};
use std::collections::{HashMap, HashSet};

/// More functions than this are refused.
const MOST_INSTANCES: usize = 2000;

/// An object in memory.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) class: Class,
    pub(crate) bytes: u64,
    pub(crate) align: u64,
    /// Where it begins in its class, once that is laid out.
    pub(crate) start: u64,
    pub(crate) kind: ObjectKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind {
    /// A buffer that a kernel's parameter points to.
    Buffer(usize),
    Local,
    Private,
    Table(GlobalId),
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// In variables of the shader, one for each component.
    Registers,
    /// A pointer, in a variable of the shader.
    Pointer(Class),
    /// In memory: an index into the objects.
    Memory(usize),
    /// The image of this parameter of the kernel.
    Image(usize),
    /// A sampler, as its bits.
    Sampler(u32),
    /// Nowhere: an event, whose copy is done at once.
    Nothing,
}

/// A function as it is called in one place, or in all that hand it no pointer.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) function: FunctionId,
    pub(crate) homes: Vec<Home>,
    pub(crate) calls: HashMap<ExprId, usize>,
    /// The class of each pointer value and of each place in memory.
    pub(crate) classes: HashMap<ExprId, Class>,
    /// The pointer that it returns.
    pub(crate) result: Option<Class>,
    /// The object of the record that it returns.
    pub(crate) record: Option<usize>,
    /// The images and samplers that calls are given.
    pub(crate) images: HashMap<ExprId, Home>,
}

/// All that is known of the pointers of a kernel.
#[derive(Debug)]
pub(crate) struct Pointers {
    pub(crate) classes: Classes,
    pub(crate) objects: Vec<Object>,
    pub(crate) instances: Vec<Instance>,
    pub(crate) tables: HashMap<GlobalId, usize>,
    /// The objects that the kernel's pointers are given, by parameter.
    pub(crate) parameters: HashMap<usize, usize>,
    /// Is each work-item a sub-group of its own?
    pub(crate) alone: bool,
}

pub(crate) fn analyse(program: &Program, kernel: FunctionId, launch: &Launch) -> Result<Pointers> {
    let mut walk = Walk {
        program,
        found: Pointers {
            classes: Classes::default(),
            objects: Vec::new(),
            instances: Vec::new(),
            tables: HashMap::new(),
            parameters: HashMap::new(),
            alone: launch.sub_group == 1,
        },
        shared: HashMap::new(),
    };
    let function = program.function(kernel);
    let given = (0..function.parameters).map(|index| {
        let of_launch = launch.samplers.get(index).copied().flatten();
        match program.types.get(function.vars[index].ty) {
            Type::Image(_) => Some(Home::Image(index)),
            Type::Sampler => of_launch.map(|sampler| Home::Sampler(sampler.bits())),
            _ => None,
        }
    });
    let given: Vec<Option<Home>> = given.collect();
    let main = walk.instance(kernel, &given)?;
    for index in 0..function.parameters {
        let var = &function.vars[index];
        if let Home::Image(_) = walk.found.instances[main].homes[index] {
            walk.image(index, launch);
            continue;
        }
        let Home::Pointer(class) = walk.found.instances[main].homes[index] else {
            continue;
        };
        let Some((_, _, space)) = program.types.as_pointer(var.ty) else {
            continue;
        };
        let (space, kind, bytes) = match space {
            AddressSpace::Local => (
                Space::Workgroup,
                ObjectKind::Local,
                launch.local_memory.get(index).copied().unwrap_or(0),
            ),
            _ => (Space::Storage, ObjectKind::Buffer(index), 0),
        };
        walk.found.classes.facts_mut(class).spaces.insert(space);
        walk.found
            .parameters
            .insert(index, walk.found.objects.len());
        walk.found.objects.push(Object {
            class,
            bytes: bytes.into(),
            align: 16,
            start: 0,
            kind,
        });
    }
    walk.body(main)?;
    Ok(walk.found)
}

struct Walk<'a> {
    program: &'a Program,
    found: Pointers,
    /// The instances of functions that are handed no pointer.
    shared: HashMap<FunctionId, usize>,
}

impl Walk<'_> {
    fn object(&mut self, ty: TypeId, space: AddressSpace) -> usize {
        let (space, kind) = match space {
            AddressSpace::Local => (Space::Workgroup, ObjectKind::Local),
            _ => (Space::Private, ObjectKind::Private),
        };
        let class = self.found.classes.of_space(space);
        self.found.objects.push(Object {
            class,
            bytes: self.program.types.size(ty).unwrap_or(4),
            align: self.program.types.align(ty).unwrap_or(4).max(4),
            start: 0,
            kind,
        });
        self.found.objects.len() - 1
    }

    /// The object of an image's pixels.
    fn image(&mut self, parameter: usize, launch: &Launch) {
        let class = self.found.classes.of_space(Space::Storage);
        self.found.classes.facts_mut(class).bytes =
            !launch.format(parameter).size().is_multiple_of(4);
        self.found
            .parameters
            .insert(parameter, self.found.objects.len());
        self.found.objects.push(Object {
            class,
            bytes: 0,
            align: 16,
            start: 0,
            kind: ObjectKind::Buffer(parameter),
        });
    }

    /// The image or sampler that an expression is.
    fn image_or_sampler(&self, at: usize, id: ExprId) -> Result<Home> {
        let program = self.program;
        let expr = program.expr(id);
        let found = match &expr.kind {
            ExprKind::Load(place) => return self.image_or_sampler(at, *place),
            ExprKind::Variable(var) => Some(self.found.instances[at].homes[var.0 as usize]),
            ExprKind::Constant(Constant::Int(bits)) => Some(Home::Sampler(*bits as u32)),
            ExprKind::Global(global) => {
                let init = &program.globals[global.0 as usize].init;
                let entry = init.entries.first();
                match entry.map(|entry| &program.expr(entry.value).kind) {
                    Some(ExprKind::Constant(Constant::Int(bits))) => {
                        Some(Home::Sampler(*bits as u32))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        match found {
            Some(home @ (Home::Image(_) | Home::Sampler(_))) => Ok(home),
            _ => refuse(Reason::Image, expr.origin),
        }
    }

    fn is_image_or_sampler(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Image(_) | Type::Sampler)
    }

    /// `given`: the images and samplers that it is called with.
    fn instance(&mut self, id: FunctionId, given: &[Option<Home>]) -> Result<usize> {
        let program = self.program;
        let function = program.function(id);
        if self.found.instances.len() >= MOST_INSTANCES {
            return refuse(Reason::TooLarge, function.origin);
        }
        let addressed = addressed(program, &function.body);
        let mut homes = Vec::new();
        for (index, var) in function.vars.iter().enumerate() {
            homes.push(match program.types.get(var.ty) {
                Type::Pointer { .. }
                    if !addressed.contains(&VarId(index as u32))
                        && var.space == AddressSpace::Private =>
                {
                    Home::Pointer(self.found.classes.fresh())
                }
                Type::Event => Home::Nothing,
                Type::Image(_) | Type::Sampler => match given.get(index).copied().flatten() {
                    Some(home) => home,
                    None if index < function.parameters => {
                        return refuse(Reason::Image, var.origin);
                    }
                    // Its initialiser says which.
                    None => Home::Sampler(0),
                },
                Type::Scalar(_) | Type::Vector(..)
                    if var.space == AddressSpace::Private
                        && !addressed.contains(&VarId(index as u32)) =>
                {
                    Home::Registers
                }
                _ => Home::Memory(self.object(var.ty, var.space)),
            });
        }
        let record = match program.types.get(function.result) {
            Type::Record(_) => Some(self.object(function.result, AddressSpace::Private)),
            _ => None,
        };
        let result = match program.types.get(function.result) {
            Type::Pointer { .. } => Some(self.found.classes.fresh()),
            _ => None,
        };
        self.found.instances.push(Instance {
            function: id,
            homes,
            calls: HashMap::new(),
            classes: HashMap::new(),
            result,
            record,
            images: HashMap::new(),
        });
        Ok(self.found.instances.len() - 1)
    }

    fn body(&mut self, at: usize) -> Result<()> {
        let program = self.program;
        let id = self.found.instances[at].function;
        self.statement(at, &program.function(id).body)
    }

    fn statement(&mut self, at: usize, stmt: &Stmt) -> Result<()> {
        match &stmt.kind {
            StmtKind::Declare {
                var,
                init: Some(init),
            } => return self.initialise(at, *var, init),
            StmtKind::Return(Some(value)) => {
                let class = self.visit(at, *value)?;
                let instance = &self.found.instances[at];
                if let (Some(class), Some(result)) = (class, instance.result) {
                    self.found.classes.join(class, result);
                }
                if let (Some(class), Some(record)) = (class, instance.record) {
                    self.copied(class, self.found.objects[record].class);
                }
                return Ok(());
            }
            StmtKind::Goto(_) => return refuse(Reason::Goto, stmt.origin),
            _ => {}
        }
        for expr in own_expressions(stmt) {
            self.visit(at, expr)?;
        }
        for child in children(stmt) {
            self.statement(at, child)?;
        }
        Ok(())
    }

    fn initialise(&mut self, at: usize, var: VarId, init: &Initializer) -> Result<()> {
        let home = self.found.instances[at].homes[var.0 as usize];
        if let (Home::Sampler(_), Some(entry)) = (home, init.entries.first()) {
            let given = self.image_or_sampler(at, entry.value)?;
            self.found.instances[at].homes[var.0 as usize] = given;
            return Ok(());
        }
        for entry in &init.entries {
            if matches!(self.program.expr(entry.value).kind, ExprKind::String(_)) {
                if let Home::Memory(object) = home {
                    let class = self.found.objects[object].class;
                    self.touch(class, 1, true);
                }
                continue;
            }
            let given = self.visit(at, entry.value)?;
            let ty = self.program.expr(entry.value).ty;
            match (home, given) {
                (Home::Pointer(class), Some(given)) => self.found.classes.join(class, given),
                (Home::Memory(object), given) => {
                    let class = self.found.objects[object].class;
                    self.store_type(class, ty);
                    self.stored(class, ty, given);
                }
                _ => {}
            }
        }
        if let Home::Memory(object) = home {
            let class = self.found.objects[object].class;
            self.found.classes.facts_mut(class).written = true;
        }
        Ok(())
    }

    /// A value of a type, with the class of its pointer or record, goes into memory.
    fn stored(&mut self, class: Class, ty: TypeId, given: Option<Class>) {
        let Some(given) = given else { return };
        match self.program.types.get(ty) {
            Type::Pointer { .. } => {
                let pointee = self.found.classes.pointee(class);
                self.found.classes.join(pointee, given);
            }
            _ => self.copied(given, class),
        }
    }

    /// A record is copied from one class to another.
    fn copied(&mut self, from: Class, to: Class) {
        let (a, b) = (
            self.found.classes.facts(from).bytes,
            self.found.classes.facts(to).bytes,
        );
        // Both are copied in the same units.
        self.found.classes.facts_mut(from).bytes = a || b;
        self.found.classes.facts_mut(to).bytes = a || b;
        self.found.classes.facts_mut(to).written = true;
        let (a, b) = (
            self.found.classes.pointee(from),
            self.found.classes.pointee(to),
        );
        self.found.classes.join(a, b);
    }

    fn touch(&mut self, class: Class, bytes: u64, write: bool) {
        let facts = self.found.classes.facts_mut(class);
        facts.written |= write;
        if !bytes.is_multiple_of(4) {
            facts.bytes = true;
            facts.writes_bytes |= write;
        }
    }

    fn store_type(&mut self, class: Class, ty: TypeId) {
        let mut unit = self.unit(ty);
        // A vector in one piece is written by whole words.
        if self.program.types.size(ty).is_some_and(|all| all % 4 == 0)
            && matches!(self.program.types.get(ty), Type::Vector(_, width) if *width != 3)
        {
            self.found.classes.facts_mut(class).bytes |= unit < 4;
            unit = 4;
        }
        self.touch(class, unit, true);
        self.note_vector(class, ty);
    }

    fn note_vector(&mut self, class: Class, ty: TypeId) {
        let ty = self.program.types.get(ty);
        self.found.classes.facts_mut(class).note_vector(ty);
    }

    /// Bytes of the smallest part of a type.
    fn unit(&self, ty: TypeId) -> u64 {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Atomic(scalar) => {
                u64::from(scalar.size())
            }
            Type::Array { element, .. } => self.unit(*element),
            Type::Record(record) => {
                let record = types.record(*record);
                let fields = record.fields.iter();
                let least = fields
                    .map(|field| {
                        if field.offset % 4 == 0 {
                            self.unit(field.ty)
                        } else {
                            1
                        }
                    })
                    .min()
                    .unwrap_or(1);
                if record.size.unwrap_or(1).is_multiple_of(4) {
                    least
                } else {
                    1
                }
            }
            Type::Pointer { .. } => 8,
            _ => 1,
        }
    }

    fn note(&mut self, at: usize, expr: ExprId, class: Class) -> Option<Class> {
        self.found.instances[at].classes.insert(expr, class);
        Some(class)
    }

    /// The class of a pointer value, of a place in memory, or of a record's value.
    fn visit(&mut self, at: usize, id: ExprId) -> Result<Option<Class>> {
        let program = self.program;
        let expr = program.expr(id);
        let is_pointer = matches!(program.types.get(expr.ty), Type::Pointer { .. });
        let is_record = matches!(program.types.get(expr.ty), Type::Record(_));
        let found = match &expr.kind {
            ExprKind::Constant(_) => None,
            ExprKind::NullPointer => Some(self.found.classes.fresh()),
            ExprKind::String(_) => return refuse(Reason::Expression("a string"), expr.origin),
            ExprKind::Variable(var) => match self.found.instances[at].homes[var.0 as usize] {
                Home::Memory(object) => Some(self.found.objects[object].class),
                _ => None,
            },
            ExprKind::Global(global) => Some(self.table(*global, expr.origin)?),
            ExprKind::Load(place) => {
                let class = self.visit(at, *place)?;
                match (class, &program.expr(*place).kind) {
                    (None, ExprKind::Variable(var)) => {
                        match self.found.instances[at].homes[var.0 as usize] {
                            Home::Pointer(class) => Some(class),
                            _ => None,
                        }
                    }
                    (Some(class), _) if is_pointer => Some(self.found.classes.pointee(class)),
                    (Some(class), _) => {
                        let unit = self.unit(expr.ty);
                        self.touch(class, unit, false);
                        self.note_vector(class, expr.ty);
                        Some(class).filter(|_| is_record)
                    }
                    _ => None,
                }
            }
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
                let class = self.visit(at, *place)?;
                if let ExprKind::Swizzle { .. } = program.expr(*place).kind
                    && let Some(class) = class
                {
                    let unit = self.unit(program.expr(*place).ty);
                    self.touch(class, unit, false);
                }
                class
            }
            ExprKind::PointerCast(value) => {
                let from = program.expr(*value).ty;
                if !is_pointer || !matches!(program.types.get(from), Type::Pointer { .. }) {
                    return refuse(Reason::PointerAsNumber, expr.origin);
                }
                self.visit(at, *value)?
            }
            ExprKind::PointerOffset { pointer, index, .. } => {
                self.visit(at, *index)?;
                let class = self.visit(at, *pointer)?;
                if let (Some(class), Some((pointee, ..))) =
                    (class, program.types.as_pointer(expr.ty))
                {
                    let bytes = program.types.size(pointee).unwrap_or(1);
                    self.touch(class, bytes, false);
                }
                class
            }
            ExprKind::Deref(pointer) => self.visit(at, *pointer)?,
            ExprKind::Member { base, field } => {
                let class = self.visit(at, *base)?;
                if let (Some(class), Type::Record(record)) =
                    (class, program.types.get(program.expr(*base).ty))
                {
                    let record = program.types.record(*record);
                    let offset = record.fields[*field as usize].offset;
                    // Its fields may be packed.
                    self.found.classes.facts_mut(class).records = true;
                    self.touch(class, if offset.is_multiple_of(4) { 4 } else { 1 }, false);
                    if let Some(class) = class_of_value(program, *base, class) {
                        let unit = self.unit(expr.ty);
                        self.touch(class, unit, false);
                        if is_pointer {
                            let pointee = self.found.classes.pointee(class);
                            self.note(at, id, pointee);
                            return Ok(Some(pointee));
                        }
                    }
                }
                class
            }
            ExprKind::Swizzle { base, .. } => self.visit(at, *base)?,
            ExprKind::CompoundLiteral { var, init } => {
                self.initialise(at, *var, init)?;
                match self.found.instances[at].homes[var.0 as usize] {
                    Home::Memory(object) => Some(self.found.objects[object].class),
                    _ => None,
                }
            }
            ExprKind::Assign { place, value } => {
                let value = self.visit(at, *value)?;
                let to = self.visit(at, *place)?;
                self.assigned(at, *place, to, value);
                if is_record { to } else { value }
            }
            ExprKind::CompoundAssign { place, value, .. } => {
                self.visit(at, *value)?;
                let to = self.visit(at, *place)?;
                self.read_and_written(at, *place, to)
            }
            ExprKind::Increment { place, .. } => {
                let to = self.visit(at, *place)?;
                self.read_and_written(at, *place, to)
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.visit(at, *condition)?;
                let (a, b) = (self.visit(at, *then)?, self.visit(at, *otherwise)?);
                if let (Some(a), Some(b)) = (a, b) {
                    self.found.classes.join(a, b);
                }
                a
            }
            ExprKind::Comma { left, right } => {
                self.visit(at, *left)?;
                self.visit(at, *right)?
            }
            ExprKind::Call {
                function,
                arguments,
            } => self.call(at, id, *function, arguments)?,
            ExprKind::Builtin { builtin, arguments } => {
                self.built_in(at, id, builtin.name, arguments)?
            }
            other => {
                let mut operands = Vec::new();
                other.add_operands(&mut operands);
                let mut pointers = Vec::new();
                for operand in operands {
                    pointers.extend(self.visit(at, operand)?);
                }
                // Pointers are compared or subtracted within one class.
                if let [a, b] = pointers[..] {
                    self.found.classes.join(a, b);
                }
                None
            }
        };
        if let Some(class) = found {
            self.note(at, id, class);
        }
        Ok(found)
    }

    fn assigned(&mut self, at: usize, place: ExprId, to: Option<Class>, value: Option<Class>) {
        let ty = self.program.expr(place).ty;
        match to {
            Some(class) => {
                self.store_place(class, place);
                self.stored(class, ty, value);
            }
            None => {
                if let (ExprKind::Variable(var), Some(value)) =
                    (&self.program.expr(place).kind, value)
                    && let Home::Pointer(class) = self.found.instances[at].homes[var.0 as usize]
                {
                    self.found.classes.join(class, value);
                }
            }
        }
    }

    fn store_place(&mut self, class: Class, place: ExprId) {
        let ty = self.program.expr(place).ty;
        if let ExprKind::Swizzle { .. } = self.program.expr(place).kind {
            let unit = self.unit(ty);
            self.touch(class, unit, true);
        } else {
            self.store_type(class, ty);
        }
    }

    fn read_and_written(&mut self, at: usize, place: ExprId, to: Option<Class>) -> Option<Class> {
        let expr = self.program.expr(place);
        let is_pointer = matches!(self.program.types.get(expr.ty), Type::Pointer { .. });
        match to {
            Some(class) => {
                self.store_place(class, place);
                if is_pointer {
                    return Some(self.found.classes.pointee(class));
                }
                None
            }
            None => match expr.kind {
                ExprKind::Variable(var) => match self.found.instances[at].homes[var.0 as usize] {
                    Home::Pointer(class) => Some(class),
                    _ => None,
                },
                _ => None,
            },
        }
    }

    fn table(&mut self, global: GlobalId, origin: opencl_c::source::Origin) -> Result<Class> {
        if let Some(&object) = self.found.tables.get(&global) {
            return Ok(self.found.objects[object].class);
        }
        let declared = &self.program.globals[global.0 as usize];
        if declared.space != AddressSpace::Constant {
            return refuse(Reason::GlobalObject, origin);
        }
        let class = self.found.classes.of_space(Space::Table);
        self.found.objects.push(Object {
            class,
            bytes: self.program.types.size(declared.ty).unwrap_or(4),
            align: self.program.types.align(declared.ty).unwrap_or(4).max(4),
            start: 0,
            kind: ObjectKind::Table(global),
        });
        let object = self.found.objects.len() - 1;
        self.found.tables.insert(global, object);
        Ok(class)
    }

    fn call(
        &mut self,
        at: usize,
        id: ExprId,
        function: FunctionId,
        arguments: &[ExprId],
    ) -> Result<Option<Class>> {
        let (mut given, mut images) = (Vec::new(), Vec::new());
        for &argument in arguments {
            if self.is_image_or_sampler(self.program.expr(argument).ty) {
                images.push(Some(self.image_or_sampler(at, argument)?));
                given.push(None);
            } else {
                images.push(None);
                given.push(self.visit(at, argument)?);
            }
        }
        let plain = given.iter().all(Option::is_none) && images.iter().all(Option::is_none);
        if let Some(&shared) = self.shared.get(&function).filter(|_| plain) {
            self.found.instances[at].calls.insert(id, shared);
            return Ok(self.returned(shared));
        }
        let callee = self.instance(function, &images)?;
        if plain {
            self.shared.insert(function, callee);
        }
        for (index, class) in given.into_iter().enumerate() {
            let Some(class) = class else { continue };
            match self.found.instances[callee].homes[index] {
                Home::Pointer(own) => self.found.classes.join(own, class),
                Home::Memory(object) => {
                    let ty = self.program.function(function).vars[index].ty;
                    let own = self.found.objects[object].class;
                    self.store_type(own, ty);
                    self.stored(own, ty, Some(class));
                }
                _ => {}
            }
        }
        for (index, var) in self.program.function(function).vars.iter().enumerate() {
            if let Home::Memory(object) = self.found.instances[callee].homes[index]
                && index < arguments.len()
            {
                let own = self.found.objects[object].class;
                self.store_type(own, var.ty);
            }
        }
        self.found.instances[at].calls.insert(id, callee);
        self.body(callee)?;
        Ok(self.returned(callee))
    }

    fn returned(&self, callee: usize) -> Option<Class> {
        let instance = &self.found.instances[callee];
        let record = instance
            .record
            .map(|object| self.found.objects[object].class);
        instance.result.or(record)
    }

    fn built_in(
        &mut self,
        at: usize,
        id: ExprId,
        name: Name,
        arguments: &[ExprId],
    ) -> Result<Option<Class>> {
        let program = self.program;
        if let Some(what) = name.of_image() {
            return self.image_call(at, id, what, arguments);
        }
        if name == Name::Printf {
            return refuse(
                Reason::BuiltIn("printf".to_owned()),
                program.expr(id).origin,
            );
        }
        let mut first = None;
        for &argument in arguments {
            let Some(class) = self.visit(at, argument)? else {
                continue;
            };
            first.get_or_insert(class);
            let Some((pointee, ..)) = program.types.as_pointer(program.expr(argument).ty) else {
                continue;
            };
            let unit = match name {
                Name::VloadHalf | Name::VstoreHalf | Name::VloadaHalf | Name::VstoreaHalf => 2,
                _ => self.unit(pointee),
            };
            let atomic = name.is_atomic() || name.is_c11_atomic();
            let reads = matches!(
                name,
                Name::Vload | Name::VloadHalf | Name::VloadaHalf | Name::Prefetch
            ) || name.text().starts_with("async") && argument != arguments[0];
            self.touch(class, unit, !reads);
            self.found.classes.facts_mut(class).atomic |= atomic;
        }
        Ok(
            first
                .filter(|_| matches!(program.types.get(program.expr(id).ty), Type::Pointer { .. })),
        )
    }
}

impl Walk<'_> {
    /// A call of a function of images: its image and its sampler are noted where they stand.
    fn image_call(
        &mut self,
        at: usize,
        id: ExprId,
        what: OfImage,
        arguments: &[ExprId],
    ) -> Result<Option<Class>> {
        let program = self.program;
        if let OfImage::Read(Scalar::Half) | OfImage::Write(Scalar::Half) = what {
            let half = Reason::Type(Scalar::Half.name().to_owned());
            return refuse(half, program.expr(id).origin);
        }
        for &argument in arguments {
            if !self.is_image_or_sampler(program.expr(argument).ty) {
                self.visit(at, argument)?;
                continue;
            }
            let home = self.image_or_sampler(at, argument)?;
            self.found.instances[at].images.insert(argument, home);
            if let (Home::Image(parameter), OfImage::Write(_)) = (home, what)
                && let Some(&object) = self.found.parameters.get(&parameter)
            {
                let class = self.found.objects[object].class;
                let facts = self.found.classes.facts_mut(class);
                facts.written = true;
                facts.writes_bytes |= facts.bytes;
            }
        }
        Ok(None)
    }
}

/// The class of a record's value, if the expression is one rather than a place.
fn class_of_value(program: &Program, base: ExprId, class: Class) -> Option<Class> {
    is_value(program, base).then_some(class)
}

/// Is a record's expression a value rather than a place?
pub(crate) fn is_value(program: &Program, id: ExprId) -> bool {
    match &program.expr(id).kind {
        ExprKind::Variable(_)
        | ExprKind::Global(_)
        | ExprKind::Deref(_)
        | ExprKind::CompoundLiteral { .. } => false,
        ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => is_value(program, *base),
        _ => true,
    }
}

/// The variables of a body whose address is taken.
fn addressed(program: &Program, body: &Stmt) -> HashSet<VarId> {
    let mut found = HashSet::new();
    each_expression(program, body, &mut |id| {
        let (ExprKind::AddressOf(place) | ExprKind::Decay(place)) = program.expr(id).kind else {
            return;
        };
        let mut at = place;
        loop {
            match &program.expr(at).kind {
                ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => at = *base,
                ExprKind::Variable(var) | ExprKind::CompoundLiteral { var, .. } => {
                    found.insert(*var);
                    break;
                }
                _ => break,
            }
        }
    });
    found
}

/// Calls `see` with every expression of a statement, parts before the whole.
pub(crate) fn each_expression(program: &Program, stmt: &Stmt, see: &mut dyn FnMut(ExprId)) {
    for root in own_expressions(stmt) {
        each_part(program, root, see);
    }
    for child in children(stmt) {
        each_expression(program, child, see);
    }
}

pub(crate) fn each_part(program: &Program, id: ExprId, see: &mut dyn FnMut(ExprId)) {
    let mut operands = Vec::new();
    program.expr(id).kind.add_operands(&mut operands);
    for operand in operands {
        each_part(program, operand, see);
    }
    see(id);
}

/// The expressions that stand in a statement itself.
pub(crate) fn own_expressions(stmt: &Stmt) -> Vec<ExprId> {
    match &stmt.kind {
        StmtKind::Expr(expr) => vec![*expr],
        StmtKind::Declare {
            init: Some(init), ..
        } => init.entries.iter().map(|entry| entry.value).collect(),
        StmtKind::If { condition, .. }
        | StmtKind::While { condition, .. }
        | StmtKind::DoWhile { condition, .. } => vec![*condition],
        StmtKind::For {
            condition, step, ..
        } => condition.iter().chain(step).copied().collect(),
        StmtKind::Switch { value, .. } => vec![*value],
        StmtKind::Return(value) => value.iter().copied().collect(),
        _ => Vec::new(),
    }
}

/// The statements within a statement.
pub(crate) fn children(stmt: &Stmt) -> Vec<&Stmt> {
    match &stmt.kind {
        StmtKind::Block(stmts) => stmts.iter().collect(),
        StmtKind::If {
            then, otherwise, ..
        } => {
            let mut all: Vec<&Stmt> = vec![then];
            all.extend(otherwise.as_deref());
            all
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Labelled { body, .. } => vec![body],
        StmtKind::For { init, body, .. } => init.iter().chain([&**body]).collect(),
        _ => Vec::new(),
    }
}
