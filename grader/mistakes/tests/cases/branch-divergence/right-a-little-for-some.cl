// global: 512
// local: 64
// buffer: x float 512 iota
// buffer: marks int 16 zeros
kernel void march(global float *x, global int *marks)
{
    int i = get_global_id(0);
    float a = x[i];
    for (int k = 0; k < 8; k++) {
        a = a * 0.5f + 1.0f;
        a = a - a * a * 0.001f;
    }
    x[i] = a;
    if (i % 32 == 0) {
        marks[i / 32] = 1;
    }
}
