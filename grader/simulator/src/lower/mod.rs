//! Lowering: a checked program and one of its kernels to register code.
//!
//! Helper functions are inlined at each call, so that every value's uniformity is that of its call.
//! Scalars, vectors and pointers whose address is never taken live in registers, everything else in
//! an object of memory. Recursion is unsupported, and so is code that grows beyond [`MAX_INSTRUCTIONS`] or
//! [`MAX_DEPTH`] by inlining.

mod allocate;
mod builtin;
mod dot;
mod expression;
mod flow;
mod images;
mod index;
pub(crate) mod inspected;
mod irreducible;
mod jump;
mod marks;
mod open;
mod place;
mod registers;
mod statement;
mod together;
mod uniformity;
mod useful;

use crate::code::*;
use crate::formula::{Formula, Leaf, Node};
use crate::left_open::{LeftOpen, Open};
use crate::outcome::Unsupported;
use launch::Place;
use opencl_c::program::{
    ExprId, ExprKind, Function, FunctionId, Initializer, Program, Stmt, StmtKind, VarId,
};
use opencl_c::source::Origin;
use opencl_c::stretch::{Construct, Part, Stretch};
use opencl_c::types::{AddressSpace, Scalar, Type, TypeId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The most instructions of one kernel, helper functions inlined.
const MAX_INSTRUCTIONS: usize = 1 << 20;

/// The most statements and expressions within one another, helper functions inlined: lowering takes
/// some stack for each, and the smallest stack it may run on is 2 MiB.
const MAX_DEPTH: usize = 1024;

/// A register before allocation.
#[derive(Clone, Copy, Debug)]
struct Virtual {
    wide: bool,
    /// Defined in one place and used in the same statement: work-items outside the mask don't matter.
    temporary: bool,
    /// The value of a constant.
    constant: Option<u64>,
    /// Varies by its nature: an id of a work-item.
    varying: bool,
    /// The instruction before which it comes into being.
    born: usize,
    /// For variables, the instruction after which its scope ends.
    dies: usize,
}

/// Where an object of a function lives.
#[derive(Clone, Debug)]
enum Home {
    Registers(Scalar, Vec<Reg>),
    Object(u32),
}

/// One call of a function, as it is inlined.
struct Activation {
    function: FunctionId,
    homes: HashMap<VarId, Home>,
    /// What variables were declared with.
    defined: HashMap<VarId, ExprId>,
    addressed: HashSet<VarId>,
    /// Registers of the result.
    result: Vec<Reg>,
    /// The object of a result of record type.
    result_object: Option<u32>,
    /// The frame of `return`; `None` in the kernel.
    frame: Option<Frame>,
    jumps: jump::Jumps,
}

#[derive(Clone, Debug)]
enum Value {
    Nothing,
    /// Components in registers.
    Registers(Scalar, Vec<Reg>),
    /// A record, where it lies.
    Bytes(Addr, AddressSpace),
}

/// Where `break` and `continue` go.
#[derive(Clone, Copy)]
enum Enclosing {
    Loop { frame: Frame },
    Switch { frame: Frame },
}

struct Lowering<'a> {
    program: &'a Program,
    insts: Vec<Inst>,
    inst_lines: Vec<u32>,
    line: u32,
    lines: Vec<(String, u32)>,
    line_ids: HashMap<(u32, u32), u32>,
    labels: Vec<u32>,
    /// Where the last label was bound: what stands before may come from elsewhere.
    bound: usize,
    virtuals: Vec<Virtual>,
    constants: HashMap<u64, Reg>,
    specials: HashMap<Special, Reg>,
    /// For a variable declared without a value: the register that says which work-items have written it.
    flags: HashMap<Reg, Reg>,
    /// Variables that may still be unwritten here.
    unwritten: HashSet<Reg>,
    checked: HashSet<Reg>,
    variable_sites: HashMap<Reg, SiteId>,
    objects: Vec<Object>,
    private_bytes: u64,
    globals: HashMap<u32, u32>,
    strings: HashMap<Vec<u8>, u32>,
    local_objects: HashMap<(FunctionId, VarId), u32>,
    sites: Vec<Site>,
    site_ids: HashMap<(u32, u8), SiteId>,
    guards: Vec<(SiteId, Option<ExprId>)>,
    activations: Vec<Activation>,
    enclosing: Vec<Enclosing>,
    /// Statements and expressions that are being lowered, within one another.
    depth: usize,
    /// The statement just lowered left by `break`, `continue` or `return`.
    dead: bool,
    /// Where a mask that became empty meets others again.
    joins: Vec<Target>,
    frames: u16,
    most_frames: u16,
    /// For each block, the stretch of the text that it begins, where it may run another number of times
    /// than what stands before it.
    blocks: Vec<Option<Stretch>>,
    /// The calls that lead to what is being lowered.
    calls: Arc<[ExprId]>,
    parameters: Vec<Parameter>,
    /// Is everything that is left open done as another implementation might?
    elsewhere: bool,
    open: Vec<LeftOpen>,
    /// The line of the first product and sum that may be rounded once.
    contracts: Option<u32>,
    /// Does a floating value decide on something?
    tests_floats: bool,
    /// For code that is stepped through.
    marks: Option<marks::Marks>,
}

