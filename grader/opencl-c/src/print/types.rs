//! Types and declarations.

use super::{Printer, TypeNames};
use crate::types::{AddressSpace, Qualifiers, RecordId, Type, TypeId};
use std::collections::HashSet;
use std::fmt::Write;

impl Printer<'_> {
    /// Definitions of all structs and unions, each after those that it holds.
    pub(super) fn records(&mut self) {
        let count = self.program.types.records.len();
        for index in 0..count {
            let name = self.record_name(RecordId(index as u32));
            let _ = writeln!(self.out, "{name};");
        }
        let mut done = HashSet::new();
        for index in 0..count {
            self.record(RecordId(index as u32), &mut done);
        }
    }

    fn record(&mut self, id: RecordId, done: &mut HashSet<RecordId>) {
        let record = self.program.types.record(id);
        let Some(size) = record.size else { return };
        if !done.insert(id) {
            return;
        }
        for field in &record.fields {
            let mut ty = field.ty;
            while let Type::Array { element, .. } = *self.program.types.get(ty) {
                ty = element;
            }
            if let Type::Record(inner) = *self.program.types.get(ty) {
                self.record(inner, done);
            }
        }
        let (keyword, name) = match self.record_name(id).split_once(' ') {
            Some((keyword, name)) => (keyword.to_owned(), name.to_owned()),
            None => return,
        };
        let _ = writeln!(
            self.out,
            "{keyword} __attribute__((packed, aligned({}))) {name} {{",
            record.align
        );
        let (mut end, mut most) = (0, 0);
        for (index, field) in record.fields.iter().enumerate() {
            if !record.is_union && field.offset > end {
                let _ = writeln!(self.out, "  char pad{index}[{}];", field.offset - end);
            }
            let declaration = self.declaration(
                field.ty,
                field.qualifiers,
                AddressSpace::Private,
                &self.field_name(id, index as u32),
            );
            let _ = writeln!(self.out, "  {declaration};");
            let own = self.program.types.size(field.ty).unwrap_or_default();
            end = field.offset + own;
            most = most.max(own);
        }
        if record.is_union && most < size {
            let _ = writeln!(self.out, "  char pad[{size}];");
        } else if !record.is_union && size > end {
            let _ = writeln!(self.out, "  char pad[{}];", size - end);
        }
        self.out.push_str("};\n");
    }

    pub(super) fn field_name(&self, record: RecordId, field: u32) -> String {
        let name = &self.program.types.record(record).fields[field as usize].name;
        format!("m{field}_{}", name.as_deref().unwrap_or_default())
    }

    /// A declaration of `name`: `__global const float *name[3]`. `space` is where the object lies.
    pub(super) fn declaration(
        &self,
        ty: TypeId,
        qualifiers: Qualifiers,
        space: AddressSpace,
        name: &str,
    ) -> String {
        self.type_names().declaration(ty, qualifiers, space, name)
    }

    /// A type by itself, as a cast has it.
    pub(super) fn type_text(&self, ty: TypeId) -> String {
        self.declaration(ty, Qualifiers::default(), AddressSpace::Private, "")
            .trim_end()
            .to_owned()
    }
}

impl TypeNames<'_> {
    pub(super) fn record_name(&self, id: RecordId) -> String {
        let record = self.types.record(id);
        let keyword = if record.is_union { "union" } else { "struct" };
        if self.readable {
            return match (&record.tag, &record.typedef) {
                (Some(tag), _) => format!("{keyword} {tag}"),
                (None, Some(name)) => name.to_string(),
                (None, None) => keyword.to_owned(),
            };
        }
        format!("{keyword} r{}", id.0)
    }

    /// Is it an array, or a pointer to anything that is spelled around the name?
    fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Array { .. })
    }

    /// A declaration of `name`: `__global const float *name[3]`. `space` is where the object lies.
    pub(super) fn declaration(
        &self,
        ty: TypeId,
        qualifiers: Qualifiers,
        space: AddressSpace,
        name: &str,
    ) -> String {
        match *self.types.get(ty) {
            Type::Pointer {
                pointee,
                qualifiers: of_pointee,
                space: of_space,
            } => {
                let own = words(qualifiers, space);
                let inner = if self.is_array(pointee) {
                    format!("(*{own}{name})")
                } else {
                    format!("*{own}{name}")
                };
                self.declaration(pointee, of_pointee, of_space, &inner)
            }
            Type::Array { element, length } => {
                self.declaration(element, qualifiers, space, &format!("{name}[{length}]"))
            }
            ref base => {
                let base = match base {
                    Type::Scalar(scalar) => scalar.name().to_owned(),
                    Type::Atomic(scalar) => format!("atomic_{}", scalar.name()),
                    Type::Vector(scalar, width) => format!("{}{width}", scalar.name()),
                    Type::Event => "event_t".to_owned(),
                    Type::Sampler => "sampler_t".to_owned(),
                    Type::Image(image) => format!("{} {}", image.access.text(), image.text()),
                    Type::Record(record) => self.record_name(*record),
                    _ => "void".to_owned(),
                };
                format!("{}{base} {name}", words(qualifiers, space))
            }
        }
    }
}

fn words(qualifiers: Qualifiers, space: AddressSpace) -> String {
    let mut words = match space {
        AddressSpace::Private | AddressSpace::Generic => String::new(),
        AddressSpace::Local => "__local ".to_owned(),
        AddressSpace::Global => "__global ".to_owned(),
        AddressSpace::Constant => "__constant ".to_owned(),
    };
    for (set, word) in [
        (qualifiers.constant, "const "),
        (qualifiers.volatile, "volatile "),
        (qualifiers.restrict, "restrict "),
    ] {
        if set {
            words.push_str(word);
        }
    }
    words
}
