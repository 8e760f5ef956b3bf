// global: 4
// local: 4
// buffer: out int 4 zeros
kernel void skips(global int *out) {
    int i = get_global_id(0), rounds = 0;
again:
    if (i == 2)
        goto past;
    int value = i;
    int later;
    later = 4;
past:
    out[i] = value + later;
    if (rounds++ == 0)
        goto again;
}
