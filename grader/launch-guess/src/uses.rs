//! What a kernel does with its parameters, read from the text: which ids a value is computed from, which
//! scalars bound which ids, which buffers hold subscripts, which ids are coordinates of which images.
//!
//! Values are followed through variables and calls without regard to order, so a use may be listed that no
//! run has. None that a run has is missing, but for what comes through memory that the kernel wrote.

use crate::names;
use mistakes::analysis::walk;
use opencl_c::builtin::{Name, OfImage};
use opencl_c::program::{
    BinaryOp, Constant, ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId,
};
use opencl_c::types::{AddressSpace, Type};
use std::collections::BTreeSet;
use std::ops::{BitOr, BitOrAssign};

/// A set of small numbers: parameters of the kernel, or dimensions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set(u64);

impl Set {
    fn of(index: usize) -> Set {
        Set(1u64.checked_shl(index as u32).unwrap_or(0))
    }

    pub(crate) fn has(self, index: usize) -> bool {
        self.0 & Set::of(index).0 != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its only number.
    pub(crate) fn only(self) -> Option<usize> {
        (self.0.count_ones() == 1).then(|| self.0.trailing_zeros() as usize)
    }

    pub(crate) fn each(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |&index| self.has(index))
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

impl BitOr for Set {
    type Output = Set;
    fn bitor(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }
}

/// What a value is computed from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    /// Dimensions of `get_global_id`, or of `get_group_id`.
    pub(crate) global: Set,
    /// Dimensions of `get_local_id`.
    pub(crate) local: Set,
    /// Parameters by value.
    pub(crate) scalars: Set,
    /// Buffers and images that it was loaded from.
    pub(crate) loaded: Set,
    /// Buffers that it points to; an image or a sampler, where it is one.
    points: Set,
    /// Images whose size is part of it.
    sizes: Set,
    /// Is the size of an image, of a plane or of the NDRange part of it?
    extent: bool,
    /// Was it divided by such a size, as numbers from 0 to 1 are?
    normalized: bool,
}

impl Flow {
    fn is_plain(self) -> bool {
        self.global.is_empty() && self.local.is_empty() && self.loaded.is_empty()
    }
}

impl BitOr for Flow {
    type Output = Flow;
    fn bitor(self, other: Flow) -> Flow {
        Flow {
            global: self.global | other.global,
            local: self.local | other.local,
            scalars: self.scalars | other.scalars,
            loaded: self.loaded | other.loaded,
            points: self.points | other.points,
            sizes: self.sizes | other.sizes,
            extent: self.extent || other.extent,
            normalized: self.normalized || other.normalized,
        }
    }
}

impl BitOrAssign for Flow {
    fn bitor_assign(&mut self, other: Flow) {
        *self = *self | other;
    }
}

/// What a scalar parameter is used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScalarUse {
    /// Dimensions whose ids are compared with it.
    pub(crate) bounds: Set,
    /// Dimensions of local ids that are compared with it.
    pub(crate) bounds_local: Set,
    /// Scalars together with which it bounds an id, as in `i < width * height`.
    pub(crate) bounds_with: Set,
    /// Does it bound a loop over what is no id?
    pub(crate) trips: bool,
    /// Is something multiplied by it?
    pub(crate) factor: bool,
    /// Is something divided by it?
    pub(crate) divisor: bool,
    /// Is something shifted by it?
    pub(crate) shift: bool,
    /// Is it part of a subscript?
    pub(crate) subscript: bool,
}

/// What a buffer or an image is used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BufferUse {
    /// Are its elements part of a subscript?
    pub(crate) subscripts: bool,
    /// Do its elements bound a loop?
    pub(crate) bounds_loop: bool,
    /// Is it the operand of an atomic operation?
    pub(crate) atomic: bool,
    /// Is it copied from or to by a whole work-group?
    pub(crate) copied: bool,
    /// Buffers whose elements decide which of its own are accessed, or whether.
    pub(crate) by_data: Set,
}

/// What an image is used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ImageUse {
    /// The first function that reads or writes it.
    pub(crate) function: Option<Name>,
    /// For each number of its coordinates the dimensions of the ids that are part of it.
    pub(crate) coordinates: [Set; 3],
    /// Dimensions whose ids are compared with its size.
    pub(crate) bounds: Set,
    /// Is its own size part of a coordinate?
    pub(crate) by_size: bool,
    /// Parameters by value that are part of a coordinate.
    pub(crate) scalars: Set,
    /// The parameters that are samplers of its reads.
    pub(crate) samplers: Set,
}

