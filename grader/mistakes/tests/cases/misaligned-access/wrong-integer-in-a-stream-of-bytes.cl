// global: 3
// local: 3
// buffer: bytes uchar 15 iota read
// buffer: numbers uint 3 uninit write
kernel void decode(global const uchar *bytes, global uint *numbers)
{
    int i = get_global_id(0);
    global const uint *field = (global const uint *)(bytes + 5 * i + 1);
    numbers[i] = *field; //~
}
