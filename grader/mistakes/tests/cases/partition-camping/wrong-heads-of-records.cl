// global: 1024
// local: 32
// buffer: records ulong 8192 iota read
// buffer: sums ulong 1024 uninit write
kernel void heads(global const ulong *records, global ulong *sums)
{
    global const ulong *own = records + get_group_id(0) * 256;
    ulong head = own[get_local_id(0)]; //~
    sums[get_global_id(0)] = head + 1;
}
