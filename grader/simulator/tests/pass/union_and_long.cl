// global: 4
// local: 4
// buffer: out long 4 uninit
kernel void mixed(global long *out) {
    union { float f; uint u; } bits;
    size_t i = get_global_id(0);
    bits.f = (float)i;
    long v = (long)bits.u << (i * 4);
    v ^= (long)-1 / (long)(i + 1);
    out[i] = v % 1000003 + (ulong)mul_hi((uint)v, 77u) + popcount((uint)v);
}
