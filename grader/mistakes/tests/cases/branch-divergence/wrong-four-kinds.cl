// global: 512
// local: 64
// buffer: x int 512 iota
kernel void four(global int *x)
{
    int i = get_global_id(0);
    int a = x[i];
    switch (i % 4) { //~
    case 0:
        a = a * 3 + 1;
        break;
    case 1:
        a = a * a - 7;
        break;
    case 2:
        a = (a << 3) ^ a;
        break;
    default:
        a = a / 3 + a % 5;
        break;
    }
    x[i] = a;
}
