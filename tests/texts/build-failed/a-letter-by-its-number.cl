kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint \u00e4 = get_global_id(0);
    if (\u00e4 < n)
        y[\u00e4] = alpha * x[\u00e4] + y[\u00e4];
}
