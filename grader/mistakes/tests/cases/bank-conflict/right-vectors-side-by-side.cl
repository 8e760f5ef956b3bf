// global: 512
// local: 64
// buffer: x float4 512 iota read
// buffer: y float4 512 uninit write
kernel void turn_round(global const float4 *x, global float4 *y)
{
    local float4 part[64];
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[63 - lid];
}
