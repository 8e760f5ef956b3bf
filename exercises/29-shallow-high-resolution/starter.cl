// Exercise 29: shallow-high-resolution
//
// A sea of nx x ny cells that goes round, now over an uneven bottom. A cell has the height eta of its
// surface and the flows hu and hv; its depth is eta less the bottom. The bottom is given at corners:
// bottom[y * nx + x] is the lower left corner of cell (x, y), and a face has the mean of its two.
//
//     nw--- bn ---ne     In a cell each of eta, hu, hv is a straight line: its slope is minmod of the
//      |           |     differences to both neighbours. At a face two lines meet, l and r. With
//     bw   cell   be     u = hu / h on each side, what moves to the east is, for eta, hu, hv,
//      |           |
//     sw--- bs ---se         hu      hu*u + g*h*h/2      hv*u
//
// and through the face goes (of l + of r) / 2 - speed * (r - l) / 2, where speed is the larger one of
// fabs(u) + sqrt(g*h) on both sides. To the north it is the same with hu and hv exchanged. Then
//
//     eta_new = eta - cx * (e - w)          - cy * (n - s)
//     hu_new  = hu  - cx * (e - w + push_x) - cy * (n - s)      push_x = g * (eta - (be+bw)/2) * (be-bw)
//     hv_new  = hv  - cx * (e - w)          - cy * (n - s + push_y)          push_y likewise with bn, bs
//
// minmod, edge and the tile with its halo of two are given; flux and the step are yours. Each face is
// worked out by both its cells: that costs less than room in local memory.
//
// Ranges: nx from 1 to 300; ny from 1 to 300; nx * ny at most 4096; g from 1.625 to 9.8125; cx from
// 0.015625 to 0.0625; cy from 0.03125 to 0.0625; work-groups of 64 work-items.

#define TILE_W 16
#define TILE_H 8
#define ROW (TILE_W + 4)
#define SLOTS (ROW * (TILE_H + 4))

float minmod(float a, float b)
{
    if (a * b <= 0.0f)
        return 0.0f;
    return fabs(a) < fabs(b) ? a : b;
}

// The value half a cell from the middle of slot i: side is 0.5 towards slot i + next, or -0.5.
float edge(local const float *q, int i, int next, float side)
{
    return q[i] + side * minmod(q[i] - q[i - next], q[i + next] - q[i]);
}

kernel void shallow_flux(global const float *eta, global const float *hu, global const float *hv,
                         global const float *bottom, global float *eta_new,
                         global float *hu_new, global float *hv_new,
                         float g, float cx, float cy, uint nx, uint ny)
{
    local float height[SLOTS], east[SLOTS], north[SLOTS];
    uint left = get_group_id(0) * get_local_size(0);
    uint lower = get_group_id(1) * get_local_size(1);
    for (uint r = get_local_id(1); r < get_local_size(1) + 4; r += get_local_size(1)) {
        for (uint c = get_local_id(0); c < get_local_size(0) + 4; c += get_local_size(0)) {
            uint k = (lower + r + 2 * ny - 2) % ny * nx + (left + c + 2 * nx - 2) % nx;
            height[r * ROW + c] = eta[k];
            east[r * ROW + c] = hu[k];
            north[r * ROW + c] = hv[k];
        }
    }

    // Your code goes here. The work-item's own cell is in this slot; a column further is 1 slot, a
    // row further is ROW slots.
    int i = (get_local_id(1) + 2) * ROW + get_local_id(0) + 2;
}
