// Mistake: the flags are put together from the wrong end, so that bit 0 is the
// last sample's.
// Verdict: wrong

#define MOST 96 // work-items of the largest work-group

kernel void mark_peaks(global const int *samples, global uint *marks, int limit, uint n)
{
    local uint flags[MOST];
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);

    flags[lid] = gid < n && samples[gid] > limit;
    barrier(CLK_LOCAL_MEM_FENCE);

    // The first work-item of each 32 puts their flags together.
    if (lid % 32 == 0 && gid < n) {
        uint word = 0;
        for (uint bit = 0; bit < 32; ++bit)
            word |= flags[lid + bit] << (31 - bit);
        marks[gid / 32] = word;
    }
}
