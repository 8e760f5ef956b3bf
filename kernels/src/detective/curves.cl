// Turns readings into values by way of a curve for each sensor, straight between its points. At full
// scale the last stretch is taken with its whole width, so that no point behind the last is needed.

// ANCHOR: kernel
#define STRETCHES 8 // of a curve, which has one point more
#define WIDTH 32    // of a stretch, in units of a reading

kernel void calibrate(global const int *readings, global const int *curves, global int *values,
                      uint n, uint sensors)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;

    // The sensors take turns.
    global const int *curve = curves + i % sensors * (STRETCHES + 1);
    int reading = readings[i];
    // ANCHOR: stretch
    int stretch = min(reading / WIDTH, STRETCHES - 1);
    int part = reading - stretch * WIDTH;
    // ANCHOR_END: stretch

    int low = curve[stretch];
    int high = curve[stretch + 1];
    values[i] = low + (high - low) * part / WIDTH;
}
// ANCHOR_END: kernel
