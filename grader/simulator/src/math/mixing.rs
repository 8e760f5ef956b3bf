//! The functions of 6.12.4 on floating types: ranges, steps, mixes and angles.

/// Defines them for one floating type, beside its exact functions.
macro_rules! mixing_functions {
    ($float:ident) => {
        /// `x` brought between `low` and `high`.
        #[inline(always)]
        pub fn clamp(x: $float, low: $float, high: $float) -> $float {
            fmin(fmax(x, low), high)
        }

        /// `y` where `x < y`, else `x`.
        #[inline(always)]
        pub fn max(x: $float, y: $float) -> $float {
            canonical(if x < y { y } else { x })
        }

        /// `y` where `y < x`, else `x`.
        #[inline(always)]
        pub fn min(x: $float, y: $float) -> $float {
            canonical(if y < x { y } else { x })
        }

        /// Radians to degrees.
        #[inline(always)]
        pub fn degrees(x: $float) -> $float {
            canonical((f64::from(x) * (180.0 / std::f64::consts::PI)) as $float)
        }

        /// Degrees to radians.
        #[inline(always)]
        pub fn radians(x: $float) -> $float {
            canonical((f64::from(x) * (std::f64::consts::PI / 180.0)) as $float)
        }

        /// `x + (y - x) * a`, each operation rounded.
        #[inline(always)]
        pub fn mix(x: $float, y: $float, a: $float) -> $float {
            canonical(x + (y - x) * a)
        }

        /// 0 where `x < edge`, else 1.
        #[inline(always)]
        pub fn step(edge: $float, x: $float) -> $float {
            if x < edge { 0.0 } else { 1.0 }
        }

        /// From 0 to 1 along Hermite's cubic between the edges.
        #[inline(always)]
        pub fn smoothstep(edge0: $float, edge1: $float, x: $float) -> $float {
            let t = clamp((x - edge0) / (edge1 - edge0), 0.0, 1.0);
            canonical(t * t * (3.0 - 2.0 * t))
        }

        /// 1, -1, or the zero that `x` is; 0 for NaN.
        #[inline(always)]
        pub fn sign(x: $float) -> $float {
            if x.is_nan() {
                0.0
            } else if x == 0.0 {
                x
            } else {
                copysign(1.0, x)
            }
        }
    };
}

pub(super) use mixing_functions;
