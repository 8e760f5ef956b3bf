//! The adapters of this machine, as devices of the protocol.

use launch::protocol::{Device, WEBGPU};
use wgpu::{
    Adapter, Backends, DeviceType, Features, Instance, InstanceDescriptor, InstanceFlags, Limits,
};

/// An adapter, and how the protocol describes it.
pub(crate) struct Listed {
    pub(crate) adapter: Adapter,
    pub(crate) device: Device,
    pub(crate) limits: wgsl::Limits,
}

/// Every adapter; processors last.
pub(crate) fn list() -> Vec<Listed> {
    let instance = Instance::new(InstanceDescriptor {
        backends: Backends::PRIMARY,
        flags: InstanceFlags::empty(),
        ..InstanceDescriptor::new_without_display_handle()
    });
    let mut adapters = pollster::block_on(instance.enumerate_adapters(Backends::PRIMARY));
    adapters.sort_by_key(|adapter| match adapter.get_info().device_type {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other => 3,
        DeviceType::Cpu => 4,
    });
    let listed = adapters.into_iter().enumerate();
    listed.map(|(index, adapter)| of(index, adapter)).collect()
}

fn of(index: usize, adapter: Adapter) -> Listed {
    let info = adapter.get_info();
    let limits = adapter.limits();
    let kind = match info.device_type {
        DeviceType::Cpu => "CPU",
        DeviceType::DiscreteGpu | DeviceType::IntegratedGpu | DeviceType::VirtualGpu => "GPU",
        DeviceType::Other => "other",
    };
    let global_memory = limits.max_buffer_size;
    let [x, y, z] = [
        limits.max_compute_workgroup_size_x,
        limits.max_compute_workgroup_size_y,
        limits.max_compute_workgroup_size_z,
    ];
    let limits = wgsl::Limits {
        work_group: limits.max_compute_invocations_per_workgroup as usize,
        work_group_sizes: [x as usize, y as usize, z as usize],
        groups: limits.max_compute_workgroups_per_dimension,
        local_memory: limits.max_compute_workgroup_storage_size.into(),
        buffer: binding_size(&limits),
        buffers: limits.max_storage_buffers_per_shader_stage,
        // Drivers of processors multiply and add, each rounded.
        fused: kind == "GPU",
    };
    let device = Device {
        index,
        platform: format!("{WEBGPU} on {}", info.backend),
        platform_version: format!("wgpu on {}", info.backend),
        name: info.name.clone(),
        kind: kind.to_owned(),
        driver: format!("{} {}", info.driver, info.driver_info)
            .trim()
            .to_owned(),
        opencl_c: "OpenCL C 3.0 through WGSL".to_owned(),
        compute_units: 0,
        max_work_group_size: limits.work_group,
        max_work_item_sizes: limits.work_group_sizes.to_vec(),
        local_memory: limits.local_memory,
        global_memory,
        max_allocation: limits.buffer,
        clock_mhz: 0,
        extensions: Vec::new(),
    };
    Listed {
        adapter,
        device,
        limits,
    }
}

/// The largest buffer that can be bound, in bytes; offsets have 32 bits.
fn binding_size(limits: &Limits) -> u64 {
    limits
        .max_storage_buffer_binding_size
        .min(limits.max_buffer_size)
        .min(1 << 31)
}

/// A device of an adapter with all of its limits, and timestamps where it has them.
pub(crate) fn open(adapter: &Adapter) -> Result<(wgpu::Device, wgpu::Queue), String> {
    let opened = adapter.request_device(&wgpu::DeviceDescriptor {
        label: None,
        required_features: adapter.features() & Features::TIMESTAMP_QUERY,
        required_limits: adapter.limits(),
        ..Default::default()
    });
    pollster::block_on(opened).map_err(|error| error.to_string())
}
