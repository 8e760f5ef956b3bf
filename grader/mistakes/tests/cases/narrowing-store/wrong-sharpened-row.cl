// Beside an edge the sum leaves the bytes on either side.
// global: 2
// buffer: x uchar 4 values 10 12 11 10 read
// buffer: y uchar 4 zeros
kernel void sharpen(global const uchar *x, global uchar *y)
{
    size_t i = get_global_id(0) + 1;
    y[i] = 3.0f * x[i] - 1.0f * x[i - 1] - 1.0f * x[i + 1]; //~
}
