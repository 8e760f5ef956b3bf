//! One conversation with the parent: takes requests in order, answers each.

use crate::arena::{Arena, PlacedBuffer};
use crate::arguments;
use crate::devices::{self, ListedDevice};
use crate::failure::failure;
use crate::measure::Bench;
use crate::opencl::{Context, Error, Image, Queue, Range, SamplerHandle, Setting};
use crate::printf::Printed;
use crate::program::{self, BuildFailure, Built, BuiltKernel};
use crate::sandbox::{self, Phase, Sandbox};
use crate::system::end;
use crate::system::printf::{Capture, Drain};
use child_streams::Streams;
use launch::Source;
use launch::measurement::Measure;
use launch::protocol::{
    ArgumentProblem, Compiled, DeviceName, Failure, Hello, Kernel, Load, MAX_BINARY, Optimisation,
    Protection, Ran, Reply, Request, Run, RunArgument, VERSION,
};
use ocl::core::Status;
use serde_bytes::Bytes;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Answers requests until the parent closes the connection. In a sandbox, it first reports the missing
/// protections.
pub(crate) fn serve(mut streams: Streams, boxed: Option<(Sandbox, Vec<Protection>)>) -> ExitCode {
    // A panic is reported as a fault; its message and place are of no use to a student.
    std::panic::set_hook(Box::new(|_| {}));
    streams.send(&Hello {
        protocol: VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    });
    let sandbox = boxed.map(|(sandbox, missing)| {
        let filtered = !missing.contains(&Protection::SystemCalls);
        streams.send(&Reply::Sandboxed(missing));
        (sandbox, filtered)
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
        drain: None,
        sandbox,
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
    devices: Result<Vec<ListedDevice>, String>,
    /// The program built last.
    program: Option<Loaded>,
    arena: Arena,
    bench: Bench,
    /// Takes what launches print, once there is a program that does.
    drain: Option<Drain>,
    /// The sandbox of this process, and whether its system calls are filtered.
    sandbox: Option<(Sandbox, bool)>,
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

/// The build option for it.
fn option(optimisation: Optimisation) -> &'static str {
    match optimisation {
        Optimisation::Usual => "",
        Optimisation::Off => "-cl-opt-disable",
    }
}

impl Session {
    fn answer(&mut self, frame: &[u8], streams: &mut Streams) {
        match postcard::from_bytes::<Request<'_>>(frame) {
            Ok(Request::Devices) => streams.send(&self.list()),
            Ok(request) if !self.may(&request) => {
                streams.send(&fault(
                    "it was asked for what its box is not for".to_owned(),
                ));
            }
            Ok(Request::Build {
                device,
                source,
                optimisation,
            }) => streams.send(&self.build(device, &source, optimisation)),
            Ok(Request::Run(run)) => self.run(&run, streams),
            Ok(Request::Measure(step)) => self.measure(&step, streams),
            Ok(Request::Compile {
                device,
                source,
                optimisation,
            }) => self.compile(&device, &source, optimisation, streams),
            Ok(Request::Load(load)) => streams.send(&self.load(&load)),
            Err(error) => streams.send(&fault(format!("it got an unreadable request: {error}"))),
        }
    }

    /// Is the request one for this process? A process that compiles launches nothing, and one that runs
    /// compiles nothing.
    fn may(&self, request: &Request<'_>) -> bool {
        match self.sandbox.as_ref().map(|(sandbox, _)| sandbox.phase) {
            None => !matches!(request, Request::Compile { .. } | Request::Load(_)),
            Some(Phase::Compile) => matches!(request, Request::Compile { .. }),
            Some(Phase::Run) => matches!(request, Request::Load(_) | Request::Run(_)),
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

    fn build(
        &mut self,
        index: usize,
        source: &Source,
        optimisation: Optimisation,
    ) -> Reply<'static> {
        let built = self.loaded(index, |context, known| {
            program::build(context, known, source, option(optimisation))
        });
        match built {
            Ok(loaded) => {
                let log = loaded.built.log.clone();
                let kernels = kernels(&loaded.built);
                self.hold(loaded);
                Reply::Built { log, kernels }
            }
            Err(reply) => reply,
        }
    }

    /// Compiles, and returns the binary.
    fn compile(
        &mut self,
        device: &DeviceName,
        source: &Source,
        optimisation: Optimisation,
        streams: &mut Streams,
    ) {
        let compiled = self.find(device).and_then(|index| {
            let loaded = self.loaded(index, |context, known| {
                program::build(context, known, source, option(optimisation))
            })?;
            let binary = loaded.built.binary();
            let binary = binary.map_err(|error| Reply::Failed(failure(error)))?;
            if binary.is_empty() || binary.len() > MAX_BINARY {
                return Err(Reply::Failed(Failure::Refused {
                    code: format!("a binary of {} bytes", binary.len()),
                    call: "clGetProgramInfo".to_owned(),
                }));
            }
            Ok((loaded, binary))
        });
        match compiled {
            Ok((loaded, binary)) => streams.send(&Reply::Compiled(Compiled {
                log: loaded.built.log.clone(),
                kernels: kernels(&loaded.built),
                prints: loaded.built.prints,
                binary: Bytes::new(&binary),
            })),
            Err(reply) => streams.send(&reply),
        }
    }

    /// Loads a binary of another process, and seals the sandbox.
    fn load(&mut self, load: &Load<'_>) -> Reply<'static> {
        let loaded = self.find(&load.device).and_then(|index| {
            self.loaded(index, |context, known| program::load(context, known, load))
        });
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(reply) => return reply,
        };
        let kernels = kernels(&loaded.built);
        self.hold(loaded);
        // If system calls cannot be filtered, the parent already knows it.
        if let Some((sandbox, true)) = &self.sandbox
            && !sandbox::seal(sandbox)
        {
            self.program = None;
            return fault("its box could not be closed".to_owned());
        }
        let log = String::new();
        Reply::Built { log, kernels }
    }

    /// Makes a program that of the launches to come.
    fn hold(&mut self, loaded: Loaded) {
        if loaded.built.prints && self.drain.is_none() {
            self.drain = Drain::start().ok();
        }
        self.program = Some(loaded);
    }

    /// The index of a device here.
    fn find(&self, device: &DeviceName) -> Result<usize, Reply<'static>> {
        let devices = match &self.devices {
            Ok(devices) => devices,
            Err(message) => return Err(fault(message.clone())),
        };
        let found = device.find(devices.iter().map(|known| &known.device));
        found.ok_or(Reply::NoSuchDevice {
            devices: devices.len(),
        })
    }

    /// A program for a device; or the reply that says why there is none.
    fn loaded(
        &mut self,
        index: usize,
        make: impl FnOnce(&Context, &ListedDevice) -> Result<Built, BuildFailure>,
    ) -> Result<Loaded, Reply<'static>> {
        self.arena.forget_device();
        self.program = None;
        let devices = match &self.devices {
            Ok(devices) => devices,
            Err(message) => return Err(fault(message.clone())),
        };
        let Some(known) = devices.get(index) else {
            return Err(Reply::NoSuchDevice {
                devices: devices.len(),
            });
        };
        let loaded = Context::new(known.id)
            .and_then(|context| Ok((context.queue(known.id)?, context)))
            .map_err(BuildFailure::OpenCl)
            .and_then(|(queue, context)| {
                Ok(Loaded {
                    device: index,
                    built: make(&context, known)?,
                    queue,
                    context,
                })
            });
        loaded.map_err(|failed| match failed {
            BuildFailure::Compiler { log } => Reply::BuildFailed { log },
            BuildFailure::OpenCl(error) => Reply::Failed(failure(error)),
            BuildFailure::Definition { name } => {
                fault(format!("`{name}` is no name for a definition"))
            }
        })
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
        let checked = arguments::check(known, kernel, run).and_then(|()| run.check_reply());
        if let Err(failure) = checked {
            return streams.send(&Reply::Failed(failure));
        }
        let drain = self.drain.as_ref();
        match launch(known, program, kernel, run, &mut self.arena, drain) {
            Ok(launched) => streams.send(&Reply::Ran(Ran {
                buffers: launched.buffers,
                images: launched
                    .images
                    .iter()
                    .map(|bytes| Bytes::new(bytes))
                    .collect(),
                nanoseconds: launched.nanoseconds,
                printf: Bytes::new(&launched.printed.bytes),
                printf_cut: launched.printed.cut,
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

/// The kernels of a program, by name.
fn kernels(built: &Built) -> Vec<Kernel> {
    let mut kernels: Vec<Kernel> = built
        .kernels
        .iter()
        .map(|(name, kernel)| Kernel {
            name: name.clone(),
            parameters: kernel.parameters.clone(),
        })
        .collect();
    kernels.sort_by(|a, b| a.name.cmp(&b.name));
    kernels
}

/// The buffers with their guards, the images, the time on the device, what was printed.
struct Launched<'a> {
    buffers: Vec<&'a Bytes>,
    images: Vec<Vec<u8>>,
    nanoseconds: Option<u64>,
    printed: Printed,
}

fn launch<'a>(
    known: &ListedDevice,
    program: &Loaded,
    kernel: &BuiltKernel,
    run: &Run<'_>,
    arena: &'a mut Arena,
    drain: Option<&Drain>,
) -> Result<Launched<'a>, Failure> {
    let placed = arena
        .place(&program.context, known, &run.arguments)
        .map_err(failure)?;
    let made = made(program, run).map_err(failure)?;
    let mut buffers = placed.buffers.iter();
    for (index, argument) in run.arguments.iter().enumerate() {
        let (setting, given) = match (argument, made.get(index)) {
            (_, Some(Made::Image(image))) => (Setting::Memory(&image.memory), 0),
            (_, Some(Made::Sampler(sampler))) => (Setting::Sampler(sampler), 0),
            (argument, _) => given(argument, &mut buffers),
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
    let capture = match (program.built.prints, drain) {
        (true, Some(drain)) => drain.capture().ok(),
        _ => None,
    };
    let launched = program.queue.launch(
        &kernel.kernel,
        &Range {
            global: &run.range.global,
            local: run.range.local.as_deref(),
            offset: &run.offset,
        },
        &mut arena.copies(&placed),
    );
    let printed = capture
        .map(Capture::finish)
        .and_then(Result::ok)
        .unwrap_or_default();
    let nanoseconds = launched.map_err(failure)?;
    let images = made.iter().filter_map(|made| match made {
        Made::Image(image) => Some(program.queue.read_image(image)),
        Made::Sampler(_) | Made::Other => None,
    });
    let images = images.collect::<Result<Vec<_>, _>>().map_err(failure)?;
    let arena = &*arena;
    let buffers = placed
        .buffers
        .iter()
        .map(|buffer| Bytes::new(arena.bytes(buffer)))
        .collect();
    Ok(Launched {
        buffers,
        images,
        nanoseconds,
        printed,
    })
}

/// What is made for an argument beside the buffers.
enum Made {
    Image(Image),
    Sampler(SamplerHandle),
    /// Nothing.
    Other,
}

/// The images, with their contents, and the samplers of a launch, by argument.
fn made(program: &Loaded, run: &Run<'_>) -> Result<Vec<Made>, Error> {
    let make = |argument: &RunArgument<'_>| {
        Ok(match argument {
            RunArgument::Image {
                kind,
                format,
                size,
                access,
                contents,
            } => {
                let bytes = contents.len();
                let context = &program.context;
                let image = context.image(*kind, *format, *size, *access, bytes)?;
                program.queue.write_image(&image, contents)?;
                Made::Image(image)
            }
            RunArgument::Sampler(sampler) => Made::Sampler(program.context.sampler(*sampler)?),
            _ => Made::Other,
        })
    };
    run.arguments.iter().map(make).collect()
}

/// The setting of an argument that is no image or sampler, and its size in bytes.
fn given<'a>(
    argument: &'a RunArgument<'_>,
    buffers: &mut impl Iterator<Item = &'a PlacedBuffer>,
) -> (Setting<'a>, usize) {
    match argument {
        RunArgument::Buffer { .. } | RunArgument::Poisoned { .. } => match buffers.next() {
            Some(buffer) => (Setting::Memory(&buffer.memory), 0),
            None => (Setting::Null, 0),
        },
        RunArgument::Value(bytes) => (Setting::Value(bytes), bytes.len()),
        RunArgument::Local(bytes) => (Setting::Local(*bytes), *bytes),
        RunArgument::Null | RunArgument::Image { .. } | RunArgument::Sampler(_) => {
            (Setting::Null, 0)
        }
    }
}
