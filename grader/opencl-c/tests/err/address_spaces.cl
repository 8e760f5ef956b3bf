// Pointers keep their address space, and objects lie where the standard allows.
int counter = 0;
__global int *shared;
__constant float late;

void reads(float *p);
void takes_global(__global float *p);
__local float *from_local(__local float *p)
{
    return p;
}

void helper(void)
{
    __local float tile[16];
    __constant float table[2] = {1.0f, 2.0f};
}

__kernel void plain(float *p) { }
__kernel void nested(__global float **p) { }

__kernel void spaces(__global float *g, __local float *l, __constant float *c)
{
    __local float tile[16] = {0};
    __global float g1;
    float private_array[4];
    static int calls;
    if (g) {
        __local float inner[16];
    }
    float *p = g;
    g = l;
    p = (float *)g;
    c[0] = 1.0f;
    "abc"[0] = 'x';
    char *text = "abc";
    takes_global(private_array);
    from_local(g);
    g == l;
    g = g ? g : l;
    __global float *__global *gg = &g;
}
