// global: 4
// buffer: x float 4 values -5 3 260 7 read
// buffer: y short 4 uninit write
kernel void limit(global const float *x, global short *y)
{
    size_t i = get_global_id(0);
    y[i] = max(min(x[i] * 100.0f, 32000.0f), -32000.0f);
}
