//! Declares names, and notes where they stand for who asks ([`Names`]).

use super::Checker;
use super::scope::{Declared, Entity, Tag};
use crate::names::{Declaration, Kind, Member, Names, Use};
use crate::source::Origin;
use crate::syntax::{FunctionDefinition, Name, Specifiers};
use crate::types::{Qualifiers, RecordId, Type, TypeId};
use std::sync::Arc;

impl<'a> Checker<'a> {
    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, name: Name, entity: Entity) {
        self.names.declare(name.symbol, entity, name.origin);
        if let Some(declaration) = self.declaration(name, entity) {
            self.note(name, declaration);
        }
    }

    /// Notes a declaration of what was first declared at `first`.
    pub(super) fn declared_again(&mut self, name: Name, first: Origin, entity: Entity) {
        if let Some(declaration) = self.declaration(name, entity) {
            let entity = first;
            self.note(
                name,
                Declaration {
                    entity,
                    ..declaration
                },
            );
        }
    }

    /// Gives the noted declaration at `origin` the type that its initialiser completes.
    pub(super) fn type_completed(&mut self, origin: Origin, ty: TypeId) {
        let seen = self.seen.iter_mut();
        let declarations = seen.flat_map(|seen| seen.declarations.iter_mut().rev());
        if let Some(declaration) = declarations.into_iter().find(|it| it.origin == origin) {
            declaration.ty = ty;
        }
    }

    fn declaration(&self, name: Name, entity: Entity) -> Option<Declaration> {
        self.seen.as_ref()?;
        let object = |kind, declared: Declared| Declaration {
            qualifiers: declared.qualifiers,
            space: declared.space,
            ..plain(name, kind, declared.ty)
        };
        Some(match entity {
            Entity::Variable(var) => {
                let var = &self.body.vars[var.0 as usize];
                let declared = Declared {
                    qualifiers: var.qualifiers,
                    space: Some(var.space),
                    ..Declared::plain(var.ty)
                };
                object(Kind::Local, declared)
            }
            Entity::Global(global) => {
                let place = self.global_places[global.0 as usize];
                let declared = Declared {
                    qualifiers: place.qualifiers,
                    space: Some(place.space),
                    ..Declared::plain(self.globals[global.0 as usize].ty)
                };
                object(Kind::Global, declared)
            }
            Entity::Typedef(declared) => object(Kind::Typedef, declared),
            Entity::Enumerator(bits, ty) => Declaration {
                value: Some(bits as i64),
                ..plain(name, Kind::Enumerator, ty)
            },
            // Each of its declarations is noted by itself.
            Entity::Functions(_) => return None,
            Entity::Error => plain(name, Kind::Unknown, TypeId::ERROR),
        })
    }

    /// Says that the name declared last is that of a parameter.
    pub(super) fn parameter_declared(&mut self) {
        let last = self
            .seen
            .as_mut()
            .and_then(|seen| seen.declarations.last_mut());
        if let Some(last) = last.filter(|last| last.kind == Kind::Local) {
            last.kind = Kind::Parameter;
        }
    }

    pub(super) fn declare_tag(&mut self, name: Name, tag: Tag) {
        self.tags.declare(name.symbol, tag, name.origin);
        let declaration = match tag {
            Tag::Record(record) => {
                let is_union = self.types.record(record).is_union;
                let kind = if is_union { Kind::Union } else { Kind::Struct };
                plain(name, kind, self.types.intern(Type::Record(record)))
            }
            Tag::Enum(ty) => plain(name, Kind::Enum, ty),
        };
        self.note(name, declaration);
    }

    pub(super) fn field_declared(&mut self, name: Name, declared: Declared) {
        let declaration = Declaration {
            qualifiers: declared.qualifiers,
            ..plain(name, Kind::Field, declared.ty)
        };
        self.note(name, declaration);
    }

    /// Notes a prototype, or a definition: `entity` is where the function was first declared.
    pub(super) fn function_declared(
        &mut self,
        name: Name,
        entity: Option<Origin>,
        specifiers: &Specifiers,
        result: TypeId,
        definition: Option<&FunctionDefinition>,
    ) {
        let kind = if specifiers.kernel.is_some() {
            Kind::Kernel
        } else {
            Kind::Function
        };
        let last = definition.map_or(name.origin, |it| it.last);
        let declaration = Declaration {
            entity: entity.unwrap_or(name.origin),
            extent: Some((specifiers.first, last)),
            body: definition.map(|it| self.tree.stmt(it.body).first),
            ..plain(name, kind, result)
        };
        self.note(name, declaration);
    }

    pub(super) fn label_declared(&mut self, name: Name) {
        self.note(name, plain(name, Kind::Label, TypeId::VOID));
    }

    /// Notes the label of a `goto`; [`Checker::resolve_labels`] says later where it stands.
    pub(super) fn label_used(&mut self, name: Name) {
        if self.seen.is_some() {
            self.body.gotos.push(name);
        }
    }

    /// Notes the uses of the labels of a function, all of which are known now.
    pub(super) fn resolve_labels(&mut self) {
        for name in std::mem::take(&mut self.body.gotos) {
            let label = self.body.label_ids.get(&name.symbol).copied();
            if let Some(label) = label.filter(|&label| self.body.label_defined[label]) {
                let entity = self.body.labels[label].origin;
                self.used(name.origin, entity);
            }
        }
    }

    /// Notes that the name at `origin` stands for what was first declared at `entity`.
    pub(super) fn used(&mut self, origin: Origin, entity: Origin) {
        if let Some(seen) = &mut self.seen {
            seen.uses.push(Use { origin, entity });
        }
    }

    /// Says which of several functions of its name the call at `origin` means.
    pub(super) fn overload_used(&mut self, origin: Origin, entity: Origin) {
        let Some(seen) = &mut self.seen else { return };
        let earlier = seen.uses.iter_mut().rev();
        if let Some(earlier) = earlier
            .take_while(|it| it.origin != entity)
            .find(|it| it.origin == origin)
        {
            earlier.entity = entity;
        }
    }

    /// Notes a name behind `.` or `->`.
    pub(super) fn member_named(&mut self, name: Origin, of: TypeId) {
        if let Some(seen) = &mut self.seen {
            seen.members.push(Member { name, of });
        }
    }

    /// Notes the use of a field that is reached through `path`.
    pub(super) fn field_used(&mut self, origin: Origin, record: RecordId, path: &[u32]) {
        if self.seen.is_none() {
            return;
        }
        let mut of = Some(record);
        let mut found = None;
        for &index in path {
            let Some(record) = of else { return };
            let Some(field) = self.types.record(record).fields.get(index as usize) else {
                return;
            };
            found = Some(field.origin);
            of = match *self.types.get(field.ty) {
                Type::Record(inner) => Some(inner),
                _ => None,
            };
        }
        if let Some(entity) = found {
            self.used(origin, entity);
        }
    }

    /// Gives what was noted to who asked.
    pub(super) fn hand_over(&mut self, names: Option<&mut Names>) {
        if let (Some(names), Some(seen)) = (names, self.seen.take()) {
            *names = *seen;
            names.types = self.types.clone();
        }
    }

    fn note(&mut self, name: Name, declaration: Declaration) {
        if self.seen.is_none() {
            return;
        }
        let text = self.shared_text(name.symbol);
        if let Some(seen) = &mut self.seen {
            seen.declarations.push(Declaration {
                name: text,
                ..declaration
            });
        }
    }
}

/// A declaration of which no more is known; [`Checker::note`] gives it its text.
fn plain(name: Name, kind: Kind, ty: TypeId) -> Declaration {
    Declaration {
        name: Arc::default(),
        kind,
        origin: name.origin,
        entity: name.origin,
        ty,
        qualifiers: Qualifiers::default(),
        space: None,
        value: None,
        extent: None,
        body: None,
    }
}
