kernel void forces(global const float4 *pos, global float4 *acc, int n, float eps)
{
    int i = get_global_id(0);
    float4 a = 0.0f;
    for (int j = 0; j < n; ++j) {
        float4 d = pos[j] - pos[i];
        a += d * rsqrt(dot(d.xyz, d.xyz) + eps);
    }
    acc[i] = a;
}
