// global: 16
// local: 16
// buffer: out int 1 uninit
kernel void sum(global int *out) {
    local int partial[16];
    int lid = get_local_id(0);
    partial[lid] = lid;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int span = 8; span > 0; span /= 2) {
        if (lid < span) {
            partial[lid] += partial[lid + span];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    if (lid == 0)
        out[0] = partial[0];
}
