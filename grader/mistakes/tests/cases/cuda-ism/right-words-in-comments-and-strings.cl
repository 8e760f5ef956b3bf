// Was: i = blockIdx.x * blockDim.x + threadIdx.x; then __syncthreads();
// global: 2
// buffer: a int 2 iota
kernel void twice(global int *a)
{
    size_t i = get_global_id(0); /* threadIdx.x in CUDA */
    if (i > 1) {
        printf("threadIdx is %d\n", (int)i);
    }
    a[i] *= 2;
}
