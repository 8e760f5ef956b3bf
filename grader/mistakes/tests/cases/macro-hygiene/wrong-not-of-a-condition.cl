// Only the first half is negated.
// global: 4
// buffer: x int 4 iota
#define AT_BORDER(i) (i) == 0 || (i) == 3 //~
kernel void inner(global int *x)
{
    int i = get_global_id(0);
    if (!AT_BORDER(i)) {
        x[i] = -1;
    }
}
