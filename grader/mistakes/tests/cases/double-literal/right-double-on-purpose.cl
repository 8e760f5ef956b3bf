// Data and sums are double: so are the literals.
// global: 4
// buffer: x double 4 iota
kernel void halve(global double *x)
{
    size_t i = get_global_id(0);
    x[i] = x[i] * 0.5 + 1.0;
}
