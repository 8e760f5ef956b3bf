//! Named devices and their limits.

/// Limits of a device that a launch must keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceProfile {
    /// Its name.
    pub name: &'static str,
    /// Most work-items of a work-group; never more than 1024 in the simulator.
    pub max_work_group_size: usize,
    /// Most work-items of a work-group in each dimension.
    pub max_work_item_sizes: [usize; 3],
    /// Local memory of a work-group in bytes.
    pub local_memory: u64,
}

impl DeviceProfile {
    /// What nearly every GPU of today allows; the default.
    pub const GPU: DeviceProfile = DeviceProfile {
        name: "gpu",
        max_work_group_size: 1024,
        max_work_item_sizes: [1024, 1024, 64],
        local_memory: 48 << 10,
    };

    /// AMD's GPUs under their OpenCL: 256 work-items, 64 KiB.
    pub const GPU_256: DeviceProfile = DeviceProfile {
        name: "gpu-256",
        max_work_group_size: 256,
        max_work_item_sizes: [256, 256, 256],
        local_memory: 64 << 10,
    };

    /// The least that OpenCL 1.2 asks of a device of the embedded kind in a laptop: 32 KiB.
    pub const MINIMUM: DeviceProfile = DeviceProfile {
        name: "minimum",
        max_work_group_size: 256,
        max_work_item_sizes: [256, 256, 256],
        local_memory: 32 << 10,
    };

    /// Every preset.
    pub const ALL: [DeviceProfile; 3] = [Self::GPU, Self::GPU_256, Self::MINIMUM];

    /// The preset of a name.
    pub fn named(name: &str) -> Option<DeviceProfile> {
        Self::ALL.into_iter().find(|profile| profile.name == name)
    }
}

impl Default for DeviceProfile {
    fn default() -> Self {
        Self::GPU
    }
}
