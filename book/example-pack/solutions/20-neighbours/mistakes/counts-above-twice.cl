// Mistake: the neighbour above counts twice.
// Verdict: wrong

kernel void neighbours(global const uchar *marks, global uint *out, uint width, uint height)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= width || y >= height) {
        return;
    }
    uint at = y * width + x;
    uint count = 0;
    if (x > 0) {
        count += marks[at - 1];
    }
    if (x + 1 < width) {
        count += marks[at + 1];
    }
    if (y > 0) {
        count += 2 * marks[at - width];
    }
    if (y + 1 < height) {
        count += marks[at + width];
    }
    out[at] = count;
}
