//! The messages between `grader` and its child process `grader-device`.
//!
//! A frame is a little-endian `u32` length followed by that many bytes of postcard. The child's
//! first frame is [`Hello`], which keeps its shape for ever; a parent that sees another
//! [`VERSION`] stops there. After that the parent sends [`Request`]s and the child answers each
//! with one [`Reply`], in order. The parent may send several requests ahead; when it closes the
//! child's standard input, the child ends at once.
//!
//! A trusted kernel is built and run by one child ([`Request::Build`]). An untrusted one takes two, each in a
//! sandbox: one compiles it ([`Request::Compile`]), the other loads and runs the binary ([`Request::Load`]).
//! Such a child's second frame, without a request, is [`Reply::Sandboxed`].
//!
//! Messages borrow their large parts from the frame, so that contents are copied once each way.

use crate::measurement::{Measure, Measured};
use crate::pattern::GUARD_BYTES;
use crate::{Access, Argument, ImageFormat, ImageKind, Launch, NdRange, Sampler, Scalar, Source};
use serde::{Deserialize, Serialize};
use serde_bytes::Bytes;
use std::borrow::Cow;

pub use crate::failure::{ArgumentKind, ArgumentProblem, Failure, Parameter, Resource, Shortage};

/// The version of this protocol. Any change to a message but [`Hello`], to
/// [`crate::pattern`] or to [`crate::noise`] raises it.
pub const VERSION: u32 = 10;

/// The longest frame either side accepts, in bytes.
pub const MAX_FRAME: usize = 1 << 30;

/// The most text of a kernel's `printf` that is kept of a launch, in bytes.
pub const MAX_PRINTF: usize = 64 << 10;

/// The longest binary of a program that is taken, in bytes.
pub const MAX_BINARY: usize = 64 << 20;

/// The name of the program's text in a build log.
pub const SOURCE_NAME: &str = "<program>";

/// The name of the program's definitions in a build log.
pub const DEFINITIONS_NAME: &str = "<definitions>";

/// The child's first frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// [`VERSION`] of the child.
    pub protocol: u32,
    /// The child's package version, for messages.
    pub version: String,
}

/// A request of the parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request<'a> {
    /// List every device of every platform.
    Devices,
    /// Build a program for a device; later runs use it.
    Build {
        /// Index into the device list.
        device: usize,
        /// The program.
        source: Cow<'a, Source>,
        /// The optimisation level.
        optimisation: Optimisation,
    },
    /// Launch a kernel of the program built last.
    Run(#[serde(borrow)] Run<'a>),
    /// A step of a measurement.
    Measure(#[serde(borrow)] Measure<'a>),
    /// Compile a program for a device and hand out its binary; it is not run here.
    Compile {
        /// The device.
        device: Cow<'a, DeviceName>,
        /// The program.
        source: Cow<'a, Source>,
        /// The optimisation level.
        optimisation: Optimisation,
    },
    /// Load a program that another process has compiled; later runs use it. The process can do
    /// little else from then on.
    Load(#[serde(borrow)] Load<'a>),
}

/// The optimisation level of a device's compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Optimisation {
    /// As much as it does by default.
    #[default]
    Usual,
    /// Nothing (`-cl-opt-disable`): a second opinion on what the usual program gives.
    Off,
}

/// The identity of a device in every process. Its index may differ between processes: a driver without access
/// to its hardware lists no device.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DeviceName {
    /// Platform name.
    pub platform: String,
    /// Device name.
    pub name: String,
    /// The number of devices with the same names before it.
    pub before: usize,
}

impl DeviceName {
    /// The name of number `index` of a list.
    pub fn of(devices: &[Device], index: usize) -> Option<DeviceName> {
        let device = devices.get(index)?;
        let same = |other: &&Device| other.platform == device.platform && other.name == device.name;
        Some(DeviceName {
            platform: device.platform.clone(),
            name: device.name.clone(),
            before: devices[..index].iter().filter(same).count(),
        })
    }

    /// The index of the device of this name in a list.
    pub fn find<'a>(&self, devices: impl IntoIterator<Item = &'a Device>) -> Option<usize> {
        let devices = devices.into_iter().enumerate();
        let mut same =
            devices.filter(|(_, other)| other.platform == self.platform && other.name == self.name);
        same.nth(self.before).map(|(index, _)| index)
    }
}

/// A compiled program on its way to the process that runs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Load<'a> {
    /// The device.
    pub device: Cow<'a, DeviceName>,
    /// Its kernels: a binary may have lost what their parameters are called.
    pub kernels: Cow<'a, [Kernel]>,
    /// Does it print?
    pub prints: bool,
    /// The binary.
    #[serde(borrow)]
    pub binary: &'a Bytes,
}

/// One launch, as it travels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run<'a> {
    /// The kernel's name.
    pub kernel: &'a str,
    /// Its arguments, in order.
    #[serde(borrow)]
    pub arguments: Vec<RunArgument<'a>>,
    /// Its NDRange, but for the offset and the sub-groups.
    pub range: Cow<'a, NdRange>,
    /// What the global ids begin at, in each dimension; empty where at 0.
    pub offset: Cow<'a, [usize]>,
}

