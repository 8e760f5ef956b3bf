// Mistake: the neighbours are read from global memory in every place where they
// occur.
// Verdict: too-costly

kernel void shallow_nonlinear(global const float *depth, global const float *hu,
                              global const float *hv, global float *depth_old,
                              global float *hu_old, global float *hv_old,
                              float g, float cx, float cy, uint nx, uint ny)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;

    // The sea goes round: east of the last cell lies the first one.
    uint e = y * nx + (x + 1 < nx ? x + 1 : 0);
    uint w = y * nx + (x > 0 ? x - 1 : nx - 1);
    uint n = (y + 1 < ny ? y + 1 : 0) * nx + x;
    uint s = (y > 0 ? y - 1 : ny - 1) * nx + x;

#define de depth[e]
#define ue hu[e]
#define ve hv[e]
#define dw depth[w]
#define uw hu[w]
#define vw hv[w]
#define dn depth[n]
#define un hu[n]
#define vn hv[n]
#define ds depth[s]
#define us hu[s]
#define vs hv[s]

    uint i = y * nx + x;
    float half_g = 0.5f * g;
    depth_old[i] -= cx * (ue - uw) + cy * (vn - vs);
    hu_old[i] -= cx * ((ue * ue / de + half_g * de * de) - (uw * uw / dw + half_g * dw * dw))
               + cy * (un * vn / dn - us * vs / ds);
    hv_old[i] -= cx * (ue * ve / de - uw * vw / dw)
               + cy * ((vn * vn / dn + half_g * dn * dn) - (vs * vs / ds + half_g * ds * ds));
}
