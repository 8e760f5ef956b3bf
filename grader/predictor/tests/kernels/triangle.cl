// Each work-item has rounds of its own: those of a warp go on while one of them does.
kernel void triangle(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < x; ++k)
        sum = sqrt(sum) + 1.0f;
    out[y * 1024 + x] = sum;
}
