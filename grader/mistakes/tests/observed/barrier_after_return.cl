// global: 8
// local: 4
// buffer: out int 8 zeros
// value: n int 6
kernel void guarded(global int *out, int n) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    out[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
}
