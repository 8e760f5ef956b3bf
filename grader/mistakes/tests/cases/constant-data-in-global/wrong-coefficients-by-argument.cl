// global: 512
// local: 64
// buffer: c double 8 iota read
// buffer: x double 512 iota
// value: degree int 7
kernel void evaluate(global const double *c, //~
                     global double *x, int degree)
{
    size_t i = get_global_id(0);
    double t = x[i] * 0.01, sum = c[degree];
    for (int k = degree - 1; k >= 0; k--) {
        sum = fma(sum, t, c[k]);
    }
    x[i] = sum;
}
