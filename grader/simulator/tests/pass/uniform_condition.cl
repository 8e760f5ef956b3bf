// global: 8
// local: 4
// buffer: out int 8 uninit
// value: n int 3
kernel void phases(global int *out, int n) {
    local int tile[4];
    int l = get_local_id(0);
    tile[l] = l;
    if (n > 2 && get_group_id(0) == 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[l] += 10;
    }
    for (int k = 0; k < n; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int next = tile[(l + 1) % 4];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[l] = next;
    }
    out[get_global_id(0)] = tile[l];
}
