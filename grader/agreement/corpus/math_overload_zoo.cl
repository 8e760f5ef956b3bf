#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define UNARY(X) X(acos) X(acosh) X(acospi) X(asin) X(asinh) X(asinpi) X(atan) X(atanh) X(atanpi) X(cbrt) X(ceil) X(cos) X(cosh) X(cospi) X(erfc) X(erf) X(exp) X(exp2) X(exp10) X(expm1) X(fabs) X(floor) X(lgamma) X(log) X(log2) X(log10) X(log1p) X(logb) X(rint) X(round) X(rsqrt) X(sin) X(sinh) X(sinpi) X(sqrt) X(tan) X(tanh) X(tanpi) X(tgamma) X(trunc) X(degrees) X(radians) X(sign)
#define BINARY(X) X(atan2) X(atan2pi) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(maxmag) X(minmag) X(nextafter) X(pow) X(powr) X(remainder) X(max) X(min) X(step)
#define TERNARY(X) X(fma) X(mad) X(clamp) X(mix) X(smoothstep)
#define NATIVE(X) X(cos) X(exp) X(exp2) X(exp10) X(log) X(log2) X(log10) X(recip) X(rsqrt) X(sin) X(sqrt) X(tan)
#define U1(f) x = f(x);
#define B1(f) x = f(x, y);
#define T1(f) x = f(x, y, x);
#define N1(f) x = native_##f(x) + half_##f(x);
#define ALL(T, I, L) __kernel void math_##T(__global T *p, __global I *q, T y) { T x = p[0], z; I e; UNARY(U1) BINARY(B1) TERNARY(T1) \
  x += fract(y, &z) + modf(x, &z) + sincos(y, &z) + z; x = frexp(x, &e); x = ldexp(x, e) + pown(y, e) + rootn(y, e) + lgamma_r(x, &e) + remquo(x, y, &e); e += ilogb(x); q[0] = e; \
  x = nan((L)1) + x; p[1] = x; p[2] = fract(y, p + 3); p[4] = sincos(y, &p[5]); p[6] = frexp(x, q + 1); }
ALL(float, int, uint) ALL(float2, int2, uint2) ALL(float3, int3, uint3) ALL(float4, int4, uint4) ALL(float8, int8, uint8) ALL(float16, int16, uint16)
ALL(double, int, ulong) ALL(double2, int2, ulong2) ALL(double4, int4, ulong4)
__kernel void native_ones(__global float4 *p) { float4 x = p[0], y = p[1]; NATIVE(N1) x = native_divide(x, y) + half_divide(x, y) + native_powr(x, y) + half_powr(x, y); p[2] = ldexp(x, 2) + pown(x, (int4)(3)) + fmin(x, 1.0f) + fmax(x, 2.0f) + min(x, 1.0f) + clamp(x, 0.0f, 1.0f) + mix(x, y, 0.5f) + step(0.5f, x) + smoothstep(0.0f, 1.0f, x); }
__kernel void relational(__global int4 *r, float4 a, float4 b, double2 d, float f) { r[0] = isequal(a, b) + isnotequal(a, b) + isgreater(a, b) + isgreaterequal(a, b) + isless(a, b) + islessequal(a, b) + islessgreater(a, b) + isfinite(a) + isinf(a) + isnan(a) + isnormal(a) + isordered(a, b) + isunordered(a, b) + signbit(a); r[1].x = isnan(f) + isinf(f) + signbit(f) + isequal(f, 1.0f) + any(isnan(a)) + all(isinf(d)); r[2].lo = convert_int2(isless(d, d)); a = bitselect(a, b, a); f = select(f, 1.0f, 1); a = select(a, b, r[1]); d = select(d, d, isgreater(d, d)); r[3] = convert_int4(a) + (int4)((int)f, convert_int2(d), 0); }
__kernel void geometric(__global float4 *p, float4 a, float4 b, float3 c, float2 d, double3 e) { p[0] = cross(a, b); p[1].xyz = cross(c, c); p[2].x = dot(a, b) + dot(c, c) + dot(d, d) + dot(1.0f, 2.0f) + distance(a, b) + length(c) + fast_distance(a, b) + fast_length(d) + length(3.0f) + (float)dot(e, cross(e, e)); p[3] = normalize(a) + fast_normalize(b); p[4].lo = normalize(d); p[5].x = normalize(2.0f); }
