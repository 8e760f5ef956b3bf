// global: 4
// local: 4
// buffer: out int 4 zeros
kernel void endless(global int *out) {
    int i = get_global_id(0), k = 0;
    if (i & 1)
        goto middle;
first:
    out[i] ^= 1;
middle:
    out[i] ^= 2;
    if (i != k)
        goto first;
}
