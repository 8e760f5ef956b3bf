// global: 8
// local: 8
// buffer: in int 64 iota read
// buffer: out int8 8 uninit
// buffer: f float4 8 uninit
// buffer: l long2 8 uninit
// buffer: c uchar16 8 uninit
kernel void v(global const int *in, global int8 *out, global float4 *f, global long2 *l, global uchar16 *c) {
    int i = get_global_id(0);
    int8 a = vload8(i, in);
    a.s0246 += a.s1357 * 2;
    a.lo.yx = a.hi.xy; a.even <<= (int4)(1, 2, 33, i);
    a.s7 = -a.s7; a++; 
    int8 m = a > 40;
    out[i] = (m ? a : ~a) ^ (m && (a & 1)) + (int8)(i) % (int8)(3, 4, 5, 6, 7, 8, 9, 10);
    float4 x = convert_float4(a.odd) / 7.0f, y = x.wzyx;
    x.xz = fmin(y.xz, 3.5f); x *= 0.5f; y = mix(x, y, 0.25f);
    f[i] = clamp(fabs(y - 2) + step(x, y), 0.0f, 9.0f) + (float4)(y.hi, (float2)(1, i)) - smoothstep(0.0f, 4.0f, x);
    long2 q = convert_long2(a.lo.lo) * (long2)(1000000007L, -3); 
    q = max(q, (long2)(0, -5000)) + (long)(abs_diff(q, q.yx).x % 7); q.x = mad_hi(q.x, q.y, 5L);
    l[i] = q >> (long2)(1, 65);
    uchar16 u = (uchar16)(convert_uchar8_sat(a), convert_uchar8(a));
    char4 s = as_char4(a.s0); 
    u = add_sat(u, (uchar16)(200)) - rotate(u, (uchar16)(3)); u.s0123 = as_uchar4(hadd(s, (char4)(-7)));
    u.sf = popcount(u.se); u = shuffle(u, (uchar16)(0, 2, 1, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8));
    c[i] = select(u, u + (uchar)1, as_uchar16(u > (uchar)9));
}
