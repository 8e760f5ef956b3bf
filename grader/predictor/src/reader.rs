//! Reads a kernel for the work-items of a [`Sample`]: which operations and accesses they execute, with integers
//! as far as the text, the launch and its arguments determine them. Nothing is executed, and there is no data.
//!
//! Invariants: an unknown integer is [`Lanes::Unknown`], never a guess. If a trip count depends on data and is
//! not given, there is a [`Refusal`]. With [`Counts`] of a run, execution counts come from there (`counted`).

mod builtin;
mod counted;
mod expression;
mod integers;
mod rounds;
mod statement;

use crate::access::{Access, Base, Iteration, Kind};
use crate::counts::Counts;
use crate::graph::{Graph, Key, Node, Number, Operation};
use crate::lanes::{Lanes, Mask};
use crate::refusal::{At, Refusal, Why};
use crate::sample::Sample;
use crate::shape::{Given, Shape};
use crate::steps::Steps;
use crate::timeline::Mark;
use crate::trips::Trip;
use opencl_c::program::{ExprId, FunctionId, Program, VarId};
use opencl_c::source::Origin;
use opencl_c::types::{AddressSpace, Scalar, Type, TypeId};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The most expressions that are read, over all iterations of all loops: a prediction takes milliseconds.
const MOST_READ: usize = 60_000;

/// A value in every lane.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) node: Node,
    pub(crate) lanes: Lanes,
    /// The object of a pointer; `lanes` is the offset in bytes.
    pub(crate) base: Option<Base>,
    /// The components of a vector, if known separately.
    pub(crate) parts: Option<Rc<[Value]>>,
    /// The differences between neighbouring work-items, if affine.
    pub(crate) steps: Option<Steps>,
}

impl Value {
    fn new(node: Node, lanes: Lanes, steps: Option<Steps>) -> Value {
        Value {
            node,
            lanes,
            base: None,
            parts: None,
            steps,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// A private variable that is not an array.
    Variable(VarId),
    /// Some components of a private vector.
    Lanes(VarId),
    Memory {
        base: Option<Base>,
        /// In bytes.
        offset: Lanes,
        node: Node,
        space: AddressSpace,
        /// See [`Value::steps`].
        steps: Option<Steps>,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    origin: Origin,
    pub(crate) at: At,
    /// The trip count, if given.
    pub(crate) given: Option<u64>,
    /// Whether the trip count depends on data.
    pub(crate) data_dependent: bool,
}

/// A call that is being read.
#[derive(Debug)]
struct Frame {
    /// Distinguishes this call's objects from another's.
    number: u32,
    function: FunctionId,
    vars: Vec<Option<Value>>,
    /// Lanes that have returned.
    returned: Mask,
    result: Option<Value>,
    /// The depth of enclosing data-dependent branches.
    unknown_decisions: u32,
    /// Whether unknown lanes have returned.
    may_have_returned: bool,
}

/// The result of reading a kernel.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) graph: Graph,
    pub(crate) accesses: Vec<Access>,
    pub(crate) barriers: f64,
    /// The first place of each operation.
    pub(crate) first: HashMap<Operation, Origin>,
    /// Whether a condition or an index depends on data.
    pub(crate) is_estimate: bool,
    /// Whether a loop's trip count is unknown at compile time.
    pub(crate) unknown_trip_count: bool,
    pub(crate) has_loop: bool,
    /// Whether there is a divergent branch.
    pub(crate) diverges: bool,
    /// Loop iterations of a work-item.
    pub(crate) rounds: f64,
    /// In the order in which they are entered.
    pub(crate) loops: Vec<Loop>,
    /// Where loops, iterations and barriers lie among the graph's values.
    pub(crate) marks: Vec<(Node, Mark)>,
}

pub(crate) struct Reader<'a> {
    program: &'a Program,
    shape: &'a Shape,
    sample: &'a Sample,
    trips: &'a [Trip],
    out: Reading,
    frames: Vec<Frame>,
    calls: u32,
    active: Mask,
    /// Executions of the current statement by each active work-item: the product of probabilities and
    /// represented iterations.
    weight: f64,
    /// Lanes that left the innermost loop, and its iteration.
    broken: Mask,
    continued: Mask,
    /// Data-dependent branches within the innermost loop.
    unknown_branches: u32,
    /// Enclosing loops of the function, as indices into `out.loops`, innermost last.
    enclosing: Vec<usize>,
    /// The iterations of all enclosing loops.
    iterations: Vec<Iteration>,
    loop_entries: u32,
    /// The number of writes to each shared object; under `None`, of barriers and unknown writes.
    versions: HashMap<Option<Base>, u32>,
    /// The last value stored in each private array.
    private: HashMap<Base, Node>,
    read: usize,
    upper_bounds: HashMap<Node, u64>,
    /// Unknown integers that an increment made of others, and pointers moved by them.
    walking: HashSet<Node>,
    /// The counts of a run, if there are any.
    counted: Option<counted::Counted<'a>>,
}

type Read<T> = Result<T, Refusal>;

impl<'a> Reader<'a> {
    /// Reads the kernel of a launch, with trip counts from the text or execution counts from a run.
    pub(crate) fn read(
        program: &'a Program,
        shape: &'a Shape,
        sample: &'a Sample,
        trips: &'a [Trip],
        counts: Option<&'a Counts>,
    ) -> Result<Reading, Refusal> {
        let nowhere = |why| Refusal { at: None, why };
        let (id, function) = program
            .kernels()
            .find(|(_, function)| *function.name == *shape.kernel)
            .ok_or_else(|| nowhere(Why::NoSuchKernel(shape.kernel.clone())))?;
        if function.parameters != shape.arguments.len() {
            return Err(nowhere(Why::Arguments {
                wanted: function.parameters,
                given: shape.arguments.len(),
            }));
        }
        let lanes = sample.lanes();
        let mut reader = Reader {
            program,
            shape,
            sample,
            trips,
            out: Reading {
                graph: Graph::default(),
                accesses: Vec::new(),
                barriers: 0.0,
                first: HashMap::new(),
                is_estimate: false,
                unknown_trip_count: false,
                has_loop: false,
                diverges: false,
                rounds: 0.0,
                loops: Vec::new(),
                marks: Vec::new(),
            },
            frames: Vec::new(),
            calls: 0,
            active: Mask::all(lanes),
            weight: 1.0,
            broken: Mask::none(lanes),
            continued: Mask::none(lanes),
            unknown_branches: 0,
            enclosing: Vec::new(),
            iterations: Vec::new(),
            loop_entries: 0,
            versions: HashMap::new(),
            private: HashMap::new(),
            read: 0,
            upper_bounds: HashMap::new(),
            walking: HashSet::new(),
            counted: counts.map(counted::Counted::new),
        };
        let arguments = (0..function.parameters)
            .map(|number| reader.argument(number as u32, function.vars[number].ty))
            .collect();
        reader.enter(id, arguments)?;
        Ok(reader.out)
    }

