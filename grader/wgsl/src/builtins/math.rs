//! Functions of floats (6.12.2, 6.12.4). WGSL's own are taken where they are as accurate as OpenCL asks, and for
//! `native_` and `half_`; the others are written out in `math.wgsl`.

use crate::emit::Emit;
use crate::refusal::{Reason, Result};
use crate::value::{Atom, Lane, Value};
use opencl_c::builtin::Name;
use opencl_c::program::ExprId;
use opencl_c::types::Scalar;

impl Emit<'_> {
    pub(super) fn math_call(
        &mut self,
        id: ExprId,
        name: Name,
        arguments: &[ExprId],
    ) -> Result<Option<Value>> {
        let expr = self.program.expr(id);
        if let Some(forms) = two_results(name) {
            return self.through_pointer(id, arguments, forms).map(Some);
        }
        let Some(form) = form(name, self.launch.no_nan) else {
            return Ok(None);
        };
        let form = match name == Name::Fma && !self.launch.fused {
            true => "fma_of(X, Y, Z)",
            false => form,
        };
        let mut columns = Vec::new();
        let mut types = Vec::new();
        for &argument in arguments {
            let (scalar, lanes) = self.lanes(argument)?;
            // These are not right in each bit if a float's result is rounded to a half.
            let half = scalar == Scalar::Half && !matches!(name, Name::Fma | Name::Nextafter);
            if !half && !matches!(scalar, Scalar::Float | Scalar::Int | Scalar::UInt) {
                return self.refuse(id, Reason::Type(scalar.name().to_owned()));
            }
            types.push(scalar);
            columns.push(lanes);
        }
        let (to, width) = self.shape(expr.ty, expr.origin)?;
        self.register(to, expr.origin)?;
        let mut lanes = Vec::new();
        for at in 0..usize::from(width) {
            let mut text = String::new();
            let mut names = Vec::new();
            for (column, &scalar) in columns.iter().zip(&types) {
                let lane = column.get(at).unwrap_or(&column[0]);
                let (_, lane) = self.widened_half(lane, scalar);
                names.push(self.named(&lane.lo.text));
            }
            for part in form.chars() {
                match part {
                    'X' => text.push_str(&names[0]),
                    'Y' => text.push_str(&names[1]),
                    'Z' => text.push_str(&names[2]),
                    other => text.push(other),
                }
            }
            let result = Lane::one(self.fixed(&Atom::text(text)));
            lanes.push(self.narrowed_half(result, to));
        }
        Ok(Some(Value::Lanes(to, lanes)))
    }

    /// A function with a second result through a pointer.
    fn through_pointer(
        &mut self,
        id: ExprId,
        arguments: &[ExprId],
        (first, second, of): (&str, &str, Scalar),
    ) -> Result<Value> {
        let [values @ .., at] = arguments else {
            return self.refuse(id, Reason::Expression("this call"));
        };
        let (scalar, columns) = self.columns(values)?;
        if scalar != Scalar::Float {
            return self.refuse(id, Reason::Type(scalar.name().to_owned()));
        }
        let pointer = self.pointer(*at)?;
        let (mut lanes, mut stored) = (Vec::new(), Vec::new());
        for at in 0..columns[0].len() {
            let x = self.named(&columns[0][at].lo.text);
            let y = match columns.get(1) {
                Some(column) => self.named(&column[at].lo.text),
                None => String::new(),
            };
            let of_these =
                |form: &str| Lane::one(Atom::text(form.replace('X', &x).replace('Y', &y)));
            lanes.push(self.fixed_lane(&of_these(first)));
            stored.push(of_these(second));
        }
        self.store_lanes(&pointer, of, &stored, stored.len() > 1);
        Ok(Value::Lanes(Scalar::Float, lanes))
    }
}

/// The forms of a function of X and Y: its result, and what is stored with its type.
fn two_results(name: Name) -> Option<(&'static str, &'static str, Scalar)> {
    Some(match name {
        Name::Fract => ("fract_of(X)", "floor(X)", Scalar::Float),
        Name::Modf => ("modf_part(X)", "trunc(X)", Scalar::Float),
        Name::Frexp => ("frexp_part(X)", "frexp_exponent(X)", Scalar::Int),
        Name::LgammaR => ("lgamma_of(X)", "gamma_sign(X)", Scalar::Int),
        Name::Remquo => (
            "bitcast<f32>(remquo_of(X, Y).x)",
            "bitcast<i32>(remquo_of(X, Y).y)",
            Scalar::Int,
        ),
        Name::Sincos => ("sin_of(X)", "cos_of(X)", Scalar::Float),
        _ => return None,
    })
}

