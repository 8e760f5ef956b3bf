// The old value is taken off in steps, in a register.
#define AT(x, y) ((y) * nx + (x))
kernel void shallow_nonlinear(global const float *depth, global const float *hu, global const float *hv,
                              global float *depth_old, global float *hu_old, global float *hv_old,
                              float g, float cx, float cy, uint nx, uint ny)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= (int)nx || y >= (int)ny) return;
    int xs[2], ys[2];
    xs[0] = x == 0 ? (int)nx - 1 : x - 1;
    xs[1] = x == (int)nx - 1 ? 0 : x + 1;
    ys[0] = y == 0 ? (int)ny - 1 : y - 1;
    ys[1] = y == (int)ny - 1 ? 0 : y + 1;
    float along[3] = { 0.0f, 0.0f, 0.0f }, across[3] = { 0.0f, 0.0f, 0.0f };
    for (int k = 0; k < 2; ++k) {
        float sign = k ? 1.0f : -1.0f;
        uint i = AT(xs[k], y), j = AT(x, ys[k]);
        float d = depth[i], u = hu[i], v = hv[i];
        along[0] += sign * u;
        along[1] += sign * (u * u / d + g * d * d / 2.0f);
        along[2] += sign * (u * v / d);
        d = depth[j]; u = hu[j]; v = hv[j];
        across[0] += sign * v;
        across[1] += sign * (u * v / d);
        across[2] += sign * (v * v / d + g * d * d / 2.0f);
    }
    uint at = AT(x, y);
    depth_old[at] -= cx * along[0] + cy * across[0];
    hu_old[at] -= cx * along[1] + cy * across[1];
    hv_old[at] -= cx * along[2] + cy * across[2];
}
