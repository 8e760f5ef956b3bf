// Mistake: every work-item reads all bodies from global memory.
// Verdict: too-costly

kernel void n_body(global const float4 *bodies, global float4 *accelerations, local float4 *tile,
                   float eps2, uint n)
{
    uint gid = get_global_id(0);
    if (gid >= n)
        return;
    float3 own = bodies[gid].xyz;
    float3 sum = 0.0f;

    for (uint k = 0; k < n; ++k) {
        float3 away = bodies[k].xyz - own;
        float inverse = rsqrt(dot(away, away) + eps2);
        sum += away * (bodies[k].w * (inverse * inverse * inverse));
    }
    accelerations[gid] = (float4)(sum, 0.0f);
}
