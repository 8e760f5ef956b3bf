//! What a launch did that a correct kernel does not, as data. The crate `mistakes` puts it into words.

use crate::counters::AccessKind;
use crate::image::sampling::Why;
use launch::{ImageFormat, Place, WorkItem};
use opencl_c::builtin::Scope;
use opencl_c::types::AddressSpace;

/// One thing that happened at one place of the text, however often.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What happened, with the numbers of the first time.
    pub kind: EventKind,
    /// The kernel's name.
    pub kernel: String,
    /// The expression or statement; the kernel's name where the launch is refused. Its label is empty.
    pub place: Place,
    /// The text of `place` on one line.
    pub text: String,
    /// The macro expansions that led to `place`, innermost first.
    pub macro_backtrace: Vec<Place>,
    /// The work-item that it happened to first; none where the launch is refused.
    pub work_item: Option<WorkItem>,
    /// How often it happened.
    pub count: u64,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// The launch breaks a limit: nothing ran.
    Refused(Limit),
    /// Only some work-items of a work-group reached a barrier.
    DivergentBarrier(Divergence),
    /// Two work-items accessed one place in memory, at least one of them wrote, and nothing orders them.
    Race(Race),
    /// An access lies outside of its object.
    OutOfBounds(OutOfBounds),
    /// An index leaves its row or member, though not its object.
    OutOfRow {
        /// The index.
        index: i64,
        /// The length of the row.
        length: u64,
    },
    /// A value was read before it was written.
    Uninitialized(Uninitialized),
    /// An address is no multiple of the alignment of its type.
    Misaligned {
        /// The object.
        object: Object,
        /// Bytes from its beginning.
        offset: i64,
        /// The alignment, in bytes.
        align: u64,
    },
    /// An access to an argument that is a null buffer.
    NullBuffer(Object),
    /// An access through a number that is no address of an object.
    StrayPointer(u64),
    /// An access to an object through a pointer that a cast took into another kind of memory.
    WrongSpace(Object),
    /// A write to constant memory.
    WriteToConstant(Object),
    /// A write to a buffer that the kernel may only read.
    WriteToReadOnly(Object),
    /// A read from a buffer that the kernel may only write.
    ReadFromWriteOnly(Object),
    /// An access to what an async copy is still working on.
    AccessDuringCopy(Object),
    /// A kernel ended before an async copy was waited for.
    CopyNotWaited,
    /// The work-items of a group do not call a function of the whole group alike.
    DivergentCopy(CopyDivergence),
    /// Only some work-items of a work-group or sub-group call a function that all have to call together.
    DivergentGroup(Scope, Divergence),
    /// A function of a group is called with what it does not take.
    GroupMisuse(Scope, GroupMisuse),
    /// A result depends on a value of a work-item that is not there.
    StrayLane(StrayLane),
    /// A wait for, or a copy onto, an event that comes from no async copy.
    UnknownEvent,
    /// A loop used up the budget of steps.
    EndlessLoop {
        /// Its iterations until then.
        iterations: u64,
    },
    /// A read or write of an image whose result the specification leaves undefined.
    ImageMisuse(Object, ImageMisuse),
    /// A write that a [`Claim`](crate::Claim) does not allow.
    ClaimBroken(ClaimBroken),
}

/// Why a launch cannot be made. Sizes have one number a dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The work-group's size does not divide the global size.
    NotAMultiple {
        /// The dimension.
        dimension: usize,
        /// The global size in it.
        global: usize,
        /// The work-group's size in it.
        local: usize,
    },
    /// The kernel carries `reqd_work_group_size` with another size.
    RequiredWorkGroupSize {
        /// The size that the kernel requires.
        required: Vec<usize>,
        /// The size of the launch.
        local: Vec<usize>,
    },
    /// The work-group has more work-items than the device allows.
    WorkGroup {
        /// The size of the launch.
        local: Vec<usize>,
        /// The most work-items.
        most: usize,
        /// The device.
        device: &'static str,
    },
    /// The work-group has more work-items in one dimension than the device allows.
    Dimension {
        /// The dimension.
        dimension: usize,
        /// The work-items in it.
        size: usize,
        /// The most work-items.
        most: usize,
        /// The device.
        device: &'static str,
    },
    /// A work-group takes more local memory than the device has.
    LocalMemory {
        /// Bytes that it takes.
        bytes: u64,
        /// Bytes that there are.
        most: u64,
        /// The device.
        device: &'static str,
    },
}

/// Why an access to an image has no defined result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageMisuse {
    /// The function is one of other channels than those of the image's format.
    Format(ImageFormat),
    /// A linear filter, on channels of whole numbers.
    FilterOfWholeNumbers,
    /// The sampler and the coordinate do not go together.
    Sampler(Why),
    /// A work-item reads a pixel that it wrote itself, with no fence of images between.
    Unfenced,
}

/// An object of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The argument that it is bound to; none where the program declares it.
    pub argument: Option<usize>,
    /// Its name; empty where it has none.
    pub name: String,
    /// Where it lies.
    pub space: AddressSpace,
    /// Bytes of one element.
    pub element: u64,
    /// Of an array of arrays: the lengths of the inner ones, outermost first.
    pub rows: Vec<u64>,
    /// Its declaration.
    pub declared: Place,
}

