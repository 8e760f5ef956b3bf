// global: 512
// local: 128
// buffer: x uint 512 iota read
// buffer: bins uint 32 zeros
// All values may fall into one bin; which bank is wanted is for the data to say.
kernel void histogram(global const uint *x, global uint *bins)
{
    local uint part[32];
    int lid = get_local_id(0);
    if (lid < 32) {
        part[lid] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&part[x[get_global_id(0)] * 8 % 32]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 32) {
        atomic_add(&bins[lid], part[lid]);
    }
}
