//! Images and samplers.

use super::{Context, Error, Memory, Queue, SamplerHandle, check};
use launch::image::{Addressing, Filter};
use launch::{Access, ImageFormat, ImageKind, Sampler};
use ocl::ffi;
use std::ptr;

/// An image of a launch. That of a buffer is a view of one.
pub(crate) struct Image {
    pub(crate) memory: Memory,
    /// The memory of a [`ImageKind::D1Buffer`].
    buffer: Option<Memory>,
    region: [usize; 3],
    bytes: usize,
}

impl Context {
    /// An image of this size and format, and of `bytes` bytes.
    pub(crate) fn image(
        &self,
        kind: ImageKind,
        format: ImageFormat,
        size: [usize; 3],
        access: Access,
        bytes: usize,
    ) -> Result<Image, Error> {
        let buffer = match kind {
            ImageKind::D1Buffer => Some(self.buffer(bytes)?),
            _ => None,
        };
        let flags = match access {
            Access::Read => ffi::CL_MEM_READ_ONLY,
            Access::Write => ffi::CL_MEM_WRITE_ONLY,
            Access::ReadWrite => ffi::CL_MEM_READ_WRITE,
        };
        let format = ffi::cl_image_format {
            image_channel_order: format.order.number(),
            image_channel_data_type: format.channel.number(),
        };
        let dimensions = kind.dimensions();
        let layers = if kind.is_array() { size[dimensions] } else { 1 };
        let of = |dimension: usize| match dimension < dimensions {
            true => size[dimension],
            false => 0,
        };
        let description = ffi::cl_image_desc {
            image_type: kind.number(),
            image_width: of(0),
            image_height: of(1),
            image_depth: of(2),
            image_array_size: layers,
            image_row_pitch: 0,
            image_slice_pitch: 0,
            num_mip_levels: 0,
            num_samples: 0,
            buffer: buffer.as_ref().map_or(ptr::null_mut(), |buffer| buffer.0),
        };
        let mut code = 0;
        // SAFETY: the context is live, as is the buffer; no host pointer is given, and format and description live
        // through the call.
        let raw = unsafe {
            ffi::clCreateImage(
                self.0,
                flags,
                &format,
                &description,
                ptr::null_mut(),
                &mut code,
            )
        };
        Ok(Image {
            memory: Memory::created(raw, code, "clCreateImage")?,
            buffer,
            region: size,
            bytes,
        })
    }

    /// A sampler.
    pub(crate) fn sampler(&self, sampler: Sampler) -> Result<SamplerHandle, Error> {
        let addressing = match sampler.addressing {
            Addressing::None => ffi::CL_ADDRESS_NONE,
            Addressing::ClampToEdge => ffi::CL_ADDRESS_CLAMP_TO_EDGE,
            Addressing::Clamp => ffi::CL_ADDRESS_CLAMP,
            Addressing::Repeat => ffi::CL_ADDRESS_REPEAT,
            Addressing::MirroredRepeat => ffi::CL_ADDRESS_MIRRORED_REPEAT,
        };
        let filter = match sampler.filter {
            Filter::Nearest => ffi::CL_FILTER_NEAREST,
            Filter::Linear => ffi::CL_FILTER_LINEAR,
        };
        let mut code = 0;
        // SAFETY: the context is live.
        let raw = unsafe {
            ffi::clCreateSampler(
                self.0,
                sampler.normalized.into(),
                addressing,
                filter,
                &mut code,
            )
        };
        SamplerHandle::created(raw, code, "clCreateSampler")
    }
}

impl Queue {
    /// Copies host bytes into an image and waits for it. There are as many as it has.
    pub(crate) fn write_image(&self, image: &Image, host: &[u8]) -> Result<(), Error> {
        if let Some(buffer) = &image.buffer {
            return self.write(buffer, 0, host).map(drop);
        }
        if host.len() != image.bytes {
            return Err(Error {
                code: super::Code(ffi::CL_INVALID_VALUE),
                call: "clEnqueueWriteImage",
            });
        }
        // SAFETY: the call returns when the bytes have been copied; the region is the whole image, without gaps between
        // its rows, and the host bytes are as many.
        let code = unsafe {
            ffi::clEnqueueWriteImage(
                self.0,
                image.memory.0,
                ffi::CL_TRUE,
                [0_usize; 3].as_ptr(),
                image.region.as_ptr(),
                0,
                0,
                host.as_ptr().cast(),
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        check(code, "clEnqueueWriteImage")
    }

    /// The bytes of an image; waits for them.
    pub(crate) fn read_image(&self, image: &Image) -> Result<Vec<u8>, Error> {
        let mut host = vec![0; image.bytes];
        if let Some(buffer) = &image.buffer {
            self.read(buffer, 0, &mut host)?;
            return Ok(host);
        }
        // SAFETY: as for the upload; the host bytes are as many as the image was made for.
        let code = unsafe {
            ffi::clEnqueueReadImage(
                self.0,
                image.memory.0,
                ffi::CL_TRUE,
                [0_usize; 3].as_ptr(),
                image.region.as_ptr(),
                0,
                0,
                host.as_mut_ptr().cast(),
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        check(code, "clEnqueueReadImage")?;
        Ok(host)
    }
}