    fn argument(&mut self, number: u32, ty: TypeId) -> Value {
        let node = self.out.graph.value(Key::Parameter(number), None, 0.0, &[]);
        let (lanes, base) = match &self.shape.arguments[number as usize] {
            Given::Buffer(_) => (Lanes::Same(0), Some(Base::Buffer(number))),
            Given::Local(_) => (Lanes::Same(0), Some(Base::LocalArgument(number))),
            Given::Null => (Lanes::Same(0), None),
            Given::Value(bytes) => {
                let known = ty
                    .as_scalar()
                    .filter(|scalar| scalar.is_integer())
                    .map(|scalar| Lanes::Same(number_of(bytes, scalar)));
                (known.unwrap_or(Lanes::Unknown { same: true }), None)
            }
        };
        let steps = match base {
            Some(_) => Steps::SAME,
            None => Steps::ARGUMENT,
        };
        Value {
            node,
            lanes,
            base,
            parts: None,
            steps: Some(steps),
        }
    }

    /// Reads a function's body.
    fn enter(&mut self, id: FunctionId, arguments: Vec<Value>) -> Read<Option<Value>> {
        let program = self.program;
        let function = program.function(id);
        self.calls += 1;
        let mut vars: Vec<Option<Value>> = arguments.into_iter().map(Some).collect();
        vars.resize(function.vars.len(), None);
        self.frames.push(Frame {
            number: self.calls,
            function: id,
            vars,
            returned: Mask::none(self.sample.lanes()),
            result: None,
            unknown_decisions: 0,
            may_have_returned: false,
        });
        let entered = self.active.clone();
        // A callee does not leave the caller's loops.
        let outer = (
            std::mem::take(&mut self.unknown_branches),
            std::mem::take(&mut self.enclosing),
        );
        self.statement(&function.body)?;
        (self.unknown_branches, self.enclosing) = outer;
        self.active = entered;
        Ok(self.frames.pop().and_then(|frame| frame.result))
    }

    /// Notes that a value walks if the one that it is made of does.
    fn follow(&mut self, from: Node, to: Node) {
        if self.walking.contains(&from) {
            self.walking.insert(to);
        }
    }

    fn mark(&mut self, mark: Mark) {
        let at = self.out.graph.len() as Node;
        self.out.marks.push((at, mark));
    }

