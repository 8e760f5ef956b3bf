/* Reaction rates as chemistry generators write them: long sums, long products, hundreds of constants. */
#define RATE(i, A, b, E) const float k##i = (A) * native_exp((b) * logT - (E) * invT);
#define R10(n, A, b, E) RATE(n##0, A, b, E) RATE(n##1, A * 1.1f, b, E) RATE(n##2, A * 1.2f, b + 0.1f, E) RATE(n##3, A, b, E * 0.9f) RATE(n##4, A / 2.0f, b, E) \
  RATE(n##5, A, -b, E) RATE(n##6, A * 3.f, b, E + 10.0f) RATE(n##7, A, b, E) RATE(n##8, A, b * b, E) RATE(n##9, A - 1.0f, b, E)
#define C(i) y[(i) * stride + gid]
#define P(i, a, b, c, d) const float r##i = k##i * C(a) * C(b) - k##i * 0.01f * C(c) * C(d);
#define P10(n) P(n##0, 0, 1, 2, 3) P(n##1, 1, 2, 3, 4) P(n##2, 2, 3, 4, 5) P(n##3, 3, 4, 5, 6) P(n##4, 4, 5, 6, 7) P(n##5, 5, 6, 7, 8) P(n##6, 6, 7, 8, 9) P(n##7, 7, 8, 9, 0) P(n##8, 8, 9, 0, 1) P(n##9, 9, 0, 1, 2)
#define SUM10(n) r##n##0 + r##n##1 - r##n##2 + r##n##3 - r##n##4 + r##n##5 + r##n##6 - r##n##7 + r##n##8 - r##n##9
#define ALL(M) M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9) M(10) M(11) M(12) M(13) M(14) M(15) M(16) M(17) M(18) M(19) M(20)
#define RATES(n) R10(n, 1.0e13f, 0.5f, 1000.0f)
__kernel void rates(__global const float *restrict y, __global float *restrict dy, __global const float *restrict temperature, const int stride) {
  const int gid = get_global_id(0); const float T = temperature[gid], invT = 1.0f / T, logT = native_log(T);
  ALL(RATES)
  ALL(P10)
  dy[0 * stride + gid] = SUM10(1) + SUM10(2) - (SUM10(3)) + SUM10(4) - (SUM10(5)) + SUM10(6) + SUM10(7) - (SUM10(8)) + SUM10(9) + SUM10(10);
  dy[1 * stride + gid] = SUM10(11) + SUM10(12) - (SUM10(13)) + SUM10(14) - (SUM10(15)) + SUM10(16) + SUM10(17) - (SUM10(18)) + SUM10(19) + SUM10(20);
  dy[2 * stride + gid] = SUM10(1) + SUM10(2) + SUM10(3) + SUM10(4) + SUM10(5) + SUM10(6) + SUM10(7) + SUM10(8) + SUM10(9) + SUM10(10) + SUM10(11) + SUM10(12) + SUM10(13) + SUM10(14) + SUM10(15) + SUM10(16) + SUM10(17) + SUM10(18) + SUM10(19) + SUM10(20);
}
