// verdict: out-of-resources, build-failed
__attribute__((reqd_work_group_size(1 << 20, 1, 1)))
kernel void saxpy(float alpha, global const float *x, global float *y, uint n) {
    size_t i = get_global_id(0);
    if (i < n) y[i] = alpha * x[i] + y[i];
}
