// global: 256
// local: 64
// buffer: x float 4096 iota read
// buffer: y float 256 uninit write
kernel void sums(global const float *x, global float *y)
{
    local float tile[64]; //~
    int lid = get_local_id(0);
    float sum = 0.0f;
    for (int k = 0; k < 16; k++) {
        tile[lid] = x[k * 256 + get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[get_global_id(0)] = sum;
}
