// global: 64
// local: 16
// buffer: in int 64 iota read
// buffer: out int 4 uninit
// local-memory: partial 64
kernel void reduce(global const int *in, global int *out, local int *partial) {
    int lid = get_local_id(0);
    partial[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int span = get_local_size(0) / 2; span > 0; span /= 2) {
        if (lid < span) {
            partial[lid] += partial[lid + span];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        out[get_group_id(0)] = partial[0];
}
