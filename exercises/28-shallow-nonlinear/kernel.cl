// Exercise 28: shallow-nonlinear
//
// A sea of nx x ny cells that goes round: east of the last column lies the first one, north of the last
// row the first one. Cell (x, y), at [y * nx + x], has a depth d, a flow u to the east and a flow v to
// the north. They are known now (depth, hu, hv) and a step ago (depth_old, hu_old, hv_old).
//
//            n (y + 1)        what moves     to the east              to the north
//            |                depth          u                        v
//     w -- cell -- e          hu             u*u/d + g*d*d/2          u*v/d
//            |                hv             u*v/d                    v*v/d + g*d*d/2
//            s (y - 1)
//
// The leapfrog jumps from a step ago to a step ahead. For each of the three, with what moves now to the
// east in the cells e and w, and to the north in the cells n and s:
//
//     new = old - cx * (east of e - east of w) - cy * (north of n - north of s)
//
// and the new value takes the old one's place. Let each work-item do one cell. x - 1 of a uint 0 is no
// neighbour: it is 4294967295.
//
// Counted: 15 elements read for a cell, three of each neighbour and the three old ones.
//
// Ranges: nx from 1 to 300; ny from 1 to 300; nx * ny at most 4096; g from 1.625 to 9.8125; cx from
// 0.015625 to 0.0625; cy from 0.03125 to 0.0625; work-groups of 1 to 256 work-items.

kernel void shallow_nonlinear(global const float *depth, global const float *hu,
                              global const float *hv, global float *depth_old,
                              global float *hu_old, global float *hv_old,
                              float g, float cx, float cy, uint nx, uint ny)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    // Your code goes here.
}
