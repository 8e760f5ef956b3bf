// global: 512 16
// local: 8 4
// buffer: x float 8192 iota
// Sixteen groups next to one another take one row of pieces together.
kernel void brighter(global float *x)
{
    x[get_global_id(1) * 512 + get_global_id(0)] += 1.0f;
}
