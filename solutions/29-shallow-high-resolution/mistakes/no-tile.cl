// Mistake: each work-item reads all it needs from global memory, most of it
// several times.
// Verdict: too-costly

// Of two slopes the gentler one; where they disagree in sign, at a crest or a trough, none.
float minmod(float a, float b)
{
    if (a * b <= 0.0f)
        return 0.0f;
    return fabs(a) < fabs(b) ? a : b;
}

// The value at an edge of the middle one of three cells, the first of them given.
float edge(global const float *q, uint4 i, int first, float side)
{
    uint k[4] = { i.x, i.y, i.z, i.w };
    float here = q[k[first + 1]];
    return here + side * minmod(here - q[k[first]], q[k[first + 2]] - here);
}

// What flows through the face between the middle ones of four cells, above a bottom: height, flow along the
// direction and flow across it.
float3 flux(global const float *eta, global const float *along, global const float *across,
            uint4 i, float bottom, float g)
{
    float3 l = (float3)(edge(eta, i, 0, 0.5f),
                        edge(along, i, 0, 0.5f),
                        edge(across, i, 0, 0.5f));
    float3 r = (float3)(edge(eta, i, 1, -0.5f),
                        edge(along, i, 1, -0.5f),
                        edge(across, i, 1, -0.5f));
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
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    uint k = y * nx + x;
    uint row = y * nx;
    uint east = row + (x + 1) % nx, east2 = row + (x + 2) % nx;
    uint west = row + (x + 2 * nx - 1) % nx, west2 = row + (x + 2 * nx - 2) % nx;
    uint north = (y + 1) % ny * nx + x, north2 = (y + 2) % ny * nx + x;
    uint south = (y + 2 * ny - 1) % ny * nx + x, south2 = (y + 2 * ny - 2) % ny * nx + x;

    // The bottom is known at the corners; halfway between two of them lies a face.
    uint xe = x + 1 < nx ? x + 1 : 0;
    uint yn = y + 1 < ny ? y + 1 : 0;
    float sw = bottom[y * nx + x], se = bottom[y * nx + xe];
    float nw = bottom[yn * nx + x], ne = bottom[yn * nx + xe];
    float be = 0.5f * (se + ne), bw = 0.5f * (sw + nw);
    float bn = 0.5f * (nw + ne), bs = 0.5f * (sw + se);

    float3 e = flux(eta, hu, hv, (uint4)(west, k, east, east2), be, g);
    float3 w = flux(eta, hu, hv, (uint4)(west2, west, k, east), bw, g);
    float3 n = flux(eta, hv, hu, (uint4)(south, k, north, north2), bn, g);
    float3 s = flux(eta, hv, hu, (uint4)(south2, south, k, north), bs, g);

    // What a sloping bottom pushes back: in a lake at rest exactly what the fluxes differ by.
    float here = eta[k];
    float push_x = g * (here - 0.5f * (be + bw)) * (be - bw);
    float push_y = g * (here - 0.5f * (bn + bs)) * (bn - bs);

    eta_new[k] = here - cx * (e.x - w.x) - cy * (n.x - s.x);
    hu_new[k] = hu[k] - cx * (e.y - w.y + push_x) - cy * (n.z - s.z);
    hv_new[k] = hv[k] - cx * (e.z - w.z) - cy * (n.y - s.y + push_y);
}
