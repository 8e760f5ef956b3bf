// Each work-item finds its element as a CUDA kernel does; only the marks were ported.
// global: 8
// local: 4
// buffer: a float 8 iota
kernel void negate(global float *a)
{
    uint i = blockIdx.x * blockDim.x + threadIdx.x; //~
    a[i] = -a[i];
}
