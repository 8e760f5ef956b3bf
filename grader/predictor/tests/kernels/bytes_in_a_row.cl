// A byte further in each round: 32 rounds find the same sector.
kernel void bytes_in_a_row(global const uchar *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    int sum = 0;
    for (int k = 0; k < 8192; ++k)
        sum = sum * 3 + in[y * 8192 + k];
    out[y * 1024 + x] = sum;
}
