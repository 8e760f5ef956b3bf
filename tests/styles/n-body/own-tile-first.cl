// Each work-group begins with its own bodies and goes round; a division by a root, fused, from the last slot to the first.
float4 pull(float4 sum, float4 other, float4 own, float eps2)
{
    float4 d = other - own;
    d.w = 0;
    float square = dot(d, d) + eps2;
    return mad((float4)(other.w / (square * sqrt(square))), d, sum);
}

kernel void n_body(global const float4 *bodies, global float4 *accelerations, local float4 *tile, float eps2, uint n)
{
    size_t size = get_local_size(0);
    size_t tiles = (n + size - 1) / size;
    float4 own = 0;
    if (get_global_id(0) < n)
        own = bodies[get_global_id(0)];
    float4 sum = 0;
    for (size_t round = 0; round < tiles; ++round) {
        size_t body = (get_group_id(0) + round) % tiles * size + get_local_id(0);
        float4 fetched = 0;
        if (body < n)
            fetched = bodies[body];
        if (round > 0)
            barrier(CLK_LOCAL_MEM_FENCE);
        tile[get_local_id(0)] = fetched;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (size_t k = size; k-- > 0;)
            sum = pull(sum, tile[k], own, eps2);
    }
    if (get_global_id(0) < n)
        accelerations[get_global_id(0)] = sum;
}
