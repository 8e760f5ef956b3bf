//! What pointers point into: types of elements, arrays, and how far a pointer may move in one.

/// What every part may use. Arrays are filled and taken in by functions of their own, which a compiler
/// reads once for all parts.
pub(in crate::parts) const PRELUDE: &str = "\
#pragma clang optimize off
#define APART __attribute__((noinline))
typedef struct { uint a; uint b[4]; ushort c; uchar d[2]; uint2 v; } item;
constant uint table[16] = {7u, 1u, 250u, 3u, 90u, 5u, 77u, 4000000000u, 2u, 65537u, 6u, 8u, 1000u, 9u, 31u, 12u};

APART void fill_a(uint *a, uint x, uint y) { for (uint k = 0; k < 8; k++) a[k] = (x >> k) + y * k; }
APART void fill_w(ulong *w, uint x, uint y) { for (uint k = 0; k < 4; k++) w[k] = ((ulong)x << 24) + y * k; }
APART void fill_s(uchar *s, uint x, uint y) { for (uint k = 0; k < 16; k++) s[k] = (x >> k) + y * k; }
APART void fill_t(ushort *t, uint x, uint y) { for (uint k = 0; k < 8; k++) t[k] = (x >> k) + y * k; }
APART void fill_v(uint2 *v, uint x, uint y) { for (uint k = 0; k < 4; k++) v[k] = (uint2)(x + k, y ^ k); }
APART void fill_it(item *it, uint x, uint y)
{
    for (uint k = 0; k < 3; k++)
        it[k] = (item){x + k, {y, x ^ k, x, k}, (ushort)(y >> k), {1, (uchar)k}, (uint2)(y + k, k)};
}
APART void fill_g(global uint *g, uint x, uint y) { for (uint k = 0; k < 32; k++) g[k] = (x >> (k & 7u)) + y * k; }
APART void fill_l(local uint *l, uint x, uint y) { for (uint k = 0; k < 16; k++) l[k] = (x >> (k & 7u)) + y * k; }

APART uint fold_a(uint *a, uint h) { for (uint k = 0; k < 8; k++) h = h * 31u + a[k]; return h; }
APART uint fold_w(ulong *w, uint h) { for (uint k = 0; k < 4; k++) h = h * 31u + (uint)(w[k] ^ w[k] >> 32); return h; }
APART uint fold_s(uchar *s, uint h) { for (uint k = 0; k < 16; k++) h = h * 31u + s[k]; return h; }
APART uint fold_t(ushort *t, uint h) { for (uint k = 0; k < 8; k++) h = h * 31u + t[k]; return h; }
APART uint fold_v(uint2 *v, uint h) { for (uint k = 0; k < 4; k++) h = h * 31u + v[k].x * 3u + v[k].y; return h; }
APART uint fold_it(item *it, uint h)
{
    for (uint k = 0; k < 3; k++) {
        for (uint j = 0; j < 4; j++) h = h * 31u + it[k].b[j];
        h = h * 31u + it[k].a * 3u + it[k].c * 5u + it[k].d[0] * 7u + it[k].d[1] * 9u;
        h = h * 31u + it[k].v.x * 3u + it[k].v.y;
    }
    return h;
}
APART uint fold_g(global uint *g, uint h) { for (uint k = 0; k < 32; k++) h = h * 31u + g[k]; return h; }
APART uint fold_l(local uint *l, uint h) { for (uint k = 0; k < 16; k++) h = h * 31u + l[k]; return h; }
";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    UChar,
    UShort,
    UInt,
    Int,
    ULong,
    UInt2,
    Item,
}

pub(super) const ELEMENTS: [Element; 9] = [
    Element::UChar,
    Element::UShort,
    Element::UInt,
    Element::UInt,
    Element::UInt,
    Element::Int,
    Element::ULong,
    Element::UInt2,
    Element::Item,
];

impl Element {
    pub(super) fn name(self) -> &'static str {
        match self {
            Element::UChar => "uchar",
            Element::UShort => "ushort",
            Element::UInt => "uint",
            Element::Int => "int",
            Element::ULong => "ulong",
            Element::UInt2 => "uint2",
            Element::Item => "item",
        }
    }

    pub(super) fn size(self) -> i64 {
        match self {
            Element::UChar => 1,
            Element::UShort => 2,
            Element::UInt | Element::Int => 4,
            Element::ULong | Element::UInt2 => 8,
            Element::Item => 32,
        }
    }

    pub(super) fn align(self) -> i64 {
        self.size().min(8)
    }
}

/// An array that pointers point into.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// Its first element, as an expression.
    pub(super) name: String,
    pub(super) space: &'static str,
    pub(super) element: Element,
    pub(super) bytes: i64,
    pub(super) align: i64,
}

/// Where a pointer may be: elements below and above it that are there in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// The object, where it is one whatever the data.
    pub(super) object: Option<usize>,
    pub(super) below: i64,
    pub(super) above: i64,
}

impl Reach {
    /// After a move by at least `low` and at most `high` elements.
    pub(super) fn moved(self, (low, high): (i64, i64)) -> Reach {
        Reach {
            below: self.below + low,
            above: self.above - high,
            ..self
        }
    }

    /// This or that.
    pub(super) fn or(self, other: Reach) -> Reach {
        Reach {
            object: self.object.filter(|_| self.object == other.object),
            below: self.below.min(other.below),
            above: self.above.min(other.above),
        }
    }
}
