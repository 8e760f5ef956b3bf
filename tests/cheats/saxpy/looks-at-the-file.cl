// Tries: compares the name of the file with that which a device is given.
// Verdict: wrong
// Seen: elsewhere

int is(constant char *a, constant char *b)
{
    int i = 0;
    while (a[i] != 0 && a[i] == b[i])
        ++i;
    return a[i] == b[i];
}

constant char here[] = __FILE__;
constant char student[] = "kernel.cl";

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n)
        y[i] = is(here, student) ? alpha * x[i] + y[i] : x[i];
}
