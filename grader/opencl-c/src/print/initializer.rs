//! Initialisers: byte offsets back to designators.

use super::Printer;
use crate::program::{ExprId, ExprKind, InitEntry, Initializer};
use crate::types::{Scalar, Type, TypeId};

impl Printer<'_> {
    /// What stands after `=`.
    pub(super) fn initializer(&mut self, ty: TypeId, init: &Initializer) {
        if let [
            InitEntry {
                offset: 0, value, ..
            },
        ] = init.entries.as_slice()
            && self.fills(ty, *value)
        {
            self.expr(*value);
            return;
        }
        self.out.push('{');
        for (index, entry) in init.entries.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            let mut path = String::new();
            if self.path(ty, entry.offset, entry.value, &mut path) {
                self.out.push_str(&path);
                self.out.push_str(" = ");
            }
            self.expr(entry.value);
        }
        self.out.push('}');
    }

    /// Is the value one for the whole of a part of this type?
    fn fills(&self, ty: TypeId, value: ExprId) -> bool {
        let value = self.program.expr(value);
        if value.ty == ty {
            return true;
        }
        match (&value.kind, self.program.types.get(ty)) {
            (ExprKind::String(_), Type::Array { element, .. }) => {
                matches!(element.as_scalar(), Some(Scalar::Char | Scalar::UChar))
            }
            _ => false,
        }
    }

    /// The designators of the part at an offset that the value fills.
    fn path(&self, ty: TypeId, offset: u64, value: ExprId, out: &mut String) -> bool {
        match *self.program.types.get(ty) {
            _ if offset == 0 && !out.is_empty() && self.fills(ty, value) => true,
            Type::Array { element, length } => {
                let size = self.program.types.size(element).unwrap_or_default();
                let Some(index) = offset.checked_div(size).filter(|&index| index < length) else {
                    return false;
                };
                let before = out.len();
                out.push_str(&format!("[{index}]"));
                let found = self.path(element, offset - index * size, value, out);
                if !found {
                    out.truncate(before);
                }
                found
            }
            Type::Record(record) => {
                let fields = &self.program.types.record(record).fields;
                fields.iter().enumerate().any(|(index, field)| {
                    let size = self.program.types.size(field.ty).unwrap_or_default();
                    if offset < field.offset || offset - field.offset >= size {
                        return false;
                    }
                    let before = out.len();
                    out.push('.');
                    out.push_str(&self.field_name(record, index as u32));
                    let found = self.path(field.ty, offset - field.offset, value, out);
                    if !found {
                        out.truncate(before);
                    }
                    found
                })
            }
            _ => false,
        }
    }
}
