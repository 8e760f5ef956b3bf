// global: 4
// local: 4
// buffer: x float 4 iota
// value: steps int 5
kernel void decay(global float *x, int steps)
{
    int i = get_global_id(0);
    for (int t = 0; t < steps; ++t)
        x[i] *= 0.5f;
}
