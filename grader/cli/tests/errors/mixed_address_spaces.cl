void helper(local float *p) { p[0] = 1.0f; }

kernel void k(global float *y)
{
    private float mine[4];
    local float *l = y;
    helper(y);
    global float *g = mine;
}
