//! Calls of the functions of images.

use super::*;
use crate::code::{ImageAccess, ImageOp};
use opencl_c::builtin::{Name, OfImage};

impl Lowering<'_> {
    pub(super) fn image_call(
        &mut self,
        name: Name,
        what: OfImage,
        arguments: &[ExprId],
        id: ExprId,
    ) -> Result<Value> {
        let image = self.scalar(arguments[0])?;
        let mut access = ImageAccess {
            op: match what {
                OfImage::Read(scalar) => ImageOp::Read(scalar),
                OfImage::Write(scalar) => ImageOp::Write(scalar),
                OfImage::Ask => ImageOp::Ask(name),
            },
            image,
            sampler: None,
            at: Vec::new(),
            floats: false,
            values: Vec::new(),
            read_write: self.is_read_write(arguments[0]),
            site: self.site(id, 0),
        };
        let mut rest = arguments[1..].iter();
        if let OfImage::Read(_) = what
            && arguments.len() == 3
            && let Some(&sampler) = rest.next()
        {
            access.sampler = Some(self.scalar(sampler)?);
        }
        if let Some(&at) = rest.next() {
            let (scalar, regs) = self.components(at)?;
            access.floats = scalar.is_floating();
            access.at = regs;
        }
        if let OfImage::Write(_) = what {
            if let Some(&value) = rest.next() {
                access.values = self.components(value)?.1;
            }
            self.emit(Inst::Image(Box::new(access)));
            return Ok(Value::Nothing);
        }
        let Some((scalar, width)) = self.shape(self.program.expr(id).ty) else {
            return self.refuse(id, "this call");
        };
        let values: Vec<Reg> = (0..width).map(|_| self.temporary(scalar)).collect();
        access.values.clone_from(&values);
        self.emit(Inst::Image(Box::new(access)));
        Ok(Value::Registers(scalar, values))
    }
    fn is_read_write(&self, image: ExprId) -> bool {
        let program = self.program;
        match program.types.get(program.expr(image).ty) {
            Type::Image(image) => image.access == opencl_c::types::ImageAccess::ReadWrite,
            _ => false,
        }
    }

    /// What a fence with these flags does for images that the program both reads and writes.
    pub(super) fn image_fence(&mut self, flags: ExprId) -> Result<()> {
        let flags = self.scalar(flags)?;
        if self.program.types.has_read_write_image() {
            self.emit(Inst::ImageFence { flags });
        }
        Ok(())
    }
}
