// global: 1024
// local: 64
// buffer: x float 1024 iota
kernel void powers(global float *x)
{
    float all[32];
    float a = x[get_global_id(0)] * 0.001f;
    all[0] = a;
    for (int k = 1; k < 32; k++) {
        all[k] = all[k - 1] * a;
    }
    x[get_global_id(0)] = all[31] + all[7];
}
