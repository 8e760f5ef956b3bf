//! Structs, unions and enums.

use super::Checker;
use super::declarator::Shape;
use super::scope::{Declared, Entity, Tag};
use crate::diagnostic::Diagnostic;
use crate::source::Origin;
use crate::syntax::{self, EnumSpecifier, EnumSpecifierId, FieldDeclaration, RecordSpecifierId};
use crate::types::{Field, Record, RecordId, Scalar, Type, TypeId, lay_out};
use std::collections::HashMap;

impl Checker<'_> {
    /// The type that a struct or union specifier names, defined if its fields are given.
    pub(super) fn record_type(&mut self, id: RecordSpecifierId) -> TypeId {
        let tree = self.tree;
        let specifier = tree.record(id);
        let record = match self.record_of_tag(specifier) {
            Ok(record) => record,
            Err(()) => return TypeId::ERROR,
        };
        if let Some(fields) = &specifier.fields {
            if self.types.record(record).size.is_some() {
                let origin = specifier.tag.map_or(specifier.first, |tag| tag.origin);
                let first = self.types.record(record).origin;
                let name = specifier.tag.map_or("", |tag| self.text(tag.symbol));
                self.report(
                    Diagnostic::error(origin, format!("`{name}` is defined a second time"))
                        .with(first, "first defined here"),
                );
                return self.types.intern(Type::Record(record));
            }
            self.define_record(record, specifier, fields);
        }
        self.types.intern(Type::Record(record))
    }

    fn record_of_tag(&mut self, specifier: &syntax::RecordSpecifier) -> Result<RecordId, ()> {
        if let Some(tag) = specifier.tag {
            let found = if specifier.fields.is_some() {
                self.tags.find_here(tag.symbol)
            } else {
                self.tags.find(tag.symbol)
            };
            match found.map(|binding| (binding.entity, binding.origin)) {
                Some((Tag::Record(record), origin)) => {
                    self.used(tag.origin, origin);
                    if self.types.record(record).is_union == specifier.is_union {
                        return Ok(record);
                    }
                    self.wrong_tag(tag, origin);
                    return Err(());
                }
                Some((Tag::Enum(_), origin)) => {
                    self.wrong_tag(tag, origin);
                    return Err(());
                }
                None => {}
            }
        }
        let record = RecordId(self.types.records.len() as u32);
        let tag = specifier.tag.map(|tag| self.shared_text(tag.symbol));
        self.types.records.push(Record {
            tag,
            typedef: None,
            is_union: specifier.is_union,
            fields: Vec::new(),
            size: None,
            align: 1,
            packed: false,
            origin: specifier.tag.map_or(specifier.first, |tag| tag.origin),
        });
        if let Some(tag) = specifier.tag {
            self.declare_tag(tag, Tag::Record(record));
        }
        Ok(record)
    }

    fn wrong_tag(&mut self, tag: syntax::Name, first: Origin) {
        let name = self.text(tag.symbol);
        self.report(
            Diagnostic::error(tag.origin, format!("`{name}` is another kind of type"))
                .with(first, "declared here"),
        );
    }

    fn define_record(
        &mut self,
        id: RecordId,
        specifier: &syntax::RecordSpecifier,
        declarations: &[FieldDeclaration],
    ) {
        let packed = Self::is_packed(&specifier.attributes);
        let aligned = self.asked_alignment(&specifier.attributes);
        let mut fields: Vec<Field> = Vec::new();
        let mut layout: Vec<(u64, u64, Option<u64>)> = Vec::new();
        let mut names: HashMap<String, Origin> = HashMap::new();
        for declaration in declarations {
            let base = self.specified(&declaration.specifiers);
            if declaration.declarators.is_empty() {
                let Type::Record(inner) = *self.types.get(base.ty) else {
                    if base.ty != TypeId::ERROR {
                        self.report(Diagnostic::warning(
                            declaration.first,
                            "this declares no field",
                        ));
                    }
                    continue;
                };
                let record = self.types.record(inner);
                if record.tag.is_some() {
                    self.report(Diagnostic::warning(
                        declaration.first,
                        "this declares no field",
                    ));
                    continue;
                }
                let (size, align) = (record.size.unwrap_or_default(), record.align);
                layout.push((size, align, base.align));
                fields.push(Field {
                    name: None,
                    ty: base.ty,
                    qualifiers: base.qualifiers,
                    offset: 0,
                    origin: declaration.first,
                });
                continue;
            }
            for field in &declaration.declarators {
                let Some((declared, name)) = self.field(base, field) else {
                    self.mutilated.insert(id);
                    continue;
                };
                let (Some(size), Some(align)) =
                    (self.types.size(declared.ty), self.types.align(declared.ty))
                else {
                    let error = Diagnostic::error(
                        name.origin,
                        format!(
                            "this field is `{}`, whose size is not known here",
                            self.name_of(declared.ty)
                        ),
                    );
                    if !self.is_opaque(declared.ty) {
                        self.report(error);
                    }
                    self.mutilated.insert(id);
                    continue;
                };
                let text = self.text(name.symbol);
                if let Some(first) = names.insert(text.to_owned(), name.origin) {
                    self.report(
                        Diagnostic::error(name.origin, format!("there are two fields `{text}`"))
                            .with(first, "the first is here"),
                    );
                    continue;
                }
                let own_packed = Self::is_packed(&field.declarator.attributes)
                    || Self::is_packed(&declaration.specifiers.attributes);
                if declared.address_sized || self.is_address_sized_record(declared.ty) {
                    self.address_sized.insert(id);
                }
                layout.push((size, if own_packed { 1 } else { align }, declared.align));
                let shared = self.shared_text(name.symbol);
                self.field_declared(name, declared);
                fields.push(Field {
                    name: Some(shared),
                    ty: declared.ty,
                    qualifiers: declared.qualifiers,
                    offset: 0,
                    origin: name.origin,
                });
            }
        }
        let laid_out = lay_out(&layout, specifier.is_union, packed, aligned);
        let Some((offsets, size, align)) = laid_out.filter(|(_, size, _)| *size <= 1 << 40) else {
            self.report(Diagnostic::error(
                specifier.first,
                "this struct is too large",
            ));
            return;
        };
        for (field, offset) in fields.iter_mut().zip(offsets) {
            field.offset = offset;
        }
        let record = &mut self.types.records[id.0 as usize];
        record.fields = fields;
        record.align = align;
        record.packed = packed;
        record.origin = specifier.tag.map_or(specifier.first, |tag| tag.origin);
        record.size = Some(size);
    }

    fn is_address_sized_record(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Record(record) => self.address_sized.contains(record),
            Type::Array { element, .. } => self.is_address_sized_record(*element),
            _ => false,
        }
    }

    fn field(
        &mut self,
        base: Declared,
        field: &syntax::FieldDeclarator,
    ) -> Option<(Declared, syntax::Name)> {
        let declarator = &field.declarator;
        if field.bit_width.is_some() {
            self.report(
                Diagnostic::error(declarator.first, "OpenCL C has no bit-fields (6.9)")
                    .help("use a whole integer, with masks and shifts"),
            );
            return None;
        }
        let Shape::Object(declared) = self.declared(base, declarator) else {
            self.report(Diagnostic::error(
                declarator.first,
                "a field cannot be a function",
            ));
            return None;
        };
        let name = declarator.name?;
        if declared
            .space
            .is_some_and(|space| space != crate::types::AddressSpace::Private)
        {
            self.report(
                Diagnostic::error(
                    name.origin,
                    "a field lies where its struct lies: it has no address space of its own",
                )
                .help("a pointer's address space stands before the `*`"),
            );
            return None;
        }
        if declared.ty == TypeId::ERROR {
            return None;
        }
        if declared.ty == TypeId::EVENT {
            self.report(Diagnostic::error(
                name.origin,
                "an `event_t` cannot be a field",
            ));
            return None;
        }
        if self.is_image_or_sampler(declared.ty) {
            let error = Diagnostic::error(
                name.origin,
                format!("a `{}` cannot be a field (6.9)", self.name_of(declared.ty)),
            );
            self.report(error.help("make it a parameter of its own"));
            return None;
        }
        Some((declared, name))
    }

    /// The type of an enum's objects, its enumerators declared if they are given.
    pub(super) fn enum_type(&mut self, id: EnumSpecifierId) -> TypeId {
        let tree = self.tree;
        let specifier = tree.enumeration(id);
        let found = specifier.tag.and_then(|tag| {
            if specifier.enumerators.is_some() {
                self.tags.find_here(tag.symbol)
            } else {
                self.tags.find(tag.symbol)
            }
            .map(|binding| (tag, binding.entity, binding.origin))
        });
        match (found, &specifier.enumerators) {
            (Some((tag, Tag::Enum(ty), first)), None) => {
                self.used(tag.origin, first);
                return ty;
            }
            (Some((tag, Tag::Enum(_), first)), Some(_)) => {
                let name = self.text(tag.symbol);
                self.report(
                    Diagnostic::error(tag.origin, format!("`{name}` is defined a second time"))
                        .with(first, "first defined here"),
                );
            }
            (Some((tag, Tag::Record(_), first)), _) => {
                self.wrong_tag(tag, first);
                return TypeId::ERROR;
            }
            (None, _) => {}
        }
        let ty = self.enumerators(specifier);
        if let Some(tag) = specifier.tag {
            self.declare_tag(tag, Tag::Enum(ty));
        }
        ty
    }

    fn enumerators(&mut self, specifier: &EnumSpecifier) -> TypeId {
        let Some(enumerators) = &specifier.enumerators else {
            return TypeId::scalar(Scalar::UInt);
        };
        let (mut next, mut negative) = (Some(0i64), false);
        for enumerator in enumerators {
            let value = match enumerator.value {
                None => next,
                Some(value) => {
                    let value = self.value(value);
                    let bits = self.evaluate_integer(value.id);
                    if bits.is_none() && !value.is_error() {
                        self.not_constant(value.id, "the value of an enumerator");
                    }
                    bits.map(|bits| bits as i64)
                }
            };
            let value = value.unwrap_or_default();
            negative |= value < 0;
            next = value.checked_add(1);
            let ty = if i32::try_from(value).is_ok() {
                TypeId::INT
            } else if u32::try_from(value).is_ok() {
                TypeId::scalar(Scalar::UInt)
            } else {
                TypeId::scalar(Scalar::Long)
            };
            let name = enumerator.name;
            if let Some(first) = self.names.find_here(name.symbol) {
                let first = first.origin;
                let text = self.text(name.symbol);
                self.report(
                    Diagnostic::error(name.origin, format!("`{text}` is declared a second time"))
                        .with(first, "first declared here"),
                );
                continue;
            }
            self.declare(name, Entity::Enumerator(value as u64, ty));
        }
        TypeId::scalar(if negative { Scalar::Int } else { Scalar::UInt })
    }

    /// Fields of a record, as an initialiser and a kernel's parameter see them.
    pub(super) fn fields_of(&self, record: RecordId) -> &[Field] {
        &self.types.record(record).fields
    }
}
