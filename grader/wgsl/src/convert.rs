//! Conversions between scalar types, and bits as another type.

use crate::emit::Emit;
use crate::refusal::{Reason, Result};
use crate::value::{Atom, Lane};
use opencl_c::program::ExprId;
use opencl_c::types::{Rounding, Scalar};

impl Emit<'_> {
    pub(crate) fn convert(
        &mut self,
        id: ExprId,
        lane: &Lane,
        from: Scalar,
        to: Scalar,
        saturate: bool,
        rounding: Option<Rounding>,
    ) -> Result<Lane> {
        if from == to {
            return Ok(lane.clone());
        }
        let origin = self.program.expr(id).origin;
        self.register(from, origin)?;
        self.register(to, origin)?;
        if to == Scalar::Bool {
            let truth = self.truth(lane, from);
            return Ok(Lane::one(Atom::truth(truth)));
        }
        if from == Scalar::Half {
            let (of, lane) = self.widened_half(lane, from);
            return self.convert(id, &lane, of, to, saturate, rounding);
        }
        if to == Scalar::Half {
            if !matches!(rounding, None | Some(Rounding::NearestEven)) {
                return self.refuse(id, Reason::Expression("a conversion with this rounding"));
            }
            // Integers up to the largest half are floats, and those beyond become infinite.
            let float = self.convert(id, lane, from, Scalar::Float, false, rounding)?;
            return Ok(self.narrowed_half(float, to));
        }
        Ok(match (from == Scalar::Float, to == Scalar::Float) {
            (true, _) => self.float_to_integer(lane, to, saturate, rounding)?,
            (_, true) => self.integer_to_float(id, lane, from, rounding)?,
            _ if saturate => self.saturated(lane, from, to),
            _ => self.integer_to_integer(lane, from, to),
        })
    }

    fn float_to_integer(
        &mut self,
        lane: &Lane,
        to: Scalar,
        saturate: bool,
        rounding: Option<Rounding>,
    ) -> Result<Lane> {
        let value = &lane.lo.text;
        let value = match rounding {
            None | Some(Rounding::TowardZero) => format!("trunc({value})"),
            Some(Rounding::NearestEven) => format!("round({value})"),
            Some(Rounding::Up) => format!("ceil({value})"),
            Some(Rounding::Down) => format!("floor({value})"),
        };
        let value = self.named(&value);
        if to.size() == 8 {
            if saturate {
                let text = match to.is_signed() {
                    true => format!("i64_sat({value})"),
                    false => format!("u64_sat({value})"),
                };
                return Ok(self.pair(&text));
            }
            let text = match to.is_signed() {
                true => format!("i64_of_f32({value})"),
                false => format!("u64_of_f32({value})"),
            };
            return Ok(self.pair(&text));
        }
        let (least, most) = limits(to);
        // Saturation by bounds that a float has: those of 32 bits are one step inside.
        let clamped = match (saturate, to) {
            (true, Scalar::Int) => format!("i32_sat({value})"),
            (true, Scalar::UInt) => format!("u32_sat({value})"),
            (true, _) if to.is_signed() || to == Scalar::Bool => {
                format!("i32_in({value}, {least}.0f, {most}.0f)")
            }
            (true, _) if self.launch.no_nan => format!("u32(clamp({value}, 0.0f, {most}.0f))"),
            (true, _) => format!("u32_in({value}, {most}.0f)"),
            (false, Scalar::UInt) => format!("u32({value})"),
            (false, Scalar::Int) => format!("i32({value})"),
            (false, _) => {
                let wide = Lane::one(Atom::text(format!("i32({value})")));
                return Ok(self.integer_to_integer(&wide, Scalar::Int, to));
            }
        };
        Ok(Lane::one(Atom::text(clamped)))
    }

    fn integer_to_float(
        &mut self,
        id: ExprId,
        lane: &Lane,
        from: Scalar,
        rounding: Option<Rounding>,
    ) -> Result<Lane> {
        let exact = from.size() <= 2;
        if !exact && !matches!(rounding, None | Some(Rounding::NearestEven)) {
            return self.refuse(id, Reason::Expression("a conversion with this rounding"));
        }
        let text = match from {
            _ if from.size() < 8 => {
                let value = match lane.lo.known {
                    Some(_) => self.named(&lane.lo.text),
                    None => lane.lo.text.clone(),
                };
                format!("f32({value})")
            }
            _ if lane.is_narrow() => format!("f32({})", self.fixed_text(&lane.lo)),
            Scalar::Long => format!("f32_of_i64({})", lane.pair()),
            _ => format!("f32_of_u64({})", lane.pair()),
        };
        Ok(Lane::one(Atom::text(text)))
    }

    fn fixed_text(&mut self, atom: &Atom) -> String {
        match atom.known {
            Some(_) => self.named(&atom.text),
            None => atom.text.clone(),
        }
    }

    pub(crate) fn integer_to_integer(&mut self, lane: &Lane, from: Scalar, to: Scalar) -> Lane {
        if to.size() == 8 {
            return self.widened(lane, from);
        }
        let lo = &lane.lo;
        if let Some(bits) = lo.known {
            return Lane::one(known(bits, to));
        }
        let signed_from = signed_register(from);
        let signed_to = signed_register(to);
        if to.size() == 4 || fits(from, to) {
            return Lane::one(match (signed_from, signed_to) {
                (true, false) if lo.truth.is_some() => Atom::text(format!(
                    "select(0u, 1u, {})",
                    lo.truth.as_deref().unwrap_or_default()
                )),
                (true, false) => Atom::text(format!("bitcast<u32>({})", lo.text)),
                (false, true) => Atom::text(format!("bitcast<i32>({})", lo.text)),
                _ => lo.clone(),
            });
        }
        let bits = to.size() * 8;
        let text = match (signed_from, signed_to) {
            (true, true) => format!("extractBits({}, 0u, {bits}u)", lo.text),
            (false, true) => format!("extractBits(bitcast<i32>({}), 0u, {bits}u)", lo.text),
            (true, false) => format!("(bitcast<u32>({}) & {}u)", lo.text, (1u32 << bits) - 1),
            (false, false) => format!("({} & {}u)", lo.text, (1u32 << bits) - 1),
        };
        Lane::one(Atom::text(text))
    }

    fn widened(&mut self, lane: &Lane, from: Scalar) -> Lane {
        if from.size() == 8 {
            return lane.clone();
        }
        if let Some(bits) = lane.lo.known {
            let hi = match signed_register(from) && (bits as i32) < 0 {
                true => u32::MAX,
                false => 0,
            };
            return Lane::wide(Atom::u32(bits), Atom::u32(hi));
        }
        if !signed_register(from) {
            return Lane::narrow(lane.lo.clone());
        }
        if let Some(truth) = &lane.lo.truth {
            return Lane::narrow(Atom::text(format!("select(0u, 1u, {truth})")));
        }
        let value = self.simple(&lane.lo);
        if from == Scalar::Bool {
            return Lane::narrow(Atom::text(format!("u32({})", value.text)));
        }
        let lo = Atom::text(format!("bitcast<u32>({})", value.text));
        let hi = Atom::text(format!("bitcast<u32>({} >> 31u)", value.text));
        Lane::wide(lo, hi)
    }

    fn saturated(&mut self, lane: &Lane, from: Scalar, to: Scalar) -> Lane {
        if fits(from, to) || from == to {
            return self.integer_to_integer(lane, from, to);
        }
        let pair = |emit: &mut Self, text: String| emit.pair(&text);
        if from.size() == 8 || to.size() == 8 {
            let wide = self.widened(lane, from);
            // Into the range of the other 64-bit type first, then into that of a smaller one.
            let text = match (from.is_signed(), to) {
                (true, Scalar::ULong) => format!("max_i64({}, vec2<u32>(0u))", wide.pair()),
                (false, Scalar::Long) => {
                    format!(
                        "min_u64({}, vec2<u32>(0xffffffffu, 0x7fffffffu))",
                        wide.pair()
                    )
                }
                (signed, _) => {
                    let (least, most) = limits(to);
                    let most = format!("vec2<u32>({}u, {}u)", most as u32, (most >> 32) as u32);
                    let least = format!("vec2<u32>({}u, {}u)", least as u32, (least >> 32) as u32);
                    match signed {
                        true => format!("max_i64(min_i64({}, {most}), {least})", wide.pair()),
                        false => format!("min_u64({}, {most})", wide.pair()),
                    }
                }
            };
            let wide = pair(self, text);
            return self.integer_to_integer(
                &wide,
                if to.is_signed() {
                    Scalar::Long
                } else {
                    Scalar::ULong
                },
                to,
            );
        }
        let (least, most) = limits(to);
        let value = &lane.lo.text;
        let clamped = match (signed_register(from), signed_register(to)) {
            (true, true) => format!("clamp({value}, {least}i, {most}i)"),
            (true, false) if to == Scalar::UInt => format!("bitcast<u32>(max({value}, 0i))"),
            (true, false) => format!("bitcast<u32>(clamp({value}, 0i, {most}i))"),
            (false, true) => format!("bitcast<i32>(min({value}, {most}u))"),
            (false, false) => format!("min({value}, {most}u)"),
        };
        let clamped = self.named(&clamped);
        Lane::one(Atom::name(clamped))
    }

    /// A pair of words as a lane.
    pub(crate) fn pair(&mut self, text: &str) -> Lane {
        let name = self.named(text);
        Lane::wide(
            Atom::name(format!("{name}.x")),
            Atom::name(format!("{name}.y")),
        )
    }

    /// Is a component not 0, as a `bool` of the shader?
    pub(crate) fn truth(&mut self, lane: &Lane, scalar: Scalar) -> String {
        if let Some(truth) = &lane.lo.truth {
            return truth.clone();
        }
        let known = match scalar {
            Scalar::Float | Scalar::Half => None,
            Scalar::Long | Scalar::ULong => lane.known().map(|bits| bits != 0),
            _ => lane.lo.known.map(|bits| bits != 0),
        };
        if let Some(holds) = known {
            return holds.to_string();
        }
        let text = &lane.lo.text;
        match scalar {
            Scalar::Long | Scalar::ULong if lane.is_narrow() => format!("({text} != 0u)"),
            Scalar::Long | Scalar::ULong => format!("(({text} | {}) != 0u)", lane.hi().text),
            Scalar::Float => format!("({text} != 0.0f)"),
            Scalar::Half => format!("(({text} & 0x7fffu) != 0u)"),
            Scalar::UChar | Scalar::UShort | Scalar::UInt => format!("({text} != 0u)"),
            _ => format!("({text} != 0i)"),
        }
    }

    /// The bits of lanes as words or parts of words in order, and back as lanes of another type.
    pub(crate) fn reinterpret(
        &mut self,
        id: ExprId,
        lanes: &[Lane],
        from: Scalar,
        to: Scalar,
        width: usize,
    ) -> Result<Vec<Lane>> {
        let origin = self.program.expr(id).origin;
        self.register(from, origin)?;
        self.register(to, origin)?;
        if from.size() == to.size() {
            let mut all = Vec::new();
            for index in 0..width {
                let Some(lane) = lanes.get(index) else {
                    all.push(zero(to));
                    continue;
                };
                all.push(match (from == Scalar::Float, to == Scalar::Float) {
                    (true, true) => lane.clone(),
                    (true, false) => {
                        let register = if to.is_signed() { "i32" } else { "u32" };
                        Lane::one(Atom::text(format!("bitcast<{register}>({})", lane.lo.text)))
                    }
                    (false, true) => self.float_of_bits(&Self::bits(&lane.lo, from), lane.lo.known),
                    _ => self.integer_to_integer(lane, from, to),
                });
            }
            return Ok(all);
        }
        // By bytes: small parts joined to words, words taken apart.
        let mut words: Vec<String> = Vec::new();
        if from.size() >= 4 {
            for lane in lanes {
                words.push(Self::bits(&lane.lo, from));
                words.extend(lane.hi.iter().map(|hi| hi.text.clone()));
            }
        } else {
            let bits = from.size() * 8;
            for group in lanes.chunks(4 / from.size() as usize) {
                let parts: Vec<String> = group
                    .iter()
                    .enumerate()
                    .map(|(at, lane)| {
                        let value = Self::bits(&lane.lo, from);
                        format!(
                            "(({value} & {}u) << {}u)",
                            (1u32 << bits) - 1,
                            at as u32 * bits
                        )
                    })
                    .collect();
                words.push(format!("({})", parts.join(" | ")));
            }
        }
        let words: Vec<String> = words.iter().map(|word| self.named(word)).collect();
        let per = to.size() as usize;
        let mut all = Vec::new();
        for index in 0..width {
            let at = index * per;
            let Some(word) = words.get(at / 4) else {
                all.push(zero(to));
                continue;
            };
            all.push(match per {
                8 => Lane::wide(
                    Atom::name(word),
                    words.get(at / 4 + 1).map_or(Atom::u32(0), Atom::name),
                ),
                4 => match to {
                    Scalar::Float => self.float_of_bits(word, None),
                    Scalar::Int => Lane::one(Atom::text(format!("bitcast<i32>({word})"))),
                    _ => Lane::one(Atom::name(word)),
                },
                _ => {
                    let (shift, bits) = (at % 4 * 8, per * 8);
                    let word = match to.is_signed() {
                        true => format!("bitcast<i32>({word})"),
                        false => word.clone(),
                    };
                    Lane::one(Atom::text(format!(
                        "extractBits({word}, {shift}u, {bits}u)"
                    )))
                }
            });
        }
        Ok(all)
    }

    /// Bits as a float. Known bits must not be seen by the shader's compiler: it refuses an infinity.
    pub(crate) fn float_of_bits(&mut self, bits: &str, known: Option<u32>) -> Lane {
        let bits = match known {
            Some(known) => {
                let name = self.variable("bits", "u32");
                self.line(&format!("{name} = {known}u;"));
                self.named(&name)
            }
            None => bits.to_owned(),
        };
        Lane::one(Atom::text(format!("bitcast<f32>({bits})")))
    }
}

