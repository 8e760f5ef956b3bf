// Mistake: the id of the work-group is taken for that of the work-item.
// Verdict: work-item-query

kernel void fill(global int *out, int first, uint n)
{
    uint i = get_group_id(0);
    if (i < n) {
        out[i] = first + (int)i;
    }
}
