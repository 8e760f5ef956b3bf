#define SIGMOID(x) native_recip(1.0f + native_exp(-(x)))
#define GATES(G) G(i, SIGMOID) G(f, SIGMOID) G(g, tanh) G(o, SIGMOID)
enum gate_index {
#define G(name, act) GATE_##name,
  GATES(G)
#undef G
  GATE_COUNT
};
__kernel void lstm_step(__global const float *restrict x, __global const float *restrict h_in, __global float *restrict c, __global float *restrict h_out, __global const float *restrict w, __global const float *restrict u, __constant float *bias, const int n_in, const int n_hidden) {
  const int j = get_global_id(0);
  if (j >= n_hidden) return;
#define G(name, act) float name = bias[GATE_##name * n_hidden + j];
  GATES(G)
#undef G
  for (int k = 0; k < n_in; ++k) { const float xk = x[k];
#define G(name, act) name = mad(w[(GATE_##name * n_hidden + j) * n_in + k], xk, name);
    GATES(G)
#undef G
  }
  for (int k = 0; k < n_hidden; ++k) { const float hk = h_in[k];
#define G(name, act) name = mad(u[(GATE_##name * n_hidden + j) * n_hidden + k], hk, name);
    GATES(G)
#undef G
  }
#define G(name, act) name = act(name);
  GATES(G)
#undef G
  c[j] = f * c[j] + i * g; h_out[j] = o * tanh(c[j]);
}
__kernel void attention(__global const float4 *restrict q, __global const float4 *restrict k, __global const float4 *restrict v, __global float4 *restrict out, const int n, const int d4, __local float *scores) {
  const int row = get_group_id(0), lid = get_local_id(0), ls = get_local_size(0); const float scale = rsqrt((float)(4 * d4));
  for (int j = lid; j < n; j += ls) { float s = 0; for (int t = 0; t < d4; ++t) s += dot(q[row * d4 + t], k[j * d4 + t]); scores[j] = j <= row ? s * scale : -INFINITY; }
  barrier(CLK_LOCAL_MEM_FENCE);
  float m = -INFINITY, z = 0; for (int j = 0; j < n; ++j) m = fmax(m, scores[j]); for (int j = 0; j < n; ++j) z += exp(scores[j] - m);
  for (int t = lid; t < d4; t += ls) { float4 acc = (float4)(0); for (int j = 0; j <= row; ++j) acc += exp(scores[j] - m) / z * v[j * d4 + t]; out[row * d4 + t] = acc; }
}
__kernel void layer_norm(__global float *x, __constant float2 *scale_shift, const int n) { __global float *p = x + get_global_id(0) * n; float mean = 0, var = 0; for (int i = 0; i < n; i++) mean += p[i]; mean /= n; for (int i = 0; i < n; i++) var += pown(p[i] - mean, 2); var /= n; for (int i = 0; i < n; i++) p[i] = (p[i] - mean) * rsqrt(var + 1e-5f) * scale_shift[i].x + scale_shift[i].y; }
__kernel void quantised_gemv(__global const char16 *restrict w, __global const char16 *restrict x, __global float *restrict y, const int n16, const float scale) { int s = 0; for (int k = 0; k < n16; k++) { const short16 p = convert_short16(w[get_global_id(0) * n16 + k]) * convert_short16(x[k]); const int8 q = convert_int8(p.lo) + convert_int8(p.hi); const int4 r = q.even + q.odd; s += r.x + r.y + r.z + r.w; } y[get_global_id(0)] = s * scale; }