/// A 0 of a type.
pub(crate) fn zero(scalar: Scalar) -> Lane {
    match scalar {
        Scalar::Float => Lane::one(Atom::name("0.0f")),
        _ if scalar.size() == 8 => Lane::wide(Atom::u32(0), Atom::u32(0)),
        _ if signed_register(scalar) => Lane::one(Atom::i32(0)),
        _ => Lane::one(Atom::u32(0)),
    }
}

/// Is it kept in an `i32`?
pub(crate) fn signed_register(scalar: Scalar) -> bool {
    scalar.is_signed() && scalar.size() < 8 || scalar == Scalar::Bool
}

/// A known number of 32 bits or fewer, brought into a type.
pub(crate) fn known(bits: u32, to: Scalar) -> Atom {
    match to {
        Scalar::Char => Atom::i32(bits as i8 as i32),
        Scalar::Short => Atom::i32(bits as i16 as i32),
        Scalar::UChar => Atom::u32(bits & 0xff),
        Scalar::UShort | Scalar::Half => Atom::u32(bits & 0xffff),
        Scalar::UInt => Atom::u32(bits),
        Scalar::Bool => Atom::i32(i32::from(bits != 0)),
        _ => Atom::i32(bits as i32),
    }
}

/// Has the other type every value of the one?
fn fits(from: Scalar, to: Scalar) -> bool {
    if from == Scalar::Bool {
        return true;
    }
    match (from.is_signed(), to.is_signed()) {
        (true, true) | (false, false) => from.size() <= to.size(),
        (false, true) => from.size() < to.size(),
        (true, false) => false,
    }
}

/// The least and the greatest value of a type of at most 32 bits, and those of `uint` above `int`.
fn limits(scalar: Scalar) -> (i64, i64) {
    let bits = scalar.size().min(4) * 8;
    match scalar.is_signed() {
        true => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
        false => (0, (1i64 << bits) - 1),
    }
}
