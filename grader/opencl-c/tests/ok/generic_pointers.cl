// std: CL2.0
// Pointers without an address space, and objects of the program in global memory.
global int calls;
static global float scale = 2.0f;
int table[3] = {1, 2, 3};
constant int fixed[2] = {4, 5};
float sum(const float *p, int n)
{
    static int seen = 0;
    seen++;
    float all = 0;
    for (int i = 0; i < n; i++) all += p[i];
    return all;
}
void halve(float *p) { *p *= 0.5f; }
kernel void everywhere(global float *x, local float *tile)
{
    float own[2] = {1.0f, 2.0f};
    int i = get_local_id(0);
    tile[i] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    float *any = i & 1 ? (float *)tile : own;
    generic float *other = any;
    x[i] = sum(x, 1) + sum(tile, 1) + sum(own, 2) + *other + scale + (float)table[0] + (float)fixed[1];
    global float *there = to_global(any);
    if (there == NULL && to_private(any) == any) halve(any);
    private float *mine = own;
    float whole, part = fract(x[i], any) + modf(x[i], &whole) + vload2(0, any).y;
    if (get_fence(any) == CLK_LOCAL_MEM_FENCE && any != mine) x[i] += part + whole;
    calls = 1;
    table[1] = i;
}
