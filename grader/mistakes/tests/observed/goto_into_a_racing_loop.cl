// global: 4
// buffer: out int 4 zeros
// All work-items write one element, in a loop that half of them enter in its middle.
kernel void races(global int *out) {
    int i = get_global_id(0), k = 0;
    if (i & 1)
        goto middle;
    while (k < 4) {
        k += out[k] & 0;
    middle:
        out[k] = i;
        k++;
    }
}
