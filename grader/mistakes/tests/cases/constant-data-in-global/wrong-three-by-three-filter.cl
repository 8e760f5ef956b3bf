// global: 32 32
// local: 16 16
// buffer: image float 1156 iota read
// buffer: weights float 9 iota read
// buffer: out float 1024 uninit write
kernel void filter(global const float *image,
                   global const float *weights, //~
                   global float *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            sum += weights[j * 3 + i] * image[(y + j) * 34 + x + i];
    out[y * 32 + x] = sum;
}
