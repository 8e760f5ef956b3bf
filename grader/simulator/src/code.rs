//! The register code that a kernel is lowered to: a flat list of instructions with structured masks.
//!
//! An instruction works on all work-items of a work-group at once. Each operand is a register:
//! either *uniform* (one value for the group) or *varying* (one value for each work-item). Control
//! flow is structured: a construct owns a *frame* of masks, and every jump goes to a *join*, an
//! instruction that knows which work-items meet there.
//!
//! Invariant: no instruction but a join is ever executed under an empty mask.

use crate::calls::Callee;
use crate::formula::Formula;
use crate::left_open::LeftOpen;
pub(crate) use crate::operand::{BinOp, Reg, Slot, UnOp};
use launch::Place;
use opencl_c::builtin::{Combine, GroupKind, Name, Scope};
use opencl_c::program::{ExprId, FunctionId, VarId};
use opencl_c::source::Origin;
use opencl_c::stretch::Stretch;
use opencl_c::types::{AddressSpace, ImageType, Rounding, Scalar, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

/// A position in the code. Lowering uses label numbers; allocation rewrites them to indices.
pub(crate) type Target = u32;

/// Index into the frames of masks.
pub(crate) type Frame = u16;

/// Index into [`Code::sites`].
pub(crate) type SiteId = u32;

/// A read-modify-write operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicOp {
    Add,
    Subtract,
    Exchange,
    CompareExchange,
    Min,
    Max,
    And,
    Or,
    Xor,
    /// Of OpenCL C 2.0: reads alone.
    Load,
    /// Of OpenCL C 2.0: writes alone.
    Store,
}

/// How an atomic operation or a fence of OpenCL C 2.0 orders other accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) acquire: bool,
    pub(crate) release: bool,
    /// For work-items of other work-groups too?
    pub(crate) device: bool,
}

/// One term of an address: an index times a number of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) index: Reg,
    pub(crate) ty: Scalar,
    pub(crate) scale: i64,
}

/// An address: a pointer, moved by a constant and by terms.
#[derive(Clone, Debug)]
pub(crate) struct Addr {
    pub(crate) base: Reg,
    pub(crate) terms: Vec<Term>,
    pub(crate) offset: i64,
}

/// A load or a store of one or more consecutive scalars.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) addr: Addr,
    pub(crate) store: bool,
    /// The declared address space is private: every work-item has its own object.
    pub(crate) private: bool,
    /// The declared address space is generic: the object may be private.
    pub(crate) generic: bool,
    pub(crate) scalar: Scalar,
    pub(crate) align: u32,
    /// Destinations or sources, one for each scalar.
    pub(crate) regs: Vec<Reg>,
    /// For a load: a bit for each of `regs` whose value nothing depends on.
    pub(crate) idle: u16,
    pub(crate) site: SiteId,
}

/// An atomic operation.
#[derive(Clone, Debug)]
pub(crate) struct Atomic {
    pub(crate) op: AtomicOp,
    /// On local memory.
    pub(crate) local: bool,
    pub(crate) scalar: Scalar,
    pub(crate) addr: Addr,
    pub(crate) value: Reg,
    pub(crate) compare: Reg,
    pub(crate) dst: Reg,
    /// `None` for the atomics of 1.2, which order nothing.
    pub(crate) order: Option<Order>,
    pub(crate) site: SiteId,
}

/// A function that a work-group or sub-group computes together.
#[derive(Clone, Debug)]
pub(crate) struct GroupCall {
    pub(crate) scope: Scope,
    pub(crate) kind: GroupKind,
    /// May work-items of the group be elsewhere?
    pub(crate) non_uniform: bool,
    pub(crate) combine: Option<Combine>,
    pub(crate) scalar: Scalar,
    /// The components of the value.
    pub(crate) values: Vec<Reg>,
    /// Those of a second value.
    pub(crate) seconds: Vec<Reg>,
    /// A ballot, or ids, or a distance.
    pub(crate) which: Vec<Reg>,
    pub(crate) cluster: Option<Reg>,
    pub(crate) dsts: Vec<Reg>,
    pub(crate) site: SiteId,
}

/// A copy of bytes with their definedness: a struct, or an async copy.
#[derive(Clone, Debug)]
pub(crate) struct Copy {
    pub(crate) to: Addr,
    pub(crate) from: Addr,
    pub(crate) bytes: u64,
    pub(crate) site: SiteId,
}

