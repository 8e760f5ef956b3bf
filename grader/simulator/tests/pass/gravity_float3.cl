// global: 3
// local: 3
// buffer: p float 9 iota read
// buffer: out float 3 uninit
kernel void lengths(global const float *p, global float *out) {
    int i = get_global_id(0);
    float3 a = vload3(i, p);
    float3 b = a * a + (float3)(1, 2, 3);
    b.z = fmax(b.z, 10.0f);
    out[i] = sqrt(b.x) + length(cross(a, b)) + fma(a.x, a.y, b.z);
}
