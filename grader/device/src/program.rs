//! Building a program, and what is known of its kernels.

use crate::devices::ListedDevice;
use crate::opencl::{Code, Context, Error, Kernel, Program};
use launch::protocol::{self, Load, Parameter};
use launch::{Source, source_text};
use ocl::ffi;
use std::collections::HashMap;
use std::ffi::CString;
use std::fmt::Write;

/// Parameters' names and types kept in the binary; else without these, for NVIDIA's compiler (driver 580)
/// cannot keep those of a kernel that has none.
const OPTIONS: [&str; 2] = ["-cl-kernel-arg-info", ""];

/// The most of a compiler's log that is kept, in bytes.
const MAX_LOG: usize = 256 << 10;

/// A program that was built for a device, ready to launch.
pub(crate) struct Built {
    pub(crate) log: String,
    /// Its kernels by name.
    pub(crate) kernels: HashMap<String, BuiltKernel>,
    pub(crate) prints: bool,
    program: Program,
}

impl Built {
    /// Another handle of the kernel of that name, with arguments of its own.
    pub(crate) fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        self.program.kernel(name)
    }

    /// The program as the driver keeps it.
    pub(crate) fn binary(&self) -> Result<Vec<u8>, Error> {
        self.program.binary()
    }
}

/// A kernel and what is known of it.
pub(crate) struct BuiltKernel {
    /// Its handle.
    pub(crate) kernel: Kernel,
    pub(crate) parameter_count: usize,
    /// Its parameters, if the device reports them.
    pub(crate) parameters: Option<Vec<Parameter>>,
    /// The most work-items of it in a work-group, if the device reports it.
    pub(crate) max_work_group: Option<u64>,
    /// Bytes of local memory it declares itself.
    pub(crate) local_memory: u64,
    /// Its `reqd_work_group_size`.
    pub(crate) required_group: Option<[usize; 3]>,
}

/// Why there is no program.
pub(crate) enum BuildFailure {
    /// The compiler refused it.
    Compiler { log: String },
    /// OpenCL failed.
    OpenCl(Error),
    /// A definition is none.
    Definition { name: String },
}

impl From<Error> for BuildFailure {
    fn from(error: Error) -> Self {
        BuildFailure::OpenCl(error)
    }
}

/// Builds `source` for `device`, whose context it is; `options` are added to the language's version.
pub(crate) fn build(
    context: &Context,
    device: &ListedDevice,
    source: &Source,
    options: &str,
) -> Result<Built, BuildFailure> {
    if let Some(log) = refuse_nul(&source.text) {
        return Err(BuildFailure::Compiler { log });
    }
    let text = with_definitions(source)?;
    let standard = source.standard.flag();
    let [with_parameters, without] =
        OPTIONS.map(|kept| format!("-cl-std={standard} {kept} {options}"));
    let (program, log) = match compile(device, context, &text, &with_parameters) {
        Err(BuildFailure::Compiler { log }) => {
            compile(device, context, &text, &without).map_err(|_| BuildFailure::Compiler { log })?
        }
        other => other?,
    };
    let kernels = program
        .kernel_names()
        .into_iter()
        .map(|name| Ok((name.clone(), inspect(device, &program, &name)?)))
        .collect::<Result<_, Error>>()?;
    Ok(Built {
        log,
        kernels,
        prints: source.text.contains("printf"),
        program,
    })
}

/// Loads a program for `device`, whose context it is, that another process has compiled.
pub(crate) fn load(
    context: &Context,
    device: &ListedDevice,
    load: &Load<'_>,
) -> Result<Built, BuildFailure> {
    let program = context.compiled_program(device.id, load.binary)?;
    program.build(device.id, &CString::default())?;
    let mut kernels = HashMap::new();
    for told in load.kernels.iter() {
        let mut kernel = inspect(device, &program, &told.name)?;
        // A binary may lack the source's metadata.
        kernel.parameters = kernel.parameters.or_else(|| told.parameters.clone());
        kernels.insert(told.name.clone(), kernel);
    }
    Ok(Built {
        log: String::new(),
        kernels,
        prints: load.prints,
        program,
    })
}

