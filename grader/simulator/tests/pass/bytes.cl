// global: 8
// local: 4
// buffer: in uchar 8 iota read
// buffer: out uchar 8 uninit
kernel void bytes(global const uchar *in, global uchar *out) {
    int i = get_global_id(0);
    out[7 - i] = in[i] * 2 + 250;
}
