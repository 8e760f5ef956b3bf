// The counts of a radix sort: each work-item counts the digits of a chunk.
kernel void real(global const uint *keys, global int *counts, int chunk, int shift)
{
    int i = get_global_id(0);
    int items = get_global_size(0);
    int own[16];
    for (int d = 0; d < 16; ++d)
        own[d] = 0;
    for (int k = 0; k < chunk; ++k)
        own[(keys[k * items + i] >> shift) & 15]++;
    for (int d = 0; d < 16; ++d)
        counts[d * items + i] = own[d];
}