/// A program and what the compiler said of it.
fn compile(
    device: &ListedDevice,
    context: &Context,
    text: &str,
    options: &str,
) -> Result<(Program, String), BuildFailure> {
    let program = context.program(text)?;
    let built = program.build(device.id, &CString::new(options).unwrap_or_default());
    let mut log = program.log(device.id);
    if let Some(end) = (0..=MAX_LOG.min(log.len()))
        .rev()
        .find(|&end| log.is_char_boundary(end))
    {
        log.truncate(end);
    }
    match built {
        Ok(()) => Ok((program, log)),
        Err(error) if is_refusal(error.code) => Err(BuildFailure::Compiler { log }),
        Err(error) => Err(error.into()),
    }
}

fn is_refusal(code: Code) -> bool {
    matches!(
        code.0,
        ffi::CL_BUILD_PROGRAM_FAILURE
            | ffi::CL_COMPILE_PROGRAM_FAILURE
            | ffi::CL_LINK_PROGRAM_FAILURE
    )
}

/// A message in a compiler's form about the first NUL byte: some drivers read the text up to there
/// and silently drop the rest.
fn refuse_nul(text: &str) -> Option<String> {
    let (before, _) = text.split_once('\0')?;
    let line = before.matches('\n').count() + 1;
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
    let name = protocol::SOURCE_NAME;
    Some(format!(
        "{name}:{line}:{column}: error: a NUL byte, which no OpenCL C text contains"
    ))
}

/// The text with its definitions before it. They are written there rather than as `-D` options
/// because drivers disagree on how an option with a blank or a quote is written. The `#line` keeps
/// the line numbers and gives the text the same name in every compiler's log.
fn with_definitions(source: &Source) -> Result<String, BuildFailure> {
    let mut text = format!("#line 1 \"{}\"\n", protocol::DEFINITIONS_NAME);
    for (name, value) in &source.defines {
        let bare = name.split('(').next().unwrap_or_default();
        let is_identifier = bare.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
            && bare.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
        if !is_identifier || name.contains(['\n', '\r']) || value.contains(['\n', '\r']) {
            return Err(BuildFailure::Definition { name: name.clone() });
        }
        let _ = writeln!(text, "#define {name} {value}");
    }
    let _ = writeln!(text, "#line 1 \"{}\"", protocol::SOURCE_NAME);
    text.push_str(&source_text::plain(&source.text));
    Ok(text)
}

fn inspect(device: &ListedDevice, program: &Program, name: &str) -> Result<BuiltKernel, Error> {
    let kernel = program.kernel(name)?;
    let parameter_count = kernel.parameter_count();
    let parameters = (0..parameter_count)
        .map(|index| parameter(&kernel, index))
        .collect();
    let first = |what| kernel.work_group_sizes(device.id, what).first().copied();
    let max_work_group = first(ffi::CL_KERNEL_WORK_GROUP_SIZE).filter(|&size| size > 0);
    let local_memory = first(ffi::CL_KERNEL_LOCAL_MEM_SIZE).unwrap_or(0);
    let required = kernel.work_group_sizes(device.id, ffi::CL_KERNEL_COMPILE_WORK_GROUP_SIZE);
    let required_group = match required[..] {
        [x, y, z] if x > 0 => Some([x as usize, y as usize, z as usize]),
        _ => None,
    };
    Ok(BuiltKernel {
        kernel,
        parameter_count,
        parameters,
        max_work_group,
        local_memory,
        required_group,
    })
}

fn parameter(kernel: &Kernel, index: usize) -> Option<Parameter> {
    let space = kernel.parameter_number(index, ffi::CL_KERNEL_ARG_ADDRESS_QUALIFIER)? as u32;
    let address_space = match space {
        ffi::CL_KERNEL_ARG_ADDRESS_GLOBAL => "global",
        ffi::CL_KERNEL_ARG_ADDRESS_CONSTANT => "constant",
        ffi::CL_KERNEL_ARG_ADDRESS_LOCAL => "local",
        _ => "private",
    };
    Some(Parameter {
        name: kernel.parameter_text(index, ffi::CL_KERNEL_ARG_NAME)?,
        type_name: kernel.parameter_text(index, ffi::CL_KERNEL_ARG_TYPE_NAME)?,
        address_space: address_space.to_owned(),
    })
}
