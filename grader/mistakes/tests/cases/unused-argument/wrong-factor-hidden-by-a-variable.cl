// The inner `factor` hides the argument: the host's number has no effect.
// global: 4
// buffer: x float 4 iota
// value: factor float 3
kernel void scale(global float *x,
                  float factor) //~
{
    size_t i = get_global_id(0);
    for (int round = 0; round < 2; round++) {
        float factor = 0.5f * round + 1.0f;
        x[i] *= factor;
    }
}
