// The place is a pointer that is moved to the work-item's own element.
__kernel void fill(__global int *restrict out, const int first, const uint n)
{
    const size_t gid = get_global_id(0);
    if (gid >= n)
        return;
    __global int *p = out;
    p += gid;
    *p = first + convert_int(gid);
}
