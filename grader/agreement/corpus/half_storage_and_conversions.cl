#define CONVERT_ALL(D) \
  CONVERT(D, char) CONVERT(D, uchar) CONVERT(D, short) CONVERT(D, ushort) CONVERT(D, int) CONVERT(D, uint) CONVERT(D, long) CONVERT(D, ulong) CONVERT(D, float)
#define CONVERT(D, S) \
__kernel void conv_##S##_##D(__global const S##4 *in, __global D##4 *out) { \
  size_t i = get_global_id(0); \
  out[0] = convert_##D##4(in[i]); out[1] = convert_##D##4_rte(in[i]); out[2] = convert_##D##4_rtz(in[i]); out[3] = convert_##D##4_rtp(in[i]); out[4] = convert_##D##4_rtn(in[i]); \
  out[5].x = (D)in[i].x; out[5].y = convert_##D(in[i].y); out[5].zw = convert_##D##2(in[i].hi); \
}
CONVERT_ALL(char) CONVERT_ALL(uchar) CONVERT_ALL(short) CONVERT_ALL(ushort) CONVERT_ALL(int) CONVERT_ALL(uint) CONVERT_ALL(long) CONVERT_ALL(ulong) CONVERT_ALL(float)
#undef CONVERT
#define CONVERT(D, S) inline D##8 sat_##S##_##D(S##8 x) { return convert_##D##8_sat(x) + convert_##D##8_sat_rte(x) + convert_##D##8_sat_rtz(x) + convert_##D##8_sat_rtp(x) + convert_##D##8_sat_rtn(x); }
CONVERT_ALL(char) CONVERT_ALL(uchar) CONVERT_ALL(short) CONVERT_ALL(ushort) CONVERT_ALL(int) CONVERT_ALL(uint) CONVERT_ALL(long) CONVERT_ALL(ulong)
__kernel void halves(__global const half *in, __global half *out, __local half *tile, __constant half *c, __global float16 *w) {
  size_t i = get_global_id(0);
  float a = vload_half(i, in); float2 b = vload_half2(i, in); float3 d = vload_half3(i, in); float4 e = vload_half4(i, in); float8 f = vload_half8(i, in); float16 g = vload_half16(i, in);
  e += vloada_half4(i, in) + vload_half4(0, c) + vloada_half4(0, tile); d += vloada_half3(i, in);
  vstore_half(a, i, out); vstore_half_rte(a, i, out); vstore_half2_rtz(b, i, out); vstore_half3_rtp(d, i, out); vstore_half4_rtn(e, i, out); vstore_half8(f, i, tile); vstorea_half16(g, 0, out); vstorea_half4_rte(e, 0, tile);
  __global half *p = out + i; p++; *w = vload_half16(0, (const __global half *)p) * sizeof(half);
}
__kernel void reinterpret(__global uint *o, float f, int i, ulong l, double d, float4 v, uchar16 b, short2 s, float3 t) {
  o[0] = as_uint(f); o[1] = as_uint(i); o[2] = as_uint2(l).y + as_uint2(d).x; o[3] = as_uint4(v).z; o[4] = as_uint4(b).w + as_uint(s); o[5] = as_uint3(t).y; o[6] = as_ulong2(v).x; o[7] = as_uint3(v).x; o[8] = (uint)as_double(l); o[9] = as_uchar4(o[0]).s2; o[10] = as_char8(l).s7 + as_float4(t).x;
}
