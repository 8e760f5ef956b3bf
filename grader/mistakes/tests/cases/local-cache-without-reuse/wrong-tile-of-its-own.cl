// global: 32 32
// local: 16 16
// buffer: image float 1024 iota read
// buffer: out float 1024 uninit write
kernel void gamma(global const float *image, global float *out)
{
    local float tile[16][16]; //~
    int lx = get_local_id(0), ly = get_local_id(1);
    int at = get_global_id(1) * 32 + get_global_id(0);
    tile[ly][lx] = image[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = sqrt(tile[ly][lx]);
}
