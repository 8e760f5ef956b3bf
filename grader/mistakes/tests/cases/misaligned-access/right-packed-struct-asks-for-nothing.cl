// global: 3
// local: 3
// buffer: bytes uchar 15 iota read
// buffer: numbers uint 3 uninit write
typedef struct __attribute__((packed)) {
    uchar tag;
    uint number;
} record;

kernel void decode(global const uchar *bytes, global uint *numbers)
{
    global const record *records = (global const record *)bytes;
    int i = get_global_id(0);
    numbers[i] = records[i].number;
}
