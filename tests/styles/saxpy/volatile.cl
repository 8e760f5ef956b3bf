__kernel void saxpy(float alpha, __global const volatile float *x, __global volatile float *y, uint n)
{
    uint i = get_global_id(0);
    float sum = i < n ? alpha * x[i] : 0.0f;
    if (i < n)
        y[i] = y[i] + sum;
}
