// global: 512
// local: 64
// buffer: table float 64 iota read
// buffer: y float 512 uninit write
kernel void series(global const float *table, global float *y)
{
    local float part[64];
    int lid = get_local_id(0);
    part[lid] = table[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int k = 0; k < 64; k++) {
        sum = sum * 0.5f + part[k];
    }
    y[get_global_id(0)] = sum;
}
