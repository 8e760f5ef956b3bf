//! One conversation with the parent: takes requests in order, answers each.

use crate::arena::Arena;
use crate::arguments;
use crate::devices::{self, Known};
use crate::measure::Bench;
use crate::opencl::{Context, Error, Queue, Setting};
use crate::printf::{Capture, Printed};
use crate::program::{self, BuildFailure, Built, BuiltKernel};
use crate::streams::{Streams, end};
use launch::Source;
use launch::measurement::Measure;
use launch::protocol::{
    ArgumentProblem, Failure, Hello, Kernel, MAX_FRAME, Ran, Reply, Request, Resource, Run,
    RunArgument, Shortage, VERSION,
};
use ocl::core::Status;
use serde_bytes::Bytes;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Answers requests until the parent ends the conversation.
pub(crate) fn serve(mut streams: Streams) -> ExitCode {
    // A panic is told as a fault; its message and place are of no use to a student.
    std::panic::set_hook(Box::new(|_| {}));
    streams.send(&Hello {
        protocol: VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    });
    // The drivers are loaded now, while the parent still prepares its first request.
    let mut session = Session {
        devices: match catch_unwind(devices::list) {
            Ok(listed) => listed.map_err(|error| error.to_string()),
            Err(_) => Err("a driver could not be loaded".to_owned()),
        },
        program: None,
        arena: Arena::default(),
        bench: Bench::default(),
    };
    while let Ok(frame) = streams.requests.recv() {
        let answered = catch_unwind(AssertUnwindSafe(|| session.answer(&frame, &mut streams)));
        if answered.is_err() {
            streams.send(&fault("it panicked".to_owned()));
        }
    }
    end()
}

struct Session {
    /// The device list, or why there is none.
    devices: Result<Vec<Known>, String>,
    /// The program built last.
    program: Option<Loaded>,
    arena: Arena,
    bench: Bench,
}

/// A program and where its launches go.
struct Loaded {
    /// The index of its device.
    device: usize,
    built: Built,
    queue: Queue,
    context: Context,
}

fn fault(message: String) -> Reply<'static> {
    Reply::Fault { message }
}

impl Session {
    fn answer(&mut self, frame: &[u8], streams: &mut Streams) {
        match postcard::from_bytes::<Request<'_>>(frame) {
            Ok(Request::Devices) => streams.send(&self.list()),
            Ok(Request::Build { device, source }) => streams.send(&self.build(device, &source)),
            Ok(Request::Run(run)) => self.run(&run, streams),
            Ok(Request::Measure(step)) => self.measure(&step, streams),
            Err(error) => streams.send(&fault(format!("it got an unreadable request: {error}"))),
        }
    }

    fn list(&self) -> Reply<'static> {
        match &self.devices {
            Ok(devices) => {
                Reply::Devices(devices.iter().map(|known| known.device.clone()).collect())
            }
            Err(message) => fault(message.clone()),
        }
    }

    fn build(&mut self, index: usize, source: &Source) -> Reply<'static> {
        self.arena.forget_device();
        self.program = None;
        let devices = match &self.devices {
            Ok(devices) => devices,
            Err(message) => return fault(message.clone()),
        };
        let Some(known) = devices.get(index) else {
            return Reply::NoSuchDevice {
                devices: devices.len(),
            };
        };
        let loaded = Context::new(known.id)
            .and_then(|context| Ok((context.queue(known.id)?, context)))
            .map_err(BuildFailure::OpenCl)
            .and_then(|(queue, context)| {
                Ok(Loaded {
                    device: index,
                    built: program::build(&context, known, source, "")?,
                    queue,
                    context,
                })
            });
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(BuildFailure::Compiler { log }) => return Reply::BuildFailed { log },
            Err(BuildFailure::OpenCl(error)) => return Reply::Failed(failure(error)),
            Err(BuildFailure::Definition { name }) => {
                return fault(format!("`{name}` is no name for a definition"));
            }
        };
        let mut kernels: Vec<Kernel> = loaded
            .built
            .kernels
            .iter()
            .map(|(name, kernel)| Kernel {
                name: name.clone(),
                parameters: kernel.parameters.clone(),
            })
            .collect();
        kernels.sort_by(|a, b| a.name.cmp(&b.name));
        let log = loaded.built.log.clone();
        self.program = Some(loaded);
        Reply::Built { log, kernels }
    }

    fn run(&mut self, run: &Run<'_>, streams: &mut Streams) {
        let (Ok(devices), Some(program)) = (&self.devices, &self.program) else {
            return streams.send(&fault("it was asked to run before it had built".to_owned()));
        };
        let known = &devices[program.device];
        let Some(kernel) = program.built.kernels.get(run.kernel) else {
            let mut kernels: Vec<_> = program.built.kernels.keys().cloned().collect();
            kernels.sort();
            return streams.send(&Reply::Failed(Failure::NoSuchKernel {
                kernel: run.kernel.to_owned(),
                kernels,
            }));
        };
        let checked = arguments::check(known, kernel, run).and_then(|()| check_frame(run));
        if let Err(failure) = checked {
            return streams.send(&Reply::Failed(failure));
        }
        match launch(known, program, kernel, run, &mut self.arena) {
            Ok((buffers, nanoseconds, printed)) => streams.send(&Reply::Ran(Ran {
                buffers,
                nanoseconds,
                printf: Bytes::new(&printed.bytes),
                printf_cut: printed.cut,
            })),
            Err(failure) => streams.send(&Reply::Failed(failure)),
        }
    }

    fn measure(&mut self, step: &Measure<'_>, streams: &mut Streams) {
        let devices = match &self.devices {
            Ok(devices) => devices,
            Err(message) => return streams.send(&fault(message.clone())),
        };
        match self.bench.step(devices, step) {
            Ok(measured) => streams.send(&Reply::Measured(measured)),
            Err(message) => streams.send(&fault(message)),
        }
    }
}

