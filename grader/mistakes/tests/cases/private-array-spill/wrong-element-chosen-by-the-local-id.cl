// Each work-item computes all weights and takes one of them.
// global: 8
// local: 8
// buffer: y float 8 uninit write
kernel void weight(global float *y)
{
    float weights[8];
    for (int k = 0; k < 8; k++) {
        weights[k] = exp(-0.5f * k * k);
    }
    y[get_global_id(0)] = weights[get_local_id(0)]; //~
}
