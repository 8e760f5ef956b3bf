//! How the course's kernels make one step of a shallow-water scheme: plain, with a kernel for each step
//! of the textbook, or tuned, with one for all. What a launch takes is named by [`Slot`]s, so that a
//! study fills them with buffers of a device and a test with bytes.

use super::sea::{Cell, GRAVITY};
use super::{Water, high_resolution, linear, nonlinear};
use launch::NdRange;

/// A shallow-water scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Linear, forward-backward.
    Linear,
    /// Nonlinear, centred in time and in space.
    Nonlinear,
    /// High-resolution, over an uneven bottom.
    HighResolution,
}

/// What stands for an argument of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A field of the water as it is: height, flow to the east, flow to the north.
    Now(usize),
    /// A field of the water as it becomes; the leapfrog finds there what was before.
    Next(usize),
    /// The bottom at the lower left corner of each cell.
    Bottom,
    /// Numbers that one kernel leaves for the next.
    Between(usize),
    /// g, or g H for the linear scheme.
    Gravity,
    /// The time step over the width of a cell.
    Cx,
    /// The time step over the height of a cell.
    Cy,
    /// Cells along x.
    Nx,
    /// Cells along y.
    Ny,
}

use Slot::{Between, Bottom, Cx, Cy, Gravity, Next, Now, Nx, Ny};

/// One launch of a step.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The kernel's name.
    pub kernel: &'static str,
    /// Its arguments.
    pub slots: &'static [Slot],
}

/// A program and the launches that make a step with it.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The name of its file.
    pub name: &'static str,
    /// The program.
    pub text: &'static str,
    /// Its launches, in order.
    pub passes: &'static [Pass],
    /// Numbers for each cell in every [`Slot::Between`], and how many such buffers there are.
    pub between: [usize; 2],
}

/// The high-resolution scheme's kernel for CPUs.
const HIGH_RESOLUTION_TUNED: &str = kernel_text!("high_resolution_tuned.cl");

/// The high-resolution scheme's kernel for GPUs, whose work-items exchange through local memory what flows along x.
pub const HIGH_RESOLUTION_SHARED: &str = kernel_text!("high_resolution_shared.cl");

/// How a tuned kernel is cut to a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strip {
    /// Cells side by side that a work-item treats at once.
    pub vec: usize,
    /// Rows that it goes up.
    pub rows: usize,
    /// The work-group. One that is a single work-item wide goes along whole rows.
    pub local: [usize; 2],
    /// Columns at each end of a work-group that it works out and another stores.
    pub halo: usize,
}

impl Strip {
    /// What the kernel is built with.
    pub fn defines(self) -> [(&'static str, String); 2] {
        let across = match self.halo {
            0 => ("VEC", self.vec),
            _ => ("WIDTH", self.local[0]),
        };
        [across, ("ROWS", self.rows)].map(|(name, value)| (name, value.to_string()))
    }

    /// The launch over a sea.
    pub fn range(self, [nx, ny]: [usize; 2]) -> NdRange {
        let [width, height] = self.local;
        let across = match width {
            1 => 1,
            _ if self.halo > 0 => nx.div_ceil(width - 2 * self.halo) * width,
            _ => nx.div_ceil(self.vec).next_multiple_of(width),
        };
        NdRange {
            offset: None,
            global: vec![across, ny.div_ceil(self.rows).next_multiple_of(height)],
            local: Some(self.local.to_vec()),
            sub_group: None,
        }
    }
}

impl Scheme {
    /// All of them, in the order of the course.
    pub const ALL: [Scheme; 3] = [Scheme::Linear, Scheme::Nonlinear, Scheme::HighResolution];

