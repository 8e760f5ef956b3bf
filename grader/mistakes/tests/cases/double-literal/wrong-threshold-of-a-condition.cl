// global: 4
// buffer: x float 4 iota
kernel void cut(global float *x)
{
    size_t i = get_global_id(0);
    if (x[i] > 1.5) { //~
        x[i] = 1.5f;
    }
}
