// Exercise 34: case-sudden-stop
//
// Readings become values by way of a curve for each sensor. A curve has 9 points, 32 units of a
// reading apart; between two of them it is straight, and what is left over is cut off towards zero.
// Readings go from 0 to 256, which is full scale. Sensor s has the readings s, s + sensors,
// s + 2 * sensors and so on.
//
//     reading    0       32       64      ...     224      256
//     point      0        1        2      ...       7        8
//
// The scene: every value that was ever checked is right. But on some days the driver stops the program
// and says that it touched memory that is not its own; the day after, with other readings, it runs
// again. With one more sensor at the end of the list the stops went away, and came back with the next.
//
// Something is wrong in one place. Find out what the mistake is called, write its id into answers.toml,
// and mend the kernel.
//
// Ranges: n from 0 to 70000; sensors from 1 to 300; elements of readings from 0 to 256; work-groups
// of 1 to 256 work-items.

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
    int high = curve[stretch + 1];
    values[i] = low + (high - low) * part / WIDTH;
}
