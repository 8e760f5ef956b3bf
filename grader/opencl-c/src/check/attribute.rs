//! Attributes: alignment, vectors by attribute, and those of kernels.

use super::Checker;
use super::scope::Declared;
use crate::diagnostic::Diagnostic;
use crate::program::KernelAttributes;
use crate::syntax::{self, Attribute, AttributeKind};
use crate::types::TypeId;

/// What `aligned` without a number means: the largest alignment of any type.
const LARGEST_ALIGNMENT: u64 = 128;

impl Checker<'_> {
    pub(super) fn asked_alignment(&mut self, attributes: &[Attribute]) -> Option<u64> {
        let mut asked = None;
        for attribute in attributes {
            let AttributeKind::Aligned(bytes) = attribute.kind else {
                continue;
            };
            let bytes = match bytes {
                None => Some(LARGEST_ALIGNMENT),
                Some(bytes) => self.attribute_number(bytes),
            };
            match bytes {
                Some(bytes) if bytes.is_power_of_two() && bytes <= 1 << 20 => {
                    asked = asked.max(Some(bytes));
                }
                Some(_) => self.report(
                    Diagnostic::error(attribute.origin, "an alignment must be a power of two")
                        .to(attribute.end),
                ),
                None => {}
            }
        }
        asked
    }

    /// Is `packed` among the attributes?
    pub(super) fn is_packed(attributes: &[Attribute]) -> bool {
        attributes
            .iter()
            .any(|attribute| matches!(attribute.kind, AttributeKind::Packed))
    }

    /// `ext_vector_type(n)` and `vector_size(n)` make a vector of a scalar.
    pub(super) fn vector_attributes(&mut self, attributes: &[Attribute], declared: &mut Declared) {
        for attribute in attributes {
            let (number, in_bytes) = match attribute.kind {
                AttributeKind::ExtVectorType(number) => (number, false),
                AttributeKind::VectorSize(number) => (number, true),
                _ => continue,
            };
            let Some(number) = self.attribute_number(number) else {
                declared.ty = TypeId::ERROR;
                continue;
            };
            let Some(scalar) = declared.ty.as_scalar() else {
                continue;
            };
            let width = if in_bytes {
                number / u64::from(scalar.size())
            } else {
                number
            };
            match u8::try_from(width)
                .ok()
                .filter(|&width| width > 1)
                .and_then(|width| TypeId::vector(scalar, width))
            {
                Some(vector) => declared.ty = vector,
                None => {
                    self.unsupported(
                        attribute.origin,
                        attribute.end,
                        "a vector of this width is not part of OpenCL C",
                    );
                    declared.ty = TypeId::ERROR;
                }
            }
        }
    }

    fn attribute_number(&mut self, id: syntax::ExprId) -> Option<u64> {
        let value = self.value(id);
        if value.is_error() {
            return None;
        }
        let number = self.evaluate_integer(value.id);
        if number.is_none() {
            self.not_constant(value.id, "this number");
        }
        number
    }

    pub(super) fn kernel_attributes<'t>(
        &mut self,
        attributes: impl Iterator<Item = &'t Attribute>,
    ) -> KernelAttributes {
        let mut found = KernelAttributes::default();
        for attribute in attributes {
            match &attribute.kind {
                AttributeKind::RequiredWorkGroupSize(sizes) => {
                    let sizes = self.work_group(attribute, sizes);
                    if found.required_work_group_size.is_some()
                        && sizes.is_some()
                        && found.required_work_group_size != sizes
                    {
                        self.report(
                            Diagnostic::error(
                                attribute.origin,
                                "this kernel asks for two different work-group sizes",
                            )
                            .to(attribute.end),
                        );
                    }
                    found.required_work_group_size = sizes;
                }
                AttributeKind::WorkGroupSizeHint(sizes) => {
                    found.work_group_size_hint = self.work_group(attribute, sizes);
                }
                AttributeKind::RequiredSubGroupSize(size) => {
                    found.required_sub_group_size = self.attribute_number(*size);
                }
                AttributeKind::VecTypeHint(ty) => {
                    self.type_name(*ty);
                }
                _ => {}
            }
        }
        found
    }

    fn work_group(
        &mut self,
        attribute: &Attribute,
        sizes: &[syntax::ExprId; 3],
    ) -> Option<[u64; 3]> {
        let mut all = [0; 3];
        for (slot, &size) in all.iter_mut().zip(sizes) {
            *slot = self.attribute_number(size)?;
        }
        if all.contains(&0) {
            self.report(
                Diagnostic::error(
                    attribute.origin,
                    "a work-group's size cannot be 0 in any dimension",
                )
                .to(attribute.end),
            );
            return None;
        }
        Some(all)
    }
}
