// Mistake: the second point may still be the one behind the curve.
// Verdict: out-of-bounds

#define STRETCHES 8 // of a curve, which has one point more
#define WIDTH 32    // of a stretch, in units of a reading

kernel void calibrate(global const int *readings, global const int *curves, global int *values,
                      uint n, uint sensors)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;

    // The sensors take turns, and their curves lie one behind the other.
    global const int *curve = curves + i % sensors * (STRETCHES + 1);
    int reading = readings[i];
    int stretch = reading / WIDTH;
    int part = reading % WIDTH;

    int low = curve[stretch];
    int high = curve[min(stretch + 1, STRETCHES + 1)];
    values[i] = low + (high - low) * part / WIDTH;
}
