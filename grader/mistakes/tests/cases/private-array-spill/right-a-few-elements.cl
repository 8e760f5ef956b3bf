// Of two, one comparison chooses.
// global: 4
// buffer: y float 4 uninit write
kernel void alternate(global float *y)
{
    float both[2] = { -1.0f, 1.0f };
    size_t i = get_global_id(0);
    y[i] = both[i % 2];
}
