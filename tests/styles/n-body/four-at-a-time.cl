// The tile is copied by the work-group together, and four slots are taken at a time, each with a sum of its own.
#define PULL(SUM, SLOT)                                                                 \
    do {                                                                                \
        const float4 other = tile[SLOT];                                                \
        const float3 d = other.xyz - own;                                               \
        const float r = rsqrt(fma(d.x, d.x, fma(d.y, d.y, fma(d.z, d.z, eps2))));       \
        SUM += other.w * r * r * r * d;                                                 \
    } while (0)

kernel void n_body(global const float4 *bodies, global float4 *accelerations, local float4 *tile, float eps2, uint n)
{
    const uint i = get_global_id(0);
    const uint size = get_local_size(0);
    const float3 own = i < n ? bodies[i].xyz : (float3)(0);
    float3 sums[4] = {0, 0, 0, 0};
    for (uint start = 0; start < n; start += size) {
        const uint filled = min(size, n - start);
        event_t copied = async_work_group_copy(tile, bodies + start, filled, 0);
        wait_group_events(1, &copied);
        uint k = 0;
        for (; k + 4 <= filled; k += 4) {
            PULL(sums[0], k);
            PULL(sums[1], k + 1);
            PULL(sums[2], k + 2);
            PULL(sums[3], k + 3);
        }
        for (; k < filled; ++k)
            PULL(sums[0], k);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n)
        vstore4((float4)(sums[0] + sums[1] + (sums[2] + sums[3]), 0), i, (global float *)accelerations);
}