/// An async copy between global and local memory.
#[derive(Clone, Debug)]
pub(crate) struct AsyncCopy {
    pub(crate) to: Reg,
    pub(crate) from: Reg,
    /// Elements.
    pub(crate) count: Reg,
    /// Elements between those of the strided side.
    pub(crate) stride: Option<Reg>,
    pub(crate) element: u64,
    /// The strided side is the destination.
    pub(crate) scatter: bool,
    pub(crate) event: Reg,
    pub(crate) dst: Reg,
    pub(crate) site: SiteId,
    /// Where what it writes is counted; what it reads is at `site`.
    pub(crate) written: SiteId,
}

/// A wait for as many events as a register says, which lie one behind the other in private memory.
#[derive(Clone, Debug)]
pub(crate) struct WaitList {
    pub(crate) count: Reg,
    /// Loads the first of them.
    pub(crate) first: Access,
}

/// Output of `printf`.
#[derive(Clone, Debug)]
pub(crate) struct Print {
    pub(crate) format: Vec<u8>,
    pub(crate) arguments: Vec<PrintArgument>,
}

/// An argument of `printf`.
#[derive(Clone, Debug)]
pub(crate) enum PrintArgument {
    /// A scalar or vector.
    Values(Scalar, Vec<Reg>),
    /// A string literal.
    Text(Vec<u8>),
}

/// What a call does with an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImageOp {
    /// Reads channels of this type.
    Read(Scalar),
    /// Writes channels of this type.
    Write(Scalar),
    /// Asks for its size or format.
    Ask(Name),
}

/// An access to an image, or a question about it.
#[derive(Clone, Debug)]
pub(crate) struct ImageAccess {
    pub(crate) op: ImageOp,
    pub(crate) image: Reg,
    pub(crate) sampler: Option<Reg>,
    /// The coordinate.
    pub(crate) at: Vec<Reg>,
    /// Is the coordinate of `float`?
    pub(crate) floats: bool,
    /// Destinations, or the channels to be written.
    pub(crate) values: Vec<Reg>,
    /// May the kernel both read and write the image?
    pub(crate) read_write: bool,
    pub(crate) site: SiteId,
}

/// A call of a function over each work-item's values.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) callee: Callee,
    pub(crate) args: Vec<Reg>,
    pub(crate) dsts: Vec<Reg>,
}

/// `switch`: the values of its cases, so that `default` knows what is left.
#[derive(Clone, Debug)]
pub(crate) struct Cases {
    pub(crate) value: Reg,
    pub(crate) values: Vec<u64>,
}

