//! Loads and stores: words of a class, and parts of words.

use crate::classes::Class;
use crate::emit::Emit;
use crate::refusal::{Reason, Result, refuse};
use crate::value::{Atom, Lane, Pointer, Value};
use opencl_c::source::Origin;
use opencl_c::types::{Scalar, Type, TypeId};

/// Records of more words than this are copied in a loop.
const COPIED_PLAINLY: u64 = 64;

impl Emit<'_> {
    /// The index of the word at a pointer.
    pub(crate) fn word_index(&self, pointer: &Pointer) -> String {
        if self.unit(pointer.class) == 4 {
            return pointer.text();
        }
        match pointer.base.as_str() {
            "" => format!("{}u", pointer.offset as u32 >> 2),
            _ => format!("({} >> 2u)", pointer.text()),
        }
    }

    pub(crate) fn array(&mut self, class: Class) -> String {
        format!("m{}", self.class(class).0)
    }

    /// The word at a pointer, as a place.
    fn word(&mut self, pointer: &Pointer) -> String {
        let array = self.array(pointer.class);
        let index = self.word_index(pointer);
        match self.in_fours(pointer.class) {
            true => format!("{array}[({index}) >> 2u][({index}) & 3u]"),
            false => format!("{array}[{index}]"),
        }
    }

    fn load_word(&mut self, pointer: &Pointer) -> String {
        let word = self.word(pointer);
        match self.is_atomic(pointer.class) {
            true => format!("atomicLoad(&{word})"),
            false => word,
        }
    }

    pub(crate) fn store_word(&mut self, pointer: &Pointer, value: &str) {
        let word = self.word(pointer);
        let text = match self.is_atomic(pointer.class) {
            true => format!("atomicStore(&{word}, {value});"),
            false => format!("{word} = {value};"),
        };
        self.line(&text);
    }

    /// A pointer moved by bytes.
    pub(crate) fn moved(&self, pointer: &Pointer, bytes: i64) -> Pointer {
        pointer.plus(bytes / self.unit(pointer.class))
    }

    /// The component of a type at a pointer.
    pub(crate) fn load_lane(
        &mut self,
        pointer: &Pointer,
        scalar: Scalar,
        origin: Origin,
    ) -> Result<Lane> {
        self.register(scalar, origin)?;
        let word = self.load_word(pointer);
        let atom = match scalar {
            Scalar::UInt => Atom::text(word),
            Scalar::Int => Atom::text(format!("bitcast<i32>({word})")),
            Scalar::Float => Atom::text(format!("bitcast<f32>({word})")),
            Scalar::Long | Scalar::ULong => {
                let lo = self.named(&word);
                let next = self.moved(pointer, 4);
                let high = self.load_word(&next);
                let hi = self.named(&high);
                return Ok(Lane::wide(Atom::name(lo), Atom::name(hi)));
            }
            narrow => {
                let shift = match pointer.base.as_str() {
                    "" => format!("{}u", (pointer.offset as u32 & 3) * 8),
                    _ => format!("(({} & 3u) * 8u)", pointer.text()),
                };
                let bits = narrow.size() * 8;
                Atom::text(match narrow.is_signed() {
                    true => format!("extractBits(bitcast<i32>({word}), {shift}, {bits}u)"),
                    false if narrow == Scalar::Bool => {
                        format!("i32(extractBits({word}, {shift}, 8u))")
                    }
                    false => format!("extractBits({word}, {shift}, {bits}u)"),
                })
            }
        };
        Ok(Lane::one(self.fixed(&atom)))
    }

    /// Loads components that lie one behind the other; `whole` where they begin at a whole word, and four words
    /// or a multiple at a multiple of four where their class is in fours.
    pub(crate) fn load_lanes(
        &mut self,
        pointer: &Pointer,
        scalar: Scalar,
        width: u8,
        whole: bool,
        origin: Origin,
    ) -> Result<Vec<Lane>> {
        let pointer = match width {
            1 => pointer.clone(),
            _ => self.simple_pointer(pointer),
        };
        let size = i64::from(scalar.size());
        if size < 4 && whole && size * i64::from(width) % 4 == 0 {
            let mut lanes = Vec::new();
            for word in 0..size * i64::from(width) / 4 {
                let text = self.load_word(&self.moved(&pointer, word * 4));
                let name = self.named(&text);
                for part in 0..4 / size {
                    let (shift, bits) = (part * size * 8, size * 8);
                    let text = match scalar.is_signed() {
                        true => format!("extractBits(bitcast<i32>({name}), {shift}u, {bits}u)"),
                        false => format!("extractBits({name}, {shift}u, {bits}u)"),
                    };
                    lanes.push(Lane::one(Atom::text(text)));
                }
            }
            return Ok(lanes);
        }
        if size == 4 && whole && width.is_multiple_of(4) && self.in_fours(pointer.class) {
            let array = self.array(pointer.class);
            let mut lanes = Vec::new();
            for four in 0..i64::from(width) / 4 {
                let at = self.word_index(&self.moved(&pointer, four * 16));
                let name = self.named(&format!("{array}[({at}) >> 2u]"));
                for part in ["x", "y", "z", "w"] {
                    let atom = match scalar {
                        Scalar::Int => Atom::text(format!("bitcast<i32>({name}.{part})")),
                        Scalar::Float => Atom::text(format!("bitcast<f32>({name}.{part})")),
                        _ => Atom::name(format!("{name}.{part}")),
                    };
                    lanes.push(Lane::one(atom));
                }
            }
            return Ok(lanes);
        }
        (0..i64::from(width))
            .map(|lane| {
                let pointer = self.moved(&pointer, lane * size);
                self.load_lane(&pointer, scalar, origin)
            })
            .collect()
    }

    /// The bits of a component of 32 bits or fewer.
    pub(crate) fn bits(atom: &Atom, scalar: Scalar) -> String {
        match scalar {
            Scalar::UChar
            | Scalar::UShort
            | Scalar::UInt
            | Scalar::Long
            | Scalar::ULong
            | Scalar::Half => atom.text.clone(),
            _ => match atom.known {
                Some(bits) if scalar != Scalar::Float => format!("{bits}u"),
                _ => format!("bitcast<u32>({})", atom.text),
            },
        }
    }

    pub(crate) fn store_lane(&mut self, pointer: &Pointer, scalar: Scalar, lane: &Lane) {
        let bits = Self::bits(&lane.lo, scalar);
        match scalar.size() {
            4 => self.store_word(pointer, &bits),
            8 => {
                self.store_word(pointer, &bits);
                let next = self.moved(pointer, 4);
                let hi = lane.hi().text;
                self.store_word(&next, &hi);
            }
            size => self.store_part(pointer, size, &bits),
        }
    }

    /// Stores a byte or two; other parts of the word may be written by others at the same time.
    fn store_part(&mut self, pointer: &Pointer, size: u32, bits: &str) {
        let array = self.array(pointer.class);
        let mask = if size == 1 { "0xffu" } else { "0xffffu" };
        let name = format!("{array}_store{}", size * 8);
        let change = match self.is_atomic(pointer.class) {
            true => format!(
                "atomicAnd(&{array}[a >> 2u], ~({mask} << s)); atomicOr(&{array}[a >> 2u], (v & {mask}) << s);"
            ),
            false => format!(
                "{array}[a >> 2u] = ({array}[a >> 2u] & ~({mask} << s)) | ((v & {mask}) << s);"
            ),
        };
        self.module.insert(format!(
            "fn {name}(a: u32, v: u32) {{ let s = (a & 3u) * 8u; {change} }}\n"
        ));
        self.line(&format!("{name}({}, {bits});", pointer.text()));
    }

    /// Stores components one behind the other; `whole` as in [`Emit::load_lanes`].
    pub(crate) fn store_lanes(
        &mut self,
        pointer: &Pointer,
        scalar: Scalar,
        lanes: &[Lane],
        whole: bool,
    ) {
        let pointer = match lanes.len() {
            1 => pointer.clone(),
            _ => self.simple_pointer(pointer),
        };
        let size = i64::from(scalar.size());
        if size < 4 && whole && size * lanes.len() as i64 % 4 == 0 {
            let mask = if size == 1 { "0xffu" } else { "0xffffu" };
            for (word, group) in lanes.chunks(4 / size as usize).enumerate() {
                let parts: Vec<String> = group
                    .iter()
                    .enumerate()
                    .map(|(part, lane)| {
                        let bits = Self::bits(&lane.lo, scalar);
                        format!("(({bits} & {mask}) << {}u)", part as i64 * size * 8)
                    })
                    .collect();
                let pointer = self.moved(&pointer, word as i64 * 4);
                self.store_word(&pointer, &parts.join(" | "));
            }
            return;
        }
        if size == 4 && whole && lanes.len().is_multiple_of(4) && self.in_fours(pointer.class) {
            let array = self.array(pointer.class);
            for (four, lanes) in lanes.chunks(4).enumerate() {
                let at = self.word_index(&self.moved(&pointer, four as i64 * 16));
                let parts: Vec<String> = lanes
                    .iter()
                    .map(|lane| Self::bits(&lane.lo, scalar))
                    .collect();
                self.line(&format!(
                    "{array}[({at}) >> 2u] = vec4<u32>({});",
                    parts.join(", ")
                ));
            }
            return;
        }
        for (index, lane) in lanes.iter().enumerate() {
            let pointer = self.moved(&pointer, index as i64 * size);
            self.store_lane(&pointer, scalar, lane);
        }
    }

    /// The value of a type at a pointer.
    pub(crate) fn load(&mut self, pointer: &Pointer, ty: TypeId, origin: Origin) -> Result<Value> {
        match self.program.types.get(ty) {
            Type::Scalar(_) | Type::Vector(..) | Type::Atomic(_) => {
                let (scalar, width) = self.shape(ty, origin)?;
                let lanes = self.load_lanes(pointer, scalar, width, width > 1, origin)?;
                Ok(Value::Lanes(scalar, lanes))
            }
            Type::Pointer { .. } => {
                let class = self.pointers.classes.find(pointer.class);
                let Some(pointee) = self.pointers.classes.facts(class).pointee else {
                    return refuse(Reason::Expression("a pointer in memory"), origin);
                };
                let word = self.load_word(pointer);
                let base = self.named(&word);
                Ok(Value::Pointer(Pointer {
                    class: pointee,
                    base,
                    offset: 0,
                }))
            }
            Type::Record(_) => Ok(Value::Record(pointer.clone())),
            _ => refuse(Reason::Expression("an object of this type"), origin),
        }
    }

    pub(crate) fn store(
        &mut self,
        pointer: &Pointer,
        ty: TypeId,
        value: &Value,
        origin: Origin,
    ) -> Result<()> {
        match value {
            Value::Lanes(scalar, lanes) => {
                let whole = lanes.len() > 1;
                self.store_lanes(pointer, *scalar, lanes, whole);
                Ok(())
            }
            Value::Pointer(stored) => {
                let text = stored.text();
                self.store_word(pointer, &text);
                Ok(())
            }
            Value::Record(from) => self.copy(from, pointer, ty, origin),
            Value::Nothing => refuse(Reason::Expression("a store of nothing"), origin),
        }
    }

    /// Is an object few whole words?
    pub(crate) fn is_short(&self, ty: TypeId) -> bool {
        let bytes = self.program.types.size(ty).unwrap_or(0);
        let align = self.program.types.align(ty).unwrap_or(1);
        align >= 4 && bytes.is_multiple_of(4) && bytes / 4 <= COPIED_PLAINLY
    }

    /// The words of an object, under names.
    pub(crate) fn words(&mut self, from: &Pointer, ty: TypeId) -> Vec<String> {
        let from = self.simple_pointer(from);
        let count = self.program.types.size(ty).unwrap_or(0) / 4;
        let mut words = Vec::new();
        for at in 0..count {
            let from = self.moved(&from, at as i64 * 4);
            let word = self.load_word(&from);
            words.push(self.named(&word));
        }
        words
    }

    pub(crate) fn store_words(&mut self, to: &Pointer, words: &[String]) {
        let to = self.simple_pointer(to);
        for (at, word) in words.iter().enumerate() {
            let to = self.moved(&to, at as i64 * 4);
            self.store_word(&to, word);
        }
    }

    fn copy(&mut self, from: &Pointer, to: &Pointer, ty: TypeId, origin: Origin) -> Result<()> {
        let bytes = self.program.types.size(ty).unwrap_or(0);
        let align = self.program.types.align(ty).unwrap_or(1);
        let (from, to) = (self.simple_pointer(from), self.simple_pointer(to));
        if align < 4 || !bytes.is_multiple_of(4) {
            if bytes > 64 {
                return refuse(Reason::Expression("a copy of a packed record"), origin);
            }
            let mut lanes = Vec::new();
            for at in 0..bytes {
                let from = self.moved(&from, at as i64);
                lanes.push(self.load_lane(&from, Scalar::UChar, origin)?);
            }
            for (at, lane) in lanes.iter().enumerate() {
                let to = self.moved(&to, at as i64);
                self.store_lane(&to, Scalar::UChar, lane);
            }
            return Ok(());
        }
        if self.is_short(ty) {
            let words = self.words(&from, ty);
            self.store_words(&to, &words);
            return Ok(());
        }
        let (a, b) = (4 / self.unit(from.class), 4 / self.unit(to.class));
        let index = self.fresh();
        let words = bytes / 4;
        self.open(&format!(
            "for (var {index} = 0u; {index} < {words}u; {index}++) {{"
        ));
        let word = self.load_word(&from.plus_text(&format!("{index} * {a}u")));
        self.store_word(&to.plus_text(&format!("{index} * {b}u")), &word);
        self.close("}");
        Ok(())
    }

    /// Makes an object's bytes 0.
    pub(crate) fn clear(&mut self, to: &Pointer, bytes: u64) {
        let words = bytes.div_ceil(4);
        if words <= COPIED_PLAINLY {
            for at in 0..words {
                let to = self.moved(to, at as i64 * 4);
                self.store_word(&to, "0u");
            }
            return;
        }
        let unit = 4 / self.unit(to.class);
        let index = self.fresh();
        self.open(&format!(
            "for (var {index} = 0u; {index} < {words}u; {index}++) {{"
        ));
        self.store_word(&to.plus_text(&format!("{index} * {unit}u")), "0u");
        self.close("}");
    }
}
