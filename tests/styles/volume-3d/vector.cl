kernel void reorder(global const float *in, global float *out, uint w, uint h, uint d)
{
    uint3 g = (uint3)(get_global_id(0), get_global_id(1), get_global_id(2));
    uint3 s = (uint3)(get_global_size(0), get_global_size(1), get_global_size(2));
    uint id = (g.z * s.y + g.y) * s.x + g.x;
    if (id < w * h * d) {
        uint3 at = (uint3)(id % w, id / w % h, id / w / h);
        out[at.z + d * at.y + d * h * at.x] = in[id];
    }
}