/// An instruction.
#[derive(Clone, Debug)]
pub(crate) enum Inst {
    /// Removed by allocation.
    Nop,
    /// A straight stretch begins: counts who executes it.
    Block(u32),
    Move {
        dst: Reg,
        src: Reg,
    },
    Unary {
        op: UnOp,
        ty: Scalar,
        dst: Reg,
        a: Reg,
    },
    Binary {
        op: BinOp,
        ty: Scalar,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// `a * b + c`, rounded as `mad` may be: once for integers, twice for floating types.
    MultiplyAdd {
        ty: Scalar,
        dst: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    /// `b` where the narrow `a` is not zero, else `c`.
    Select {
        dst: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    Convert {
        from: Scalar,
        to: Scalar,
        saturate: bool,
        rounding: Option<Rounding>,
        dst: Reg,
        a: Reg,
    },
    Call(Box<Call>),
    /// The pointer `base + index * scale`.
    Offset {
        dst: Reg,
        base: Reg,
        index: Reg,
        ty: Scalar,
        scale: i64,
    },
    Access(Box<Access>),
    Atomic(Box<Atomic>),
    Copy(Box<Copy>),
    /// Bytes of an object become zero (`true`) or indeterminate.
    Fresh {
        object: u32,
        zero: bool,
    },
    /// A scalar object is read: was it written?
    CheckDefined {
        flag: Reg,
        /// The register that is read; `None` where it is the only one of its variable.
        component: Option<Reg>,
        site: SiteId,
    },
    /// A subscript of an array within a larger object: is it below the array's length?
    CheckIndex {
        index: Reg,
        ty: Scalar,
        length: u64,
        site: SiteId,
    },
    If {
        cond: Reg,
        frame: Frame,
        /// The `Else` or `EndIf` of this frame.
        join: Target,
        /// Where the other branch begins, or `EndIf`.
        otherwise: Target,
        site: SiteId,
    },
    Else {
        frame: Frame,
        end: Target,
    },
    EndIf {
        frame: Frame,
        outer: Target,
    },
    LoopBegin {
        frame: Frame,
        site: SiteId,
        /// It counts towards a bound that it does not change: it ends, however late.
        counted: bool,
    },
    LoopTest {
        cond: Reg,
        frame: Frame,
        end: Target,
        site: SiteId,
    },
    /// The body of a loop begins; for the uniformity analysis.
    BodyBegin {
        frame: Frame,
    },
    LoopNext {
        frame: Frame,
        end: Target,
    },
    LoopBack {
        frame: Frame,
        start: Target,
    },
    LoopEnd {
        frame: Frame,
        outer: Target,
    },
    Break {
        frame: Frame,
        join: Target,
        site: SiteId,
    },
    Continue {
        frame: Frame,
        join: Target,
        site: SiteId,
    },
    SwitchBegin {
        frame: Frame,
        first: Target,
        cases: Box<Cases>,
        site: SiteId,
    },
    Case {
        frame: Frame,
        cases: Box<Cases>,
        value: Option<u64>,
        next: Target,
    },
    SwitchEnd {
        frame: Frame,
        outer: Target,
    },
    FunctionBegin {
        frame: Frame,
    },
    /// Of what is left by jumps to what stands behind it.
    BlockBegin {
        frame: Frame,
        /// Is the jump one out of a loop?
        leaves_loop: bool,
    },
    BlockEnd {
        frame: Frame,
        outer: Target,
    },
    /// From a helper function (`Some`) or from the kernel.
    Return {
        frame: Option<Frame>,
        join: Target,
        site: SiteId,
    },
    FunctionEnd {
        frame: Frame,
        outer: Target,
    },
    Barrier {
        flags: Reg,
        /// Does its fence reach other work-groups?
        device: bool,
        site: SiteId,
    },
    Group(Box<GroupCall>),
    /// `atomic_work_item_fence`, or `mem_fence` from OpenCL C 2.0 on.
    Fence {
        order: Order,
    },
    /// A fence with these flags of each work-item for itself, where the program reads and writes one image.
    ImageFence {
        flags: Reg,
    },
    /// A pointer if it points into this kind of memory, else null; for no kind, the fence flags of its kind.
    ToSpace {
        dst: Reg,
        a: Reg,
        space: Option<AddressSpace>,
    },
    /// A generic pointer cast to a pointer into this kind of memory: see [`pointer::misplaced`].
    CastToSpace {
        dst: Reg,
        a: Reg,
        space: AddressSpace,
    },
    AsyncCopy(Box<AsyncCopy>),
    /// Waits for events: registers that hold them.
    Wait {
        events: Vec<Reg>,
        site: SiteId,
    },
    WaitList(Box<WaitList>),
    Image(Box<ImageAccess>),
    Print(Box<Print>),
    /// Code that is stepped through stops here.
    Mark(MarkId),
    End,
}

/// What a visitor learns of a register of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Read,
    Write,
}

impl Addr {
    fn visit(&mut self, f: &mut impl FnMut(&mut Reg, Use)) {
        f(&mut self.base, Use::Read);
        for term in &mut self.terms {
            f(&mut term.index, Use::Read);
        }
    }
}

impl Inst {
    /// Calls `f` on each register, those read before those written.
    pub(crate) fn visit(&mut self, f: &mut impl FnMut(&mut Reg, Use)) {
        use Use::{Read, Write};
        match self {
            Inst::Nop
            | Inst::Block(_)
            | Inst::Fresh { .. }
            | Inst::Else { .. }
            | Inst::EndIf { .. }
            | Inst::LoopBegin { .. }
            | Inst::BodyBegin { .. }
            | Inst::LoopNext { .. }
            | Inst::LoopBack { .. }
            | Inst::LoopEnd { .. }
            | Inst::Break { .. }
            | Inst::Continue { .. }
            | Inst::SwitchEnd { .. }
            | Inst::FunctionBegin { .. }
            | Inst::BlockBegin { .. }
            | Inst::BlockEnd { .. }
            | Inst::Return { .. }
            | Inst::FunctionEnd { .. }
            | Inst::Fence { .. }
            | Inst::Mark(_)
            | Inst::End => {}
            Inst::ImageFence { flags } => f(flags, Read),
            Inst::Move { dst, src } => {
                f(src, Read);
                f(dst, Write);
            }
            Inst::Unary { dst, a, .. }
            | Inst::Convert { dst, a, .. }
            | Inst::ToSpace { dst, a, .. }
            | Inst::CastToSpace { dst, a, .. } => {
                f(a, Read);
                f(dst, Write);
            }
            Inst::Binary { dst, a, b, .. } => {
                f(a, Read);
                f(b, Read);
                f(dst, Write);
            }
            Inst::MultiplyAdd { dst, a, b, c, .. } | Inst::Select { dst, a, b, c } => {
                f(a, Read);
                f(b, Read);
                f(c, Read);
                f(dst, Write);
            }
            Inst::Call(call) => {
                call.args.iter_mut().for_each(|reg| f(reg, Read));
                call.dsts.iter_mut().for_each(|reg| f(reg, Write));
            }
            Inst::Offset {
                dst, base, index, ..
            } => {
                f(base, Read);
                f(index, Read);
                f(dst, Write);
            }
            Inst::Access(access) => {
                access.addr.visit(f);
                let how = if access.store { Read } else { Write };
                access.regs.iter_mut().for_each(|reg| f(reg, how));
            }
            Inst::Atomic(atomic) => {
                atomic.addr.visit(f);
                f(&mut atomic.value, Read);
                f(&mut atomic.compare, Read);
                f(&mut atomic.dst, Write);
            }
            Inst::Group(call) => {
                let read = [&mut call.values, &mut call.seconds, &mut call.which];
                read.into_iter()
                    .flatten()
                    .chain(call.cluster.as_mut())
                    .for_each(|reg| f(reg, Read));
                call.dsts.iter_mut().for_each(|reg| f(reg, Write));
            }
            Inst::Copy(copy) => {
                copy.to.visit(f);
                copy.from.visit(f);
            }
            // The component's own uses tell whether its value matters.
            Inst::CheckDefined { flag, .. } => f(flag, Read),
            Inst::CheckIndex { index, .. } => f(index, Read),
            Inst::If { cond, .. } | Inst::LoopTest { cond, .. } => f(cond, Read),
            Inst::SwitchBegin { cases, .. } | Inst::Case { cases, .. } => {
                f(&mut cases.value, Read);
            }
            Inst::Barrier { flags, .. } => f(flags, Read),
            Inst::AsyncCopy(copy) => {
                f(&mut copy.to, Read);
                f(&mut copy.from, Read);
                f(&mut copy.count, Read);
                if let Some(stride) = &mut copy.stride {
                    f(stride, Read);
                }
                f(&mut copy.event, Read);
                f(&mut copy.dst, Write);
            }
            Inst::Wait { events, .. } => events.iter_mut().for_each(|reg| f(reg, Read)),
            Inst::WaitList(wait) => {
                f(&mut wait.count, Read);
                wait.first.addr.visit(f);
                wait.first.regs.iter_mut().for_each(|reg| f(reg, Write));
            }
            Inst::Image(access) => {
                f(&mut access.image, Read);
                access.sampler.iter_mut().for_each(|reg| f(reg, Read));
                access.at.iter_mut().for_each(|reg| f(reg, Read));
                let how = match access.op {
                    ImageOp::Write(_) => Read,
                    ImageOp::Read(_) | ImageOp::Ask(_) => Write,
                };
                access.values.iter_mut().for_each(|reg| f(reg, how));
            }
            Inst::Print(print) => {
                for argument in &mut print.arguments {
                    if let PrintArgument::Values(_, regs) = argument {
                        regs.iter_mut().for_each(|reg| f(reg, Read));
                    }
                }
            }
        }
    }

    /// Calls `f` on each jump target.
    pub(crate) fn targets(&mut self, mut f: impl FnMut(&mut Target)) {
        match self {
            Inst::If {
                join, otherwise, ..
            } => {
                f(join);
                f(otherwise);
            }
            Inst::Else { end, .. } | Inst::LoopTest { end, .. } | Inst::LoopNext { end, .. } => {
                f(end);
            }
            Inst::EndIf { outer, .. }
            | Inst::LoopEnd { outer, .. }
            | Inst::SwitchEnd { outer, .. }
            | Inst::FunctionEnd { outer, .. }
            | Inst::BlockEnd { outer, .. } => f(outer),
            Inst::LoopBack { start, .. } => f(start),
            Inst::Break { join, .. } | Inst::Continue { join, .. } | Inst::Return { join, .. } => {
                f(join);
            }
            Inst::SwitchBegin { first, .. } => f(first),
            Inst::Case { next, .. } => f(next),
            _ => {}
        }
    }
}

/// What an object of memory is to the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind {
    /// The buffer or local memory bound to a parameter.
    Parameter(usize),
    /// A `__local` object.
    Local,
    /// A `__constant` object or a string literal.
    Constant,
    /// An object of the program in global memory.
    Global,
    /// A private object: one for each work-item, at this offset of its frame.
    Private(u64),
}

/// An object of memory, an allocation of its own.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) kind: ObjectKind,
    pub(crate) name: String,
    /// Bytes; 0 for parameters, whose size the launch gives.
    pub(crate) size: u64,
    /// Bytes of one element, for messages.
    pub(crate) element: u64,
    /// Of an array of arrays: the lengths of the inner ones, outermost first.
    pub(crate) rows: Vec<u64>,
    /// Its type; of a pointer's object, the type of one element.
    pub(crate) ty: TypeId,
    /// Its declaration.
    pub(crate) place: Place,
    /// The contents of a constant object.
    pub(crate) bytes: Vec<u8>,
}

