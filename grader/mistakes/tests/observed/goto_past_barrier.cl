// global: 8
// local: 8
// buffer: out int 8 zeros
kernel void skips(global int *out) {
    int i = get_local_id(0);
    if (i >= 5)
        goto end;
    out[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
end:
    out[i] += 1;
}
