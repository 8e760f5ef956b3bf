// global: 3
// local: 3
// buffer: y int 3 uninit write
kernel void table(global int *y)
{
    int squares[4];
    squares[0] = 0;
    squares[1] = 1;
    squares[3] = 9;
    int i = get_global_id(0);
    y[i] = squares[i]; //~
}
