// Mistake: every work-item goes through all elements, as a program for one processor does.
// Verdict: whole-problem-loop

kernel void map_locally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint i = 0; i < w; ++i) {
        data[i] = 2 * data[i] + 1;
        who[i] = gid;
    }
}
