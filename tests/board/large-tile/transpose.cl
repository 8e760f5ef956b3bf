// Asks for 64 MiB of local memory.
kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    local float tile[1 << 24];
    tile[get_local_id(0)] = in[0];
    out[0] = tile[0];
}