type Result<T> = std::result::Result<T, Unsupported>;

/// Lowers a kernel; values that are the same for a whole work-group are computed once if `uniform`.
/// `elsewhere`: what is left open is done in [another way](open).
pub(crate) fn lower(
    program: &Program,
    kernel: FunctionId,
    uniform: bool,
    elsewhere: bool,
) -> Result<Code> {
    let mut lowering = Lowering::new(program, elsewhere);
    lowering.kernel(kernel, program.function(kernel))?;
    lowering.close();
    allocate::finish(lowering, kernel, uniform)
}

/// Lowers a kernel to code that stops before each statement.
pub(crate) fn lower_marked(program: &Program, kernel: FunctionId) -> Result<Code> {
    let function = program.function(kernel);
    let mut lowering = Lowering::new(program, false);
    lowering.marks = Some(marks::Marks::of(kernel, function));
    lowering.kernel(kernel, function)?;
    lowering.close();
    allocate::finish(lowering, kernel, true)
}

impl<'a> Lowering<'a> {
    fn new(program: &'a Program, elsewhere: bool) -> Lowering<'a> {
        Lowering {
            program,
            insts: Vec::new(),
            inst_lines: Vec::new(),
            line: 0,
            lines: Vec::new(),
            line_ids: HashMap::new(),
            labels: Vec::new(),
            bound: 0,
            virtuals: Vec::new(),
            constants: HashMap::new(),
            specials: HashMap::new(),
            flags: HashMap::new(),
            unwritten: HashSet::new(),
            checked: HashSet::new(),
            variable_sites: HashMap::new(),
            objects: Vec::new(),
            private_bytes: 0,
            globals: HashMap::new(),
            strings: HashMap::new(),
            local_objects: HashMap::new(),
            sites: Vec::new(),
            site_ids: HashMap::new(),
            guards: Vec::new(),
            activations: Vec::new(),
            enclosing: Vec::new(),
            depth: 0,
            dead: false,
            joins: Vec::new(),
            frames: 0,
            most_frames: 0,
            blocks: Vec::new(),
            calls: Arc::new([]),
            parameters: Vec::new(),
            elsewhere,
            open: Vec::new(),
            contracts: None,
            tests_floats: false,
            marks: None,
        }
    }

    fn kernel(&mut self, id: FunctionId, function: &'a Function) -> Result<()> {
        self.at_line(function.origin);
        let end = self.label();
        self.activations.push(Activation {
            function: id,
            homes: HashMap::new(),
            defined: HashMap::new(),
            addressed: addressed(self.program, &function.body),
            result: Vec::new(),
            result_object: None,
            frame: None,
            jumps: jump::Jumps::default(),
        });
        self.joins.push(end);
        for index in 0..function.parameters {
            let var = &function.vars[index];
            let place = self.place_of(var.origin, var.origin);
            self.objects.push(Object {
                kind: ObjectKind::Parameter(index),
                name: var.name.to_string(),
                size: 0,
                element: match self.program.types.get(var.ty) {
                    Type::Pointer { pointee, .. } => self.size(self.rows(*pointee).1).max(1),
                    _ => 1,
                },
                rows: match self.program.types.get(var.ty) {
                    Type::Pointer { pointee, .. } => self.rows(*pointee).0,
                    _ => Vec::new(),
                },
                ty: match self.program.types.get(var.ty) {
                    Type::Pointer { pointee, .. } => *pointee,
                    _ => var.ty,
                },
                place,
                bytes: Vec::new(),
            });
        }
        for index in 0..function.parameters {
            self.kernel_parameter(VarId(index as u32), function)?;
        }
        self.block();
        self.body(&function.body)?;
        self.bind(end);
        self.emit(Inst::End);
        let last = self.insts.len();
        for register in &mut self.virtuals {
            if !register.temporary && register.dies == 0 {
                register.dies = last;
            }
        }
        Ok(())
    }

    fn kernel_parameter(&mut self, id: VarId, function: &'a Function) -> Result<()> {
        let var = &function.vars[id.0 as usize];
        let size = self.size(var.ty);
        let home = self.home(id, function)?;
        let parameter = match (&home, self.program.types.get(var.ty)) {
            (Home::Registers(_, regs), Type::Pointer { space, .. }) => Parameter::Pointer {
                reg: regs[0],
                local: *space == AddressSpace::Local,
                constant: *space == AddressSpace::Constant,
            },
            (Home::Registers(_, regs), &Type::Image(ty)) => Parameter::Image { reg: regs[0], ty },
            (Home::Registers(_, regs), Type::Sampler) => Parameter::Sampler { reg: regs[0] },
            (Home::Registers(scalar, regs), _) => Parameter::Value {
                scalar: *scalar,
                regs: regs.clone(),
                size,
            },
            (Home::Object(object), ty) => {
                // A parameter whose address is taken: its bytes are the argument's, a pointer's too.
                if let Type::Pointer { space, .. } = ty {
                    let reg = self.variable(true);
                    self.virtuals[reg.0 as usize].dies = 0;
                    let (object, local) = (*object, *space == AddressSpace::Local);
                    let addr = self.object_address(object);
                    let site = self.site_for_origin(var.origin, var.origin, &var.name);
                    self.emit(Inst::Access(Box::new(Access {
                        addr,
                        store: true,
                        private: true,
                        generic: false,
                        scalar: Scalar::ULong,
                        align: 8,
                        regs: vec![reg],
                        idle: 0,
                        site,
                    })));
                    Parameter::Pointer {
                        reg,
                        local,
                        constant: *space == AddressSpace::Constant,
                    }
                } else {
                    Parameter::Record {
                        object: *object,
                        size,
                    }
                }
            }
        };
        self.activation().homes.insert(id, home);
        self.show(id);
        self.parameters.push(parameter);
        Ok(())
    }

    // Code.

    fn emit(&mut self, inst: Inst) {
        self.insts.push(inst);
        self.inst_lines.push(self.line);
    }

    /// Enters a nested construct between these places.
    fn descend(&mut self, from: Origin, to: Origin) -> Result<()> {
        if self.depth == MAX_DEPTH {
            let what = "code nested more than 1024 deep, its helper functions inlined";
            return self.unsupported(from, to, what);
        }
        self.depth += 1;
        Ok(())
    }

    fn block(&mut self) {
        let block = self.blocks.len() as u32;
        self.blocks.push(None);
        self.emit(Inst::Block(block));
    }

    /// A block that begins a part of a construct.
    fn stretch(&mut self, construct: Construct, part: Part) {
        let block = self.blocks.len() as u32;
        self.blocks.push(Some(Stretch {
            calls: self.calls.clone(),
            construct,
            part,
        }));
        self.emit(Inst::Block(block));
    }

    fn label(&mut self) -> Target {
        self.labels.push(u32::MAX);
        self.labels.len() as u32 - 1
    }

    fn bind(&mut self, label: Target) {
        self.labels[label as usize] = self.insts.len() as u32;
        self.bound = self.insts.len();
    }

    fn join(&self) -> Target {
        self.joins[self.joins.len() - 1]
    }

    fn frame(&mut self) -> Frame {
        self.frames += 1;
        self.most_frames = self.most_frames.max(self.frames);
        self.frames - 1
    }

    fn activation(&mut self) -> &mut Activation {
        let last = self.activations.len() - 1;
        &mut self.activations[last]
    }

    fn function(&self) -> &'a Function {
        self.program
            .function(self.activations[self.activations.len() - 1].function)
    }

