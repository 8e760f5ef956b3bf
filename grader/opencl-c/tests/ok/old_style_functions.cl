// Functions as C wrote them before prototypes: the types of the parameters follow the list.
int add(a, b)
    int a;
    int b;
{
    return a + b;
}

float first(p, n) __global float *p; int n; { return n > 0 ? p[0] : 0.0f; }

int reversed(low, high) int high, low; { return high - low; }

__kernel void k(__global int *a, __global float *f)
{
    a[0] = add(a[1], 2) + reversed(a[2], a[3]);
    f[0] = first(f, 4);
}