/// What a sampler is used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SamplerUse {
    /// Are there coordinates of whole numbers?
    pub(crate) whole: bool,
    /// Are there coordinates of `float`?
    pub(crate) floats: bool,
    /// Were coordinates of `float` divided by a size?
    pub(crate) normalized: bool,
    /// Does it read channels of whole numbers?
    pub(crate) whole_channels: bool,
}

/// What a kernel's text says about its launch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    /// By parameter.
    pub(crate) scalars: Vec<ScalarUse>,
    /// By parameter.
    pub(crate) buffers: Vec<BufferUse>,
    /// By parameter.
    pub(crate) images: Vec<ImageUse>,
    /// By parameter.
    pub(crate) samplers: Vec<SamplerUse>,
    /// Dimensions that are asked for, whatever of them.
    pub(crate) dimensions: Set,
    /// Is a global id, a group's id or their number asked for?
    pub(crate) asks_global: bool,
    /// Is a local id or a work-group's size asked for?
    pub(crate) asks_local: bool,
    /// Does it meet a barrier, or copy as a group?
    pub(crate) synchronises: bool,
    /// Buffers whose elements decide which elements of an array are accessed, or whether.
    pub(crate) arrays_by_data: Set,
    /// Buffers whose elements decide who meets a barrier.
    pub(crate) barriers_by_data: Set,
    /// The lengths of arrays in local memory, outermost first.
    pub(crate) local_arrays: Vec<Vec<u64>>,
    /// Whole constants of the text.
    pub(crate) constants: BTreeSet<i64>,
}

/// Rounds of following values at most: each adds to a set of few numbers, so that few are needed.
const MOST_ROUNDS: usize = 12;

impl Uses {
    pub(crate) fn of(program: &Program, kernel: FunctionId) -> Uses {
        let parameters = program.function(kernel).parameters;
        let mut reader = Reader {
            program,
            function: kernel,
            in_loop: false,
            in_coordinate: false,
            control: Flow::default(),
            flows: program
                .functions
                .iter()
                .map(|function| vec![Flow::default(); function.vars.len()])
                .collect(),
            results: vec![Flow::default(); program.functions.len()],
            reached: vec![false; program.functions.len()],
            callers: vec![Flow::default(); program.functions.len()],
            uses: Uses {
                scalars: vec![ScalarUse::default(); parameters],
                buffers: vec![BufferUse::default(); parameters],
                images: vec![ImageUse::default(); parameters],
                samplers: vec![SamplerUse::default(); parameters],
                ..Uses::default()
            },
        };
        let own = &program.function(kernel).vars[..parameters];
        for (index, parameter) in own.iter().enumerate() {
            let flow = &mut reader.flows[kernel.0 as usize][index];
            let is_object = matches!(
                program.types.get(parameter.ty),
                Type::Pointer { .. } | Type::Image(_) | Type::Sampler
            );
            if is_object {
                flow.points = Set::of(index);
            } else {
                flow.scalars = Set::of(index);
                let named = names::named(&parameter.name);
                flow.extent = matches!(named, names::Named::Extent(_));
            }
        }
        reader.reached[kernel.0 as usize] = true;
        for _ in 0..MOST_ROUNDS {
            let before = reader.state();
            for (index, function) in program.functions.iter().enumerate() {
                if reader.reached[index] {
                    reader.function = FunctionId(index as u32);
                    reader.control = reader.callers[index];
                    reader.statement(&function.body);
                }
            }
            if before == reader.state() {
                break;
            }
        }
        reader.local_arrays();
        reader.uses
    }
}

struct Reader<'p> {
    program: &'p Program,
    function: FunctionId,
    /// Is what is read the condition of a loop?
    in_loop: bool,
    /// Is a coordinate read once more, for its components? What is read for it was seen before.
    in_coordinate: bool,
    /// What decides whether the statement that is read runs.
    control: Flow,
    /// By function: what decides whether it is called.
    callers: Vec<Flow>,
    /// By function and variable.
    flows: Vec<Vec<Flow>>,
    /// By function.
    results: Vec<Flow>,
    /// Functions that the kernel reaches.
    reached: Vec<bool>,
    uses: Uses,
}

