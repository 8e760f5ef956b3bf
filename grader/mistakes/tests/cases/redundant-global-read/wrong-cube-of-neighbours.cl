// global: 8 8 8
// local: 8 8 8
// buffer: v float 1000 iota read
// buffer: out float 512 uninit write
kernel void smooth(global const float *v, global float *out)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    float sum = 0.0f;
    for (int c = 0; c < 3; c++)
        for (int b = 0; b < 3; b++)
            for (int a = 0; a < 3; a++)
                sum += v[((z + c) * 10 + y + b) * 10 + x + a]; //~
    out[(z * 8 + y) * 8 + x] = sum;
}
