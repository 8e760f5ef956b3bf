// What the first walk has fetched the second finds again.
kernel void walked_twice(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 2048; ++k)
            sum = sum * 0.5f + in[y * 2048 + k];
    out[y * 1024 + x] = sum;
}