/// A place of the source that findings and counters are kept for.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// The construct.
    pub(crate) place: Place,
    /// Its text, on one line.
    pub(crate) text: String,
    /// The macro expansions it came through.
    pub(crate) backtrace: Vec<Place>,
    /// The condition that let it through, where one has to do with its index.
    pub(crate) guard: Option<SiteId>,
    /// For a name: where it was declared.
    pub(crate) declared: Option<Place>,
    /// The expression, where it is one.
    pub(crate) expr: Option<ExprId>,
    /// For an access: how its index is computed, in the registers of these calls.
    pub(crate) index: Option<(Arc<[ExprId]>, Formula)>,
}

/// What kind of work an instruction is, for the counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Work {
    IntegerAdd,
    IntegerMultiply,
    IntegerDivide,
    Bits,
    FloatAdd,
    FloatMultiply,
    FloatDivide,
    MultiplyAdd,
    /// A built-in function.
    Function,
    Compare,
    Convert,
    Select,
    Atomic,
}

/// How a parameter of the kernel is passed.
#[derive(Clone, Debug)]
pub(crate) enum Parameter {
    /// A pointer to global or constant memory, or to local memory.
    Pointer {
        reg: Reg,
        local: bool,
        constant: bool,
    },
    /// A scalar or vector, in registers.
    Value {
        scalar: Scalar,
        regs: Vec<Reg>,
        size: u64,
    },
    /// A record, in a private object.
    Record { object: u32, size: u64 },
    /// An image: the register of its handle, which is the address of its first pixel.
    Image { reg: Reg, ty: ImageType },
    /// A sampler: the register of its bits.
    Sampler { reg: Reg },
}

