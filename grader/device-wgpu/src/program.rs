//! A program: read once, a shader for each shape of launch.

use launch::protocol::{Failure, Kernel};
use launch::{Source, source_text};
use opencl_c::preprocessor::{NoIncludes, Options};
use opencl_c::program::Program;
use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;
use wgsl::Shader;

/// A shader and what runs it.
pub(crate) struct Ready {
    pub(crate) shader: Shader,
    pub(crate) pipeline: wgpu::ComputePipeline,
    pub(crate) layout: wgpu::BindGroupLayout,
}

/// Does a shader test each index and count the rounds of each loop?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checks {
    Kept,
    /// As through OpenCL: for what the course itself measures.
    LeftOut,
}

pub(crate) struct Built {
    pub(crate) program: Program,
    checks: Checks,
    ready: HashMap<(String, wgsl::Launch), Rc<Ready>>,
}

/// Reads a program; or what a compiler's log would say.
pub(crate) fn build(source: &Source, checks: Checks) -> Result<Built, String> {
    let options = Options::of(source);
    let text = source_text::plain(&source.text);
    let name = launch::protocol::SOURCE_NAME;
    let read = opencl_c::compile(name, &text, &options, &mut NoIncludes);
    match read {
        Ok(checked) => Ok(Built {
            program: checked.program,
            checks,
            ready: HashMap::new(),
        }),
        Err(rejected) => {
            let mut log = String::new();
            for diagnostic in &rejected.diagnostics {
                let finding = diagnostic.to_finding(&rejected.sources);
                let place = finding.spans.first();
                let place = place.map_or(String::new(), |place| {
                    format!("{}:{}:{}: ", place.file, place.line, place.column)
                });
                let _ = writeln!(log, "{place}error: {}", finding.message);
            }
            Err(log)
        }
    }
}

impl Built {
    pub(crate) fn kernels(&self) -> Vec<Kernel> {
        let kernel = |name: &str| Kernel {
            name: name.to_owned(),
            parameters: None,
        };
        self.program
            .kernels()
            .map(|(_, function)| kernel(&function.name))
            .collect()
    }

    /// The shader for launches of this shape, on a device with these limits.
    pub(crate) fn ready(
        &mut self,
        device: &wgpu::Device,
        limits: &wgsl::Limits,
        kernel: &str,
        launch: wgsl::Launch,
    ) -> Result<Rc<Ready>, Failure> {
        let key = (kernel.to_owned(), launch);
        if let Some(ready) = self.ready.get(&key) {
            return Ok(ready.clone());
        }
        let shader = wgsl::translate(&self.program, kernel, &key.1).map_err(|refusal| {
            Failure::NotTranslated {
                reason: refusal.text(&self.program),
            }
        })?;
        wgsl::check_shader(&shader, limits)?;
        let prepared = prepare(device, shader, self.checks).map_err(|code| Failure::Refused {
            code,
            call: "the compilation of WGSL".to_owned(),
        })?;
        let ready = Rc::new(prepared);
        self.ready.insert(key, ready.clone());
        Ok(ready)
    }
}

/// The pipeline; or what wgpu does not accept.
fn prepare(device: &wgpu::Device, shader: Shader, checks: Checks) -> Result<Ready, String> {
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let module = wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(shader.text.as_str().into()),
    };
    let module = match checks {
        Checks::Kept => device.create_shader_module(module),
        Checks::LeftOut => unchecked(device, module),
    };
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let storage = |read_only| wgpu::BufferBindingType::Storage { read_only };
    let mut entries = vec![entry(0, wgpu::BufferBindingType::Uniform)];
    for binding in &shader.bindings {
        entries.push(entry(binding.number, storage(!binding.written)));
    }
    for (number, _) in &shader.tables {
        entries.push(entry(*number, storage(true)));
    }
    if let Some(number) = shader.parted {
        entries.push(entry(number, storage(false)));
    }
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&pipeline_layout),
        module: &module,
        entry_point: Some("main"),
        compilation_options: wgpu::PipelineCompilationOptions {
            // Local memory starts with whatever is there, as in OpenCL.
            zero_initialize_workgroup_memory: false,
            ..Default::default()
        },
        cache: None,
    });
    match pollster::block_on(scope.pop()) {
        Some(error) => Err(error.to_string()),
        None => Ok(Ready {
            shader,
            pipeline,
            layout,
        }),
    }
}

#[allow(unsafe_code)]
fn unchecked(
    device: &wgpu::Device,
    module: wgpu::ShaderModuleDescriptor<'_>,
) -> wgpu::ShaderModule {
    // SAFETY: only `bench`, `tune` and `calibrate` ask for it, for kernels of the course or of their user. These stay
    // within their buffers and end, as they must through OpenCL, which has no such checks.
    unsafe { device.create_shader_module_trusted(module, wgpu::ShaderRuntimeChecks::unchecked()) }
}
