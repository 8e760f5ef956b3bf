#define SIGNED(X) X(char, uchar, short) X(short, ushort, int) X(int, uint, long)
#define UNSIGNED(X) X(uchar, uchar, ushort) X(ushort, ushort, uint) X(uint, uint, ulong)
#define ZOO(T, U, W) __kernel void zoo_##T(__global T *p, __global U *u, __global W *w, T s, T##2 v2, T##3 v3, T##4 v4, T##8 v8, T##16 v16) { \
  u[0] = abs(s) + abs_diff(s, p[0]) + abs(v2).x + abs_diff(v3, v3).y; p[1] = add_sat(s, p[0]) + sub_sat(s, s); p[2] = hadd(s, s) + rhadd(s, s); \
  p[3] = clamp(s, p[0], p[1]); v2 = clamp(v2, (T)0, (T)9); v4 = clamp(v4, v4, v4); p[4] = clz(s); v8 = clz(v8); p[5] = mad_hi(s, s, s); v16 = mad_sat(v16, v16, v16); \
  p[6] = max(s, p[0]); v3 = max(v3, (T)1); v4 = min(v4, v4); p[7] = mul_hi(s, s); v2 = rotate(v2, v2); p[8] = rotate(s, s); p[9] = popcount(s); \
  w[0] = upsample(s, (U)1); w[1] = upsample(v2, (U##2)(1)).y; p[10] = bitselect(s, s, s); p[11] = select(s, s, (T)1); v4 = select(v4, v4, (U##4)(0)); \
  p[12] = any(v4 < v4) + all(v3 == v3) + isless(1.0f, 2.0f); vstore4(v4, 1, p); vstore3(v3, 2, p); v16.lo = v8; v8.odd = v4; p[13] = v16.sf + v16.sA + v8.s7 + v4.w + v3.z + v2.y; \
  v2 += s; v3 = s - v3; v4 <<= v4; v4 >>= s; v8 = ~v8; v16 = -v16; v2 = v2 & s | s ^ v2; v3 %= (T)3; p[14] = (v2.x && v3.y) || !v4.z; v4 = v4 ? v4 : v4; v4++; --v4; \
}
SIGNED(ZOO) UNSIGNED(ZOO)
__kernel void narrow(__global int *p, uint u) { int i = p[0]; p[1] = mul24(i, i) + mad24(i, i, i) + (int)mul24(u, u) + (int)mad24(u, 3u, u); p[2] = abs(i) + max(i, 3) + min(i, -3) + clamp(i, 0, 255); p[3] = (int)max(u, 1u) + (int)min((ulong)u, 5ul) + convert_int(u) + as_int(u) + popcount(i); p[4] = i >> u; p[5] = i << 33; p[6] = (uchar)300 + (char)200; }
