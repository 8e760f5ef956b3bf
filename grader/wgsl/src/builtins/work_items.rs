//! Ids and sizes, barriers and fences.

use crate::emit::Emit;
use crate::pointers::ObjectKind;
use crate::refusal::{Reason, Result};
use crate::uniform::constant;
use crate::value::{Atom, Lane, Value};
use opencl_c::builtin::Name;
use opencl_c::program::ExprId;
use opencl_c::types::Scalar;

/// The first words of the block: see [`crate::bindings::GEOMETRY_WORDS`].
const GLOBAL: u32 = 0;
const DIMENSIONS: u32 = 3;
const OFFSET: u32 = 4;
const GROUPS: u32 = 8;

/// The flag of a barrier that orders local memory alone.
const CLK_LOCAL_MEM_FENCE: u64 = 1;

/// The memory whose accesses a barrier orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fence {
    Local,
    LocalAndGlobal,
}

impl Emit<'_> {
    pub(super) fn work_item(
        &mut self,
        id: ExprId,
        name: Name,
        arguments: &[ExprId],
    ) -> Result<Option<Value>> {
        if let Some(value) = self.sub_group_query(name) {
            return Ok(Some(value));
        }
        let size = |atom: Atom| Value::Lanes(Scalar::ULong, vec![Lane::narrow(atom)]);
        Ok(Some(match name {
            Name::GetWorkDim => {
                let atom = Atom::name(self.block_word(DIMENSIONS));
                Value::Lanes(Scalar::UInt, vec![Lane::one(atom)])
            }
            Name::GetGlobalSize
            | Name::GetGlobalId
            | Name::GetLocalSize
            | Name::GetEnqueuedLocalSize
            | Name::GetLocalId
            | Name::GetNumGroups
            | Name::GetGroupId
            | Name::GetGlobalOffset => {
                let beyond = match name {
                    Name::GetGlobalId
                    | Name::GetLocalId
                    | Name::GetGroupId
                    | Name::GetGlobalOffset => 0,
                    _ => 1,
                };
                if let Some(dimension) = constant(self.program, arguments[0]) {
                    let atom = match dimension {
                        0..3 => self.query(name, dimension as u32),
                        _ => Atom::u32(beyond),
                    };
                    return Ok(Some(size(atom)));
                }
                let (_, dimension) = self.lane(arguments[0])?;
                let dimension = self.simple(&dimension.lo).text;
                let mut text = format!("{beyond}u");
                for at in 0..3 {
                    let value = self.query(name, at).text;
                    text = format!("select({text}, {value}, u32({dimension}) == {at}u)");
                }
                size(Atom::text(text))
            }
            Name::GetLocalLinearId => size(Atom::name("item_index")),
            Name::GetGlobalLinearId => {
                let id = |emit: &mut Self, at| {
                    let id = emit.query(Name::GetGlobalId, at).text;
                    format!("({id} - {})", emit.block_word(OFFSET + at))
                };
                let (x, y, z) = (id(self, 0), id(self, 1), id(self, 2));
                let (width, height) = (self.block_word(GLOBAL), self.block_word(GLOBAL + 1));
                size(Atom::text(format!(
                    "(({z} * {height} + {y}) * {width} + {x})"
                )))
            }
            Name::Barrier => {
                self.barrier(self.fence(arguments));
                Value::Nothing
            }
            Name::MemFence | Name::ReadMemFence | Name::WriteMemFence => {
                return self.refuse(id, Reason::OrderBetweenGroups);
            }
            Name::AtomicWorkItemFence => return self.refuse(id, Reason::OrderBetweenGroups),
            Name::Prefetch => {
                for &argument in arguments {
                    self.effect(argument)?;
                }
                Value::Nothing
            }
            Name::ToGlobal | Name::ToLocal | Name::ToPrivate | Name::GetFence => {
                return self.unknown(id, name);
            }
            _ => return Ok(None),
        }))
    }

    /// The memory that the flags of a barrier name, its first argument.
    pub(super) fn fence(&self, arguments: &[ExprId]) -> Fence {
        match constant(self.program, arguments[0]) {
            Some(CLK_LOCAL_MEM_FENCE) => Fence::Local,
            _ => Fence::LocalAndGlobal,
        }
    }

    /// Waits for the work-group. A fence of global memory is the device's whole one in WGSL and empties caches, so there
    /// is none where the barrier asks for none, or where the kernel writes no global memory.
    pub(crate) fn barrier(&mut self, fence: Fence) {
        let writes = || {
            self.pointers.objects.iter().any(|object| {
                let facts = self.pointers.classes.facts(object.class);
                matches!(object.kind, ObjectKind::Buffer(_)) && (facts.written || facts.atomic)
            })
        };
        if fence == Fence::LocalAndGlobal && writes() {
            self.line("storageBarrier();");
        }
        self.line("workgroupBarrier();");
    }

    fn query(&mut self, name: Name, dimension: u32) -> Atom {
        let part = ["x", "y", "z"][dimension as usize];
        match name {
            Name::GetGlobalSize => Atom::name(self.block_word(GLOBAL + dimension)),
            Name::GetNumGroups => Atom::name(self.block_word(GROUPS + dimension)),
            Name::GetGlobalOffset => Atom::name(self.block_word(OFFSET + dimension)),
            Name::GetLocalSize | Name::GetEnqueuedLocalSize => {
                Atom::u32(self.launch.local[dimension as usize])
            }
            Name::GetLocalId => Atom::name(format!("item.{part}")),
            Name::GetGroupId => Atom::name(format!("group.{part}")),
            _ => Atom::name(format!("global_id.{part}")),
        }
    }
}
