//! Reads and writes of images, work-item by work-item, and what is asked of them.
//!
//! A pixel is checked as an element of a buffer is: was it written, who else touches it, does it lie within. What an
//! image moves is not counted: it comes through caches of its own, which the traffic of buffers says nothing about.

use super::access::Plan;
use super::synchronise::IMAGE_FENCE;
use super::{Machine, shadow_space};
use crate::code::{ImageAccess, ImageOp, Reg, pointer};
use crate::counters::AccessKind;
use crate::event::{EventKind, ImageMisuse, OutOfBounds, UninitializedValue};
use crate::events::Key;
use crate::image::sampling::{Coordinate, Taken, Tap, Why, take};
use crate::image::{ImageShape, pixel};
use crate::math::Half;
use crate::watch::ImageAccessed;
use launch::Sampler;
use launch::image::{Addressing, ChannelValue};
use opencl_c::builtin::Name;
use opencl_c::types::Scalar;
use std::collections::HashMap;

/// The pixels that work-items wrote to images that they may read as well.
///
/// A work-item sees its own write to such an image only behind a fence of images (6.13.14 of OpenCL C 2.0).
#[derive(Clone, Debug, Default)]
pub(super) struct PixelsWritten {
    /// By image and byte: the group and the work-item that wrote last, and its fences until then.
    last: HashMap<(usize, usize), (usize, usize, u64)>,
    /// The fences of images that each work-item of a group has passed.
    fences: Vec<u64>,
}

impl PixelsWritten {
    fn fences(&self, lane: usize) -> u64 {
        self.fences.get(lane).copied().unwrap_or(0)
    }
}

