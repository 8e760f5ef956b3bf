// global: 1024
// local: 64
// buffer: x float4 1536 iota read
// buffer: y float4 1024 uninit write
kernel void window(global const float4 *x, global float4 *y)
{
    local float4 near[1600]; //~
    int lid = get_local_id(0);
    int first = get_group_id(0) * 64;
    for (int k = lid; k < 512; k += 64) {
        near[k] = x[first + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 sum = 0.0f;
    for (int k = 0; k < 16; k++) {
        sum += near[lid + 28 * k];
    }
    y[first + lid] = sum;
}
