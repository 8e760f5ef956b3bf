// global: 8
// local: 8
// buffer: out int 8 zeros
kernel void rounds(global int *out) {
    int i = get_local_id(0), k = 0;
again:
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (k++ < i)
        goto again;
    out[i] = k;
}
