//! Do two results of one program agree?

use crate::generate::{APPROXIMATE, FLOATING, Program};
use launch::{Argument, Buffer};
use std::fmt;

/// The first element in which two results differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The buffer.
    pub buffer: String,
    /// The element.
    pub element: usize,
    /// Bits of the simulator's.
    pub simulated: u64,
    /// Bits of the device's.
    pub device: u64,
    /// The call, and by how many units the two are apart, where they may be apart by some.
    pub approximate: Option<(String, f64)>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (simulated, device) = (self.simulated, self.device);
        write!(
            f,
            "{}[{}]: {simulated:#x} ({:e}) simulated, {device:#x} ({:e}) on the device",
            self.buffer,
            self.element,
            f64::from_bits(simulated),
            f64::from_bits(device)
        )?;
        match &self.approximate {
            Some((call, units)) => write!(f, ": {call} is off by {units} units"),
            None => Ok(()),
        }
    }
}

/// Compares the buffers of two runs, given in the order of the arguments.
pub fn compare(program: &Program, simulated: &[Vec<u8>], device: &[Vec<u8>]) -> Option<Difference> {
    program
        .launch
        .arguments
        .iter()
        .enumerate()
        .find_map(|(index, argument)| {
            let Argument::Buffer(buffer) = argument else {
                return None;
            };
            differ(
                program,
                index,
                buffer,
                simulated.get(index)?,
                device.get(index)?,
            )
        })
}

fn differ(
    program: &Program,
    index: usize,
    buffer: &Buffer,
    simulated: &[u8],
    device: &[u8],
) -> Option<Difference> {
    let size = buffer.element.size();
    simulated
        .chunks(size)
        .zip(device.chunks(size))
        .enumerate()
        .find_map(|(element, (simulated, device))| {
            let (simulated, device) = (bits(simulated), bits(device));
            let number = |bits: u64| match size {
                4 => f64::from(f32::from_bits(bits as u32)),
                _ => f64::from_bits(bits),
            };
            let (x, y) = (number(simulated), number(device));
            let mut approximate = None;
            let agree = match index {
                APPROXIMATE => {
                    let function = &program.approximate[element % program.approximate.len()];
                    let apart = units_apart(x, y, function.double);
                    approximate = Some((function.text.clone(), apart));
                    // Each of the two may err by the limit.
                    apart <= 2.0 * function.limit
                }
                // The sign of a zero is open in WGSL, and no exact program makes something of it.
                FLOATING if program.exact => x == y,
                FLOATING => simulated == device || x.is_nan() && y.is_nan(),
                _ => simulated == device,
            };
            (!agree).then(|| Difference {
                buffer: buffer.name.clone(),
                element,
                simulated,
                device,
                approximate,
            })
        })
}

fn bits(bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

/// How many units of the last place of `float` or `double` lie between two numbers.
fn units_apart(x: f64, y: f64, double: bool) -> f64 {
    if x == y || x.is_nan() && y.is_nan() {
        return 0.0;
    }
    if !x.is_finite() || !y.is_finite() {
        return f64::INFINITY;
    }
    let (digits, least) = if double { (53, -1022) } else { (24, -126) };
    let exponent = x.abs().max(y.abs()).log2().floor() as i32;
    let unit = 2f64.powi(exponent.max(least) - digits + 1);
    (x - y).abs() / unit
}
