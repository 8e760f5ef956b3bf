// Exercise 1: saxpy
//
// For each of the n elements, replace y[i] by alpha * x[i] + y[i]. Only y changes; x stays as it is.
//
// Let each work-item do one element. The host starts whole work-groups: for n = 5 and work-groups
// of 4 there are 8 work-items, and three of them have no element. They must not touch anything.
// OpenCL does not protect you here: an index behind the end reads and writes whatever lies there.
//
// Ranges: n from 0 to 70000; alpha from -1000000000 to 1000000000; work-groups of 1 to 256
// work-items.

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    // Your code goes here.
}
