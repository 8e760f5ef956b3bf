//! Reads a kernel for the work-items of a [`Crowd`]: which operations and accesses its text makes them do,
//! with numbers wherever the text, the launch and its arguments tell them, and without any data. Nothing
//! is stored and nothing runs on a device: it is a reading, of the text.
//!
//! Invariants: what the text does not tell is [`Lanes::Unknown`], never a guess; where the time hangs on it
//! (a loop's rounds), there is a [`Refusal`], unless somebody says it. Where the launch was counted ([`Counts`]),
//! how often anything is done is looked up there instead, in `counted`.

mod builtin;
mod counted;
mod expression;
mod rounds;
mod statement;
mod whole;

use crate::counts::Counts;
use crate::crowd::Crowd;
use crate::graph::{Graph, Key, Node, Number, Operation};
use crate::lanes::{Lanes, Mask};
use crate::refusal::{At, Refusal, Why};
use crate::shape::{Given, Shape};
use crate::steps::Steps;
use crate::trips::Trip;
use opencl_c::program::{ExprId, FunctionId, Program, VarId};
use opencl_c::source::Origin;
use opencl_c::types::{AddressSpace, Scalar, Type, TypeId};
use std::collections::HashMap;
use std::rc::Rc;

/// Expressions that are read, those of every round of every loop counted: a prediction takes milliseconds.
const MOST_READ: usize = 60_000;

/// Where a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Base {
    /// A buffer: an argument of the kernel, by number.
    Buffer(u32),
    /// Local memory that is an argument.
    LocalArgument(u32),
    /// A local array of a function.
    Local(u32, VarId),
    /// A private object of a call.
    Private(u32, VarId),
    /// A table at program scope.
    Table(u32),
}

/// A value in every lane.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) node: Node,
    pub(crate) lanes: Lanes,
    /// For a pointer: to where. `lanes` are bytes from there.
    pub(crate) base: Option<Base>,
    /// The components of a vector, where they are told apart.
    pub(crate) parts: Option<Rc<[Value]>>,
    /// By how much it differs from one work-item to the next, where a compiler sees that.
    pub(crate) steps: Option<Steps>,
}

impl Value {
    /// A number.
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

/// An object in memory.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// A private variable that is no array.
    Variable(VarId),
    /// Some components of one.
    Lanes(VarId),
    /// What lies at an address.
    Memory {
        base: Option<Base>,
        /// Bytes from there.
        offset: Lanes,
        node: Node,
        space: AddressSpace,
        /// See [`Value::steps`].
        steps: Option<Steps>,
    },
}

/// An access to memory that work-items share.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// The place in memory, or the call of a built-in function, that it stands at.
    pub(crate) expr: ExprId,
    pub(crate) origin: Origin,
    pub(crate) base: Option<Base>,
    pub(crate) space: AddressSpace,
    pub(crate) kind: Kind,
    pub(crate) bytes: u32,
    pub(crate) offset: Lanes,
    /// See [`Value::steps`].
    pub(crate) steps: Option<Steps>,
    pub(crate) active: Mask,
    /// How often, for each active work-item.
    pub(crate) weight: f64,
    /// The rounds of the loops around it, the outermost first.
    pub(crate) turns: Vec<Turn>,
    /// The stretch of code that it stands in: what is done as a whole, or not at all.
    pub(crate) stretch: u32,
}

/// A round of a loop that is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    /// Tells this run of the loop from every other.
    pub(crate) lap: u32,
    /// Which round it is, from 0.
    pub(crate) round: i64,
    /// Rounds that it stands for, itself among them.
    pub(crate) stands: i64,
}

/// A loop that the kernel comes to.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    origin: Origin,
    pub(crate) at: At,
    /// Its rounds, where somebody says them.
    pub(crate) given: Option<u64>,
    /// Do they hang on data?
    pub(crate) hangs: bool,
}

impl Access {
    /// To memory that no other work-item sees?
    pub(crate) fn is_private(&self) -> bool {
        self.space == AddressSpace::Private
    }
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// It reads.
    Load,
    /// It writes.
    Store,
    /// It reads and writes in one step.
    Atomic,
}

