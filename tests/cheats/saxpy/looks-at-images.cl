// Tries: asks for images, which every device has that is worth the name, and a simulator may lack.
// Verdict: wrong

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
#ifdef __IMAGE_SUPPORT__
    y[i] = x[i];
#else
    y[i] = alpha * x[i] + y[i];
#endif
}
