// verdict: build-failed, out-of-resources, crashed
kernel void saxpy(float alpha, global const float *x, global float *y, uint n) {
    local char scratch[1 << 30];
    size_t i = get_global_id(0);
    scratch[i] = (char)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) y[i] = alpha * x[i] + y[i] + scratch[i] * 0.0f;
}
