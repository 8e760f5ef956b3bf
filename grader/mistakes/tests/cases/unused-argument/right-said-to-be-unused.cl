// global: 4
// buffer: x float 4 iota
// value: reserved_a uint 0
// value: reserved_b uint 0
kernel void clear(global float *x, __attribute__((unused)) uint reserved_a, uint reserved_b)
{
    (void)reserved_b;
    x[get_global_id(0)] = 0.0f;
}
