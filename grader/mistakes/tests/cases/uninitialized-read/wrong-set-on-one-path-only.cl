// global: 8
// local: 8
// buffer: x int 8 values 3 -2 0 7 -9 4 1 -1 read
// buffer: sign int 8 uninit write
kernel void signs(global const int *x, global int *sign)
{
    int i = get_global_id(0);
    int s;
    if (x[i] > 0)
        s = 1;
    else if (x[i] < 0)
        s = -1;
    sign[i] = s; //~
}