impl Reader<'_> {
    /// What a round of following values may add to.
    fn state(&self) -> (Vec<Vec<Flow>>, Vec<Flow>, Vec<Flow>, Vec<bool>) {
        (
            self.flows.clone(),
            self.results.clone(),
            self.callers.clone(),
            self.reached.clone(),
        )
    }

    fn local_arrays(&mut self) {
        let program = self.program;
        let reached = program.functions.iter().zip(&self.reached);
        for (function, _) in reached.filter(|(_, reached)| **reached) {
            for var in &function.vars {
                if var.space != AddressSpace::Local {
                    continue;
                }
                let mut lengths = Vec::new();
                let mut ty = var.ty;
                while let Type::Array { element, length } = *program.types.get(ty) {
                    lengths.push(length);
                    ty = element;
                }
                if !lengths.is_empty() {
                    self.uses.local_arrays.push(lengths);
                }
            }
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare {
                var,
                init: Some(init),
            } => {
                let flow = init
                    .entries
                    .iter()
                    .map(|entry| self.value(entry.value))
                    .fold(Flow::default(), BitOr::bitor);
                self.add(*var, flow);
            }
            StmtKind::For {
                condition, step, ..
            } => {
                if let Some(condition) = condition {
                    self.loop_condition(*condition);
                }
                if let Some(step) = step {
                    self.value(*step);
                }
            }
            StmtKind::While { condition, .. } | StmtKind::DoWhile { condition, .. } => {
                self.loop_condition(*condition);
            }
            StmtKind::Return(Some(value)) => {
                let flow = self.value(*value);
                self.results[self.function.0 as usize] |= flow;
            }
            _ => {
                for expr in walk::expressions(stmt) {
                    self.value(expr);
                }
            }
        }
        let outside = self.control;
        let conditions = match &stmt.kind {
            StmtKind::If { condition, .. }
            | StmtKind::While { condition, .. }
            | StmtKind::DoWhile { condition, .. }
            | StmtKind::Switch {
                value: condition, ..
            } => Some(*condition),
            StmtKind::For { condition, .. } => *condition,
            _ => None,
        };
        if let Some(condition) = conditions {
            let flow = self.value(condition);
            self.control |= flow;
        }
        let mut leaves = false;
        for inner in walk::children(stmt) {
            self.statement(inner);
            walk::statements(inner, &mut |inner| {
                leaves |= matches!(
                    inner.kind,
                    StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_)
                );
            });
        }
        // Whoever leaves decides for all that follows.
        if conditions.is_some() && !leaves {
            self.control = outside;
        }
    }

    fn loop_condition(&mut self, condition: ExprId) {
        self.in_loop = true;
        self.value(condition);
        self.in_loop = false;
    }

    fn add(&mut self, var: VarId, flow: Flow) {
        if let Some(own) = self.flows[self.function.0 as usize].get_mut(var.0 as usize) {
            *own |= flow;
        }
    }

    fn value(&mut self, expr: ExprId) -> Flow {
        let program = self.program;
        match &program.expr(expr).kind {
            ExprKind::Constant(Constant::Int(bits)) => {
                self.uses.constants.insert(*bits as i64);
                Flow::default()
            }
            ExprKind::Variable(var) => {
                let flows = &self.flows[self.function.0 as usize];
                flows.get(var.0 as usize).copied().unwrap_or_default()
            }
            ExprKind::Deref(pointer) => {
                let pointer = self.value(*pointer);
                self.accessed(pointer, Flow::default());
                Flow {
                    loaded: pointer.loaded | pointer.points,
                    points: Set::default(),
                    ..pointer
                }
            }
            ExprKind::PointerOffset { pointer, index, .. } => {
                let flow = self.value(*pointer);
                let index = self.value(*index);
                self.subscript(index);
                self.accessed(flow, index);
                flow
            }
            ExprKind::Binary { op, left, right } => {
                let (op, left, right) = (*op, self.value(*left), self.value(*right));
                self.binary(op, left, right);
                let floating = self.is_floating(expr);
                computed(op, left, right, floating)
            }
            ExprKind::Assign { place, value } => {
                let flow = self.value(*value);
                self.value(*place);
                self.assigned(*place, flow);
                flow
            }
            ExprKind::CompoundAssign {
                op, place, value, ..
            } => {
                let (op, place) = (*op, *place);
                let flow = self.value(*value);
                let own = self.value(place);
                self.binary(op, own, flow);
                let floating = self.is_floating(place);
                let flow = computed(op, own, flow, floating);
                self.assigned(place, flow);
                flow
            }
            ExprKind::Call {
                function,
                arguments,
            } => {
                let callee = function.0 as usize;
                self.reached[callee] = true;
                let control = self.control;
                self.callers[callee] |= control;
                for (index, argument) in arguments.iter().enumerate() {
                    let flow = self.value(*argument);
                    if let Some(own) = self.flows[callee].get_mut(index) {
                        *own |= flow;
                    }
                }
                self.results[callee]
            }
            ExprKind::Builtin { builtin, arguments } => match builtin.name.of_image() {
                Some(of_image) => self.image(builtin.name, of_image, arguments),
                None => self.builtin(builtin.name, arguments),
            },
            ExprKind::Swizzle { base, lanes } => {
                let flow = self.value(*base);
                match lanes.lanes() {
                    [lane] => component(flow, usize::from(*lane)),
                    _ => flow,
                }
            }
            kind => {
                let mut operands = Vec::new();
                kind.add_operands(&mut operands);
                let flows = operands.into_iter().map(|operand| self.value(operand));
                flows.fold(Flow::default(), BitOr::bitor)
            }
        }
    }

    /// A value goes to a place: the variable that holds it takes it in whole.
    fn assigned(&mut self, place: ExprId, flow: Flow) {
        let mut at = place;
        loop {
            at = match &self.program.expr(at).kind {
                ExprKind::Variable(var) => return self.add(*var, flow),
                ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => *base,
                ExprKind::Deref(pointer) => *pointer,
                ExprKind::PointerOffset { pointer, .. } => *pointer,
                ExprKind::Decay(place) | ExprKind::AddressOf(place) => *place,
                ExprKind::PointerCast(pointer) => *pointer,
                // What is stored through a pointer that came from elsewhere is not followed.
                _ => return,
            };
        }
    }

    /// An element is accessed through a pointer.
    fn accessed(&mut self, pointer: Flow, index: Flow) {
        let by = index.loaded | self.control.loaded;
        if pointer.points.is_empty() {
            self.uses.arrays_by_data = self.uses.arrays_by_data | by;
        }
        for buffer in pointer.points.each() {
            self.buffer(buffer, |it| it.by_data = it.by_data | by);
        }
    }

    fn subscript(&mut self, index: Flow) {
        for buffer in index.loaded.each() {
            self.buffer(buffer, |it| it.subscripts = true);
        }
        for scalar in index.scalars.each() {
            self.scalar(scalar, |it| it.subscript = true);
        }
    }

    fn buffer(&mut self, index: usize, change: impl Fn(&mut BufferUse)) {
        if let Some(buffer) = self.uses.buffers.get_mut(index) {
            change(buffer);
        }
    }

    fn scalar(&mut self, index: usize, change: impl Fn(&mut ScalarUse)) {
        if let Some(scalar) = self.uses.scalars.get_mut(index) {
            change(scalar);
        }
    }

    fn binary(&mut self, op: BinaryOp, left: Flow, right: Flow) {
        match op {
            BinaryOp::Multiply => {
                for (one, other) in [(left, right), (right, left)] {
                    if let Some(scalar) = one.scalars.only().filter(|_| one.is_plain())
                        && other != one
                    {
                        self.scalar(scalar, |it| it.factor = true);
                    }
                }
            }
            BinaryOp::Divide | BinaryOp::Remainder => {
                for scalar in right.scalars.each() {
                    self.scalar(scalar, |it| it.divisor = true);
                }
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                for scalar in right.scalars.each() {
                    self.scalar(scalar, |it| it.shift = true);
                }
            }
            BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual => {
                self.compared(left, right);
                self.compared(right, left);
                if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
                    self.compared_with_size(left, right);
                    self.compared_with_size(right, left);
                }
            }
            _ => {}
        }
    }

    /// `what` is compared with `bound`, of which the size of an image may be part.
    fn compared_with_size(&mut self, what: Flow, bound: Flow) {
        if !bound.is_plain() {
            return;
        }
        for image in bound.sizes.each() {
            if let Some(image) = self.uses.images.get_mut(image) {
                image.bounds = image.bounds | what.global;
            }
        }
    }

    /// `what` is compared with `bound`.
    fn compared(&mut self, what: Flow, bound: Flow) {
        if self.in_loop {
            for buffer in bound.loaded.each() {
                self.buffer(buffer, |it| it.bounds_loop = true);
            }
        }
        if !bound.is_plain() {
            return;
        }
        let scalars = bound.scalars;
        for scalar in scalars.each() {
            if !what.global.is_empty() {
                let (own, global) = (Set::of(scalar), what.global);
                let others = Set(scalars.0 & !own.0);
                self.scalar(scalar, |it| {
                    it.bounds = it.bounds | global;
                    it.bounds_with = it.bounds_with | others;
                });
            } else if !what.local.is_empty() {
                let local = what.local;
                self.scalar(scalar, |it| it.bounds_local = it.bounds_local | local);
            } else if self.in_loop && !what.scalars.has(scalar) {
                self.scalar(scalar, |it| it.trips = true);
            }
        }
    }

    /// A function of images is called: of an image, of a sampler where there is one, of a coordinate.
    fn image(&mut self, name: Name, of_image: OfImage, arguments: &[ExprId]) -> Flow {
        let flows: Vec<Flow> = arguments.iter().map(|it| self.value(*it)).collect();
        let images = flows.first().copied().unwrap_or_default().points;
        let reads = match of_image {
            OfImage::Read(_) => true,
            OfImage::Write(_) => false,
            OfImage::Ask => {
                return Flow {
                    sizes: images,
                    extent: true,
                    ..Flow::default()
                };
            }
        };
        let sampled = reads && arguments.len() == 3;
        let samplers = match flows.get(1) {
            Some(sampler) if sampled => sampler.points,
            _ => Set::default(),
        };
        let at = if sampled { 2 } else { 1 };
        let (Some(&coordinate), Some(&flow)) = (arguments.get(at), flows.get(at)) else {
            return Flow::default();
        };
        self.subscript(flow);
        for image in images.each() {
            let by = flow.loaded | self.control.loaded;
            self.buffer(image, |it| it.by_data = it.by_data | by);
        }
        if self.in_coordinate {
            return Flow {
                loaded: flow.loaded | images,
                scalars: flow.scalars,
                ..Flow::default()
            };
        }
        self.in_coordinate = true;
        let numbers = self.coordinate(coordinate);
        self.in_coordinate = false;
        for index in images.each() {
            let Some(image) = self.uses.images.get_mut(index) else {
                continue;
            };
            image.function.get_or_insert(name);
            image.samplers = image.samplers | samplers;
            image.by_size |= flow.sizes.has(index);
            image.scalars = image.scalars | flow.scalars;
            for (own, number) in image.coordinates.iter_mut().zip(numbers) {
                *own = *own | number;
            }
        }
        let floats = self.is_floating(coordinate);
        for sampler in samplers.each() {
            let Some(sampler) = self.uses.samplers.get_mut(sampler) else {
                continue;
            };
            sampler.whole |= !floats;
            sampler.floats |= floats;
            sampler.normalized |= floats && flow.normalized;
            sampler.whole_channels |= matches!(name, Name::ReadImagei | Name::ReadImageui);
        }
        if !reads {
            return Flow::default();
        }
        Flow {
            loaded: flow.loaded | images,
            scalars: flow.scalars,
            ..Flow::default()
        }
    }

    /// For each of the first numbers of a coordinate the dimensions of the ids that are part of it.
    fn coordinate(&mut self, coordinate: ExprId) -> [Set; 3] {
        let program = self.program;
        match &program.expr(coordinate).kind {
            ExprKind::VectorLiteral(parts) => {
                let mut numbers = [Set::default(); 3];
                let mut first = 0;
                for &part in parts {
                    let width = program.expr(part).ty.shape().map_or(1, |(_, width)| width);
                    let own = self.coordinate(part);
                    let to = numbers.iter_mut().skip(first);
                    for (to, own) in to.zip(own.into_iter().take(usize::from(width))) {
                        *to = own;
                    }
                    first += usize::from(width);
                }
                numbers
            }
            ExprKind::Convert { value, .. } => self.coordinate(*value),
            ExprKind::Binary { left, right, .. } => {
                let (left, right) = (self.coordinate(*left), self.coordinate(*right));
                std::array::from_fn(|number| left[number] | right[number])
            }
            _ => {
                let flow = self.value(coordinate);
                let is_vector = program
                    .expr(coordinate)
                    .ty
                    .shape()
                    .is_some_and(|(_, width)| width > 1);
                std::array::from_fn(|number| match is_vector {
                    true => component(flow, number).global,
                    false => flow.global,
                })
            }
        }
    }

    fn is_floating(&self, expr: ExprId) -> bool {
        let shape = self.program.expr(expr).ty.shape();
        shape.is_some_and(|(scalar, _)| scalar.is_floating())
    }

    fn builtin(&mut self, name: Name, arguments: &[ExprId]) -> Flow {
        let flows: Vec<Flow> = arguments.iter().map(|it| self.value(*it)).collect();
        let all = flows.iter().copied().fold(Flow::default(), BitOr::bitor);
        let dimension = || {
            let number = arguments.first().and_then(|it| self.number(*it));
            let dimensions = match number {
                Some(number @ 0..=2) => Set::of(number as usize),
                Some(_) => Set::default(),
                None => Set(0b111),
            };
            (number.is_some(), dimensions)
        };
        match name {
            Name::GetGlobalId | Name::GetGroupId | Name::GetGlobalSize | Name::GetNumGroups => {
                let (known, dimensions) = dimension();
                self.uses.asks_global = true;
                if known {
                    self.uses.dimensions = self.uses.dimensions | dimensions;
                }
                let is_id = matches!(name, Name::GetGlobalId | Name::GetGroupId);
                Flow {
                    global: if is_id { dimensions } else { Set::default() },
                    extent: !is_id,
                    ..Flow::default()
                }
            }
            Name::GetLocalId | Name::GetLocalSize => {
                let (known, dimensions) = dimension();
                self.uses.asks_local = true;
                if known {
                    self.uses.dimensions = self.uses.dimensions | dimensions;
                }
                let is_id = name == Name::GetLocalId;
                Flow {
                    local: if is_id { dimensions } else { Set::default() },
                    ..Flow::default()
                }
            }
            Name::Barrier => {
                self.uses.synchronises = true;
                let by = self.control.loaded;
                self.uses.barriers_by_data = self.uses.barriers_by_data | by;
                Flow::default()
            }
            Name::AsyncWorkGroupCopy | Name::AsyncWorkGroupStridedCopy => {
                self.uses.synchronises = true;
                for buffer in all.points.each() {
                    self.buffer(buffer, |it| it.copied = true);
                }
                all
            }
            Name::Vload | Name::VloadHalf | Name::VloadaHalf => {
                if let [index, pointer] = flows[..] {
                    self.subscript(index);
                    self.accessed(pointer, index);
                }
                Flow {
                    loaded: all.loaded | all.points,
                    points: Set::default(),
                    global: Set::default(),
                    local: Set::default(),
                    ..all
                }
            }
            Name::Vstore | Name::VstoreHalf | Name::VstoreaHalf => {
                if let [_, index, pointer] = flows[..] {
                    self.subscript(index);
                    self.accessed(pointer, index);
                }
                Flow::default()
            }
            name if name.is_atomic() => {
                let target = flows.first().copied().unwrap_or_default().points;
                let by = self.control.loaded;
                for buffer in target.each() {
                    self.buffer(buffer, |it| {
                        it.atomic = true;
                        it.by_data = it.by_data | by;
                    });
                }
                Flow {
                    loaded: target,
                    ..Flow::default()
                }
            }
            _ => Flow {
                points: Set::default(),
                ..all
            },
        }
    }

    /// The number that an expression is, conversions aside.
    fn number(&self, expr: ExprId) -> Option<i64> {
        match &self.program.expr(expr).kind {
            ExprKind::Constant(Constant::Int(bits)) => Some(*bits as i64),
            ExprKind::Convert { value, .. } => self.number(*value),
            _ => None,
        }
    }
}

/// What an operator computes.
fn computed(op: BinaryOp, left: Flow, right: Flow, floating: bool) -> Flow {
    let scaled = left.normalized && right.extent || right.normalized && left.extent;
    let normalized = match op {
        BinaryOp::Divide => left.normalized || floating && right.extent,
        BinaryOp::Multiply if scaled => false,
        _ => left.normalized || right.normalized,
    };
    Flow {
        normalized,
        ..left | right
    }
}

/// One component of a vector: of ids in several dimensions it has that of its own, as `(int2)(x, y)` has.
fn component(flow: Flow, number: usize) -> Flow {
    if !flow.global.has(number) {
        return flow;
    }
    Flow {
        global: Set::of(number),
        ..flow
    }
}
