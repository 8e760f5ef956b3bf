// verdict: wrote-outside
kernel void saxpy(float alpha, global const float *x, global float *y, uint n) {
    long i = (long)get_global_id(0);
    if (i < n) {
        y[i] = alpha * x[i] + y[i];
        y[-1 - i] = 0.0f;
    }
}
