// global: 32 32
// local: 32 8
// buffer: scale float 32 iota read
// buffer: image float 1024 iota
kernel void apply(global const float *scale, global float *image)
{
    local float row[32];
    int lx = get_local_id(0);
    if (get_local_id(1) == 0) {
        row[lx] = scale[lx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    image[get_global_id(1) * 32 + lx] *= row[lx];
}
