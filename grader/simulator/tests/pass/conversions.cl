// global: 16
// local: 16
// buffer: in float 16 values -300.5 -129 -128.5 -1.5 -0.5 0 0.5 0.499 1.5 2.5 127.5 200 255.5 65536 3e9 1e19
// buffer: a char 16 uninit
// buffer: b uchar 16 uninit
// buffer: c short 16 uninit
// buffer: d int 16 uninit
// buffer: e ulong 16 uninit
// buffer: f double 16 uninit
// buffer: g half 16 uninit
kernel void cv(global const float *in, global char *a, global uchar *b, global short *c, global int *d, global ulong *e, global double *f, global half *g) {
    int i = get_global_id(0);
    float x = in[i];
    a[i] = convert_char_sat_rte(x); b[i] = convert_uchar_sat_rtp(x); c[i] = convert_short_sat_rtn(x);
    d[i] = convert_int_sat(x); e[i] = convert_ulong_sat_rtz(x);
    f[i] = x / 3.0 + convert_double((int)d[i]) + (float)e[i];
    vstore_half_rtz(x, i, g);
    d[i] += (char)(i * 37) + (uchar)(i * 99) * (short)(i * 3000) + (bool)x + !x + (i ? 1 : 0) + (int)(ushort)-i + as_int(x) % 5;
    f[i] += convert_float_rtp((long)123456789123L * i) + convert_float_rtn(0x7fffffff - i);
}