/// Registers with a meaning of their own, where the code reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Special {
    Dimensions,
    GlobalSize(u8),
    GlobalId(u8),
    LocalSize(u8),
    EnqueuedLocalSize(u8),
    LocalId(u8),
    Groups(u8),
    GroupId(u8),
    GlobalOffset(u8),
    GlobalLinearId,
    LocalLinearId,
    SubGroupSize,
    MaxSubGroupSize,
    SubGroups,
    EnqueuedSubGroups,
    SubGroupId,
    SubGroupLocalId,
}

/// A lowered kernel.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) kernel: String,
    /// The kernel's name in the source.
    pub(crate) place: Place,
    pub(crate) insts: Vec<Inst>,
    /// For each instruction, index into `lines`.
    pub(crate) inst_lines: Vec<u32>,
    /// Source lines: file and number.
    pub(crate) lines: Vec<(String, u32)>,
    /// For each block, the stretch of the text that begins there, where it counts by itself.
    pub(crate) blocks: Vec<Option<Stretch>>,
    pub(crate) frames: usize,
    pub(crate) uniforms: usize,
    pub(crate) narrows: usize,
    pub(crate) wides: usize,
    /// Uniform registers with their values.
    pub(crate) constants: Vec<(Reg, u64)>,
    pub(crate) specials: Vec<(Special, Reg)>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) objects: Vec<Object>,
    /// Bytes of one work-item's private memory.
    pub(crate) private_bytes: u64,
    pub(crate) sites: Vec<Site>,
    pub(crate) required_work_group_size: Option<[u64; 3]>,
    pub(crate) required_sub_group_size: Option<u64>,
    /// For each parameter: may the kernel write through it?
    pub(crate) written: Vec<bool>,
    /// Does it touch global memory with atomics, or print?
    pub(crate) ordered: bool,
    /// Is what is left open done as another implementation might?
    pub(crate) elsewhere: bool,
    /// What the kernel leaves to the implementation.
    pub(crate) open: Vec<LeftOpen>,
    /// Where it stops and what is visible there, in code that is stepped through.
    pub(crate) stepping: Stepping,
}

