// global: 4
// buffer: x float 4 iota
kernel void mend(global float *x)
{
    size_t i = get_global_id(0);
    float value = sqrt(x[i] - 2.0f);
    if (value != value) {
        value = 0.0f;
    }
    x[i] = value;
}
