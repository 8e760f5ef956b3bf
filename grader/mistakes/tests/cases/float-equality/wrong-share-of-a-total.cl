// global: 4
// buffer: x float 8 iota read
// buffer: kind int 4 uninit write
kernel void classify(global const float *x, global int *kind)
{
    size_t i = get_global_id(0);
    float share = x[2 * i] / (x[2 * i] + x[2 * i + 1]);
    kind[i] = share == 0.3f ? 1 : 2; //~
}
