// global: 512
// local: 64
// buffer: z float 1024 iota read
// buffer: norm float 512 uninit write
kernel void norms(global const float *z, global float *norm)
{
    int i = get_global_id(0);
    float re = z[2 * i];
    float im = z[2 * i + 1];
    norm[i] = re * re + im * im;
}
