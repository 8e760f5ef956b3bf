// global: 512
// local: 64
// buffer: x float 512 iota
kernel void stages(global float *x)
{
    uint stage = get_local_id(0) % 3;
    float a = x[get_global_id(0)];
    if (stage == 0) { //~
        a = a * a * 0.01f - 3.0f;
        a = fabs(a) + sqrt(fabs(a));
    } else if (stage == 1) {
        a = a * 0.75f + 2.0f;
        a = a - a * a * 0.001f;
    } else {
        a = fmax(a, 17.0f) * 0.5f;
        a = a * a - a;
    }
    x[get_global_id(0)] = a;
}