/// Some bytes of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryRange {
    /// The object.
    pub object: Object,
    /// The first byte, from the object's beginning.
    pub offset: i64,
    /// How many.
    pub bytes: u64,
    /// Of an image: the pixel, of one number a dimension, then the layer. It may lie outside.
    pub pixel: Option<Vec<i64>>,
}

/// A barrier that not all work-items of a group reach together.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// Those that reached it.
    pub arrived: LocalIds,
    /// The others.
    pub missing: LocalIds,
    /// What separated them.
    pub branch: Branch,
    /// Where they separated.
    pub parted: Place,
}

/// Some work-items of a work-group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalIds {
    /// How many there are.
    pub count: usize,
    /// Their local ids as ranges, first and last, dimension 0 counting fastest.
    pub ranges: Vec<(Vec<usize>, Vec<usize>)>,
}

/// What separates the work-items of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// A condition, or a jump over some statements.
    Conditional,
    /// Some leave a loop earlier.
    Loop,
    /// Some return earlier.
    Return,
}

/// Two accesses that nothing orders. The later one, as the simulator runs them, is the event's.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// What both accessed.
    pub accessed: MemoryRange,
    /// What the later access does.
    pub later: AccessKind,
    /// What the earlier access does.
    pub earlier: AccessKind,
    /// The work-item of the earlier access.
    pub other: WorkItem,
    /// The earlier access, where it is known.
    pub other_place: Option<Place>,
    /// Are both one and the same access of the text?
    pub is_one_access: bool,
    /// Do both write, and the same value each time?
    pub same_value: bool,
    /// Why nothing orders them.
    pub scope: RaceScope,
    /// Does an atomic operation order their two work-groups, only not these two work-items?
    pub ordered_for_others: bool,
    /// How the index of the later access was computed.
    pub index: Option<ComputedIndex>,
}

/// Why nothing orders two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceScope {
    /// No barrier between two work-items of a group.
    Group,
    /// A barrier between two work-items of a group that does not fence this address space.
    Unfenced,
    /// Two work-groups.
    BetweenGroups,
    /// An atomic operation lies between, whose order or scope is too weak to order them.
    WeakAtomic,
}

/// How an index was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComputedIndex {
    /// Its expression with the values of the work-item: `y * h + x = 1 * 2 + 0 = 2`.
    pub text: String,
    /// The index, in elements from where its pointer points.
    pub value: i128,
}

/// An access outside of its object.
#[derive(Clone, Debug, PartialEq)]
pub struct OutOfBounds {
    /// What it would access.
    pub accessed: MemoryRange,
    /// Bytes of the object.
    pub size: u64,
    /// Of an image: its size in pixels, then its layers.
    pub image: Option<Vec<usize>>,
    /// Does it write?
    pub write: bool,
    /// The condition that it is under, where one has to do with its index.
    pub guard: Option<Place>,
    /// How its index was computed.
    pub index: Option<ComputedIndex>,
}

/// A read of a value before it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Uninitialized {
    /// What was read.
    pub value: UninitializedValue,
    /// The declaration of the variable, where the event's place is its name.
    pub declared: Option<Place>,
}

/// What was read before it was written.
#[derive(Clone, Debug, PartialEq)]
pub enum UninitializedValue {
    /// An element of memory, and how its index was computed.
    Element(MemoryRange, Option<ComputedIndex>),
    /// Some part of a private array or record.
    Object(Object),
    /// A variable.
    Variable,
}

/// How the calls of a group differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyDivergence {
    /// Only some work-items reach the copy.
    SomeCopy,
    /// The arguments of the copy differ.
    Arguments,
    /// Only some work-items reach the wait.
    SomeWait,
    /// The events waited for differ.
    Events,
}

/// A call of a function of a group that has no defined result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupMisuse {
    /// An argument that has to be the same for all differs.
    DifferentIds,
    /// The size of a cluster is no power of two, or larger than a sub-group.
    ClusterSize {
        /// The size.
        given: u64,
        /// Work-items of a sub-group.
        most: usize,
    },
}

/// A value of a work-item that does not call the function, or does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrayLane {
    /// The lane of the sub-group, or the linear local id, that is asked for.
    pub wanted: i64,
    /// Is there such a work-item, which does not call the function?
    pub inactive: bool,
    /// Work-items of a sub-group.
    pub size: usize,
}

/// A write against a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimBroken {
    /// The buffer.
    pub object: Object,
    /// The element, as the claim counts them.
    pub element: usize,
    /// Why the claim does not allow it.
    pub breach: Breach,
    /// The first elements that the writing work-item owns, at most [`ClaimBroken::MOST_OWN`].
    pub own: Vec<usize>,
}

impl ClaimBroken {
    /// Of more elements than this the others are left out.
    pub const MOST_OWN: usize = 5;
}

/// Why a claim does not allow a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breach {
    /// The element belongs to another work-item.
    Owned {
        /// That work-item.
        owner: WorkItem,
        /// The first elements that it owns, at most [`ClaimBroken::MOST_OWN`].
        theirs: Vec<usize>,
    },
    /// Another work-item has written the element as well.
    Shared {
        /// That work-item.
        other: WorkItem,
    },
    /// The work-item has already written as many elements as it may.
    TooMany {
        /// How many.
        most: u32,
    },
}