    // The source.

    fn at_line(&mut self, origin: Origin) {
        let span = self.program.sources.use_site(origin);
        let line = self.program.sources.line(span.file, span.start);
        let next = self.lines.len() as u32;
        self.line = *self.line_ids.entry((span.file.0, line)).or_insert(next);
        if self.line == next {
            let name = self.program.sources.file(span.file).name.to_string();
            self.lines.push((name, line));
        }
    }

    fn place_of(&self, first: Origin, last: Origin) -> Place {
        self.program.sources.place(first, last, String::new(), true)
    }

    fn text_of(&self, first: Origin, last: Origin) -> String {
        let sources = &self.program.sources;
        let mut span = sources.use_site(first);
        let last = sources.use_site(last);
        if last.file == span.file && last.end > span.end {
            span.end = last.end;
        }
        let text = sources
            .file(span.file)
            .text
            .get(span.start as usize..span.end as usize);
        text.unwrap_or_default()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn site_for_origin(&mut self, first: Origin, last: Origin, text: &str) -> SiteId {
        let text = if text.is_empty() {
            self.text_of(first, last)
        } else {
            text.to_owned()
        };
        let place = self.place_of(first, last);
        let backtrace = self.backtrace(first);
        self.sites.push(Site {
            place,
            text,
            backtrace,
            guard: None,
            declared: None,
            expr: None,
            index: None,
        });
        self.sites.len() as SiteId - 1
    }

    fn backtrace(&self, origin: Origin) -> Vec<Place> {
        let sources = &self.program.sources;
        sources
            .backtrace(origin)
            .filter_map(|step| {
                let label = format!("in expansion of macro `{}`", step.name);
                Some(sources.place_of_span(step.definition?, label, false))
            })
            .collect()
    }

    /// The site of an expression: one however often it is inlined. `role` tells apart the roles of
    /// one expression, such as the read and the write of `x += 1`.
    fn site(&mut self, id: ExprId, role: u8) -> SiteId {
        if let Some(&site) = self.site_ids.get(&(id.0, role)) {
            self.forget_index_of_another_call(site);
            return site;
        }
        let expr = self.program.expr(id);
        let site = self.site_for_origin(expr.origin, expr.end, "");
        self.site_ids.insert((id.0, role), site);
        self.sites[site as usize].expr = Some(id);
        self.sites[site as usize].index = self
            .formula(id)
            .map(|formula| (self.calls.clone(), formula));
        let mentioned = mentioned(self.program, id);
        self.sites[site as usize].guard =
            self.guards.iter().rev().find_map(|&(guard, condition)| {
                let names = mentioned_names(self.program, condition?);
                (!names.is_disjoint(&mentioned)).then_some(guard)
            });
        site
    }

    /// The site of a loop: of its keyword, or of the jump that leads back.
    fn loop_site(&mut self, stmt: &Stmt) -> SiteId {
        let keyword = match stmt.kind {
            StmtKind::For { .. } => "for",
            StmtKind::DoWhile { .. } => "do",
            StmtKind::While { .. } => "while",
            _ => "goto",
        };
        self.statement_site(stmt, keyword)
    }

    fn statement_site(&mut self, stmt: &Stmt, text: &str) -> SiteId {
        self.site_for_origin(stmt.origin, stmt.origin, text)
    }

    fn unsupported<T>(&self, origin: Origin, end: Origin, what: impl Into<String>) -> Result<T> {
        Err(Unsupported {
            what: what.into(),
            place: Some(self.place_of(origin, end)),
        })
    }

    fn refuse<T>(&self, id: ExprId, what: impl Into<String>) -> Result<T> {
        let expr = self.program.expr(id);
        self.unsupported(expr.origin, expr.end, what)
    }

    // Types.

    fn size(&self, ty: TypeId) -> u64 {
        self.program.types.size(ty).unwrap_or(0)
    }

    /// Scalar and number of components of what lives in registers.
    fn shape(&self, ty: TypeId) -> Option<(Scalar, usize)> {
        match self.program.types.get(ty) {
            Type::Scalar(scalar) => Some((*scalar, 1)),
            Type::Vector(scalar, width) => Some((*scalar, usize::from(*width))),
            Type::Pointer { .. } | Type::Event | Type::Sampler | Type::Image(_) => {
                Some((Scalar::ULong, 1))
            }
            _ => None,
        }
    }

    // Objects.

    /// Makes a home for an object of the function that is being inlined.
    fn home(&mut self, id: VarId, function: &'a Function) -> Result<Home> {
        let var = &function.vars[id.0 as usize];
        if var.space == AddressSpace::Private
            && !self.activation().addressed.contains(&id)
            && let Some((scalar, width)) = self.shape(var.ty)
        {
            let regs: Vec<Reg> = (0..width)
                .map(|_| self.variable(scalar.size() == 8))
                .collect();
            return Ok(Home::Registers(scalar, regs));
        }
        let Some(size) = self.program.types.size(var.ty) else {
            return self.unsupported(var.origin, var.origin, "an object of this type");
        };
        let kind = match var.space {
            AddressSpace::Private | AddressSpace::Generic => {
                let align = self.program.types.align(var.ty).unwrap_or(1).max(1);
                let offset = self.private_bytes.next_multiple_of(align);
                self.private_bytes = match offset.checked_add(size) {
                    Some(end) if end <= 1 << 20 => end,
                    _ => {
                        return self.unsupported(
                            var.origin,
                            var.origin,
                            "more than 1 MiB of private memory for one work-item",
                        );
                    }
                };
                ObjectKind::Private(offset)
            }
            AddressSpace::Local => ObjectKind::Local,
            AddressSpace::Constant | AddressSpace::Global => ObjectKind::Constant,
        };
        Ok(Home::Object(
            self.object(kind, &var.name, var.ty, var.origin),
        ))
    }

    fn object(&mut self, kind: ObjectKind, name: &str, ty: TypeId, origin: Origin) -> u32 {
        let (lengths, element) = self.rows(ty);
        let place = self.place_of(origin, origin);
        self.objects.push(Object {
            kind,
            name: name.to_owned(),
            size: self.size(ty),
            element: self.size(element).max(1),
            rows: lengths.into_iter().skip(1).collect(),
            ty,
            place,
            bytes: Vec::new(),
        });
        self.objects.len() as u32 - 1
    }

    /// The lengths of arrays within one another, outermost first, and the type of their elements.
    fn rows(&self, ty: TypeId) -> (Vec<u64>, TypeId) {
        let (mut lengths, mut element) = (Vec::new(), ty);
        while let Type::Array {
            element: inner,
            length,
        } = self.program.types.get(element)
        {
            lengths.push(*length);
            element = *inner;
        }
        (lengths, element)
    }

    fn object_address(&mut self, object: u32) -> Addr {
        Addr {
            base: self.constant(pointer::of(object + 1)),
            terms: Vec::new(),
            offset: 0,
        }
    }

    /// The bytes of a constant object from its initialiser.
    fn constant_bytes(&mut self, size: u64, init: &Initializer, origin: Origin) -> Result<Vec<u8>> {
        if size > 1 << 26 {
            return self.unsupported(origin, origin, "a constant object of more than 64 MiB");
        }
        let mut bytes = vec![0; size as usize];
        for entry in &init.entries {
            let at = entry.offset as usize;
            let value = self.program.expr(entry.value);
            let written: Vec<u8> = if let ExprKind::String(text) = &value.kind {
                let mut text = text.to_vec();
                text.resize(self.size(value.ty) as usize, 0);
                text
            } else if let Value::Registers(scalar, regs) = self.value(entry.value)? {
                let mut written = Vec::new();
                for reg in regs {
                    let Some(bits) = self.constant_of(reg) else {
                        return self.refuse(entry.value, "an initialiser that is no constant");
                    };
                    written.extend(&bits.to_le_bytes()[..scalar.size() as usize]);
                }
                written
            } else {
                return self.refuse(entry.value, "an initialiser of this kind");
            };
            let room = bytes.len().saturating_sub(at).min(written.len());
            if room > 0 {
                bytes[at..at + room].copy_from_slice(&written[..room]);
            }
        }
        Ok(bytes)
    }
}

/// Variables of a function whose address is taken.
fn addressed(program: &Program, body: &Stmt) -> HashSet<VarId> {
    let mut found = HashSet::new();
    each_expression(body, &mut |root| {
        each_part(program, root, &mut |id| {
            if let ExprKind::AddressOf(place) = program.expr(id).kind {
                let mut at = place;
                loop {
                    match &program.expr(at).kind {
                        ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => {
                            at = *base
                        }
                        ExprKind::Variable(var) | ExprKind::CompoundLiteral { var, .. } => {
                            found.insert(*var);
                            break;
                        }
                        _ => break,
                    }
                }
            }
        });
    });
    found
}

/// What a condition and an index may have in common: variables and work-item functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mention {
    Variable(VarId),
    Query(opencl_c::builtin::Name),
}

