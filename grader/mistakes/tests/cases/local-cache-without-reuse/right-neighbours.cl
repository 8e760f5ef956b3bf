// global: 512
// local: 64
// buffer: x float 512 iota read
// buffer: y float 512 uninit write
kernel void steps(global const float *x, global float *y)
{
    local float part[64];
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    float before = lid > 0 ? part[lid - 1] : 0.0f;
    y[get_global_id(0)] = part[lid] - before;
}