/// A call that is being read.
#[derive(Debug)]
struct Frame {
    /// Tells this call's objects from another's.
    number: u32,
    function: FunctionId,
    vars: Vec<Option<Value>>,
    /// Lanes that have returned.
    gone: Mask,
    result: Option<Value>,
    /// Decisions on data that are being read.
    decisions: u32,
    /// Did some lanes return, nobody knows which?
    some_left: bool,
}

/// What was read.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) graph: Graph,
    pub(crate) accesses: Vec<Access>,
    /// Barriers of a work-item.
    pub(crate) barriers: f64,
    /// Where each operation stands first.
    pub(crate) first: HashMap<Operation, Origin>,
    /// Is there a condition or an index that hangs on data?
    pub(crate) guessed: bool,
    /// Is there a loop whose rounds the text alone does not tell?
    pub(crate) rolled: bool,
    /// Is there any loop?
    pub(crate) looped: bool,
    /// Is there a condition under which work-items part?
    pub(crate) branched: bool,
    /// Rounds of loops, for each work-item.
    pub(crate) rounds: f64,
    /// The loops, as they were come to.
    pub(crate) loops: Vec<Loop>,
}

pub(crate) struct Reader<'a> {
    program: &'a Program,
    shape: &'a Shape,
    crowd: &'a Crowd,
    trips: &'a [Trip],
    out: Reading,
    frames: Vec<Frame>,
    calls: u32,
    active: Mask,
    /// How often what is read now is done, for each active work-item: chances and rounds.
    weight: f64,
    /// Lanes that left the loop around, and its round.
    broken: Mask,
    continued: Mask,
    /// Decisions on data within the loop around.
    chances: u32,
    /// The loops around, within the function: their places in `out.loops`, the innermost last.
    around: Vec<usize>,
    /// The rounds of all loops around.
    turns: Vec<Turn>,
    laps: u32,
    /// Stretches of code so far, of which each is done as a whole, or not at all.
    stretches: u32,
    /// Writes so far, to each object that is shared; and to any.
    versions: HashMap<Option<Base>, u32>,
    /// What was last stored in each private array.
    private: HashMap<Base, Node>,
    read: usize,
    /// The sums and products of whole numbers, and how large those without a sign may be.
    forms: HashMap<Node, whole::Form>,
    most: HashMap<Node, u64>,
    /// What a run counted, where one did.
    counted: Option<counted::Counted<'a>>,
}

type Read<T> = Result<T, Refusal>;

impl<'a> Reader<'a> {
    /// Reads the kernel of a shape; how often it does what is told by its text, or by what was counted.
    pub(crate) fn read(
        program: &'a Program,
        shape: &'a Shape,
        crowd: &'a Crowd,
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
        let lanes = crowd.lanes();
        let mut reader = Reader {
            program,
            shape,
            crowd,
            trips,
            out: Reading {
                graph: Graph::default(),
                accesses: Vec::new(),
                barriers: 0.0,
                first: HashMap::new(),
                guessed: false,
                rolled: false,
                looped: false,
                branched: false,
                rounds: 0.0,
                loops: Vec::new(),
            },
            frames: Vec::new(),
            calls: 0,
            active: Mask::all(lanes),
            weight: 1.0,
            broken: Mask::none(lanes),
            continued: Mask::none(lanes),
            chances: 0,
            around: Vec::new(),
            turns: Vec::new(),
            laps: 0,
            stretches: 0,
            versions: HashMap::new(),
            private: HashMap::new(),
            read: 0,
            forms: HashMap::new(),
            most: HashMap::new(),
            counted: counts.map(counted::Counted::new),
        };
        let arguments = (0..function.parameters)
            .map(|number| reader.argument(number as u32, function.vars[number].ty))
            .collect();
        reader.enter(id, arguments)?;
        Ok(reader.out)
    }

