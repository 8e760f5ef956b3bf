// The body is OpenCL C already, the marks around it are not.
// global: 8
// local: 8
// buffer: a float 8 iota
__device__ float twice(float x) { return x + x; } //~
__global__ void reverse(__global float *a) //~
{
    __shared__ float tile[8]; //~
    int lid = get_local_id(0);
    tile[7 - lid] = twice(a[lid]);
    barrier(CLK_LOCAL_MEM_FENCE);
    a[lid] = tile[lid];
}
