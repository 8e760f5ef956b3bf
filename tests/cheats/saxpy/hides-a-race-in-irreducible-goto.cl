// Tries: hides that all work-items compute all elements in a loop that is entered in two places.
// Verdict: data-race
// On a device alone: passed

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = 0;
    float sum;
    if (get_global_id(0) > n)
        goto store;
load:
    if (i >= n)
        return;
    sum = alpha * x[i] + y[i];
    if (get_global_id(0) != i)
        goto next;
store:
    if (i < n)
        y[i] = sum;
next:
    i++;
    goto load;
}
