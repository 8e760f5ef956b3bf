// global: 4
// local: 2
// buffer: in uint 8 iota read
// buffer: out uint 8 uninit
constant int table[4] = {10, 20, 30, 40};
kernel void pointers(global const uint *in, global uint *out) {
    int i = get_global_id(0);
    global const uint *p = in + 2 * i;
    global const uchar *bytes = (global const uchar *)p;
    uint values[4];
    uint *cursor = values;
    for (int k = 0; k < 4; k++)
        *cursor++ = bytes[4 * (k & 1)] + k;
    uint *last = &values[3];
    *last += (uint)(last - values);
    out[2 * i] = values[0] + values[1] * 10 + *(p + 1) * 100;
    out[2 * i + 1] = *--cursor + table[i];
}
