// The pointer's type is asked for, not its memory.
// global: 4
// buffer: bytes uint 4 uninit write
// buffer: like float4 1 iota
kernel void size_of_element(global uint *bytes, global float4 *like)
{
    bytes[get_global_id(0)] = sizeof(*like);
}
