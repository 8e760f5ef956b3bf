// global: 128
// local: 32
// buffer: x int 128 iota read
// buffer: count int 1 zeros
kernel void count_odd(global const int *x, global int *count) {
    local int part[32];
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)] & 1;
    for (int reach = 16; reach > 0; reach /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < reach) part[lid] += part[lid + reach];
    }
    if (lid == 0) atomic_add(count, part[0]);
}
