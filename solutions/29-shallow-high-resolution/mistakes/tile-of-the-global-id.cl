// Mistake: the left edge of the tile is the global id.
// Verdict: wrong

#define TILE_W 16
#define TILE_H 8
#define HALO 2
#define ROW (TILE_W + 2 * HALO)
#define SLOTS (ROW * (TILE_H + 2 * HALO))

// Of two slopes the gentler one; where they disagree in sign, at a crest or a trough, none.
float minmod(float a, float b)
{
    if (a * b <= 0.0f)
        return 0.0f;
    return fabs(a) < fabs(b) ? a : b;
}

// The value at an edge of cell i, half a cell from its middle: side is 0.5 towards i + next, or -0.5.
float edge(local const float *q, int i, int next, float side)
{
    return q[i] + side * minmod(q[i] - q[i - next], q[i + next] - q[i]);
}

// What flows through the face between cell i and the next one, above a bottom: height, flow along the
// direction and flow across it.
float3 flux(local const float *eta, local const float *along, local const float *across,
            int i, int next, float bottom, float g)
{
    float3 l = (float3)(edge(eta, i, next, 0.5f),
                        edge(along, i, next, 0.5f),
                        edge(across, i, next, 0.5f));
    int j = i + next;
    float3 r = (float3)(edge(eta, j, next, -0.5f),
                        edge(along, j, next, -0.5f),
                        edge(across, j, next, -0.5f));
    float hl = l.x - bottom;
    float hr = r.x - bottom;
    float ul = l.y / hl;
    float ur = r.y / hr;
    float3 fl = (float3)(l.y, l.y * ul + 0.5f * g * hl * hl, l.z * ul);
    float3 fr = (float3)(r.y, r.y * ur + 0.5f * g * hr * hr, r.z * ur);
    // No wave is faster than the water and its waves together: as much as the jump needs is smoothed.
    float speed = fmax(fabs(ul) + sqrt(g * hl), fabs(ur) + sqrt(g * hr));
    return 0.5f * (fl + fr) - 0.5f * speed * (r - l);
}

kernel void shallow_flux(global const float *eta, global const float *hu, global const float *hv,
                         global const float *bottom, global float *eta_new,
                         global float *hu_new, global float *hv_new,
                         float g, float cx, float cy, uint nx, uint ny)
{
    local float height[SLOTS], east[SLOTS], north[SLOTS];
    uint left = get_global_id(0) * get_local_size(0);
    uint lower = get_group_id(1) * get_local_size(1);
    for (uint r = get_local_id(1); r < get_local_size(1) + 2 * HALO; r += get_local_size(1)) {
        for (uint c = get_local_id(0); c < get_local_size(0) + 2 * HALO; c += get_local_size(0)) {
            // Two cells west of the first, going round, is what two cells less lie from the last.
            uint x = (left + c + HALO * nx - HALO) % nx;
            uint y = (lower + r + HALO * ny - HALO) % ny;
            height[r * ROW + c] = eta[y * nx + x];
            east[r * ROW + c] = hu[y * nx + x];
            north[r * ROW + c] = hv[y * nx + x];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    int i = (get_local_id(1) + HALO) * ROW + get_local_id(0) + HALO;

    // The bottom is known at the corners; halfway between two of them lies a face.
    uint xe = x + 1 < nx ? x + 1 : 0;
    uint yn = y + 1 < ny ? y + 1 : 0;
    float sw = bottom[y * nx + x], se = bottom[y * nx + xe];
    float nw = bottom[yn * nx + x], ne = bottom[yn * nx + xe];
    float be = 0.5f * (se + ne), bw = 0.5f * (sw + nw);
    float bn = 0.5f * (nw + ne), bs = 0.5f * (sw + se);

    float3 e = flux(height, east, north, i, 1, be, g);
    float3 w = flux(height, east, north, i - 1, 1, bw, g);
    float3 n = flux(height, north, east, i, ROW, bn, g);
    float3 s = flux(height, north, east, i - ROW, ROW, bs, g);

    // What a sloping bottom pushes back: in a lake at rest exactly what the fluxes differ by.
    float here = height[i];
    float push_x = g * (here - 0.5f * (be + bw)) * (be - bw);
    float push_y = g * (here - 0.5f * (bn + bs)) * (bn - bs);

    uint k = y * nx + x;
    eta_new[k] = here - cx * (e.x - w.x) - cy * (n.x - s.x);
    hu_new[k] = east[i] - cx * (e.y - w.y + push_x) - cy * (n.z - s.z);
    hv_new[k] = north[i] - cx * (e.z - w.z) - cy * (n.y - s.y + push_y);
}
