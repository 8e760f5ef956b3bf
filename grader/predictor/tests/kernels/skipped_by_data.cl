// Data says who skips the rest of a round, and nobody knows: the rest is done. The rounds are told.
kernel void skipped_by_data(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < width; ++k) {
        if (in[k * 1024 + x] > 4.0f)
            continue;
        sum = sqrt(sum + 1.0f);
    }
    out[y * 1024 + x] = sum;
}
