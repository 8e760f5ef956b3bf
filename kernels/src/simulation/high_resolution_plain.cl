// One step of a high-resolution finite-volume scheme for the shallow-water equations over an uneven
// bottom, plain: a kernel for each of the three steps of the textbook. Six slopes and six fluxes a cell
// go to memory and come back. A field of three holds one number of each cell after the other: first all
// of the height, then all of the flow to the east, then all of the flow to the north.

// ANCHOR: minmod
// Of two slopes the gentler one; where they disagree in sign, at a crest or a trough, none.
float minmod(float a, float b)
{
    if (a * b <= 0.0f)
        return 0.0f;
    return fabs(a) < fabs(b) ? a : b;
}
// ANCHOR_END: minmod

// ANCHOR: slopes
// How each number changes across a cell, along x and along y.
kernel void resolution_slopes(global const float *eta, global const float *hu, global const float *hv,
                              global float *slopes_x, global float *slopes_y, uint nx, uint ny)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    // The sea goes round: east of the last cell lies the first one.
    uint i = y * nx + x;
    uint e = y * nx + (x + 1 < nx ? x + 1 : 0);
    uint w = y * nx + (x > 0 ? x - 1 : nx - 1);
    uint n = (y + 1 < ny ? y + 1 : 0) * nx + x;
    uint s = (y > 0 ? y - 1 : ny - 1) * nx + x;
    size_t all = (size_t)nx * ny;
    slopes_x[i] = minmod(eta[i] - eta[w], eta[e] - eta[i]);
    slopes_x[all + i] = minmod(hu[i] - hu[w], hu[e] - hu[i]);
    slopes_x[2 * all + i] = minmod(hv[i] - hv[w], hv[e] - hv[i]);
    slopes_y[i] = minmod(eta[i] - eta[s], eta[n] - eta[i]);
    slopes_y[all + i] = minmod(hu[i] - hu[s], hu[n] - hu[i]);
    slopes_y[2 * all + i] = minmod(hv[i] - hv[s], hv[n] - hv[i]);
}
// ANCHOR_END: slopes

// ANCHOR: flux
// What flows through a face with the water l before and r behind it, above a bottom: height, flow
// along the direction and flow across it.
float3 flux(float3 l, float3 r, float bottom, float g)
{
    float hl = l.x - bottom;
    float hr = r.x - bottom;
    float ul = l.y / hl;
    float ur = r.y / hr;
    float3 fl = (float3)(l.y, l.y * ul + 0.5f * g * hl * hl, l.z * ul);
    float3 fr = (float3)(r.y, r.y * ur + 0.5f * g * hr * hr, r.z * ur);
    float speed = fmax(fabs(ul) + sqrt(g * hl), fabs(ur) + sqrt(g * hr));
    return 0.5f * (fl + fr) - 0.5f * speed * (r - l);
}

// The flux through the east and through the north face of each cell.
kernel void resolution_fluxes(global const float *eta, global const float *hu, global const float *hv,
                              global const float *bottom, global const float *slopes_x,
                              global const float *slopes_y, global float *fluxes_x,
                              global float *fluxes_y, float g, uint nx, uint ny)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    uint xe = x + 1 < nx ? x + 1 : 0;
    uint yn = y + 1 < ny ? y + 1 : 0;
    uint i = y * nx + x, e = y * nx + xe, n = yn * nx + x, ne = yn * nx + xe;
    size_t all = (size_t)nx * ny;

    float3 l = (float3)(eta[i] + 0.5f * slopes_x[i],
                        hu[i] + 0.5f * slopes_x[all + i],
                        hv[i] + 0.5f * slopes_x[2 * all + i]);
    float3 r = (float3)(eta[e] - 0.5f * slopes_x[e],
                        hu[e] - 0.5f * slopes_x[all + e],
                        hv[e] - 0.5f * slopes_x[2 * all + e]);
    float3 east = flux(l, r, 0.5f * (bottom[e] + bottom[ne]), g);
    fluxes_x[i] = east.x;
    fluxes_x[all + i] = east.y;
    fluxes_x[2 * all + i] = east.z;

    // Along y it is the flow to the north that goes along, and that to the east across.
    l = (float3)(eta[i] + 0.5f * slopes_y[i],
                 hv[i] + 0.5f * slopes_y[2 * all + i],
                 hu[i] + 0.5f * slopes_y[all + i]);
    r = (float3)(eta[n] - 0.5f * slopes_y[n],
                 hv[n] - 0.5f * slopes_y[2 * all + n],
                 hu[n] - 0.5f * slopes_y[all + n]);
    float3 north = flux(l, r, 0.5f * (bottom[n] + bottom[ne]), g);
    fluxes_y[i] = north.x;
    fluxes_y[all + i] = north.z;
    fluxes_y[2 * all + i] = north.y;
}
// ANCHOR_END: flux

// ANCHOR: advance
// What has flowed in, less what has flowed out, and the push of a sloping bottom.
kernel void resolution_advance(global const float *eta, global const float *hu, global const float *hv,
                               global const float *bottom, global const float *fluxes_x,
                               global const float *fluxes_y, global float *eta_new,
                               global float *hu_new, global float *hv_new,
                               float g, float cx, float cy, uint nx, uint ny)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    uint xe = x + 1 < nx ? x + 1 : 0;
    uint yn = y + 1 < ny ? y + 1 : 0;
    uint i = y * nx + x, e = y * nx + xe, n = yn * nx + x, ne = yn * nx + xe;
    uint w = y * nx + (x > 0 ? x - 1 : nx - 1);
    uint s = (y > 0 ? y - 1 : ny - 1) * nx + x;
    size_t all = (size_t)nx * ny;

    // ANCHOR: balance
    // The bottom is known at the corners; halfway between two of them lies a face.
    float be = 0.5f * (bottom[e] + bottom[ne]), bw = 0.5f * (bottom[i] + bottom[n]);
    float bn = 0.5f * (bottom[n] + bottom[ne]), bs = 0.5f * (bottom[i] + bottom[e]);
    float push_x = g * (eta[i] - 0.5f * (be + bw)) * (be - bw);
    float push_y = g * (eta[i] - 0.5f * (bn + bs)) * (bn - bs);
    // ANCHOR_END: balance

    eta_new[i] = eta[i] - cx * (fluxes_x[i] - fluxes_x[w]) - cy * (fluxes_y[i] - fluxes_y[s]);
    hu_new[i] = hu[i] - cx * (fluxes_x[all + i] - fluxes_x[all + w] + push_x)
              - cy * (fluxes_y[all + i] - fluxes_y[all + s]);
    hv_new[i] = hv[i] - cx * (fluxes_x[2 * all + i] - fluxes_x[2 * all + w])
              - cy * (fluxes_y[2 * all + i] - fluxes_y[2 * all + s] + push_y);
}
// ANCHOR_END: advance