/// One argument of a launch, as it travels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RunArgument<'a> {
    /// A buffer.
    Buffer {
        /// The type of its elements, or of their components.
        scalar: Scalar,
        /// Its contents.
        #[serde(borrow)]
        contents: &'a Bytes,
    },
    /// A buffer to be filled with poison.
    Poisoned {
        /// The type of its elements, or of their components.
        scalar: Scalar,
        /// Its size in bytes.
        bytes: usize,
    },
    /// A value, in device layout.
    Value(#[serde(borrow)] &'a Bytes),
    /// Local memory of this many bytes.
    Local(usize),
    /// A null buffer.
    Null,
    /// An image, its pixels without gaps.
    Image {
        /// What it is.
        kind: ImageKind,
        /// The format of its pixels.
        format: ImageFormat,
        /// Pixels in each dimension, then layers; 1 where the kind has none.
        size: [usize; 3],
        /// The kernel's access to it.
        access: Access,
        /// Its contents.
        #[serde(borrow)]
        contents: &'a Bytes,
    },
    /// A sampler.
    Sampler(Sampler),
}

impl<'a> Run<'a> {
    /// A launch, as it travels.
    pub fn of(launch: &'a Launch) -> Run<'a> {
        let arguments = launch.arguments.iter().map(|argument| match argument {
            Argument::Buffer(buffer) if !buffer.initialized => RunArgument::Poisoned {
                scalar: buffer.element.scalar,
                bytes: buffer.contents.len(),
            },
            Argument::Buffer(buffer) => RunArgument::Buffer {
                scalar: buffer.element.scalar,
                contents: Bytes::new(&buffer.contents),
            },
            Argument::Value { bytes, .. } => RunArgument::Value(Bytes::new(bytes)),
            Argument::Local { bytes, .. } => RunArgument::Local(*bytes),
            Argument::Null { .. } => RunArgument::Null,
            Argument::Image(image) => RunArgument::Image {
                kind: image.kind,
                format: image.format,
                size: image.size,
                access: image.access,
                contents: Bytes::new(&image.contents),
            },
            Argument::Sampler { sampler, .. } => RunArgument::Sampler(*sampler),
        });
        Run {
            kernel: &launch.kernel,
            arguments: arguments.collect(),
            range: Cow::Borrowed(&launch.range),
            offset: Cow::Borrowed(launch.range.offset.as_deref().unwrap_or_default()),
        }
    }

    /// Can one message carry the reply?
    pub fn check_reply(&self) -> Result<(), Failure> {
        let asked = self.reply_size();
        if asked <= MAX_FRAME {
            return Ok(());
        }
        let (asked, available) = (asked as u64, MAX_FRAME as u64);
        let code = "CL_OUT_OF_HOST_MEMORY";
        Err(Failure::short(code, Resource::Message, asked, available))
    }

    /// An upper bound of the reply's size in bytes, if it runs.
    pub fn reply_size(&self) -> usize {
        let buffers = self.arguments.iter().map(|argument| match argument {
            RunArgument::Buffer { contents, .. } => contents.len(),
            RunArgument::Poisoned { bytes, .. } => *bytes,
            RunArgument::Image { contents, .. } => contents.len(),
            RunArgument::Value(_)
            | RunArgument::Local(_)
            | RunArgument::Null
            | RunArgument::Sampler(_) => 0,
        });
        buffers
            .map(|bytes| bytes.saturating_add(2 * GUARD_BYTES + 16))
            .fold(MAX_PRINTF + 64, usize::saturating_add)
    }
}

impl RunArgument<'_> {
    /// What kind of argument it is.
    pub fn kind(&self) -> ArgumentKind {
        match self {
            RunArgument::Buffer { .. } | RunArgument::Poisoned { .. } | RunArgument::Null => {
                ArgumentKind::Buffer
            }
            RunArgument::Value(_) => ArgumentKind::Value,
            RunArgument::Local(_) => ArgumentKind::Local,
            RunArgument::Image { .. } => ArgumentKind::Image,
            RunArgument::Sampler(_) => ArgumentKind::Sampler,
        }
    }
}

/// Has a device work-groups of this size? `sizes` are its limits in each dimension, `most` that of all together.
pub fn check_work_group(local: &[usize], sizes: &[usize], most: u64) -> Result<(), Failure> {
    for (dimension, (&asked, &limit)) in local.iter().zip(sizes).enumerate() {
        if asked > limit {
            return Err(Failure::short(
                "CL_INVALID_WORK_ITEM_SIZE",
                Resource::WorkGroupDimension(dimension),
                asked as u64,
                limit as u64,
            ));
        }
    }
    let sizes = local.iter().map(|&size| size as u64);
    let asked = sizes.fold(1, u64::saturating_mul);
    match asked > most {
        true => Err(Failure::short(
            "CL_INVALID_WORK_GROUP_SIZE",
            Resource::WorkGroup,
            asked,
            most,
        )),
        false => Ok(()),
    }
}

