// global: 4
// buffer: x float 4 iota
// buffer: y float 4 iota read
kernel void normalise(global float *x, global const float *y)
{
    size_t i = get_global_id(0);
    float square = x[i] * x[i] + y[i] * y[i];
    x[i] = square == 0.0f ? 0.0f : x[i] / sqrt(square);
}
