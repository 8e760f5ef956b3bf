// One step of the nonlinear shallow-water equations, centred in time and in space, plain: a kernel for
// each of the two steps of the textbook. The second reads back from memory what the first one has
// stored.

// ANCHOR: fluxes
// What of the momentum flows within each cell: that to the east along x, that to the north along y, and
// each of them across the other's way, which is the same number.
kernel void nonlinear_fluxes(global const float *depth, global const float *hu, global const float *hv,
                             global float *east, global float *north, global float *across,
                             float g, uint nx, uint ny)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    uint i = y * nx + x;
    float d = depth[i], u = hu[i], v = hv[i];
    float pressure = 0.5f * g * d * d;
    east[i] = u * u / d + pressure;
    north[i] = v * v / d + pressure;
    across[i] = u * v / d;
}
// ANCHOR_END: fluxes

// ANCHOR: leap
// The leap over the time between, by the difference of the fluxes of the neighbours.
kernel void nonlinear_leap(global const float *hu, global const float *hv,
                           global const float *east, global const float *north,
                           global const float *across, global float *depth_old,
                           global float *hu_old, global float *hv_old,
                           float cx, float cy, uint nx, uint ny)
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
    depth_old[i] -= cx * (hu[e] - hu[w]) + cy * (hv[n] - hv[s]);
    hu_old[i] -= cx * (east[e] - east[w]) + cy * (across[n] - across[s]);
    hv_old[i] -= cx * (across[e] - across[w]) + cy * (north[n] - north[s]);
}
// ANCHOR_END: leap
