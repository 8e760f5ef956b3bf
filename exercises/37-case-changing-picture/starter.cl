// Exercise 37: case-changing-picture
//
// Each work-group takes a stretch of a row of the picture apart, a power of two long: neighbours become
// their mean (rounded down) and their difference, the means stand before the differences, and with the
// means the same is done again until one is left. The launch is as wide and as high as the picture, and
// a work-group is one row high.
//
//     10  20  30  40           a stretch of 4
//     15  35 -10 -10           two means, two differences
//     25 -20 -10 -10           the mean of all, and what is needed to get back
//
// scratch has as many elements as the picture; nobody looks at it afterwards.
//
// The scene: a picture of a single row comes out the same each time. A larger picture is mostly right,
// but now and then a stretch holds numbers of another row, each time elsewhere. Work-groups started one
// at a time never show it.
//
// Something is wrong in one place. Find out what the mistake is called, write its id into answers.toml,
// and mend the kernel.
//
// Ranges: work-groups of 1 to 256 work-items (a power of two); 1 to 300 work-groups.

kernel void wavelets(global const int *picture, global int *out, global int *scratch)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    uint first = get_global_id(1) * get_global_size(0) + get_group_id(0) * size;
    global int *line = out + first;
    // A line of scratch memory for the work-group.
    global int *spare = scratch + get_group_id(0) * size;

    line[lid] = picture[first + lid];
    barrier(CLK_GLOBAL_MEM_FENCE);

    for (uint half_size = size / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size) {
            int left = line[2 * lid];
            int right = line[2 * lid + 1];
            spare[lid] = (left + right) >> 1;
            spare[half_size + lid] = left - right;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (lid < 2 * half_size)
            line[lid] = spare[lid];
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
