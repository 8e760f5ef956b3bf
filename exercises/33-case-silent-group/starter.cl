// Exercise 33: case-silent-group
//
// The elements of a work-group hang on one another: links[i] is the place, within the work-group, of
// the element on which element i hangs. An element that hangs on itself is a root. roots[i] is to be
// the place of the root at the end of i's way. There are no circles.
//
//     place      0  1  2  3  4  5  6  7
//     links      0  0  1  2  4  4  5  6
//     roots      0  0  0  0  4  4  4  4
//
// The scene: on one machine the program stops half-way without a word and has to be killed. On another
// the same data gives right results each time. With data in which all ways are short it comes to its
// end on both.
//
// Something is wrong in one place. Find out what the mistake is called, write its id into answers.toml,
// and mend the kernel.
//
// Ranges: n from 0 to 70000; work-groups of 1 to 64 work-items.

#define MOST 64 // work-items of the largest work-group

kernel void find_roots(global const uint *links, global uint *roots, uint n)
{
    local uint next[MOST];
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);

    // Work-items behind the end hang on themselves.
    next[lid] = gid < n ? links[gid] : lid;
    barrier(CLK_LOCAL_MEM_FENCE);

    // In each round look twice as far, until there is nothing further.
    while (next[lid] != next[next[lid]]) {
        uint far = next[next[lid]];
        barrier(CLK_LOCAL_MEM_FENCE);
        next[lid] = far;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (gid < n)
        roots[gid] = next[lid];
}
