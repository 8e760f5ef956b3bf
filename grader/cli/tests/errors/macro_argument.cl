#define SQUARE(x) ((x) * (x))
#define AT(m, r, c) m[SQUARE(r) + c]

kernel void k(global float *y, global float *x)
{
    y[0] = SQUARE(x);
    y[1] = AT(y, 1, missing);
    y[2] = SQUARE();
}
