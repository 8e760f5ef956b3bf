// global: 256
// local: 256
// buffer: y float 256 uninit write
kernel void rows(global float *y) //~
{
    local double stack[256][32];
    int lid = get_local_id(0);
    for (int k = 0; k < 32; ++k)
        stack[lid][k] = lid + k;
    y[get_global_id(0)] = (float)stack[lid][31];
}
