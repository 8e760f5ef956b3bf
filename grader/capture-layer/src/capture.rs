//! A launch, captured: what it is given is read and written before it begins, so that a kernel that ends its program is
//! captured too; what it leaves is added when it has ended.

use crate::Layer;
use crate::dispatch::Handle;
use crate::failure::Failure;
use crate::query::{Readable, Waits};
use crate::records::{Kind, Set, Unit};
use launch::captured::{After, Argument, Captured, Memory, Program};
use std::env;
use std::path::PathBuf;

/// The NDRange of a launch.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    pub(crate) global: Vec<u64>,
    pub(crate) local: Option<Vec<u64>>,
    pub(crate) offset: Option<Vec<u64>>,
}

/// A capture between the begin and the end of its launch.
#[derive(Debug)]
pub(crate) struct Begun {
    captured: Captured,
    file: PathBuf,
    /// The objects of the arguments, at their indices.
    readable: Vec<Option<Readable>>,
}

impl Layer {
    /// Counts a launch, and begins to capture it if that is wanted.
    pub(crate) fn begin(
        &self,
        (queue, kernel): (Handle, Handle),
        range: Range,
        waits: Waits,
    ) -> Option<Begun> {
        let name = self.next.kernel_name(kernel)?;
        if self.settings.kernel.as_ref().is_some_and(|it| *it != name) {
            return None;
        }
        let launch = self.records.begin_launch(&name, self.settings.launch)?;
        match self.read_before((queue, kernel), &name, launch, range, waits) {
            Ok(begun) => Some(begun),
            Err(failure) => {
                if failure.passes() {
                    self.records.put_off(&name);
                }
                report(&name, launch, &failure);
                None
            }
        }
    }

    fn read_before(
        &self,
        (queue, kernel): (Handle, Handle),
        name: &str,
        launch: u64,
        range: Range,
        waits: Waits,
    ) -> Result<Begun, Failure> {
        if self.records.has_open_user_event() {
            return Err(Failure::UserEvent);
        }
        let device = self.next.queue_device(queue);
        let (program, options) = self.program(kernel, device);
        let (mut arguments, readable) = self.arguments(kernel);
        let bytes = readable.iter().flatten().map(Readable::bytes);
        // Before and after.
        let bytes = bytes.fold(0, u64::saturating_add).saturating_mul(2);
        let limit = self.settings.limit;
        if bytes > limit {
            return Err(Failure::TooLarge { bytes, limit });
        }
        for (argument, readable) in arguments.iter_mut().zip(&readable) {
            if let (Some(memory), Some(readable)) = (memory(argument), readable) {
                memory.before = self.next.read(queue, readable, waits)?;
            }
        }
        let device = device.and_then(|device| self.next.device_name(device));
        let folder = env::current_dir().unwrap_or_default();
        let captured = Captured {
            program,
            options,
            kernel: name.to_owned(),
            launch,
            device: device.unwrap_or_default(),
            folder: folder.to_string_lossy().into_owned(),
            global: range.global,
            local: range.local,
            offset: range.offset,
            arguments,
        };
        let file = self.files.name(name);
        self.files.write(&file, &captured)?;
        Ok(Begun {
            captured,
            file,
            readable,
        })
    }

    /// Reads what the launch has left; `event` is its end.
    pub(crate) fn finish(&self, begun: Begun, queue: Handle, event: Handle) {
        let Begun {
            mut captured,
            file,
            readable,
        } = begun;
        let waits = Waits {
            count: 1,
            events: &event,
        };
        let mut read = || {
            for (argument, readable) in captured.arguments.iter_mut().zip(&readable) {
                if let (Some(memory), Some(readable)) = (memory(argument), readable) {
                    let after = self.next.read(queue, readable, waits)?;
                    memory.after = match after == memory.before {
                        true => After::Unchanged,
                        false => After::Changed(after),
                    };
                }
            }
            self.files.write(&file, &captured)
        };
        if let Err(failure) = read() {
            report(&captured.kernel, captured.launch, &failure);
        }
    }

    /// Takes back the capture of a launch that the driver has refused.
    pub(crate) fn abandon(&self, begun: Begun) {
        // What cannot be removed says of itself that nothing was read after its launch.
        let _ = std::fs::remove_file(&begun.file);
        self.records.put_off(&begun.captured.kernel);
    }

    /// The program of a kernel, and the options that its text was compiled with.
    fn program(&self, kernel: Handle, device: Option<Handle>) -> (Program, String) {
        let Some(program) = self.next.kernel_program(kernel) else {
            return (Program::Binary, String::new());
        };
        if let Some(mut units) = self.records.linked(program) {
            return match (units.pop(), units.len()) {
                (Some(unit), 0) => {
                    let program = Program::Source {
                        text: unit.text,
                        headers: unit.headers,
                    };
                    (program, unit.options)
                }
                (_, others) => (Program::Linked(others as u32 + 1), String::new()),
            };
        }
        match self.unit(program, device) {
            Some(unit) => {
                let program = Program::Source {
                    text: unit.text,
                    headers: unit.headers,
                };
                (program, unit.options)
            }
            None if self.next.is_intermediate(program) => (Program::Intermediate, String::new()),
            None => (Program::Binary, String::new()),
        }
    }

    /// A program's text with its options and headers; absent where it was made of no text.
    pub(crate) fn unit(&self, program: Handle, device: Option<Handle>) -> Option<Unit> {
        let text = self.next.program_text(program)?;
        let device = device.or_else(|| self.next.program_device(program));
        let options = device.and_then(|device| self.next.build_options(program, device));
        Some(Unit {
            text,
            options: options.unwrap_or_default(),
            headers: self.records.headers(program),
        })
    }

    /// The arguments of a kernel, without the bytes of its objects.
    fn arguments(&self, kernel: Handle) -> (Vec<Argument>, Vec<Option<Readable>>) {
        let mut arguments = self.records.arguments(kernel);
        let count = self.next.kernel_arguments(kernel).unwrap_or(0);
        let mut all: Vec<(Argument, Option<Readable>)> = (0..count)
            .map(|index| match arguments.set.remove(&index) {
                None => (Argument::Unset, None),
                Some(set) => self.argument(set),
            })
            .collect();
        // What the kernel reaches through it stands in no argument.
        if arguments.reaches_more {
            all.push((Argument::SharedVirtualMemory, None));
        }
        all.into_iter().unzip()
    }

    fn argument(&self, set: Set) -> (Argument, Option<Readable>) {
        let object = match &set {
            Set::Bytes(bytes) => self.records.object(bytes),
            _ => None,
        };
        match object {
            Some((object, Kind::Memory)) => {
                let memory = self.next.memory(object);
                memory.unwrap_or((Argument::Opaque, None))
            }
            Some((sampler, Kind::Sampler)) => {
                let sampler = self.next.sampler(sampler);
                (sampler.unwrap_or(Argument::Opaque), None)
            }
            None => (set.into_argument(), None),
        }
    }
}

fn memory(argument: &mut Argument) -> Option<&mut Memory> {
    match argument {
        Argument::Buffer(memory) | Argument::Image { memory, .. } => Some(memory),
        _ => None,
    }
}

/// Says on standard error why a launch is not captured.
pub(crate) fn report(kernel: &str, launch: u64, failure: &Failure) {
    let visible = launch::sanitise::visible_line(kernel);
    eprintln!("grader capture: launch {launch} of {visible} is not captured: {failure}");
}
