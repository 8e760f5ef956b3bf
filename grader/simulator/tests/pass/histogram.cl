// global: 32
// local: 8
// buffer: in uint 32 iota read
// buffer: bins uint 4 zeros
kernel void histogram(global const uint *in, global uint *bins) {
    local uint mine[4];
    uint lid = get_local_id(0);
    if (lid < 4)
        mine[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&mine[(in[get_global_id(0)] * 7) % 4]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 4)
        atomic_add(&bins[lid], mine[lid]);
}
