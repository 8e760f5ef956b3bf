//! Declarations' types: specifiers, then the derivations of a declarator.

use super::Checker;
use super::scope::{Declared, Entity};
use crate::diagnostic::Diagnostic;
use crate::preprocessor::Standard;
use crate::source::Origin;
use crate::syntax::{
    self, AddressSpaceName, ArraySize, BuiltinType, Declarator, Derivation, Parameter,
    QualifierSet, Specifiers, TypeSpecifier,
};
use crate::types::{AddressSpace, ImageAccess, ImageType, Qualifiers, Scalar, Type, TypeId};
use std::sync::Arc;

/// What a declarator declares.
#[derive(Debug)]
pub(super) enum Shape<'t> {
    /// An object or a type.
    Object(Declared),
    /// A function: its result and its parameters as written.
    Function {
        result: TypeId,
        parameters: &'t [Parameter],
        /// `...`?
        variadic: Option<Origin>,
    },
}

/// The largest object that a program may declare, in bytes: beyond it, sizes would not be sums of
/// 64-bit numbers.
const LARGEST: u64 = 1 << 40;

impl<'a> Checker<'a> {
    /// Qualifiers without their places.
    pub(super) fn qualifiers(&mut self, set: &QualifierSet) -> (Qualifiers, Option<AddressSpace>) {
        if let Some(origin) = set.pipe.or(set.atomic) {
            self.unsupported(
                origin,
                origin,
                "pipes and the qualifier `_Atomic` are not analysed",
            );
        }
        let space = set.space.and_then(|(space, origin)| match space {
            AddressSpaceName::Private => Some(AddressSpace::Private),
            AddressSpaceName::Local => Some(AddressSpace::Local),
            AddressSpaceName::Global => Some(AddressSpace::Global),
            AddressSpaceName::Constant => Some(AddressSpace::Constant),
            AddressSpaceName::Generic if self.standard >= Standard::V2_0 => {
                Some(AddressSpace::Generic)
            }
            AddressSpaceName::Generic => {
                self.unsupported(
                    origin,
                    origin,
                    "the generic address space comes with OpenCL C 2.0 (`--std CL2.0`)",
                );
                None
            }
        });
        let qualifiers = Qualifiers {
            constant: set.constant.is_some(),
            volatile: set.volatile.is_some(),
            restrict: set.restrict.is_some(),
        };
        (qualifiers, space)
    }

    /// The type that specifiers name.
    pub(super) fn specified(&mut self, specifiers: &Specifiers) -> Declared {
        let base = self.specified_type(specifiers);
        let (qualifiers, space) = self.qualifiers(&specifiers.qualifiers);
        let align = self.asked_alignment(&specifiers.attributes);
        if let Some(origin) = specifiers.qualifiers.restrict
            && self.types.as_pointer(base.ty).is_none()
            && !self.is_opaque(base.ty)
        {
            self.report(
                Diagnostic::error(origin, "only a pointer can be `restrict`")
                    .help("it stands after the `*`: `__global float *restrict p`"),
            );
        }
        let mut base = base;
        if let Type::Image(image) = *self.types.get(base.ty) {
            base.ty = self.image_type(image, specifiers.qualifiers.access);
        } else if let Some((_, origin)) = specifiers.qualifiers.access
            && !self.is_opaque(base.ty)
            && specifiers.qualifiers.pipe.is_none()
        {
            let word = self.sources.text(origin.spelling);
            self.report(
                Diagnostic::error(origin, format!("`{word}` is for images alone"))
                    .help("to promise that memory is only read, write `const`"),
            );
        }
        let spaces = (base.space, space);
        if let ((Some(a), Some(b)), Some((_, origin))) = (spaces, specifiers.qualifiers.space)
            && a != b
        {
            self.report(Diagnostic::error(
                origin,
                "this type already lies in another address space",
            ));
        }
        let mut declared = Declared {
            ty: base.ty,
            qualifiers: Qualifiers {
                constant: base.qualifiers.constant || qualifiers.constant,
                volatile: base.qualifiers.volatile || qualifiers.volatile,
                restrict: base.qualifiers.restrict || qualifiers.restrict,
            },
            space: space.or(base.space),
            align: align.max(base.align),
            address_sized: base.address_sized,
        };
        self.vector_attributes(&specifiers.attributes, &mut declared);
        declared
    }

