/* Every operation on every vector width, from macros. */
#define WIDTHS(M, T) M(T, 2) M(T, 3) M(T, 4) M(T, 8) M(T, 16)
#define JOIN(a, b) a##b
#define JOIN2(a, b) JOIN(a, b)
#define V(T, N) JOIN2(T, N)
#define INT_OPS(T, N) \
__kernel void JOIN2(ints_, JOIN2(T, N))(__global T *p, V(T, N) a, V(T, N) b) { \
  V(T, N) c = a + b - a * b / (b | (T)1) % ((b & (T)7) + (T)3); \
  c ^= ~a; c |= -b; c &= a << (V(T, N))(1); c >>= (V(T, N))((T)2); \
  c += (a < b) ? a : b; c = max(min(c, a), b); c = select(a, c, a == b); \
  c = clamp(c, (T)0, (T)100); c++; --c; \
  c = add_sat(c, a); c = sub_sat(c, b); c = hadd(c, a); c = mul_hi(c, b); c = rotate(c, a); c = mad_sat(a, b, c); c = popcount(c) + clz(c); \
  c.s0 = c.s1; c.lo = a.lo; c.even = b.odd; c.s01 = c.s10; c.hi = (T)1; \
  JOIN2(vstore, N)(c, get_global_id(0), p); \
  c = JOIN2(vload, N)(0, p); \
  if (any(c == a) || all(c != b)) p[0] = c.s0; \
}
#define FLOAT_OPS(T, N) \
__kernel void JOIN2(floats_, JOIN2(T, N))(__global T *p, V(T, N) a, V(T, N) b) { \
  V(T, N) c = a + b * (T)2 - a / b; \
  c = sqrt(fabs(c)) + sin(a) * cos(b) + pow(fabs(a), b) + fmin(a, (T)1) + fmax(b, a) + mix(a, b, (T)0.5f); \
  c = mad(a, b, c) + fma(a, b, c) + clamp(c, (T)0, (T)1) + step((T)0, a) + smoothstep((T)0, (T)1, b); \
  c += floor(a) + ceil(b) + round(c) + trunc(c) + rint(a) + exp(b) + log(fabs(a)) + rsqrt(fabs(b)) + hypot(a, b) + atan2(a, b); \
  V(T, N) whole, fraction = fract(c, &whole), cosine, sine = sincos(a, &cosine); \
  V(int, N) exponent; c = frexp(c, &exponent) + ldexp(a, exponent) + modf(b, &whole) + sine * cosine + fraction; \
  c = select(a, c, isgreater(a, b)); c = isnan(a) ? b : c; c = copysign(c, -a); \
  c.s1 = c.s0; c.hi = a.lo; c.odd = b.even; \
  JOIN2(vstore, N)(-c, 0, p); \
}
WIDTHS(INT_OPS, int)
WIDTHS(INT_OPS, long)
WIDTHS(FLOAT_OPS, float)
__kernel void literals(__global float16 *out, __constant float4 *in, float x) {
  float4 a = (float4)(1.0f, 2.0f, 3.0f, 4.0f), b = (float4)(1.0f), c = (float4)((float2)(1, 2), 3.0f, x);
  float8 d = (float8)(a, b.xy, 5.0f, 6.0f);
  float16 e = (float16)(d, d);
  a.xyzw = a.wzyx; a.xz += b.yw; a.s0123 = in[0]; a.w = e.sF + e.sa; a.S2 = 1;
  float3 f = (float3)(a.xyz); f = cross(f, b.xyz); f.x = dot(f, f); f = normalize(f) * length(f) + (float3)distance(f, f);
  uchar16 g = convert_uchar16_sat(e); int4 h = as_int4(a); h = convert_int4_rtz(a) & 0xff; h = a < b; h = !h; h = h && h || h;
  short8 i = convert_short8(g.lo); ushort2 j = (ushort2)(1, 2); ulong2 k = upsample(as_uint2((int2)(1, 2)), (uint2)(3, 4));
  out[0] = e + (float16)(f.x, f.y, f.z, (float)g.s0, (float)h.x, (float)i.s7, (float)j.y, (float)k.x, d);
  out[1] = shuffle(e, (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  out[2].lo = shuffle2(a, b, (uint8)(0, 7, 1, 6, 2, 5, 3, 4));
  out[3] = (float16)(vec_step(float3), vec_step(a), sizeof(float3), sizeof(a), (float4)(x), d);
}
