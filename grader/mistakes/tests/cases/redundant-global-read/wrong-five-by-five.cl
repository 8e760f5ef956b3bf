// global: 32 32
// local: 16 16
// buffer: image float 1296 iota read
// buffer: out float 1024 uninit write
kernel void blur(global const float *image, global float *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int j = 0; j < 5; j++) {
        for (int i = 0; i < 5; i++) {
            sum += image[(y + j) * 36 + x + i]; //~
        }
    }
    out[y * 32 + x] = sum / 25.0f;
}