    fn specified_type(&mut self, specifiers: &Specifiers) -> Declared {
        match specifiers.ty {
            TypeSpecifier::Builtin(builtin) => Declared::plain(match builtin {
                BuiltinType::Void => TypeId::VOID,
                BuiltinType::Scalar(scalar) => {
                    return Declared {
                        address_sized: scalar.size() == 8 && self.is_address_sized(specifiers),
                        ..Declared::plain(TypeId::scalar(scalar))
                    };
                }
                BuiltinType::Vector(Scalar::Half, _) if !self.half => {
                    self.report(
                        Diagnostic::error(
                            specifiers.ty_origin,
                            "vectors of `half` come with the extension cl_khr_fp16 alone",
                        )
                        .help(
                            "`#pragma OPENCL EXTENSION cl_khr_fp16 : enable`, on devices that have \
                             it; or `__global half *` with `vload_half4` and `vstore_half4`",
                        ),
                    );
                    TypeId::ERROR
                }
                BuiltinType::Vector(scalar, width) => {
                    TypeId::vector(scalar, width).unwrap_or(TypeId::ERROR)
                }
                BuiltinType::Event => TypeId::EVENT,
                BuiltinType::Sampler => TypeId::SAMPLER,
                BuiltinType::Image(kind, depth) => self.types.intern(Type::Image(ImageType {
                    kind,
                    depth,
                    access: ImageAccess::default(),
                })),
                BuiltinType::Atomic(scalar, _) if self.standard >= Standard::V2_0 => {
                    self.types.intern(Type::Atomic(scalar))
                }
                BuiltinType::Order(_) if self.standard >= Standard::V2_0 => TypeId::INT,
                BuiltinType::Atomic(_, name)
                | BuiltinType::Order(name)
                | BuiltinType::Unsupported(name) => {
                    let text = self.text(name);
                    let message = match builtin {
                        BuiltinType::Unsupported(_) => format!("`{text}` is not analysed"),
                        _ => format!("`{text}` comes with OpenCL C 2.0 (`--std CL2.0`)"),
                    };
                    let at = specifiers.ty_origin;
                    self.unsupported(at, at, message);
                    self.types.intern(Type::Unsupported(Arc::from(text)))
                }
            }),
            TypeSpecifier::Typedef(symbol) => match self.names.find(symbol).copied() {
                Some(binding) => {
                    self.used(specifiers.ty_origin, binding.origin);
                    match binding.entity {
                        Entity::Typedef(declared) => declared,
                        _ => Declared::plain(TypeId::ERROR),
                    }
                }
                None => Declared::plain(TypeId::ERROR),
            },
            TypeSpecifier::Record(id) => Declared::plain(self.record_type(id)),
            TypeSpecifier::Enum(id) => Declared::plain(self.enum_type(id)),
            TypeSpecifier::Typeof(of) => Declared::plain(self.typeof_type(of)),
            TypeSpecifier::Missing => Declared::plain(TypeId::INT),
            TypeSpecifier::Error => Declared::plain(TypeId::ERROR),
        }
    }

    fn is_address_sized(&self, specifiers: &Specifiers) -> bool {
        matches!(
            self.sources.text(specifiers.ty_origin.spelling),
            "size_t" | "ptrdiff_t" | "intptr_t" | "uintptr_t"
        )
    }

    pub(super) fn type_name(&mut self, id: syntax::TypeNameId) -> Declared {
        let tree = self.tree;
        let name = tree.type_name(id);
        let base = self.specified(&name.specifiers);
        match self.declared(base, &name.declarator) {
            Shape::Object(declared) => declared,
            Shape::Function { .. } => {
                self.function_type(name.first);
                Declared::plain(TypeId::ERROR)
            }
        }
    }

