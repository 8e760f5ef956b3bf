// global: 8
// local: 8
// buffer: x float 8 iota read
// buffer: y float 8 uninit write
kernel void reverse(global const float *x, global float *y)
{
    local float tile[8];
    int lid = get_local_id(0);
    if (lid < 4)
        tile[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = tile[7 - lid]; //~
}
