// A port that names its variables after what they were.
// global: 8
// local: 4
// buffer: a float 8 iota
kernel void negate(global float *a)
{
    uint threadIdx = get_local_id(0), blockIdx = get_group_id(0), blockDim = get_local_size(0);
    uint i = blockIdx * blockDim + threadIdx;
    a[i] = -a[i];
}
