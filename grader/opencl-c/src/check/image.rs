//! Images and samplers: their types, and the calls of 6.12.14.

use super::{Checker, Operand};
use crate::builtin::{Called, Candidate, Name, OfImage};
use crate::diagnostic::Diagnostic;
use crate::preprocessor::Standard;
use crate::program::{Constant, ExprId, ExprKind};
use crate::source::Origin;
use crate::syntax::{self, Access};
use crate::token::Symbol;
use crate::types::{ImageAccess, ImageKind, ImageType, Scalar, Type, TypeId};

impl Checker<'_> {
    pub(super) fn is_image_or_sampler(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Image(_) | Type::Sampler)
    }

    /// Says that there is no pointer to an image or sampler.
    pub(super) fn no_pointer_to(&mut self, ty: TypeId, origin: Origin, end: Origin) {
        let error = Diagnostic::error(
            origin,
            format!("there are no pointers to `{}` (6.9)", self.name_of(ty)),
        );
        self.report(
            error
                .to(end)
                .help("pass it as it is: a function gets the same image or sampler, not a copy"),
        );
    }

    /// An image's type with the access qualifier that stands beside it.
    pub(super) fn image_type(
        &mut self,
        image: ImageType,
        written: Option<(Access, Origin)>,
    ) -> TypeId {
        let access = match written {
            None => image.access,
            Some((Access::ReadOnly, _)) => ImageAccess::Read,
            Some((Access::WriteOnly, _)) => ImageAccess::Write,
            Some((Access::ReadWrite, origin)) => {
                if self.standard < Standard::V2_0 {
                    self.report(
                        Diagnostic::error(origin, "an image is read or written by a kernel, not both: `read_write` comes with OpenCL C 2.0")
                            .help("take two images, one `read_only` and one `write_only`"),
                    );
                    return TypeId::ERROR;
                }
                ImageAccess::ReadWrite
            }
        };
        self.types
            .intern(Type::Image(ImageType { access, ..image }))
    }

    /// A number where a sampler is wanted: one that is known before the program runs.
    pub(super) fn sampler_of(&mut self, value: Operand) -> ExprId {
        match self.evaluate(value.id) {
            Some(Constant::Int(bits)) => {
                let kind = ExprKind::Constant(Constant::Int(u64::from(bits as u32)));
                self.wrap(value.id, kind, TypeId::SAMPLER)
            }
            _ => {
                let expr = &self.exprs[value.id.0 as usize];
                let (origin, end) = (expr.origin, expr.end);
                let message = "a sampler that is computed by the kernel is not analysed";
                self.unsupported(origin, end, message);
                self.wrap(value.id, ExprKind::NullPointer, TypeId::ERROR)
            }
        }
    }

    fn as_image(&self, ty: TypeId) -> Option<ImageType> {
        match *self.types.get(ty) {
            Type::Image(image) => Some(image),
            _ => None,
        }
    }

    /// Every overload for the image that is given; none where none is.
    pub(super) fn image_candidates(
        &self,
        name: Name,
        what: OfImage,
        values: &[Operand],
    ) -> Vec<Candidate> {
        let Some(&Operand { ty: given, .. }) = values.first() else {
            return Vec::new();
        };
        let Some(image) = self.as_image(given) else {
            return Vec::new();
        };
        let wide = |scalar| TypeId::vector(scalar, image.coordinates()).unwrap_or(TypeId::ERROR);
        let pixel = |scalar| match image.depth {
            false => TypeId::vector(scalar, 4),
            true => (scalar == Scalar::Float).then_some(TypeId::scalar(scalar)),
        };
        let (int, float) = (wide(Scalar::Int), wide(Scalar::Float));
        let all: Vec<Candidate> = match what {
            OfImage::Read(scalar) => {
                let Some(pixel) = pixel(scalar) else {
                    return Vec::new();
                };
                let plain = Candidate::of(pixel, &[given, int]);
                let sampled =
                    [int, float].map(|at| Candidate::of(pixel, &[given, TypeId::SAMPLER, at]));
                match (image.access, image.kind) {
                    (ImageAccess::Write, _) => Vec::new(),
                    (ImageAccess::ReadWrite, _) | (_, ImageKind::D1Buffer) => vec![plain],
                    _ => [plain].into_iter().chain(sampled).collect(),
                }
            }
            OfImage::Write(scalar) => match (pixel(scalar), image.access) {
                (None, _) | (_, ImageAccess::Read) => Vec::new(),
                (Some(pixel), _) => vec![Candidate::of(TypeId::VOID, &[given, int, pixel])],
            },
            OfImage::Ask => {
                let dimensions = image.kind.dimensions();
                let result = match name {
                    Name::GetImageHeight if dimensions < 2 => None,
                    Name::GetImageDepth if dimensions < 3 => None,
                    Name::GetImageDim => match dimensions {
                        1 => None,
                        2 => TypeId::vector(Scalar::Int, 2),
                        _ => TypeId::vector(Scalar::Int, 4),
                    },
                    Name::GetImageArraySize => image.kind.is_array().then_some(TypeId::SIZE),
                    _ => Some(TypeId::INT),
                };
                let result = result.into_iter();
                result
                    .map(|result| Candidate::of(result, &[given]))
                    .collect()
            }
        };
        let given = values.len();
        all.into_iter()
            .filter(|candidate| candidate.parameters().len() == given)
            .collect()
    }

    /// A call of a function of images.
    pub(super) fn image_call(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        (called, what): (Called, OfImage),
        values: &[Operand],
    ) -> Operand {
        let name = called.builtin.name;
        let Some(&first) = values.first() else {
            let wanted = if what == OfImage::Ask { 1 } else { 3 };
            self.wrong_count(at, symbol, 0, wanted, None);
            return self.error_operand(at);
        };
        let Some(image) = self.as_image(first.ty) else {
            let error = self
                .error_at(
                    first.id,
                    format!(
                        "`{}` takes an image first, but this is `{}`",
                        name.text(),
                        self.name_of(first.ty)
                    ),
                )
                .help("an image is a parameter, such as `read_only image2d_t image`");
            self.report(error);
            return self.error_operand(at);
        };
        if let Some(error) = self.misused(name, what, image, first) {
            self.report(error);
            return self.error_operand(at);
        }
        let level = match what {
            OfImage::Read(_) | OfImage::Write(_) => values.len() == 4,
            OfImage::Ask => false,
        };
        if level {
            let message = "a read or write with a level of detail is an extension (mipmaps): it is not analysed";
            self.unsupported(at.first, at.last, message);
            return self.error_operand(at);
        }
        let candidates = self.image_candidates(name, what, values);
        if candidates.is_empty() {
            let wanted = match what {
                OfImage::Ask => 1,
                OfImage::Read(_) if self.takes_no_sampler(image) => 2,
                OfImage::Read(_) | OfImage::Write(_) => 3,
            };
            self.wrong_count(at, symbol, values.len(), wanted, None);
            return self.error_operand(at);
        }
        self.best_of(at, symbol, called, values, &candidates)
    }

    fn takes_no_sampler(&self, image: ImageType) -> bool {
        image.access == ImageAccess::ReadWrite || image.kind == ImageKind::D1Buffer
    }

    /// What a coordinate of the image looks like, where the first of the values is one.
    pub(super) fn advice_for_coordinate(&self, values: &[Operand]) -> Option<String> {
        let image = self.as_image(values.first()?.ty)?;
        let (width, example) = match image.coordinates() {
            1 => (String::new(), "(int)x"),
            2 => ("2".to_owned(), "(int2)(x, y)"),
            _ => ("4".to_owned(), "(int4)(x, y, z, 0)"),
        };
        let floats = match image.access {
            ImageAccess::Read if values.len() == 3 => format!(" or `float{width}`"),
            _ => String::new(),
        };
        Some(format!(
            "a coordinate in an `{}` is `int{width}`{floats}: `{example}`",
            image.text()
        ))
    }

    /// Why this function cannot be called with an image of this type, whatever the other arguments.
    fn misused(
        &self,
        name: Name,
        what: OfImage,
        image: ImageType,
        given: Operand,
    ) -> Option<Diagnostic> {
        let text = name.text();
        let (message, help) = match what {
            OfImage::Read(_) if image.access == ImageAccess::Write => (
                format!("this image is `write_only`, so `{text}` cannot read it"),
                "declare a second image `read_only`, and let the host pass what is to be read".to_owned(),
            ),
            OfImage::Write(_) if image.access == ImageAccess::Read => (
                format!("this image is `read_only`, so `{text}` cannot write it"),
                format!("declare it `write_only {}`; an image without a qualifier is `read_only`", image.text()),
            ),
            OfImage::Read(scalar) | OfImage::Write(scalar)
                if image.depth && scalar != Scalar::Float =>
            {
                let verb = if matches!(what, OfImage::Read(_)) { "read" } else { "write" };
                (
                    format!("an image of depths holds `float`, which `{text}` does not {verb}"),
                    format!("use `{verb}_imagef`"),
                )
            }
            OfImage::Read(Scalar::Half) | OfImage::Write(Scalar::Half) if !self.half => (
                format!("`{text}` comes with the extension cl_khr_fp16 alone"),
                "`#pragma OPENCL EXTENSION cl_khr_fp16 : enable`, on devices that have it; or the function of `float`".to_owned(),
            ),
            OfImage::Ask => {
                let dimensions = image.kind.dimensions();
                let lacks = match name {
                    Name::GetImageHeight if dimensions < 2 => "has no height",
                    Name::GetImageDepth if dimensions < 3 => "has no depth",
                    Name::GetImageDim if dimensions < 2 => "has its width alone",
                    Name::GetImageArraySize if !image.kind.is_array() => "is no array",
                    _ => return None,
                };
                let help = match name {
                    Name::GetImageDepth if image.kind.is_array() => {
                        "the number of its layers is `get_image_array_size`"
                    }
                    Name::GetImageArraySize if dimensions == 3 => "its depth is `get_image_depth`",
                    _ => "its width is `get_image_width`",
                };
                (format!("an `{}` {lacks}", image.text()), help.to_owned())
            }
            _ => return None,
        };
        Some(self.error_at(given.id, message).help(help))
    }
}
