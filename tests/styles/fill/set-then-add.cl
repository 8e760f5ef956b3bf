// The output is set first and added to afterwards; other names and spellings of the types.
__kernel void fill(__global unsigned *result, int start, unsigned int count)
{
    int at = (int)get_global_id(0);
    if (!(at < (int)count)) { return; }
    result[at] = 0;
    result[at] += (unsigned)start;
    result[at] += (unsigned)at;
}
