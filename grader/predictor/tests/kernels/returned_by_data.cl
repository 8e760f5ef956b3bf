// Data says who returns early: the others do what follows. So in a function that the kernel calls.
float root(float value)
{
    if (value < 0.0f)
        return 0.0f;
    return sqrt(value);
}

kernel void returned_by_data(global const float *in, global float *out, int width)
{
    int at = get_global_id(1) * 1024 + get_global_id(0);
    float value = in[at];
    if (value > 8.0f)
        return;
    for (int k = 0; k < 3; ++k)
        value = root(value) + 1.0f;
    out[at] = value;
}
