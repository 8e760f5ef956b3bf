// global: 4
// buffer: out int 4 zeros
kernel void jumps(global int *out) {
    int i = get_global_id(0);
again:
    out[i]++;
    if (out[i] < 3)
        goto again;
}
