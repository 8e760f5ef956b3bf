// Tries: reads behind the curve and multiplies by 0 what it finds.
// Verdict: out-of-bounds

kernel void calibrate(global const int *readings, global const int *curves, global int *values,
                      uint n, uint sensors)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    global const int *curve = curves + i % sensors * 9;
    int stretch = readings[i] / 32;
    int part = readings[i] % 32;
    int low = curve[stretch];
    values[i] = low + (curve[stretch + 1] - low) * part / 32;
}
