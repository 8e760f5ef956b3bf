// Mistake: the column is kept in a byte.
// Verdict: integer-overflow-in-index

kernel void shallow_nonlinear(global const float *depth, global const float *hu,
                              global const float *hv, global float *depth_old,
                              global float *hu_old, global float *hv_old,
                              float g, float cx, float cy, uint nx, uint ny)
{
    uchar x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;

    // The sea goes round: east of the last cell lies the first one.
    uint e = y * nx + (x + 1 < nx ? x + 1 : 0);
    uint w = y * nx + (x > 0 ? x - 1 : nx - 1);
    uint n = (y + 1 < ny ? y + 1 : 0) * nx + x;
    uint s = (y > 0 ? y - 1 : ny - 1) * nx + x;

    // Each value is read once and kept: a work-item's private memory is its registers.
    float de = depth[e], ue = hu[e], ve = hv[e];
    float dw = depth[w], uw = hu[w], vw = hv[w];
    float dn = depth[n], un = hu[n], vn = hv[n];
    float ds = depth[s], us = hu[s], vs = hv[s];

    uint i = y * nx + x;
    float half_g = 0.5f * g;
    depth_old[i] -= cx * (ue - uw) + cy * (vn - vs);
    hu_old[i] -= cx * ((ue * ue / de + half_g * de * de) - (uw * uw / dw + half_g * dw * dw))
               + cy * (un * vn / dn - us * vs / ds);
    hv_old[i] -= cx * (ue * ve / de - uw * vw / dw)
               + cy * ((vn * vn / dn + half_g * dn * dn) - (vs * vs / ds + half_g * ds * ds));
}
