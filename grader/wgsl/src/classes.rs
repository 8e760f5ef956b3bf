//! Classes of memory: sets of objects that one pointer may point to. Each becomes one array of the shader, and a
//! pointer is an offset in it.

use opencl_c::types::Type;
use std::collections::BTreeSet;

/// A class; [`Classes::find`] says which it has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Class(pub(crate) usize);

/// Where the memory of a class lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Space {
    /// Buffers of the launch.
    Storage,
    /// Local memory.
    Workgroup,
    /// Private memory.
    Private,
    /// Constant objects of the program.
    Table,
}

/// What is known of a class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) spaces: BTreeSet<Space>,
    /// Is a part of a word read, written or pointed to?
    pub(crate) bytes: bool,
    /// Is a part of a word written?
    pub(crate) writes_bytes: bool,
    /// Does an atomic operation work on it?
    pub(crate) atomic: bool,
    pub(crate) written: bool,
    /// Is a vector of four words, or of a multiple, read or written as one, where it is aligned as such?
    pub(crate) vectors: bool,
    /// Is a record in it?
    pub(crate) records: bool,
    /// What pointers in it point to.
    pub(crate) pointee: Option<Class>,
}

impl Facts {
    /// A value of this type is read or written as one.
    pub(crate) fn note_vector(&mut self, ty: &Type) {
        match ty {
            Type::Vector(scalar, 4 | 8 | 16) if scalar.size() == 4 => self.vectors = true,
            Type::Record(_) => self.records = true,
            _ => {}
        }
    }
}

/// All classes, joined as pointers are assigned.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    parents: Vec<usize>,
    facts: Vec<Facts>,
}

impl Classes {
    pub(crate) fn fresh(&mut self) -> Class {
        self.parents.push(self.parents.len());
        self.facts.push(Facts::default());
        Class(self.parents.len() - 1)
    }

    pub(crate) fn of_space(&mut self, space: Space) -> Class {
        let class = self.fresh();
        self.facts[class.0].spaces.insert(space);
        class
    }

    pub(crate) fn find(&self, class: Class) -> Class {
        let mut at = class.0;
        while self.parents[at] != at {
            at = self.parents[at];
        }
        Class(at)
    }

    pub(crate) fn facts(&self, class: Class) -> &Facts {
        &self.facts[self.find(class).0]
    }

    pub(crate) fn facts_mut(&mut self, class: Class) -> &mut Facts {
        let root = self.find(class);
        &mut self.facts[root.0]
    }

    /// What pointers stored in a class point to.
    pub(crate) fn pointee(&mut self, class: Class) -> Class {
        if let Some(pointee) = self.facts(class).pointee {
            return pointee;
        }
        let fresh = self.fresh();
        self.facts_mut(class).pointee = Some(fresh);
        fresh
    }

    /// Two classes become one, and so does what is pointed to from them.
    pub(crate) fn join(&mut self, one: Class, other: Class) {
        let mut pairs = vec![(one, other)];
        while let Some((one, other)) = pairs.pop() {
            let (one, other) = (self.find(one), self.find(other));
            if one == other {
                continue;
            }
            self.parents[other.0] = one.0;
            let gone = std::mem::take(&mut self.facts[other.0]);
            let kept = &mut self.facts[one.0];
            kept.spaces.extend(gone.spaces);
            kept.bytes |= gone.bytes;
            kept.writes_bytes |= gone.writes_bytes;
            kept.atomic |= gone.atomic;
            kept.written |= gone.written;
            kept.vectors |= gone.vectors;
            kept.records |= gone.records;
            match (kept.pointee, gone.pointee) {
                (Some(a), Some(b)) => pairs.push((a, b)),
                (None, some) => kept.pointee = some,
                _ => {}
            }
        }
    }
}
