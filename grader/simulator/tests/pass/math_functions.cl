// global: 16
// local: 16
// buffer: out float 16 uninit
// buffer: oi int 16 uninit
kernel void mt(global float *out, global int *oi) {
    int i = get_global_id(0), e, q;
    float x = i * 0.75f - 4.0f, fr, ip;
    float a = fract(x, &fr), b = modf(x, &ip), c = frexp(x, &e), r = remquo(x, 0.7f, &q);
    out[i] = a + fr * 2 + b * 3 + ip + c + r + ldexp(x, 3) + floor(x) + rint(x) + trunc(x) + copysign(2.0f, x) + fmod(x, 1.3f) + nextafter(x, 9.0f) + sign(x) + maxmag(x, 2.0f) + degrees(x) + fdim(x, 1.0f);
    oi[i] = e + q * 10 + ilogb(x + 9) + isnan(x / (i - 5)) * 100 + isinf(x) + signbit(x) + (isgreater(x, 0.0f) ? 7 : 3) + isequal(x, x) + clz(i) + (int)upsample((short)i, (ushort)3) + mul24(i, -3) + mad_sat(i, 1 << 30, 5) + (int)rhadd(i, 5) + (int)sub_sat((uint)i, 5u);
}