    /// The address space of what a pointer without a qualifier points to.
    fn unnamed_space(&self) -> AddressSpace {
        match self.standard >= Standard::V2_0 {
            true => AddressSpace::Generic,
            false => AddressSpace::Private,
        }
    }

    fn function_type(&mut self, origin: Origin) {
        self.report(
            Diagnostic::error(origin, "a function's type cannot stand here")
                .help("OpenCL C has no pointers to functions"),
        );
    }

    /// Applies a declarator's derivations to what the specifiers named.
    pub(super) fn declared<'t>(&mut self, base: Declared, declarator: &'t Declarator) -> Shape<'t> {
        let mut declared = base;
        let align = self.asked_alignment(&declarator.attributes);
        let mut function = None;
        for (index, derivation) in declarator.derivations.iter().enumerate().rev() {
            match derivation {
                Derivation::Pointer { qualifiers, origin } => {
                    if self.is_image_or_sampler(declared.ty) {
                        self.no_pointer_to(declared.ty, *origin, *origin);
                        declared.ty = TypeId::ERROR;
                    }
                    let ty = self.types.pointer(
                        declared.ty,
                        Qualifiers {
                            restrict: false,
                            ..declared.qualifiers
                        },
                        declared.space.unwrap_or(self.unnamed_space()),
                    );
                    let (own, space) = self.qualifiers(qualifiers);
                    let erroneous = declared.ty == TypeId::ERROR;
                    declared = Declared {
                        ty: if erroneous { TypeId::ERROR } else { ty },
                        qualifiers: own,
                        space,
                        align: declared.align,
                        address_sized: false,
                    };
                }
                Derivation::Array {
                    size, origin, end, ..
                } => {
                    if let ArraySize::None = size
                        && index == 0
                    {
                        // Its initialiser gives the length, or it is a parameter: a pointer.
                        declared.ty = self.array(declared.ty, 0, *origin, *end);
                        continue;
                    }
                    let length = self.array_length(*size, *origin, *end);
                    declared.ty = match length {
                        Some(length) => self.array(declared.ty, length, *origin, *end),
                        None => TypeId::ERROR,
                    };
                }
                Derivation::Function {
                    parameters,
                    variadic,
                    origin,
                    end,
                    ..
                } => {
                    let within = &declarator.derivations[..index];
                    let is_block = |it: &Derivation| matches!(it, Derivation::Block { .. });
                    if within.iter().any(is_block) {
                        // What the block's own derivation says is enough.
                        declared = Declared::plain(TypeId::INT);
                        continue;
                    }
                    if index != 0 {
                        self.pointer_to_function(declarator, *origin);
                        return Shape::Object(Declared::plain(TypeId::ERROR));
                    }
                    function = Some((parameters.as_slice(), variadic.then_some(*end)));
                }
                Derivation::Block { origin } => {
                    self.unsupported(
                        *origin,
                        *origin,
                        "blocks are OpenCL C 2.0: they are not analysed",
                    );
                    return Shape::Object(Declared::plain(TypeId::ERROR));
                }
            }
        }
        match function {
            Some((parameters, variadic)) => {
                if declared
                    .space
                    .is_some_and(|space| space != AddressSpace::Private)
                {
                    self.report(
                        Diagnostic::error(
                            declarator.name.map_or(declarator.first, |name| name.origin),
                            "what a function returns is a value: it has no address space",
                        )
                        .help("a pointer's address space stands before the `*`"),
                    );
                }
                Shape::Function {
                    result: declared.ty,
                    parameters,
                    variadic,
                }
            }
            None => {
                declared.align = declared.align.max(align);
                self.vector_attributes(&declarator.attributes, &mut declared);
                Shape::Object(declared)
            }
        }
    }

    fn pointer_to_function(&mut self, declarator: &Declarator, origin: Origin) {
        let at = declarator.name.map_or(origin, |name| name.origin);
        self.report(
            Diagnostic::error(at, "OpenCL C has no pointers to functions (6.9)")
                .help("choose with `if` or `switch` which function to call"),
        );
    }

    fn array(&mut self, element: TypeId, length: u64, origin: Origin, end: Origin) -> TypeId {
        if element == TypeId::ERROR {
            return TypeId::ERROR;
        }
        if self.is_image_or_sampler(element) {
            let error = Diagnostic::error(
                origin,
                format!("there are no arrays of `{}` (6.9)", self.name_of(element)),
            );
            self.report(
                error
                    .to(end)
                    .help("make each a parameter or an object of its own"),
            );
            return TypeId::ERROR;
        }
        let Some(size) = self.types.size(element) else {
            if !self.is_opaque(element) {
                let error = Diagnostic::error(
                    origin,
                    format!(
                        "an array of `{}` cannot be: its size is not known",
                        self.name_of(element)
                    ),
                )
                .to(end);
                self.report(error);
            }
            return TypeId::ERROR;
        };
        if size.checked_mul(length).is_none_or(|bytes| bytes > LARGEST) {
            self.report(Diagnostic::error(origin, "this array is too large").to(end));
            return TypeId::ERROR;
        }
        self.types.intern(Type::Array { element, length })
    }

    fn array_length(&mut self, size: ArraySize, origin: Origin, end: Origin) -> Option<u64> {
        let (ArraySize::Expr(size) | ArraySize::Static(size)) = size else {
            self.report(
                Diagnostic::error(origin, "this array needs a size")
                    .to(end)
                    .help(
                        "only the first dimension may be left out, where an initialiser gives it",
                    ),
            );
            return None;
        };
        let value = self.value(size);
        if value.is_error() {
            return None;
        }
        let Some(scalar) = value.ty.as_scalar().filter(|scalar| scalar.is_integer()) else {
            let error = self.error_at(
                value.id,
                format!(
                    "the size of an array must be an integer, but this is `{}`",
                    self.name_of(value.ty)
                ),
            );
            self.report(error);
            return None;
        };
        let Some(length) = self.evaluate_integer(value.id) else {
            let error = self
                .error_at(
                    value.id,
                    "the size of an array must be known before the program runs",
                )
                .help("use a number or a `#define`; memory whose size the host chooses is passed as an argument");
            self.report(error);
            return None;
        };
        if scalar.is_signed() && (length as i64) < 0 {
            let error = self.error_at(
                value.id,
                format!("the size of this array is negative: {}", length as i64),
            );
            self.report(error);
            return None;
        }
        Some(length)
    }

    /// A parameter's type: an array is a pointer to its elements.
    pub(super) fn parameter(&mut self, parameter: &Parameter) -> Declared {
        let base = self.specified(&parameter.specifiers);
        if let Some((_, origin)) = parameter.specifiers.storage {
            self.report(Diagnostic::error(
                origin,
                "a parameter cannot have a storage class",
            ));
        }
        let declared = match self.declared(base, &parameter.declarator) {
            Shape::Object(declared) => declared,
            Shape::Function { .. } => {
                let origin = parameter
                    .declarator
                    .name
                    .map_or(parameter.specifiers.first, |name| name.origin);
                self.pointer_to_function(&parameter.declarator, origin);
                return Declared::plain(TypeId::ERROR);
            }
        };
        if let Type::Array { element, .. } = *self.types.get(declared.ty) {
            let inner = match parameter.declarator.derivations.first() {
                Some(Derivation::Array { qualifiers, .. }) => self.qualifiers(qualifiers).0,
                _ => Qualifiers::default(),
            };
            let ty = self.types.pointer(
                element,
                declared.qualifiers,
                declared.space.unwrap_or(self.unnamed_space()),
            );
            return Declared {
                ty,
                qualifiers: inner,
                space: None,
                align: None,
                address_sized: false,
            };
        }
        declared
    }

    /// Is it `half`, or made of it, where the program may not compute with it?
    pub(super) fn is_forbidden_half(&self, ty: TypeId) -> bool {
        if self.half {
            return false;
        }
        match *self.types.get(ty) {
            Type::Scalar(Scalar::Half) | Type::Vector(Scalar::Half, _) => true,
            Type::Array { element, .. } => self.is_forbidden_half(element),
            _ => false,
        }
    }
}
