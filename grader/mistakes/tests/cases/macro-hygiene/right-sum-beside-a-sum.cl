// Sums may be grouped in any order, and so may conditions joined by the same operator.
// global: 4
// buffer: x int 4 iota
#define BORDER 1 + 1 - 3
#define INSIDE(i) (i) > 0 && (i) < 3
kernel void padded(global int *x)
{
    int i = get_global_id(0);
    if (x[i] > 0 && INSIDE(i)) {
        x[i] = x[i] + BORDER;
    }
}
