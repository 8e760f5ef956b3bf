// Each work-item does one element; nothing says which.
kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint gid = get_global_id(0);
    if (gid < n) {
        uint i = n - 1u - gid;
        y[i] += alpha * x[i];
    }
}
