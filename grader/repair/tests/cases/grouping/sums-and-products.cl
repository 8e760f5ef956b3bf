#define LAST (4 - 1)

kernel void k(global float *x, float a)
{
    int i = get_global_id(0);
    x[i] = a * (x[i] + 2.0f);
    x[i] = 1.0f + x[i] / a;
    x[i] = x[i] + a + 1.0f;
    x[i] = LAST - i;
    x[i] = (i == 2) - i;
}
