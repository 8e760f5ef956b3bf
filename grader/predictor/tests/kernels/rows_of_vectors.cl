// Neighbours read and write neighbours, four numbers each.
kernel void halve(global const float4 *from, global float4 *to)
{
    size_t i = get_global_id(0);
    to[i] = from[i] * 0.5f;
}