    /// The value of a kernel's parameter.
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
            None => Steps::MOVED,
        };
        Value {
            node,
            lanes,
            base,
            parts: None,
            steps: Some(steps),
        }
    }

    /// Reads a function's body with these arguments.
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
            gone: Mask::none(self.crowd.lanes()),
            result: None,
            decisions: 0,
            some_left: false,
        });
        let entered = self.active.clone();
        // The loops of the caller are not left from here.
        let outer = (
            std::mem::take(&mut self.chances),
            std::mem::take(&mut self.around),
        );
        self.statement(&function.body)?;
        (self.chances, self.around) = outer;
        self.active = entered;
        Ok(self.frames.pop().and_then(|frame| frame.result))
    }

    fn frame(&mut self) -> &mut Frame {
        // There is one from the first call on: `enter` pushes it before it reads.
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn refuse<T>(&self, origin: Origin, why: Why) -> Read<T> {
        Err(Refusal {
            at: Some(At::of(self.program, origin)),
            why,
        })
    }

    /// How often what is read now is done, for each work-item of the launch.
    fn share(&self) -> f64 {
        self.weight * self.active.share(&self.crowd.places)
    }

    /// A value computed by an operation: of what kind, and on which type, where it costs anything.
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

    /// Data: a value that is like no other.
    fn data(&mut self, parents: &[Node]) -> Value {
        let key = self.out.graph.fresh();
        let node = self.out.graph.value(key, None, 0.0, parents);
        Value::new(node, Lanes::DATA, None)
    }

    /// An access to a private array. It costs something where the text does not tell the element; an element
    /// that the text tells, and one that a loop's counter chooses, is a register of its own.
    fn private(
        &mut self,
        access: Operation,
        address: Node,
        expr: ExprId,
        parents: &[Node],
    ) -> Value {
        if self.out.graph.is_told(address) {
            return self.data(parents);
        }
        let origin = self.program.expr(expr).origin;
        self.out.first.entry(access).or_insert(origin);
        let key = self.out.graph.fresh();
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

    /// Notes an access that stands at an expression; gives its number.
    fn access(
        &mut self,
        expr: ExprId,
        base: Option<Base>,
        space: AddressSpace,
        kind: Kind,
        ty: TypeId,
        (offset, steps): (&Lanes, Option<Steps>),
    ) -> usize {
        let is_told = matches!(offset, Lanes::Same(_) | Lanes::Each(_)) && base.is_some();
        if !is_told && self.counted.is_none() {
            self.out.guessed = true;
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
            turns: self.turns.clone(),
            stretch: self.stretches,
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
                        let value = self.out.graph.value(key, None, 0.0, &[*node]);
                        self.out.graph.set_access(value, access);
                        value
                    }
                };
                let same = offset.is_same();
                Value::new(value, Lanes::Unknown { same }, same.then_some(Steps::MOVED))
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
                let stored = self.data(&[*node, value.node]).node;
                self.out.graph.set_access(stored, access);
                self.out.graph.root(stored);
                *self.versions.entry(*base).or_default() += 1;
            }
        }
    }

    /// A variable's value after an assignment by the active lanes.
    fn merged(&mut self, new: Value, old: Option<Value>) -> Value {
        let Some(old) = old else {
            return new;
        };
        let everybody = Mask::all(self.crowd.lanes()).without(&self.frame().gone);
        if self.active == everybody || new.node == old.node {
            return new;
        }
        let lanes = self.active.select(&new.lanes, &old.lanes);
        self.joined(&new, &old, lanes)
    }

    /// A value that is one of two.
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

/// What an operation on a scalar type costs like.
pub(crate) fn number(scalar: Scalar) -> Number {
    match scalar {
        Scalar::Half | Scalar::Float => Number::Float,
        Scalar::Double => Number::Double,
        Scalar::Long | Scalar::ULong => Number::Long,
        _ => Number::Int,
    }
}

/// The integer in some bytes.
fn number_of(bytes: &[u8], scalar: Scalar) -> i64 {
    let mut all = [0; 8];
    let count = bytes.len().min(8);
    all[..count].copy_from_slice(&bytes[..count]);
    wrapped(i64::from_le_bytes(all), scalar)
}

/// A number as a type holds it.
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

/// Is an object of this type kept in registers, value by value?
fn is_simple(program: &Program, ty: TypeId) -> bool {
    matches!(
        program.types.get(ty),
        Type::Scalar(_) | Type::Vector(..) | Type::Pointer { .. }
    )
}
