// A suffix is put where the result stays the same to the last bit, and nowhere else.
#define HALF 0.5

kernel void doubles(global const float *x, global float *y)
{
    int i = get_global_id(0);
    float tenth = 0.1f;
    float minus = -2.5e-1;
    float huge = 1e300;
    y[i] = x[i] * 0.5f;
    y[i] = 3.0f - x[i];
    y[i] += 1.f;
    y[i] -= .25f;
    if (x[i] > 0.5f) y[i] = 0.0f;
    // The value is another one in single precision.
    y[i] = x[i] * 0.1;
    if (x[i] < 0.1) y[i] = 1;
    // A float's division need not be exact.
    y[i] = x[i] / 3.0;
    // In single precision each step rounds.
    y[i] = x[i] * 0.5 + 0.25;
    // What a macro holds may be meant elsewhere as it is.
    y[i] = x[i] * HALF;
    y[i] = x[i] * M_PI;
    y[i] += tenth + minus + huge;
}

kernel void on_purpose(global float *y, double scale)
{
    y[get_global_id(0)] = scale * 0.5;
}
