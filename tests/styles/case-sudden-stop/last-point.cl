kernel void calibrate(global const int *readings, constant int *curves, global int *values, uint n, uint sensors)
{
    uint i = get_global_id(0);
    if (i < n) {
        uint own = (i % sensors) * 9u;
        int reading = readings[i], k = reading >> 5, rest = reading & 31;
        int value = curves[own + k];
        if (rest != 0)
            value += (curves[own + k + 1] - curves[own + k]) * rest / 32;
        values[i] = value;
    }
}
