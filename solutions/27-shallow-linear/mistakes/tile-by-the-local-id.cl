// Mistake: the slot of a cell is chosen by the global id.
// Verdict: uninitialized-read

#define TILE_W 16
#define TILE_H 8

// The flow through the face between two cells, pushed by the difference of their heights.
float pushed(float flow, float here, float there, float push)
{
    return flow - push * (there - here);
}

kernel void shallow_linear(global const float *eta, global const float *hu, global const float *hv,
                           global float *eta_new, global float *hu_new, global float *hv_new,
                           float gh, float cx, float cy, uint nx, uint ny)
{
    local float height[TILE_H + 2][TILE_W + 2];
    local float east[TILE_H + 2][TILE_W + 2];
    local float north[TILE_H + 2][TILE_W + 2];

    // Slot [r][c] holds cell (left + c, bottom + r); a slot outside of the sea stays empty.
    int left = (int)(get_group_id(0) * get_local_size(0)) - 1;
    int bottom = (int)(get_group_id(1) * get_local_size(1)) - 1;
    for (int r = get_local_id(1); r < (int)get_local_size(1) + 2; r += get_local_size(1)) {
        for (int c = get_local_id(0); c < (int)get_local_size(0) + 2; c += get_local_size(0)) {
            int x = left + c;
            int y = bottom + r;
            if (x >= 0 && x < (int)nx && y >= 0 && y < (int)ny) {
                height[r][c] = eta[y * (int)nx + x];
                east[r][c] = hu[y * (int)nx + x];
                north[r][c] = hv[y * (int)nx + x];
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    uint c = get_global_id(0) + 1;
    uint r = get_local_id(1) + 1;

    // Forward: the new flow through all four faces. Two of them are the neighbours' work, and are
    // done here once more; through a wall nothing flows.
    float px = gh * cx;
    float py = gh * cy;
    float here = height[r][c];
    float e = 0.0f, w = 0.0f, n = 0.0f, s = 0.0f;
    if (x + 1 < nx)
        e = pushed(east[r][c], here, height[r][c + 1], px);
    if (x > 0)
        w = pushed(east[r][c - 1], height[r][c - 1], here, px);
    if (y + 1 < ny)
        n = pushed(north[r][c], here, height[r + 1][c], py);
    if (y > 0)
        s = pushed(north[r - 1][c], height[r - 1][c], here, py);

    // Backward: the height changes by the new flow, not by the old one.
    uint i = y * nx + x;
    hu_new[i] = e;
    hv_new[i] = n;
    eta_new[i] = here - cx * (e - w) - cy * (n - s);
}
