// global: 256
// local: 64
// buffer: mass float 256 iota read
// buffer: pull float 256 uninit write
// All work-items of a warp read one element together, and fetch it once.
kernel void gravity(global const float *mass, global float *pull)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < 256; k++) {
        float apart = (float)(i - k) + 0.5f;
        sum += mass[k] / (apart * apart);
    }
    pull[i] = sum;
}
