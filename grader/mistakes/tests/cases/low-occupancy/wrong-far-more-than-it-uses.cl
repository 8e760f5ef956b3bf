// global: 1024
// local: 64
// buffer: x float 1024 iota read
// buffer: y float 1024 uninit write
kernel void smooth(global const float *x, global float *y)
{
    local float part[8192]; //~
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[lid] - part[63 - lid];
}
