// global: 64
// local: 64
// buffer: o float 256 iota
// value: n int 8
kernel void k(global float *o, int n)
{
    int l = get_local_id(0);
    float a[8];
    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
        if (o[l + j] > 30.0f)
            continue;
        for (int i = 0; i < 8; i++)
            a[i] = o[i + 64 + j];
        for (int i = 0; i < 8; i++)
            sum += a[i];
    }
    o[128 + l] = sum;
}
