// global: 4
// local: 4
// buffer: x float 16 iota read
// buffer: y float 4 zeros
// local-memory: m 16
kernel void pick(global const float *x, global float *y, local float *m)
{
    uint i = get_global_id(0);
    m[0] = x[4 * i];
    m[1] = x[4 * i + 1];
    y[i] = m[0] + m[1];
}
