// global: 8
// local: 8
// buffer: out int 8 zeros
kernel void rounds(global int *out) {
    int lid = get_local_id(0);
    for (int k = 0; k < lid + 4; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[lid] = lid;
}
