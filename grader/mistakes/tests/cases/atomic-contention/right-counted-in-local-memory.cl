// global: 128
// local: 64
// buffer: keys uint 128 iota read
// buffer: bins uint 4 zeros
kernel void quarters(global const uint *keys, global uint *bins) {
    local uint own[4];
    int lid = get_local_id(0);
    if (lid < 4) own[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&own[keys[get_global_id(0)] % 4]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 4) atomic_add(&bins[lid], own[lid]);
}
