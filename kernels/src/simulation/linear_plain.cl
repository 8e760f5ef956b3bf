// One step of the linear shallow-water equations, forward-backward, plain: a kernel for each of the two
// steps of the textbook. The second reads back from memory what the first one has stored.

// ANCHOR: flow
// Forward: the new flow through the east and the north face of each cell, from the old heights.
kernel void linear_flow(global const float *eta, global const float *hu, global const float *hv,
                        global float *hu_new, global float *hv_new,
                        float gh, float cx, float cy, uint nx, uint ny)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    uint i = y * nx + x;
    // Through a wall nothing flows.
    hu_new[i] = x + 1 < nx ? hu[i] - gh * cx * (eta[i + 1] - eta[i]) : 0.0f;
    hv_new[i] = y + 1 < ny ? hv[i] - gh * cy * (eta[i + nx] - eta[i]) : 0.0f;
}
// ANCHOR_END: flow

// ANCHOR: height
// Backward: the new height of each cell, from the new flow through its four faces.
kernel void linear_height(global const float *eta, global const float *hu_new,
                          global const float *hv_new, global float *eta_new,
                          float cx, float cy, uint nx, uint ny)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    uint i = y * nx + x;
    float west = x > 0 ? hu_new[i - 1] : 0.0f;
    float south = y > 0 ? hv_new[i - nx] : 0.0f;
    eta_new[i] = eta[i] - cx * (hu_new[i] - west) - cy * (hv_new[i] - south);
}
// ANCHOR_END: height
