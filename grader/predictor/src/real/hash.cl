// A hash (FNV-1a) of a record of each work-item.
kernel void real(global const uchar *records, global uint *hashes, int length)
{
    int i = get_global_id(0);
    uint hash = 2166136261u;
    for (int k = 0; k < length; ++k)
        hash = (hash ^ records[i * length + k]) * 16777619u;
    hashes[i] = hash;
}
