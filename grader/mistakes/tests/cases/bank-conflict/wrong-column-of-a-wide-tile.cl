// global: 32 32
// local: 32 8
// buffer: in float 1024 iota read
// buffer: sums float 32 zeros
kernel void columns(global const float *in, global float *sums)
{
    local float tile[8][32];
    local float turned[32][32];
    int lx = get_local_id(0), ly = get_local_id(1);
    tile[ly][lx] = in[get_global_id(1) * 32 + lx];
    turned[lx][ly] = tile[ly][lx]; //~
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ly == 0 && get_group_id(1) == 0) {
        float sum = 0.0f;
        for (int k = 0; k < 8; k++) {
            sum += turned[lx][k]; //~
        }
        sums[lx] = sum;
    }
}
