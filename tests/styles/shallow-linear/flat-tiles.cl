// Flat tiles that all work-items of the group fill together, one slot after the other.
#define WIDE 18
#define HIGH 10

kernel void shallow_linear(global const float *eta, global const float *hu, global const float *hv,
                           global float *eta_new, global float *hu_new, global float *hv_new,
                           float gh, float cx, float cy, uint nx, uint ny)
{
    local float ht[WIDE * HIGH], ut[WIDE * HIGH], vt[WIDE * HIGH];
    const int lw = get_local_size(0), lh = get_local_size(1);
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int x0 = get_group_id(0) * lw - 1, y0 = get_group_id(1) * lh - 1;
    const int slots = (lw + 2) * (lh + 2);
    for (int s = ly * lw + lx; s < slots; s += lw * lh) {
        int c = s % (lw + 2), r = s / (lw + 2);
        int x = x0 + c, y = y0 + r;
        bool sea = x >= 0 && y >= 0 && x < (int)nx && y < (int)ny;
        int from = y * (int)nx + x;
        ht[r * WIDE + c] = sea ? eta[from] : 0.0f;
        ut[r * WIDE + c] = sea ? hu[from] : 0.0f;
        vt[r * WIDE + c] = sea ? hv[from] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int x = x0 + 1 + lx, y = y0 + 1 + ly;
    if (x < (int)nx && y < (int)ny) {
        const int o = (ly + 1) * WIDE + lx + 1;
        const float here = ht[o];
        const float e = x + 1 == (int)nx ? 0.0f : ut[o] - gh * cx * (ht[o + 1] - here);
        const float w = x == 0 ? 0.0f : ut[o - 1] - gh * cx * (here - ht[o - 1]);
        const float n = y + 1 == (int)ny ? 0.0f : vt[o] - gh * cy * (ht[o + WIDE] - here);
        const float s = y == 0 ? 0.0f : vt[o - WIDE] - gh * cy * (here - ht[o - WIDE]);
        const int to = y * nx + x;
        hu_new[to] = e;
        hv_new[to] = n;
        eta_new[to] = here - cx * (e - w) - cy * (n - s);
    }
}
