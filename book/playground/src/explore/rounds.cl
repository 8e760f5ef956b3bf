kernel void rounds(global float *y, global const float *x, float a, uint n)
{
    uint i = get_global_id(0);
    float v = x[i];
    for (uint k = 0; k < n; k++)
        v = v * a + 1.0f;
    y[i] = v;
}
