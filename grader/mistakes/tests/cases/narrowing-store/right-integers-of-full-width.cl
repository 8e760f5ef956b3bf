// An int holds what these floats can be, and bytes are cut from integers on purpose.
// global: 4
// buffer: x float 4 iota read
// buffer: y int 4 uninit write
// buffer: low uchar 4 uninit write
kernel void split(global const float *x, global int *y, global uchar *low)
{
    size_t i = get_global_id(0);
    int whole = x[i];
    y[i] = whole;
    low[i] = whole & 0xff;
}
