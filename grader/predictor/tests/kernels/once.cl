// A loop of a single round, as the text tells.
kernel void once(global float *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = (float)x;
    for (int k = 0; k < 1; ++k)
        sum = 0.5f * sum + 0.25f;
    out[y * 1024 + x] = sum;
}
