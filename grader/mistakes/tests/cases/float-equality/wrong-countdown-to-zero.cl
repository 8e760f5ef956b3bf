// global: 1
// buffer: out int 1 uninit write
kernel void fuse(global int *out)
{
    float left = 1.0f;
    int n = 0;
    do {
        left -= 0.2f;
        n++;
    } while (left != 0.0f && n < 20); //~
    out[get_global_id(0)] = n;
}