    /// The name of its exercise.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::Linear => "shallow-linear",
            Scheme::Nonlinear => "shallow-nonlinear",
            Scheme::HighResolution => "shallow-high-resolution",
        }
    }

    /// A kernel for each step of the textbook, a work-item for each cell.
    pub fn plain(self) -> Recipe {
        match self {
            Scheme::Linear => Recipe {
                name: "linear_plain.cl",
                text: kernel_text!("linear_plain.cl"),
                passes: &[
                    Pass {
                        kernel: "linear_flow",
                        slots: &[
                            Now(0),
                            Now(1),
                            Now(2),
                            Next(1),
                            Next(2),
                            Gravity,
                            Cx,
                            Cy,
                            Nx,
                            Ny,
                        ],
                    },
                    Pass {
                        kernel: "linear_height",
                        slots: &[Now(0), Next(1), Next(2), Next(0), Cx, Cy, Nx, Ny],
                    },
                ],
                between: [0, 0],
            },
            Scheme::Nonlinear => Recipe {
                name: "nonlinear_plain.cl",
                text: kernel_text!("nonlinear_plain.cl"),
                passes: &[
                    Pass {
                        kernel: "nonlinear_fluxes",
                        slots: &[
                            Now(0),
                            Now(1),
                            Now(2),
                            Between(0),
                            Between(1),
                            Between(2),
                            Gravity,
                            Nx,
                            Ny,
                        ],
                    },
                    Pass {
                        kernel: "nonlinear_leap",
                        slots: &[
                            Now(1),
                            Now(2),
                            Between(0),
                            Between(1),
                            Between(2),
                            Next(0),
                            Next(1),
                            Next(2),
                            Cx,
                            Cy,
                            Nx,
                            Ny,
                        ],
                    },
                ],
                between: [1, 3],
            },
            Scheme::HighResolution => Recipe {
                name: "high_resolution_plain.cl",
                text: kernel_text!("high_resolution_plain.cl"),
                passes: &[
                    Pass {
                        kernel: "resolution_slopes",
                        slots: &[Now(0), Now(1), Now(2), Between(0), Between(1), Nx, Ny],
                    },
                    Pass {
                        kernel: "resolution_fluxes",
                        slots: &[
                            Now(0),
                            Now(1),
                            Now(2),
                            Bottom,
                            Between(0),
                            Between(1),
                            Between(2),
                            Between(3),
                            Gravity,
                            Nx,
                            Ny,
                        ],
                    },
                    Pass {
                        kernel: "resolution_advance",
                        slots: &[
                            Now(0),
                            Now(1),
                            Now(2),
                            Bottom,
                            Between(2),
                            Between(3),
                            Next(0),
                            Next(1),
                            Next(2),
                            Gravity,
                            Cx,
                            Cy,
                            Nx,
                            Ny,
                        ],
                    },
                ],
                between: [3, 4],
            },
        }
    }

    /// One kernel for the whole step, the interface of the exercise, for a strip of that shape.
    pub fn tuned(self, strip: Strip) -> Recipe {
        const FLAT: &[Slot] = &[
            Now(0),
            Now(1),
            Now(2),
            Next(0),
            Next(1),
            Next(2),
            Gravity,
            Cx,
            Cy,
            Nx,
            Ny,
        ];
        let (high_resolution_name, high_resolution) = match strip.halo {
            0 => ("high_resolution_tuned.cl", HIGH_RESOLUTION_TUNED),
            _ => ("high_resolution_shared.cl", HIGH_RESOLUTION_SHARED),
        };
        let (name, text, passes): (_, _, &'static [Pass]) = match self {
            Scheme::Linear => (
                "linear_tuned.cl",
                kernel_text!("linear_tuned.cl"),
                &[Pass {
                    kernel: "shallow_linear",
                    slots: FLAT,
                }],
            ),
            Scheme::Nonlinear => (
                "nonlinear_tuned.cl",
                kernel_text!("nonlinear_tuned.cl"),
                &[Pass {
                    kernel: "shallow_nonlinear",
                    slots: FLAT,
                }],
            ),
            Scheme::HighResolution => (
                high_resolution_name,
                high_resolution,
                &[Pass {
                    kernel: "shallow_flux",
                    slots: &[
                        Now(0),
                        Now(1),
                        Now(2),
                        Bottom,
                        Next(0),
                        Next(1),
                        Next(2),
                        Gravity,
                        Cx,
                        Cy,
                        Nx,
                        Ny,
                    ],
                }],
            ),
        };
        Recipe {
            name,
            text,
            passes,
            between: [0, 0],
        }
    }

    /// What the tuned kernel takes where nothing was tuned.
    pub fn usual_strip(self, is_cpu: bool) -> Strip {
        let (vec, rows, local) = match (is_cpu, self) {
            (true, Scheme::Nonlinear) => (16, 2, [1, 1]),
            (true, Scheme::Linear | Scheme::HighResolution) => (16, 4, [1, 1]),
            (false, Scheme::Linear) => (4, 2, [32, 4]),
            (false, Scheme::Nonlinear) => (8, 4, [32, 2]),
            (false, Scheme::HighResolution) => (1, 128, [128, 1]),
        };
        self.strip(vec, rows, local)
    }

    /// A strip of the scheme's kernel. Where work-items of one cell lie side by side, the high-resolution scheme lets
    /// them exchange what flows along x.
    pub fn strip(self, vec: usize, rows: usize, local: [usize; 2]) -> Strip {
        let row = local[0] > 2 * high_resolution::HALO + 1 && local[1] == 1;
        let exchanges = self == Scheme::HighResolution && vec == 1 && row;
        Strip {
            vec,
            rows,
            local,
            halo: if exchanges { high_resolution::HALO } else { 0 },
        }
    }

    /// Bytes for each cell that a step has to move: each field read once, each field written once.
    pub fn bytes(self) -> usize {
        4 * match self {
            Scheme::Linear => 3 + 3,
            // The water now and the water before; the new takes the place of the latter.
            Scheme::Nonlinear => 3 + 3 + 3,
            Scheme::HighResolution => 4 + 3,
        }
    }

    /// Additions, multiplications, divisions, roots and choices for each cell, as many as the formulas
    /// have when nothing is worked out twice.
    pub fn operations(self) -> usize {
        match self {
            // A flow: a difference, a product, a difference; a height: two of each and two sums.
            Scheme::Linear => 2 * 3 + 6,
            // A division, five products and a sum for each direction's flux; then for each of three
            // numbers two differences, two products and two sums.
            Scheme::Nonlinear => 2 * 7 + 3 * 6,
            // For each direction: a slope of three numbers (two differences, a product, three choices);
            // a face: two edges of three numbers (two each), two depths, velocities and speeds (1, 1 and
            // 4), the larger speed, three smoothed means of fluxes (5, 14 and 7), the bottom (2), the
            // push (6). Then three sums of six, two of them with a push.
            Scheme::HighResolution => 2 * (3 * 6 + 12 + 12 + 1 + 26 + 2 + 6) + 3 * 6 + 2,
        }
    }

    /// g, or g H for the linear scheme.
    pub fn gravity(self) -> f64 {
        match self {
            Scheme::Linear => linear::GH,
            _ => GRAVITY,
        }
    }

    /// What [`Slot::Gravity`] and the like stand for; none for a buffer.
    pub fn value(self, slot: Slot, [cx, cy]: [f64; 2], [nx, ny]: [usize; 2]) -> Option<[u8; 4]> {
        let float = |value: f64| (value as f32).to_ne_bytes();
        let uint = |value: usize| (value as u32).to_ne_bytes();
        match slot {
            Gravity => Some(float(self.gravity())),
            Cx => Some(float(cx)),
            Cy => Some(float(cy)),
            Nx => Some(uint(nx)),
            Ny => Some(uint(ny)),
            Now(_) | Next(_) | Bottom | Between(_) => None,
        }
    }

    /// A step by the reference. `before` is looked at by the leapfrog alone, `bottom` by the last scheme
    /// alone.
    pub fn step(self, before: &Water, now: &Water, bottom: &[f64], ratios: [f64; 2]) -> Vec<Cell> {
        match self {
            Scheme::Linear => linear::step(now, linear::GH, ratios),
            Scheme::Nonlinear => nonlinear::step(before, now, GRAVITY, ratios),
            Scheme::HighResolution => high_resolution::step(now, bottom, GRAVITY, ratios),
        }
    }

    /// How many units in the last place of its scale a number of a step may be off.
    pub fn ulps(self) -> f64 {
        match self {
            Scheme::Linear => linear::TOLERANCE.ulps,
            Scheme::Nonlinear => nonlinear::TOLERANCE.ulps,
            Scheme::HighResolution => high_resolution::TOLERANCE.ulps,
        }
    }

    /// How many cells beyond a cell a step looks at, in each direction.
    pub fn halo(self) -> usize {
        match self {
            Scheme::Linear | Scheme::Nonlinear => 1,
            Scheme::HighResolution => high_resolution::HALO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_covers_every_cell() {
        for (vec, rows, local) in [
            (1, 1, [8, 4]),
            (4, 16, [64, 2]),
            (16, 3, [1, 1]),
            (2, 8, [1, 5]),
        ] {
            let strip = Scheme::Linear.strip(vec, rows, local);
            for size in [[1, 1], [97, 31], [300, 1], [1, 300]] {
                let range = strip.range(size);
                assert_eq!(range.validate(), Ok(()));
                assert!(range.global[1] * rows >= size[1]);
                assert!(local[0] == 1 || range.global[0] * vec >= size[0]);
            }
        }
    }

    #[test]
    fn work_groups_that_exchange_store_every_column() {
        let strip = Scheme::HighResolution.strip(1, 8, [32, 1]);
        assert_eq!(strip.halo, 2);
        for size in [[1, 1], [28, 9], [29, 8], [300, 31]] {
            let range = strip.range(size);
            assert_eq!(range.validate(), Ok(()));
            assert!(range.global[0] / 32 * 28 >= size[0] && range.global[1] * 8 >= size[1]);
        }
    }

    #[test]
    fn what_one_kernel_leaves_the_next_one_takes_and_every_field_is_made() {
        for scheme in Scheme::ALL {
            let tuned = [true, false].map(|is_cpu| scheme.tuned(scheme.usual_strip(is_cpu)));
            for recipe in tuned.into_iter().chain([scheme.plain()]) {
                let slots = || recipe.passes.iter().flat_map(|pass| pass.slots);
                for number in 0..recipe.between[1] {
                    let uses = slots().filter(|slot| **slot == Between(number)).count();
                    assert!(uses >= 2, "{}: {number}", recipe.name);
                }
                for field in 0..3 {
                    assert!(slots().any(|slot| *slot == Next(field)), "{}", recipe.name);
                }
                for pass in recipe.passes {
                    assert!(
                        recipe
                            .text
                            .contains(&format!("kernel void {}(", pass.kernel))
                    );
                }
            }
        }
    }
}
