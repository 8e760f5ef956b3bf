// global: 4
// buffer: x float 4 iota
kernel void grow(global float *x)
{
    size_t i = get_global_id(0);
    float value = x[i];
    for (int year = 0; year < 10; year++) {
        value *= 1.02; //~
    }
    x[i] = value;
}
