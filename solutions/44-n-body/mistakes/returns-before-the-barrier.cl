// Mistake: work-items without a body leave before the barriers.
// Verdict: barrier-after-return

kernel void n_body(global const float4 *bodies, global float4 *accelerations, local float4 *tile,
                   float eps2, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    if (gid >= n)
        return;
    float3 own = gid < n ? bodies[gid].xyz : (float3)(0.0f);
    float3 sum = 0.0f;

    for (uint start = 0; start < n; start += size) {
        // A slot beyond the last body has no mass, and so pulls nobody.
        tile[lid] = start + lid < n ? bodies[start + lid] : (float4)(0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < size; ++k) {
            float3 away = tile[k].xyz - own;
            float inverse = rsqrt(dot(away, away) + eps2);
            sum += away * (tile[k].w * (inverse * inverse * inverse));
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (gid < n)
        accelerations[gid] = (float4)(sum, 0.0f);
}
