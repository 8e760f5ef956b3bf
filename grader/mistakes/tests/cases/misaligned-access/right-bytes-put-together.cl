// global: 3
// local: 3
// buffer: bytes uchar 15 iota read
// buffer: numbers uint 3 uninit write
kernel void decode(global const uchar *bytes, global uint *numbers)
{
    int i = get_global_id(0);
    global const uchar *field = bytes + 5 * i + 1;
    numbers[i] = field[0] | field[1] << 8 | field[2] << 16 | (uint)field[3] << 24;
}
