// verdict: crashed, out-of-resources, build-failed
kernel void saxpy(float alpha, global const float *x, global float *y, uint n) {
    volatile float scratch[1 << 26];
    size_t i = get_global_id(0);
    for (uint at = 0; at < 1 << 26; at += 1024) scratch[at] = at;
    if (i < n) y[i] = alpha * x[i] + y[i] + scratch[n] * 0.0f;
}
