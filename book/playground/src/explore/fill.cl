// A work-item for each element, and nothing else: what counts is how its warps are filled.
kernel void fill(global uint *out)
{
    out[get_global_id(0)] = 1;
}
