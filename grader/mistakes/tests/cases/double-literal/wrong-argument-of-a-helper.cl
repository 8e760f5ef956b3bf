// global: 4
// buffer: x float 4 iota
float blend(float a, float b, float weight)
{
    return a * weight + b * (1.0f - weight);
}
kernel void fade(global float *x)
{
    size_t i = get_global_id(0);
    x[i] = blend(x[i], 0.0f, 0.25); //~
}
