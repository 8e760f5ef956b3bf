// y is seen as vectors of four, of which each work-item updates one component.
kernel void saxpy(float alpha, global const float *x, global float4 *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        global float *own = (global float *)y + i;
        float both[2] = { x[i], *own };
        *own = alpha * both[0] + both[1];
    }
}
