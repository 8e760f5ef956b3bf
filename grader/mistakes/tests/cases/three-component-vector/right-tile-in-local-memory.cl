// Nobody but the kernel sees how its local memory is laid out.
// global: 4
// local: 4
// buffer: x float 12 iota
kernel void shift(global float *x)
{
    local float3 tile[4];
    size_t lid = get_local_id(0);
    tile[lid] = vload3(get_global_id(0), x);
    barrier(CLK_LOCAL_MEM_FENCE);
    vstore3(tile[(lid + 1) % 4], get_global_id(0), x);
}
