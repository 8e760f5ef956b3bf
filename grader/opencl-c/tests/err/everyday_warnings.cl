// What every C compiler warns of, under Clang's names; and what is meant as it is.
#define HIGH 8,5
#define IGNORE(x) (x)

int on_one_way(int a) { if (a) return 1; }
int on_each_way(int a) { if (a) return 1; else return 0; }
int in_a_loop(int a) { for (;;) { if (a++ > 3) return a; } }

kernel void k(global float *x, global int *y, int n)
{
    uint i = get_global_id(0);
    float4 v = (0, 0, 0, 1);
    float4 w = (float4)(0, 0, 0, 1);
    x[i] == 2.0f;
    x[i] + 1.0f;
    x[i] < 1.0f;
    if (i = 0)
        x[i] = v.x;
    if ((i = 1))
        x[i] = w.x;
    while (n = 0)
        n++;
    if (x[i] >= HIGH)
        x[i] = 0;
    x[i] = 8,5;
    y[i, 1] = 2;
    for (i = 0, n = 1; i < 4; i++, n--)
        y[i] = n;
    for (i = 0; i < 4; i + 1)
        y[i] = n;
    IGNORE(i);
    (void)i;
    i++;
    {
        int n = 3;
        for (int k = 0; k < n; k++)
            y[k] = n;
        for (int k = 0; k < n; k++)
            y[k] = n;
    }
    nowhere = 1;
}
