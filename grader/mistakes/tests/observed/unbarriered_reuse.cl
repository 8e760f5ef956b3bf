// global: 8
// local: 4
// buffer: a int 16 iota read
// buffer: out int 8 uninit
kernel void tiles(global const int *a, global int *out) {
    local int tile[4];
    int l = get_local_id(0), sum = 0;
    for (int t = 0; t < 2; t++) {
        tile[l] = a[t * 4 + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; k++)
            sum += tile[k];
    }
    out[get_global_id(0)] = sum;
}