impl Machine<'_> {
    /// A fence of the work-items that are here: does it name images?
    pub(super) fn fence_images(&mut self, flags: Reg) {
        let Some(written) = &mut self.pixels_written else {
            return;
        };
        written
            .fences
            .resize(self.work_items.max(written.fences.len()), 0);
        for lane in self.mask.iter() {
            if self.registers.get(flags, lane) & IMAGE_FENCE != 0 {
                written.fences[lane] += 1;
            }
        }
    }

    fn note_written(&mut self, object: usize, offset: usize, lane: usize) {
        let written = self.pixels_written.get_or_insert_default();
        let fences = written.fences(lane);
        let by = (self.group, lane, fences);
        written.last.insert((object, offset), by);
    }

    /// Does a work-item read a pixel that it wrote and has not fenced?
    fn is_unfenced(&self, object: usize, offset: usize, lane: usize) -> bool {
        let Some(written) = &self.pixels_written else {
            return false;
        };
        let by = (self.group, lane, written.fences(lane));
        written.last.get(&(object, offset)) == Some(&by)
    }

    pub(super) fn image(&mut self, access: &ImageAccess) {
        let once = match access.op {
            ImageOp::Write(_) => false,
            ImageOp::Read(_) | ImageOp::Ask(_) => access.values.iter().all(|reg| reg.is_uniform()),
        };
        for lane in self.mask.first..self.mask.end {
            if self.mask.lanes[lane] == 0 {
                continue;
            }
            let (allocation, _) = pointer::parts(self.registers.get(access.image, lane));
            let object = (allocation as usize).wrapping_sub(1);
            let image = self.memory.get(object).and_then(|memory| memory.image);
            if let Some(image) = image {
                match access.op {
                    ImageOp::Ask(name) => self.ask_image(access, name, image, lane),
                    ImageOp::Read(scalar) => self.read_image(access, scalar, (object, image), lane),
                    ImageOp::Write(scalar) => {
                        self.write_image(access, scalar, (object, image), lane);
                    }
                }
            }
            if once {
                return;
            }
        }
    }

    fn ask_image(&mut self, access: &ImageAccess, name: Name, image: ImageShape, lane: usize) {
        let [width, height, third] = image.size.map(|size| size as u64);
        let numbers = match name {
            Name::GetImageHeight => [height, 0, 0, 0],
            Name::GetImageDepth => [third, 0, 0, 0],
            Name::GetImageDim if image.kind.dimensions() == 3 => [width, height, third, 0],
            Name::GetImageDim => [width, height, 0, 0],
            Name::GetImageArraySize if image.kind.dimensions() == 1 => [height, 0, 0, 0],
            Name::GetImageArraySize => [third, 0, 0, 0],
            Name::GetImageChannelOrder => [image.format.order.number().into(), 0, 0, 0],
            Name::GetImageChannelDataType => [image.format.channel.number().into(), 0, 0, 0],
            _ => [width, 0, 0, 0],
        };
        for (&dst, number) in access.values.iter().zip(numbers) {
            self.registers.set(dst, lane, number);
        }
    }

    /// The numbers of a coordinate; those that are not there are 0.
    fn coordinate(&self, regs: &[Reg], floats: bool, lane: usize) -> Coordinate {
        let mut bits = [0_u32; 4];
        for (bits, &reg) in bits.iter_mut().zip(regs) {
            *bits = self.registers.get(reg, lane) as u32;
        }
        match floats {
            true => Coordinate::Float(bits.map(f32::from_bits)),
            false => Coordinate::Int(bits.map(|bits| bits as i32)),
        }
    }

    fn read_image(
        &mut self,
        access: &ImageAccess,
        scalar: Scalar,
        (object, image): (usize, ImageShape),
        lane: usize,
    ) {
        let at = self.coordinate(&access.at, access.floats, lane);
        let sampler = access
            .sampler
            .map(|reg| Sampler::from_bits(self.registers.get(reg, lane)));
        self.notify_of_image(access, (object, image), sampler, at);
        let value = image.format.channel.value();
        if value != channel_value(scalar) {
            self.note_misuse(access, ImageMisuse::Format(image.format), object, lane);
            return self.set_pixel(access, scalar, [0; 4], lane);
        }
        let channels = match take(&image, sampler, at) {
            Taken::One(tap) => self.tap(access, (object, image), tap, lane),
            Taken::Sum(taps) if value == ChannelValue::Float => {
                let mut sum = [0.0_f32; 4];
                for (tap, weight) in taps {
                    if weight == 0.0 {
                        continue;
                    }
                    let channels = self.tap(access, (object, image), tap, lane);
                    for (sum, bits) in sum.iter_mut().zip(channels) {
                        *sum += weight * f32::from_bits(bits);
                    }
                }
                sum.map(f32::to_bits)
            }
            Taken::Sum(_) => {
                self.note_misuse(access, ImageMisuse::FilterOfWholeNumbers, object, lane);
                [0; 4]
            }
            // A place that nothing was computed for may be read by work-items that drop what they read.
            Taken::Undefined(Why::NotFinite) => [0; 4],
            Taken::Undefined(why) => {
                self.note_misuse(access, ImageMisuse::Sampler(why), object, lane);
                [0; 4]
            }
        };
        self.set_pixel(access, scalar, channels, lane);
    }

    /// Calls the watcher, if there is one.
    fn notify_of_image(
        &mut self,
        access: &ImageAccess,
        (object, image): (usize, ImageShape),
        sampler: Option<Sampler>,
        at: Coordinate,
    ) {
        let Some(watch) = &mut self.watch.0 else {
            return;
        };
        let sizes = image.kind.sizes();
        let mut pixel = [0; 3];
        let mut is_pixel = sampler.is_none_or(|sampler| !sampler.normalized);
        for (dimension, to) in pixel[..sizes].iter_mut().enumerate() {
            match at {
                Coordinate::Int(at) => *to = at[dimension].into(),
                Coordinate::Float(at) => {
                    let at = at[dimension];
                    is_pixel &= at.is_finite();
                    *to = at.floor() as i64;
                }
            }
        }
        watch.image_accessed(&ImageAccessed {
            argument: object,
            expr: self.code.sites[access.site as usize].expr,
            pixel: is_pixel.then_some(pixel),
            write: matches!(access.op, ImageOp::Write(_)),
            addressed: sampler.is_some_and(|it| it.addressing != Addressing::None),
        });
    }

    fn set_pixel(&mut self, access: &ImageAccess, scalar: Scalar, channels: [u32; 4], lane: usize) {
        for (&dst, bits) in access.values.iter().zip(channels) {
            let bits = match scalar {
                Scalar::Half => Half::from_f32(f32::from_bits(bits)).0.into(),
                _ => u64::from(bits),
            };
            self.registers.set(dst, lane, bits);
        }
    }

    fn note_misuse(
        &mut self,
        access: &ImageAccess,
        misuse: ImageMisuse,
        object: usize,
        lane: usize,
    ) {
        self.note_at(Key::ImageMisuse, access.site, lane, |machine| {
            EventKind::ImageMisuse(machine.code.object(object as u32), misuse)
        });
    }

    fn image_plan(access: &ImageAccess, image: ImageShape) -> Plan {
        Plan {
            kind: match access.op {
                ImageOp::Write(_) => AccessKind::Store,
                ImageOp::Read(_) | ImageOp::Ask(_) => AccessKind::Load,
            },
            size: image.format.size(),
            align: 1,
            site: access.site,
        }
    }

    /// One pixel of a read.
    fn tap(
        &mut self,
        access: &ImageAccess,
        (object, image): (usize, ImageShape),
        tap: Tap,
        lane: usize,
    ) -> [u32; 4] {
        let plan = Self::image_plan(access, image);
        let pixel = match tap {
            Tap::Border => return pixel::border(image.format),
            Tap::Outside(pixel) => {
                self.note_outside(plan, (object, image), pixel, lane);
                return [0; 4];
            }
            Tap::Pixel(pixel) => pixel,
        };
        let Some(offset) = image.offset(pixel) else {
            return [0; 4];
        };
        if access.read_write && self.is_unfenced(object, offset, lane) {
            self.note_misuse(access, ImageMisuse::Unfenced, object, lane);
        }
        if !self.memory[object].is_defined(offset, plan.size) {
            self.note_at(Key::Uninitialized, plan.site, lane, |machine| {
                let accessed = machine.accessed(object, offset as i64, plan.size as u64);
                machine.uninitialized(plan.site, UninitializedValue::Element(accessed, None))
            });
        }
        if self.memory[object].tracked {
            let shadow_access =
                self.shadow_access(shadow_space(self.memory[object].space), plan.site);
            let shadow = self.memory[object].shadow();
            if let Some(conflict) = shadow.read(offset, plan.size, lane, shadow_access) {
                self.report_race(object, offset as i64, plan, lane, conflict, false);
            }
        }
        pixel::read(
            image.format,
            &self.memory[object].bytes[offset..offset + plan.size],
        )
    }

    fn note_outside(
        &mut self,
        plan: Plan,
        (object, image): (usize, ImageShape),
        pixel: [i64; 3],
        lane: usize,
    ) {
        self.note_at(Key::OutOfBounds, plan.site, lane, |machine| {
            let code = machine.code;
            let mut accessed = code.accessed(object as u32, 0, plan.size as u64);
            let sizes = image.kind.sizes();
            accessed.pixel = Some(pixel[..sizes].to_vec());
            EventKind::OutOfBounds(OutOfBounds {
                accessed,
                size: machine.memory[object].size as u64,
                image: Some(image.size[..sizes].to_vec()),
                write: plan.kind == AccessKind::Store,
                guard: code.sites[plan.site as usize]
                    .guard
                    .map(|guard| code.place_of(guard)),
                index: None,
            })
        });
    }

    fn write_image(
        &mut self,
        access: &ImageAccess,
        scalar: Scalar,
        (object, image): (usize, ImageShape),
        lane: usize,
    ) {
        let plan = Self::image_plan(access, image);
        let mut pixel = [0; 3];
        let at = self.coordinate(&access.at, false, lane);
        self.notify_of_image(access, (object, image), None, at);
        if let Coordinate::Int(at) = at {
            for (to, &at) in pixel.iter_mut().zip(&at[..image.kind.sizes()]) {
                *to = i64::from(at);
            }
        }
        if image.format.channel.value() != channel_value(scalar) {
            return self.note_misuse(access, ImageMisuse::Format(image.format), object, lane);
        }
        let Some(offset) = image.offset(pixel) else {
            return self.note_outside(plan, (object, image), pixel, lane);
        };
        let mut channels = [0; 4];
        for (channel, &reg) in channels.iter_mut().zip(&access.values) {
            let bits = self.registers.get(reg, lane) as u32;
            *channel = match scalar {
                Scalar::Half => Half(bits as u16).to_f32().to_bits(),
                _ => bits,
            };
        }
        let mut bytes = [0; 16];
        let bytes = &mut bytes[..plan.size];
        pixel::write(image.format, channels, bytes);
        if self.memory[object].tracked {
            let shadow_access =
                self.shadow_access(shadow_space(self.memory[object].space), plan.site);
            let shadow = self.memory[object].shadow();
            if let Some(conflict) = shadow.write(offset, plan.size, lane, shadow_access) {
                let same = self.memory[object].bytes[offset..offset + plan.size] == *bytes;
                self.report_race(object, offset as i64, plan, lane, conflict, same);
            }
        }
        if access.read_write {
            self.note_written(object, offset, lane);
        }
        let memory = &mut self.memory[object];
        memory.bytes[offset..offset + plan.size].copy_from_slice(bytes);
        memory.define(offset, plan.size);
    }
}

/// The channels that a function of this type reads and writes.
fn channel_value(scalar: Scalar) -> ChannelValue {
    match scalar {
        Scalar::Int => ChannelValue::Int,
        Scalar::UInt => ChannelValue::UInt,
        _ => ChannelValue::Float,
    }
}
