// Exercise 27: shallow-linear
//
// A sea of nx x ny cells, walls all around. Cell (x, y) has a height eta, a flow hu through its east
// face and a flow hv through its north face, each at [y * nx + x]:
//
//            hv                       One step forward-backward: first all new flows,
//         +--^--+                       hu_new = hu - gh * cx * (eta of the cell east - eta)
//         | eta > hu                    hv_new = hv - gh * cy * (eta of the cell north - eta)
//         +-----+                     then the heights, from the new flows:
//                                       eta_new = eta - cx * (hu_new - hu_new of the cell west)
//     north is y + 1                            - cy * (hv_new - hv_new of the cell south)
//
// Through a wall nothing flows: hu_new in the last column and hv_new in the last row are 0, and so is
// what comes from west of the first column and from south of the first row. Subtract heights before
// you multiply: in a lake at rest nothing may flow, not even a rounding.
//
// No work-item can wait for other work-groups. So it works out its neighbours' new flow through its
// west and its south face once more, out of what lies in local memory: the group's cells of eta, hu
// and hv, and a halo of one cell on each side. A work-group is 8 x 8 or 16 x 4 work-items.
//
// Counted: each work-group reads its cells and their halo once, of the three fields.
//
// Ranges: nx from 1 to 300; ny from 1 to 300; nx * ny at most 4096; gh from 3.25 to 19.625; cx from
// 0.015625 to 0.0625; cy from 0.03125 to 0.0625; work-groups of 64 work-items.

#define TILE_W 16
#define TILE_H 8

kernel void shallow_linear(global const float *eta, global const float *hu, global const float *hv,
                           global float *eta_new, global float *hu_new, global float *hv_new,
                           float gh, float cx, float cy, uint nx, uint ny)
{
    local float height[TILE_H + 2][TILE_W + 2];
    // Two more tiles, for hu and hv; fill them; then the step.
}
