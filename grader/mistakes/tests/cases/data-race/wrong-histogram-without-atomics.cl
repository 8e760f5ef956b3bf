// global: 8
// local: 8
// buffer: keys int 8 values 0 1 1 0 1 0 0 1 read
// buffer: counts int 2 zeros
kernel void histogram(global const int *keys, global int *counts) {
    local int bins[2];
    int lid = get_local_id(0);
    if (lid < 2) bins[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    bins[keys[lid]]++; //~
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 2) counts[lid] = bins[lid];
}
