// Mistake: the number of sensors is kept in a byte.
// Verdict: wrong

#define STRETCHES 8 // of a curve, which has one point more
#define WIDTH 32    // of a stretch, in units of a reading

kernel void calibrate(global const int *readings, global const int *curves, global int *values,
                      uint n, uint sensors)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;

    // The sensors take turns, and their curves lie one behind the other.
    global const int *curve = curves + i % (uchar)sensors * (STRETCHES + 1);
    int reading = readings[i];
    int stretch = min(reading / WIDTH, STRETCHES - 1);
    int part = reading - stretch * WIDTH;

    int low = curve[stretch];
    int high = curve[stretch + 1];
    values[i] = low + (high - low) * part / WIDTH;
}
