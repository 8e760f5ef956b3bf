// A square filter of any size over a plane.
kernel void real(global const float *in, global const float *taps, global float *out, int width, int side)
{
    int x = get_global_id(0), y = get_global_id(1);
    int pitch = width + side;
    float sum = 0.0f;
    for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i)
            sum += taps[j * side + i] * in[(y + j) * pitch + x + i];
    out[y * width + x] = sum;
}
