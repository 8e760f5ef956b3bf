// global: 4
// buffer: out int 4 zeros
kernel void jumps(global int *out) {
    int i = get_global_id(0), k = 0;
    if (i & 1)
        goto middle;
    while (k < 5) {
        out[i] += 1;
    middle:
        k++;
    }
}
