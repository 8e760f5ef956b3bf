// global: 8
// local: 8
// buffer: y uchar 8 zeros
kernel void bytes(global uchar *y) {
    size_t i = get_global_id(0);
    y[i] = (uchar)(i * 3);
    y[i] += 1;
}