/// A function of X, Y and Z. `no_nan`: see [`crate::Launch::no_nan`].
fn form(name: Name, no_nan: bool) -> Option<&'static str> {
    Some(match name {
        Name::Acos => "acos_of(X)",
        Name::Acosh => "acosh_of(X)",
        Name::Acospi => "acos_of(X) * 0.318309886f",
        Name::Asin => "asin_of(X)",
        Name::Asinh => "asinh_of(X)",
        Name::Asinpi => "asin_of(X) * 0.318309886f",
        Name::Atan => "atan_of(X)",
        Name::Atanh => "atanh_of(X)",
        Name::Atanpi => "atan_of(X) * 0.318309886f",
        Name::Atan2 => "atan2_of(X, Y)",
        Name::Atan2pi => "atan2_of(X, Y) * 0.318309886f",
        Name::Cbrt => "cbrt_of(X)",
        Name::Rootn => "rootn_of(X, Y)",
        Name::Ceil => "ceil(X)",
        Name::Copysign => "copysign_of(X, Y)",
        Name::Cos => "cos_of(X)",
        Name::Cosh => "cosh_of(X)",
        Name::Cospi => "cospi_of(X)",
        Name::Erf => "erf_of(X)",
        Name::Erfc => "erfc_of(X)",
        Name::Exp => "exp_of(X)",
        Name::Exp2 => "exp2_of(X)",
        Name::Exp10 => "exp10_of(X)",
        Name::Expm1 => "expm1_of(X)",
        Name::Fabs => "abs(X)",
        Name::Fdim => "fdim_of(X, Y)",
        Name::Floor => "floor(X)",
        Name::Fma => "fma(X, Y, Z)",
        Name::Fmax if no_nan => "max(X, Y)",
        Name::Fmin if no_nan => "min(X, Y)",
        Name::Fmax => "fmax_of(X, Y)",
        Name::Fmin => "fmin_of(X, Y)",
        Name::Fmod => "fmod_of(X, Y)",
        Name::Hypot => "hypot_of(X, Y)",
        Name::Ilogb => "ilogb_of(X)",
        Name::Ldexp => "ldexp_of(X, Y)",
        Name::Lgamma => "lgamma_of(X)",
        Name::Log => "log_of(X)",
        Name::Log2 => "log2_of(X)",
        Name::Log10 => "log10_of(X)",
        Name::Log1p => "log1p_of(X)",
        Name::Logb => "logb_of(X)",
        Name::Mad => "(X * Y + Z)",
        Name::Maxmag => "maxmag_of(X, Y)",
        Name::Minmag => "minmag_of(X, Y)",
        Name::Nan => "nan_of(X)",
        Name::Nextafter => "nextafter_of(X, Y)",
        Name::Pow => "pow_of(X, Y)",
        Name::Pown => "pown_of(X, Y)",
        Name::Powr => "powr_of(X, Y)",
        Name::Remainder => "bitcast<f32>(remquo_of(X, Y).x)",
        Name::Rint => "round(X)",
        Name::Round => "round_of(X)",
        Name::Rsqrt => "(1.0f / sqrt(X))",
        Name::Sin => "sin_of(X)",
        Name::Sinh => "sinh_of(X)",
        Name::Sinpi => "sinpi_of(X)",
        Name::Sqrt => "sqrt(X)",
        Name::Tan => "tan_of(X)",
        Name::Tanh => "tanh_of(X)",
        Name::Tanpi => "tanpi_of(X)",
        Name::Tgamma => "tgamma_of(X)",
        Name::Trunc => "trunc(X)",
        Name::HalfCos | Name::NativeCos => "cos(X)",
        Name::HalfDivide | Name::NativeDivide => "(X / Y)",
        Name::HalfExp | Name::NativeExp => "exp(X)",
        Name::HalfExp2 | Name::NativeExp2 => "exp2(X)",
        Name::HalfExp10 | Name::NativeExp10 => "exp2(X * 3.32192809f)",
        Name::HalfLog | Name::NativeLog => "log(X)",
        Name::HalfLog2 | Name::NativeLog2 => "log2(X)",
        Name::HalfLog10 | Name::NativeLog10 => "(log2(X) * 0.301029996f)",
        Name::HalfPowr | Name::NativePowr => "pow(X, Y)",
        Name::HalfRecip | Name::NativeRecip => "(1.0f / X)",
        Name::HalfRsqrt | Name::NativeRsqrt => "inverseSqrt(X)",
        Name::HalfSin | Name::NativeSin => "sin(X)",
        Name::HalfSqrt | Name::NativeSqrt => "sqrt(X)",
        Name::HalfTan | Name::NativeTan => "tan(X)",
        Name::Degrees => "(X * 57.2957795f)",
        Name::Radians => "(X * 0.0174532925f)",
        Name::Mix => "(X + (Y - X) * Z)",
        Name::Step => "select(1.0f, 0.0f, Y < X)",
        Name::Smoothstep => "smoothstep(X, Y, Z)",
        Name::Sign => "sign_of(X)",
        _ => return None,
    })
}
