// global: 512
// local: 128
// local-memory: part 512
// buffer: x float 512 iota
kernel void turn(local float *part, global float *x)
{
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = part[127 - lid];
}
