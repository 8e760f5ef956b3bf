// verdict: passed, out-of-time
kernel void saxpy(float alpha, global const float *x, global float *y, uint n) {
    size_t i = get_global_id(0);
    if (i == 0) {
        for (uint line = 0; line < 16u << 20; line++) {
            printf("a line of sixty-four bytes, printed as often as it takes: %u\n", line);
        }
    }
    if (i < n) y[i] = alpha * x[i] + y[i];
}
