// The bits of the sum are put together by way of a union.
typedef union { int whole; uchar4 bytes; } word;

kernel void fill(global uchar4 *out, int first, uint n)
{
    uint i = get_global_id(0);
    word w;
    w.whole = first + (int)i;
    if (i < n)
        out[i] = w.bytes;
}
