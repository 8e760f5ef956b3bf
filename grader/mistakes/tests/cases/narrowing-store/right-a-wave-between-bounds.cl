// global: 4
// buffer: y uchar 4 uninit write
kernel void wave(global uchar *y)
{
    size_t i = get_global_id(0);
    y[i] = 127.5f + 127.0f * sin(0.1f * i);
}