/// A reply of the child.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply<'a> {
    /// Every device, in a stable order.
    Devices(Vec<Device>),
    /// The program was built.
    Built {
        /// The compiler's warnings; may be empty.
        log: String,
        /// The kernels in it.
        kernels: Vec<Kernel>,
    },
    /// The device's compiler refused the program.
    BuildFailed {
        /// The compiler's log.
        log: String,
    },
    /// There is no device of that index.
    NoSuchDevice {
        /// The actual number.
        devices: usize,
    },
    /// A launch ran.
    Ran(#[serde(borrow)] Ran<'a>),
    /// A build or a launch could not be done; the child lives on.
    Failed(Failure),
    /// The child could not do what was asked, through no fault of the kernel.
    Fault {
        /// The error.
        message: String,
    },
    /// A step of a measurement was done, or could not be.
    Measured(#[serde(borrow)] Measured<'a>),
    /// The child is in its sandbox; these are the protections that the machine cannot enforce.
    Sandboxed(Vec<Protection>),
    /// The program was compiled.
    Compiled(#[serde(borrow)] Compiled<'a>),
}

/// A part of the sandbox of untrusted kernels. Each is independent: one may close what another leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Protection {
    /// No program that is executed gains rights (Linux: `no_new_privs`).
    Privileges,
    /// No file is read or written but those that the driver needs (Linux: Landlock).
    Files,
    /// No file that may be opened is cut short (Linux: Landlock since its third version).
    Truncation,
    /// No system call but those that the driver needs: no network, no processes, no signals to others
    /// (Linux: seccomp).
    SystemCalls,
    /// Memory, file sizes, open files and processor time are bounded (resource limits).
    Limits,
    /// The process ends with its parent, however that ends (Linux: the parent-death signal).
    Ending,
}

impl Protection {
    /// Every one.
    pub const ALL: [Protection; 6] = [
        Protection::Privileges,
        Protection::Files,
        Protection::Truncation,
        Protection::SystemCalls,
        Protection::Limits,
        Protection::Ending,
    ];
}

/// The result of a compilation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compiled<'a> {
    /// The compiler's warnings; may be empty.
    pub log: String,
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// Does the program print?
    pub prints: bool,
    /// The program as the device's driver keeps it.
    #[serde(borrow)]
    pub binary: &'a Bytes,
}

/// A kernel as the device's compiler saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Its parameters, in order; absent if the device does not report them.
    pub parameters: Option<Vec<Parameter>>,
}

/// The result of one launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ran<'a> {
    /// For each buffer argument, in order: the guard before it, its bytes, the guard after it.
    #[serde(borrow)]
    pub buffers: Vec<&'a Bytes>,
    /// For each image argument, in order: its bytes.
    #[serde(borrow)]
    pub images: Vec<&'a Bytes>,
    /// Time on the device by event profiling, in nanoseconds, if the device reports it.
    pub nanoseconds: Option<u64>,
    /// The kernel's output, at most [`MAX_PRINTF`] bytes.
    pub printf: &'a Bytes,
    /// Did it print more than that?
    pub printf_cut: bool,
}

/// A device of a platform, with the limits that matter for a launch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Device {
    /// Index in the list, from 0; `--device` takes it.
    pub index: usize,
    /// Platform name.
    pub platform: String,
    /// Platform version text.
    pub platform_version: String,
    /// Device name.
    pub name: String,
    /// `CPU`, `GPU`, `accelerator` or `other`.
    pub kind: String,
    /// Driver version text.
    pub driver: String,
    /// OpenCL C version text.
    pub opencl_c: String,
    /// Compute units.
    pub compute_units: u32,
    /// Most work-items in a group.
    pub max_work_group_size: usize,
    /// Most work-items in a group, each dimension.
    pub max_work_item_sizes: Vec<usize>,
    /// Local memory in bytes.
    pub local_memory: u64,
    /// Global memory in bytes.
    pub global_memory: u64,
    /// Largest single buffer in bytes.
    pub max_allocation: u64,
    /// Clock in MHz, as reported.
    pub clock_mhz: u32,
    /// Extensions.
    pub extensions: Vec<String>,
}

/// The platform of a device of WebGPU begins with it.
pub const WEBGPU: &str = "WebGPU";

impl Device {
    /// Is it a device of WebGPU?
    #[must_use]
    pub fn is_adapter(&self) -> bool {
        self.platform.starts_with(WEBGPU)
    }

    /// The compute units, for the size of a launch that is to fill the device; of a GPU that does not report them, as
    /// through WebGPU, as many as a large one has.
    #[must_use]
    pub fn units(&self) -> u32 {
        match (self.compute_units, self.kind.as_str()) {
            (0, "GPU") => 128,
            (units, _) => units.max(1),
        }
    }
}
