// A loop of a single round, which only an argument tells: a compiler does not know that it is one.
kernel void one_round(global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = (float)x;
    for (int k = 63; k < width; ++k)
        sum = 0.5f * sum + 0.25f;
    out[y * 1024 + x] = sum;
}