fn mentioned_names(program: &Program, root: ExprId) -> HashSet<Mention> {
    let mut found = HashSet::new();
    each_part(program, root, &mut |id| match &program.expr(id).kind {
        ExprKind::Variable(var) => {
            found.insert(Mention::Variable(*var));
        }
        ExprKind::Builtin { builtin, .. } => {
            found.insert(Mention::Query(builtin.name));
        }
        _ => {}
    });
    found
}

/// What the indices of an access mention: not the buffer itself.
fn mentioned(program: &Program, root: ExprId) -> HashSet<Mention> {
    let mut found = HashSet::new();
    each_part(program, root, &mut |id| match &program.expr(id).kind {
        ExprKind::PointerOffset { index, .. } => found.extend(mentioned_names(program, *index)),
        ExprKind::Builtin { arguments, .. } => {
            for &argument in arguments {
                found.extend(mentioned_names(program, argument));
            }
        }
        _ => {}
    });
    found
}

/// Calls `f` on each full expression of a statement.
fn each_expression(stmt: &Stmt, f: &mut impl FnMut(ExprId)) {
    match &stmt.kind {
        StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) => {}
        StmtKind::Expr(id) => f(*id),
        StmtKind::Declare { init, .. } => {
            for entry in init.iter().flat_map(|init| &init.entries) {
                f(entry.value);
            }
        }
        StmtKind::Block(body) => body.iter().for_each(|stmt| each_expression(stmt, f)),
        StmtKind::If {
            condition,
            then,
            otherwise,
        } => {
            f(*condition);
            each_expression(then, f);
            if let Some(otherwise) = otherwise {
                each_expression(otherwise, f);
            }
        }
        StmtKind::While {
            condition, body, ..
        }
        | StmtKind::DoWhile {
            condition, body, ..
        } => {
            f(*condition);
            each_expression(body, f);
        }
        StmtKind::For {
            init,
            condition,
            step,
            body,
            ..
        } => {
            init.iter().for_each(|stmt| each_expression(stmt, f));
            condition.iter().chain(step).for_each(|&id| f(id));
            each_expression(body, f);
        }
        StmtKind::Switch { value, body } => {
            f(*value);
            each_expression(body, f);
        }
        StmtKind::Case { body, .. } | StmtKind::Labelled { body, .. } => each_expression(body, f),
        StmtKind::Return(value) => value.iter().for_each(|&id| f(id)),
    }
}

/// Calls `f` on an expression and all its operands.
fn each_part(program: &Program, root: ExprId, f: &mut impl FnMut(ExprId)) {
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        f(id);
        program.expr(id).kind.add_operands(&mut stack);
    }
}
