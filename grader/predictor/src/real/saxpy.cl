// A scaled vector plus another.
kernel void real(global const float *x, global float *y, float alpha, int n)
{
    int i = get_global_id(0);
    if (i < n)
        y[i] += alpha * x[i];
}
