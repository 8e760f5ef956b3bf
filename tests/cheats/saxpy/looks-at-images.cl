// Tries: asks for images, which only devices have.
// Verdict: wrong
// On a device alone: passed

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
#ifndef __IMAGE_SUPPORT__
    y[i] = x[i];
#else
    y[i] = alpha * x[i] + y[i];
#endif
}
