// global: 8
// local: 8
// buffer: out int 8 zeros
// Half of the work-items enter the loop behind its barrier.
kernel void parted(global int *out) {
    int i = get_local_id(0), k = 0;
    if (i >= 4)
        goto middle;
again:
    barrier(CLK_GLOBAL_MEM_FENCE);
middle:
    out[i] += k;
    if (k++ < 3)
        goto again;
}
