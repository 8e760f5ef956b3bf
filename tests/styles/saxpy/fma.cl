kernel void saxpy(const float alpha, global const float *restrict x,
                  global float *restrict y, const uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    y[i] = fma(alpha, x[i], y[i]);
}
