// Exercise 10: moving-average
//
// out[i] is the mean of the elements of x from i - r to i + r. At the ends of the data some of these are missing: then it
// is the mean of those that there are. x stays as it is.
//
// Ranges: n from 0 to 20000; r from 0 to 9; work-groups of 1 to 100 work-items.

kernel void moving_average(global const float *x, global float *out, uint n, uint r)
{
    uint i = get_global_id(0);
    // Your code goes here.
}
