// A grid-stride loop, atomic counters in shared and in global memory.
__constant int limits[2] = { 0, 255 };

int clipped(int value)
{
    return min(max(value, limits[0]), limits[1]);
}

__kernel void histogram(__global const int *data, __global unsigned int *bins, int count)
{
    __local unsigned int mine[256];
    for (int bin = get_local_id(0); bin < 256; bin += get_local_size(0)) {
        mine[bin] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    int stride = get_local_size(0) * get_num_groups(0);
    for (int i = get_group_id(0) * get_local_size(0) + get_local_id(0); i < count; i += stride) {
        atomic_add(&mine[clipped((*(&data[i])))], 1u);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int bin = get_local_id(0); bin < 256; bin += get_local_size(0)) {
        atomic_add(&bins[bin], mine[bin]);
    }
    mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
