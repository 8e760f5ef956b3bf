// global: 512
// local: 128
// buffer: x float 512 iota
kernel void mix(global float *x)
{
    int i = get_global_id(0);
    float a = x[i];
    if ((i / 32) % 2 == 0) {
        a = a * a + 1.0f;
        a = sqrt(a) * 0.5f;
    } else {
        a = a * 0.25f;
        a = exp(-a) + a;
    }
    x[i] = a;
}
