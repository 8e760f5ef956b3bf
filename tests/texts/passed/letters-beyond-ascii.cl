kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint größe = get_global_id(0);
    if (größe < n)
        y[größe] = alpha * x[größe] + y[größe];
}
