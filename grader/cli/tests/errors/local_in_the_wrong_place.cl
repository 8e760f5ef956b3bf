void helper(int n)
{
    local float tile[16];
}

kernel void k(global float *y, int n)
{
    local float a[16] = { 0 };
    if (n > 0) {
        local float b[16];
    }
    local float c[n];
}
