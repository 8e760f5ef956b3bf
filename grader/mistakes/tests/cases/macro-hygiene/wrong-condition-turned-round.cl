// Not of the first comparison alone.
// global: 4
// buffer: x int 4 iota
#define INSIDE(i) (i) > 0 && (i) < 3 //~
kernel void border(global int *x)
{
    int i = get_global_id(0);
    if (INSIDE(i) == 0) {
        x[i] = -1;
    }
}
