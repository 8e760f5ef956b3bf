// Headers, types and functions that C has under other names.



float distance_to(float x, float y)
{
    return sqrt(x * x + y * y);
}

kernel void habits(global const float *x, global float *y, int count)
{
    int i = get_global_id(0);
    if (i < count) {
        y[i] = fmax(distance_to(x[i], 1.0f), fabs(x[i]));
    }
}
