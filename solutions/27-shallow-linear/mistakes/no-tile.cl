// Mistake: each work-item reads all it needs from global memory.
// Verdict: too-costly

float pushed(float flow, float here, float there, float push)
{
    return flow - push * (there - here);
}

kernel void shallow_linear(global const float *eta, global const float *hu, global const float *hv,
                           global float *eta_new, global float *hu_new, global float *hv_new,
                           float gh, float cx, float cy, uint nx, uint ny)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    uint i = y * nx + x;
    float e = 0.0f, w = 0.0f, n = 0.0f, s = 0.0f;
    if (x + 1 < nx)
        e = pushed(hu[i], eta[i], eta[i + 1], gh * cx);
    if (x > 0)
        w = pushed(hu[i - 1], eta[i - 1], eta[i], gh * cx);
    if (y + 1 < ny)
        n = pushed(hv[i], eta[i], eta[i + nx], gh * cy);
    if (y > 0)
        s = pushed(hv[i - nx], eta[i - nx], eta[i], gh * cy);
    hu_new[i] = e;
    hv_new[i] = n;
    eta_new[i] = eta[i] - cx * (e - w) - cy * (n - s);
}