    fn frame(&mut self) -> &mut Frame {
        // Never empty: `enter` pushes a frame before it reads.
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn refuse<T>(&self, origin: Origin, why: Why) -> Read<T> {
        Err(Refusal {
            at: Some(At::of(self.program, origin)),
            why,
        })
    }

    /// Executions of the current statement, averaged over all work-items of the launch.
    fn share(&self) -> f64 {
        self.weight * self.active.share(&self.sample.scattered)
    }

    /// The value of an operation. `cost` is its kind and operand type; none if it is free.
    fn computed(
        &mut self,
        name: &'static str,
        ty: TypeId,
        cost: Option<(&'static str, TypeId)>,
        origin: Origin,
        parents: &[Node],
        lanes: Lanes,
    ) -> Value {
        let operation = cost.and_then(|(kind, of)| {
            let (scalar, width) = of.shape()?;
            let divides = matches!(kind, "/" | "%" | "/ constant" | "% constant");
            let number = match number(scalar) {
                Number::Int if divides && scalar == Scalar::UInt => Number::UInt,
                number => number,
            };
            let operation = Operation { number, kind };
            Some((operation, f64::from(width)))
        });
        if let Some((operation, _)) = operation {
            self.out.first.entry(operation).or_insert(origin);
        }
        let share = self.share();
        let node = self.out.graph.value(
            Key::Operation(name, ty.0, parents.to_vec()),
            operation,
            share,
            parents,
        );
        Value::new(node, lanes, None)
    }

    fn constant(&mut self, bits: u64, lanes: Lanes) -> Value {
        let node = self.out.graph.value(Key::Constant(bits), None, 0.0, &[]);
        Value::new(node, lanes, Some(Steps::SAME))
    }

    /// A value that depends on data.
    fn data(&mut self, parents: &[Node]) -> Value {
        let key = self.out.graph.unique();
        let node = self.out.graph.value(key, None, 0.0, parents);
        Value::new(node, Lanes::DATA, None)
    }

    /// An access to a private array. An element with a constant index, or one that a loop counter selects, is a
    /// register and free.
    fn private(
        &mut self,
        access: Operation,
        address: Node,
        expr: ExprId,
        parents: &[Node],
    ) -> Value {
        if self.out.graph.is_constant(address) {
            return self.data(parents);
        }
        let origin = self.program.expr(expr).origin;
        self.out.first.entry(access).or_insert(origin);
        let key = self.out.graph.unique();
        let share = self.share();
        let node = self
            .out
            .graph
            .value(key, Some((access, 1.0)), share, parents);
        Value::new(node, Lanes::DATA, None)
    }

    fn version(&self, base: Option<Base>) -> u32 {
        self.versions.get(&base).copied().unwrap_or(0)
            + self.versions.get(&None).copied().unwrap_or(0)
    }

    /// Records an access. Returns its index.
    fn access(
        &mut self,
        expr: ExprId,
        base: Option<Base>,
        space: AddressSpace,
        kind: Kind,
        ty: TypeId,
        (offset, steps): (&Lanes, Option<Steps>),
    ) -> usize {
        let is_constant = matches!(offset, Lanes::Same(_) | Lanes::Each(_)) && base.is_some();
        if !is_constant && self.counted.is_none() {
            self.out.is_estimate = true;
        }
        self.out.accesses.push(Access {
            expr,
            origin: self.program.expr(expr).origin,
            base,
            space,
            kind,
            bytes: u32::try_from(self.program.types.size(ty).unwrap_or(1)).unwrap_or(u32::MAX),
            offset: offset.clone(),
            steps,
            active: self.active.clone(),
            weight: self.weight,
            iterations: self.iterations.clone(),
            walks: false,
        });
        self.out.accesses.len() - 1
    }

    fn load(&mut self, place: &Place, ty: TypeId, expr: ExprId) -> Value {
        match place {
            Place::Variable(var) => {
                let known = self.frame().vars[var.0 as usize].clone();
                known.unwrap_or_else(|| self.data(&[]))
            }
            Place::Lanes(var) => {
                let whole = self.frame().vars[var.0 as usize].clone();
                let parents: Vec<Node> = whole.iter().map(|value| value.node).collect();
                self.data(&parents)
            }
            Place::Memory {
                base: Some(base @ Base::Private(..)),
                node,
                ..
            } => {
                let stored = self.private.get(base).copied();
                let parents: Vec<Node> = stored.into_iter().chain([*node]).collect();
                self.private(Operation::PRIVATE_READ, *node, expr, &parents)
            }
            Place::Memory {
                base,
                offset,
                node,
                space,
                steps,
            } => {
                let key = Key::Load(*node, self.version(*base), ty.0);
                let value = match self.out.graph.find(&key) {
                    Some(value) => value,
                    None => {
                        let at = (offset, *steps);
                        let access = self.access(expr, *base, *space, Kind::Load, ty, at);
                        self.out.accesses[access].walks = self.walking.contains(node);
                        let value = self.out.graph.value(key, None, 0.0, &[*node]);
                        self.out.graph.set_access(value, access);
                        value
                    }
                };
                let same = offset.is_same();
                Value::new(
                    value,
                    offset.loaded(&self.sample.warps, self.sample.lanes()),
                    same.then_some(Steps::ARGUMENT),
                )
            }
        }
    }

    fn store(&mut self, place: &Place, value: Value, ty: TypeId, expr: ExprId) {
        match place {
            Place::Variable(var) => {
                let old = self.frame().vars[var.0 as usize].clone();
                let merged = self.merged(value, old);
                self.frame().vars[var.0 as usize] = Some(merged);
            }
            Place::Lanes(var) => {
                let old = self.frame().vars[var.0 as usize].clone();
                let parents: Vec<Node> =
                    old.iter().map(|old| old.node).chain([value.node]).collect();
                let mixed = self.data(&parents);
                self.frame().vars[var.0 as usize] = Some(mixed);
            }
            Place::Memory {
                base: Some(base @ Base::Private(..)),
                node,
                ..
            } => {
                let before = self.private.get(base).copied();
                let parents: Vec<Node> = before.into_iter().chain([*node, value.node]).collect();
                let stored = self.private(Operation::PRIVATE_WRITE, *node, expr, &parents);
                self.private.insert(*base, stored.node);
            }
            Place::Memory {
                base,
                offset,
                node,
                space,
                steps,
            } => {
                let access = self.access(expr, *base, *space, Kind::Store, ty, (offset, *steps));
                self.out.accesses[access].walks = self.walking.contains(node);
                let stored = self.data(&[*node, value.node]).node;
                self.out.graph.set_access(stored, access);
                self.out.graph.root(stored);
                *self.versions.entry(*base).or_default() += 1;
                // A load of the same address finds what was stored.
                let key = Key::Load(*node, self.version(*base), ty.0);
                self.out.graph.know(key, value.node);
            }
        }
    }

    /// A variable's value after an assignment by the active lanes.
    fn merged(&mut self, new: Value, old: Option<Value>) -> Value {
        let Some(old) = old else {
            return new;
        };
        let everybody = Mask::all(self.sample.lanes()).without(&self.frame().returned);
        if self.active == everybody || new.node == old.node {
            return new;
        }
        let lanes = self.active.select(&new.lanes, &old.lanes);
        self.joined(&new, &old, lanes)
    }

    /// A value that is one of two (a phi).
    fn joined(&mut self, one: &Value, other: &Value, lanes: Lanes) -> Value {
        let node = self.out.graph.value(
            Key::Operation("merge", 0, vec![one.node, other.node]),
            None,
            0.0,
            &[one.node, other.node],
        );
        Value {
            node,
            lanes,
            base: if one.base == other.base {
                one.base
            } else {
                None
            },
            parts: None,
            steps: one
                .steps
                .zip(other.steps)
                .map(|(one, other)| one.plus(other)),
        }
    }
}

/// The type that determines an operation's cost.
pub(crate) fn number(scalar: Scalar) -> Number {
    match scalar {
        Scalar::Half | Scalar::Float => Number::Float,
        Scalar::Double => Number::Double,
        Scalar::Long | Scalar::ULong => Number::Long,
        _ => Number::Int,
    }
}

/// Reads an argument's bytes as an integer.
fn number_of(bytes: &[u8], scalar: Scalar) -> i64 {
    let mut all = [0; 8];
    let count = bytes.len().min(8);
    all[..count].copy_from_slice(&bytes[..count]);
    wrapped(i64::from_le_bytes(all), scalar)
}

/// Wraps a number to an integer type.
pub(crate) fn wrapped(number: i64, scalar: Scalar) -> i64 {
    match scalar {
        Scalar::Bool => i64::from(number != 0),
        Scalar::Char => i64::from(number as i8),
        Scalar::UChar => i64::from(number as u8),
        Scalar::Short => i64::from(number as i16),
        Scalar::UShort => i64::from(number as u16),
        Scalar::Int => i64::from(number as i32),
        Scalar::UInt => i64::from(number as u32),
        _ => number,
    }
}

/// Whether a variable of this type is kept in registers.
fn is_simple(program: &Program, ty: TypeId) -> bool {
    matches!(
        program.types.get(ty),
        Type::Scalar(_) | Type::Vector(..) | Type::Pointer { .. }
    )
}