/// Index into [`Stepping::marks`].
pub(crate) type MarkId = u32;

/// Index into [`Stepping::variables`].
pub(crate) type VariableId = u32;

/// Index into [`Stepping::calls`].
pub(crate) type CallId = u32;

/// What is known of code that is stepped through.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stepping {
    pub(crate) marks: Vec<Mark>,
    pub(crate) variables: Vec<Visible>,
    /// The kernel, then each call that was inlined.
    pub(crate) calls: Vec<SteppedCall>,
    /// The objects of the program's globals that the kernel uses.
    pub(crate) globals: HashMap<u32, u32>,
    /// The local objects that functions declare.
    pub(crate) local_objects: HashMap<(FunctionId, VarId), u32>,
}

/// A place before which the code stops.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) place: Place,
    /// The statement in whose scope it stands.
    pub(crate) scope: Origin,
    /// Inside that statement, a loop, or before it?
    pub(crate) inside: bool,
    pub(crate) call: CallId,
    /// The variable declared last of those that are visible.
    pub(crate) newest: Option<VariableId>,
}

/// A call that was inlined.
#[derive(Clone, Debug)]
pub(crate) struct SteppedCall {
    pub(crate) function: FunctionId,
    /// The mark of the statement that calls; none for the kernel.
    pub(crate) caller: Option<MarkId>,
}

/// A variable that is visible.
#[derive(Clone, Debug)]
pub(crate) struct Visible {
    pub(crate) var: VarId,
    pub(crate) name: String,
    pub(crate) ty: TypeId,
    /// The scalar that its value consists of; none for a pointer or a record.
    pub(crate) scalar: Option<Scalar>,
    pub(crate) storage: Storage,
    /// The one declared before it.
    pub(crate) before: Option<VariableId>,
}

/// Where the value of a variable is.
#[derive(Clone, Debug)]
pub(crate) enum Storage {
    Registers {
        scalar: Scalar,
        /// One for each component.
        regs: Vec<Reg>,
        /// For each, the register that says which work-items have written it, where it has no initial value.
        written: Vec<Option<Reg>>,
    },
    Object(u32),
}

/// A pointer as 64 bits: allocation, then offset with a bias so that small negative offsets stay
/// in their allocation. Allocation 0 is null.
pub(crate) mod pointer {
    pub(crate) const SHIFT: u32 = 40;
    pub(crate) const BIAS: u64 = 1 << (SHIFT - 1);

    /// The address of the first byte of an allocation.
    pub(crate) const fn of(allocation: u32) -> u64 {
        if allocation == 0 {
            0
        } else {
            ((allocation as u64) << SHIFT) + BIAS
        }
    }

    /// Allocation and offset. Anything near null is allocation 0.
    #[inline(always)]
    pub(crate) const fn parts(pointer: u64) -> (u32, i64) {
        let allocation = (pointer >> SHIFT) as u32;
        (
            allocation,
            (pointer & ((1 << SHIFT) - 1)) as i64 - BIAS as i64,
        )
    }

    /// Set in a pointer whose type names another kind of memory than that of its object. No allocation has such
    /// a number, so only the access that goes wrong anyway looks at it.
    const MISPLACED: u64 = 1 << 63;

    /// The pointer, cast to a kind of memory that its object does not lie in.
    pub(crate) const fn misplaced(pointer: u64) -> u64 {
        pointer | MISPLACED
    }

    /// The object of such a pointer, counted from 0.
    pub(crate) fn misplaced_object(pointer: u64) -> Option<usize> {
        let (allocation, _) = parts(pointer & !MISPLACED);
        let object = (allocation as usize).checked_sub(1)?;
        (pointer & MISPLACED != 0).then_some(object)
    }
}
