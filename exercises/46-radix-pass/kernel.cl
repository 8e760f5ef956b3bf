// Exercise 46: radix-pass
//
// One pass of a radix sort. The digit of a key is four of its bits, those from bit `shift` on:
// key >> shift & 15. The pass moves all keys with digit 0 to the front of out, then those with digit 1, and so
// on. Keys of the same digit keep their order: the sort relies on it, for it goes on with the next four bits
// and must not lose what the pass before has sorted. shift is a multiple of 4.
//
// A work-item has the key of its global id. Two kernels have run before, as in the exercises histogram and
// scan: one has counted the digits of each work-group, and one has added up the counts. So where the keys of
// digit d begin that work-group g has, is known:
//
//     starts[d * get_num_groups(0) + g]
//
//     keys   23 11 | 43 31     two work-groups; the digit is the last one
//     out    11 31 23 43       starts of digit 1: 0 1, of digit 3: 2 3
//
// What is left: how many keys of the same digit come before one's own in the work-group?
// work_group_scan_exclusive_add(value) adds up the values of the work-items before one's own. Every
// work-item of the group has to call it.
//
// Counted besides: a work-item reads its key and one element of starts; each key is written once.
//
// OpenCL C 3.0 with work-group functions. The size of a work-group is any number.
//
// Ranges: n from 0 to 8192; shift from 0 to 28; work-groups of 1 to 256 work-items.

#define DIGITS 16

kernel void radix_pass(global const uint *keys, global const uint *starts, global uint *out, uint shift, uint n)
{
    uint gid = get_global_id(0);
    uint digit = keys[gid] >> shift & (DIGITS - 1);

    // How many keys of this digit come before this one in the work-group?
    uint rank = 0;

    out[starts[digit * get_num_groups(0) + get_group_id(0)] + rank] = keys[gid];
}
