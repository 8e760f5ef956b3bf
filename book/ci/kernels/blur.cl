#define RADIUS 2
#define SIZE 64

// Each element becomes the mean of itself and its neighbours.
kernel void blur(global const float *in, global float *out, uint n)
{
    local float tile[SIZE + 2 * RADIUS];
    uint i = get_global_id(0), lid = get_local_id(0);
    uint first = get_group_id(0) * SIZE;
    for (uint t = lid; t < SIZE + 2 * RADIUS; t += SIZE) {
        int at = (int)(first + t) - RADIUS;
        tile[t] = in[clamp(at, 0, (int)n - 1)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (uint t = 0; t <= 2 * RADIUS; ++t)
        sum += tile[lid + t];
    if (i < n)
        out[i] = sum / (2 * RADIUS + 1);
}