/// The buffers with their guards, the time on the device, what was printed.
type Launched<'a> = (Vec<&'a Bytes>, Option<u64>, Printed);

fn launch<'a>(
    known: &Known,
    program: &Loaded,
    kernel: &BuiltKernel,
    run: &Run<'_>,
    arena: &'a mut Arena,
) -> Result<Launched<'a>, Failure> {
    let placed = arena
        .place(&program.context, known, &run.arguments)
        .map_err(failure)?;
    let mut buffers = placed.buffers.iter();
    for (index, argument) in run.arguments.iter().enumerate() {
        let (setting, given) = match argument {
            RunArgument::Buffer { .. } | RunArgument::Poisoned { .. } => match buffers.next() {
                Some(buffer) => (Setting::Memory(&buffer.memory), 0),
                None => (Setting::Null, 0),
            },
            RunArgument::Null => (Setting::Null, 0),
            RunArgument::Value(bytes) => (Setting::Value(bytes), bytes.len()),
            RunArgument::Local(bytes) => (Setting::Local(*bytes), *bytes),
        };
        let set = kernel.kernel.set(index, &setting);
        set.map_err(|error| match error.code.status() {
            Some(Status::CL_INVALID_ARG_SIZE) => Failure::Arguments {
                parameters: kernel.parameters.clone(),
                problem: ArgumentProblem::Size {
                    argument: index,
                    given,
                    expected: None,
                },
            },
            _ => failure(error),
        })?;
    }
    let capture = match program.built.prints {
        true => Capture::start().ok(),
        false => None,
    };
    let launched = program.queue.launch(
        &kernel.kernel,
        &run.range.global,
        run.range.local.as_deref(),
        &mut arena.copies(&placed),
    );
    let printed = capture
        .map(Capture::finish)
        .and_then(Result::ok)
        .unwrap_or_default();
    let nanoseconds = launched.map_err(failure)?;
    let arena = &*arena;
    let buffers = placed
        .buffers
        .iter()
        .map(|buffer| Bytes::new(arena.bytes(buffer)))
        .collect();
    Ok((buffers, nanoseconds, printed))
}

/// Can one message carry the reply?
fn check_frame(run: &Run<'_>) -> Result<(), Failure> {
    let asked = run.reply_size();
    if asked <= MAX_FRAME {
        return Ok(());
    }
    Err(Failure::OutOfResources {
        code: "CL_OUT_OF_HOST_MEMORY".to_owned(),
        shortage: Some(Shortage {
            resource: Resource::Message,
            asked: asked as u64,
            available: MAX_FRAME as u64,
        }),
    })
}

/// What a refused OpenCL call means for the launch.
pub(crate) fn failure(error: Error) -> Failure {
    let code = error.code.to_string();
    match error.code.status() {
        Some(
            Status::CL_OUT_OF_RESOURCES
            | Status::CL_OUT_OF_HOST_MEMORY
            | Status::CL_MEM_OBJECT_ALLOCATION_FAILURE
            | Status::CL_INVALID_BUFFER_SIZE
            | Status::CL_INVALID_WORK_GROUP_SIZE
            | Status::CL_INVALID_WORK_ITEM_SIZE,
        ) => Failure::OutOfResources {
            code,
            shortage: None,
        },
        Some(
            Status::CL_DEVICE_NOT_AVAILABLE
            | Status::CL_NV_INVALID_MEM_ACCESS
            | Status::CL_INVALID_COMMAND_QUEUE
            | Status::CL_INVALID_CONTEXT,
        ) => Failure::DeviceLost { code },
        _ => Failure::Refused {
            code,
            call: error.call.to_owned(),
        },
    }
}
