// The macro hides the word; it is reported where the macro is used.
// global: 8
// local: 4
// buffer: a float 8 iota
#define MY_ID (get_group_id(0) * 4 + threadIdx.x)
kernel void square(global float *a)
{
    a[MY_ID] *= a[MY_ID]; //~
}
