//! The devices of this machine as text.

use ::render::{Page, Tone};
use launch::protocol::Device;
use launch::sanitise::visible_line;

/// Platform by platform, each device with the limits that matter for a launch.
pub fn devices(page: Page, devices: &[Device]) -> String {
    let mut text = String::new();
    let mut platform = None;
    for device in devices {
        if platform != Some((&device.platform, &device.platform_version)) {
            platform = Some((&device.platform, &device.platform_version));
            let name = format!("{}, {}", device.platform, device.platform_version);
            let line = page.wrap("", "  ", &visible_line(&name));
            text.push_str(&page.paint(Tone::Strong, line.trim_end()));
            text.push('\n');
        }
        let head = format!("  [{}] ", device.index);
        let name = format!("{} ({})", device.name, device.kind);
        text.push_str(&page.wrap(&head, "      ", &visible_line(&name)));
        let dimensions: Vec<String> = device
            .max_work_item_sizes
            .iter()
            .map(usize::to_string)
            .collect();
        let facts = [
            (
                "compute units",
                known(device.compute_units.into(), || {
                    device.compute_units.to_string()
                }),
            ),
            (
                "clock",
                known(device.clock_mhz.into(), || {
                    format!("{} MHz", device.clock_mhz)
                }),
            ),
            (
                "work-group",
                format!(
                    "at most {} work-items, ({}) in each dimension",
                    device.max_work_group_size,
                    dimensions.join(", ")
                ),
            ),
            ("local memory", size(device.local_memory)),
            ("global memory", size(device.global_memory)),
            ("largest buffer", size(device.max_allocation)),
            ("language", device.opencl_c.clone()),
            ("driver", device.driver.clone()),
            (
                "fp64, fp16",
                format!(
                    "{}, {}",
                    yes_no(device, "cl_khr_fp64"),
                    yes_no(device, "cl_khr_fp16")
                ),
            ),
        ];
        for (name, value) in facts {
            let first = format!("      {name:<15} ");
            let rest = " ".repeat(first.len());
            text.push_str(&page.wrap(&first, &rest, &visible_line(&value)));
        }
    }
    text
}

/// A fact that WebGPU does not report is 0.
fn known(number: u64, text: impl Fn() -> String) -> String {
    match number {
        0 => "not reported".to_owned(),
        _ => text(),
    }
}

/// Bytes in the largest binary unit that gives an integer of at most four digits, or one decimal.
fn size(bytes: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (bytes.max(1).ilog2() / 10) as usize;
    let scaled = bytes as f64 / (1_u64 << (10 * power)) as f64;
    if scaled.fract() == 0.0 {
        format!("{scaled:.0} {}", units[power])
    } else {
        format!("{scaled:.1} {}", units[power])
    }
}

fn yes_no(device: &Device, extension: &str) -> &'static str {
    if device.extensions.iter().any(|name| name == extension) {
        "yes"
    } else {
        "no"
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read_at_a_glance() {
        assert_eq!(size(0), "0 bytes");
        assert_eq!(size(48 << 10), "48 KiB");
        assert_eq!(size(3 << 29), "1.5 GiB");
        assert_eq!(size(u64::MAX), "16 EiB");
    }
}
