//! The adapters of this machine, as devices of the protocol.

use launch::protocol::Device;
use wgpu::{
    Adapter, Backends, DeviceType, Features, Instance, InstanceDescriptor, InstanceFlags, Limits,
};

/// An adapter, and how the protocol describes it.
pub(crate) struct Listed {
    pub(crate) adapter: Adapter,
    pub(crate) device: Device,
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
    let device = Device {
        index,
        platform: format!("WebGPU ({})", info.backend),
        platform_version: format!("wgpu on {}", info.backend),
        name: info.name.clone(),
        kind: kind.to_owned(),
        driver: format!("{} {}", info.driver, info.driver_info)
            .trim()
            .to_owned(),
        opencl_c: "OpenCL C 3.0 through WGSL".to_owned(),
        compute_units: 0,
        max_work_group_size: limits.max_compute_invocations_per_workgroup as usize,
        max_work_item_sizes: vec![
            limits.max_compute_workgroup_size_x as usize,
            limits.max_compute_workgroup_size_y as usize,
            limits.max_compute_workgroup_size_z as usize,
        ],
        local_memory: limits.max_compute_workgroup_storage_size.into(),
        global_memory: limits.max_buffer_size,
        max_allocation: binding_size(&limits),
        clock_mhz: 0,
        extensions: Vec::new(),
    };
    Listed { adapter, device }
}

/// The largest buffer that can be bound, in bytes; offsets have 32 bits.
pub(crate) fn binding_size(limits: &Limits) -> u64 {
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
