#define POSITION(i) positions[(i)].xyz
typedef struct { uint a, b; float rest, stiffness; } spring_t;
typedef struct params { float4 gravity; float dt, damping, mass; uint2 size; uchar flags[8]; } params_t;
float3 spring_force(float3 p, float3 q, float rest, float k) { float3 d = q - p; float l = fast_length(d); return l > 1e-6f ? d * (k * (l - rest) / l) : (float3)0.0f; }
__kernel void integrate(__global float4 *restrict positions, __global float4 *restrict velocities, __constant params_t *params, __global const float *restrict pinned) {
  const uint x = get_global_id(0), y = get_global_id(1), w = params->size.x, h = params->size.y, i = mad24(y, w, x);
  if (x >= w || y >= h || pinned[i] != 0) return;
  float3 f = params->gravity.xyz * params->mass, p = POSITION(i), v = velocities[i].xyz;
  const int2 offsets[12] = { (int2)(1, 0), (int2)(-1, 0), (int2)(0, 1), (int2)(0, -1), { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 }, { 2, 0 }, { -2, 0 }, { 0, 2 }, { 0, -2 } };
  for (int s = 0; s < 12; ++s) {
    const int2 q = (int2)((int)x, (int)y) + offsets[s];
    if (q.x < 0 || q.y < 0 || q.x >= (int)w || q.y >= (int)h) continue;
    f += spring_force(p, POSITION(q.y * w + q.x), length(convert_float2(offsets[s])), s < 4 ? 100.f : s < 8 ? 50.f : 25.f);
  }
  f -= v * params->damping;
  v += f / params->mass * params->dt; p += v * params->dt;
  if (dot(p, p) < 1) { p = normalize(p); v -= dot(v, p) * p; }
  if (p.y < -2.0f) p.y = -2.0f, v = (float3)(0);
  positions[i] = (float4)(p, positions[i].w); velocities[i] = (float4)(v, 0);
}
__kernel void normals(__global const float4 *positions, __global float4 *out, const uint2 size) {
  const uint x = get_global_id(0), y = get_global_id(1); float3 n = 0.0f; const float3 c = POSITION(y * size.x + x);
#define FACE(ax, ay, bx, by) if (x + (ax) < size.x && y + (ay) < size.y && x + (bx) < size.x && y + (by) < size.y) n += cross(POSITION((y + (ay)) * size.x + x + (ax)) - c, POSITION((y + (by)) * size.x + x + (bx)) - c);
  FACE(1, 0, 0, 1) FACE(0, 1, -1, 0) FACE(-1, 0, 0, -1) FACE(0, -1, 1, 0)
  out[y * size.x + x] = (float4)(normalize(n), 0.0f);
}
typedef struct { float3 centre; float3 half_size; float4 rotation; } obb;
float4 qmul(float4 a, float4 b) { float4 r = 0; r.xyz = cross(a.xyz, b.xyz) + a.w * b.xyz + b.w * a.xyz; r.w = a.w * b.w - dot(a.xyz, b.xyz); return r; }
float3 qrotate(float4 q, float3 v) { return qmul(qmul(q, (float4)(v, 0)), (float4)(-q.xyz, q.w)).xyz; }
bool separated(const obb *a, const obb *b, float3 axis) { float ra = 0, rb = 0; for (int i = 0; i < 3; i++) { float3 e = (float3)(i == 0, i == 1, i == 2); ra += fabs(dot(qrotate(a->rotation, e), axis)) * (i == 0 ? a->half_size.x : i == 1 ? a->half_size.y : a->half_size.z); rb += fabs(dot(qrotate(b->rotation, e), axis)) * b->half_size.x; } return fabs(dot(b->centre - a->centre, axis)) > ra + rb; }
__kernel void collide(__global const obb *boxes, __global int2 *pairs, volatile __global uint *count, const uint n) {
  const uint i = get_global_id(0); obb a = boxes[i];
  for (uint j = i + 1; j < n; j++) { obb b = boxes[j]; bool apart = false; for (int k = 0; k < 3 && !apart; ++k) apart = separated(&a, &b, qrotate(a.rotation, (float3)(k == 0, k == 1, k == 2))); if (!apart) pairs[atomic_inc(count)] = (int2)(i, j); }
}
