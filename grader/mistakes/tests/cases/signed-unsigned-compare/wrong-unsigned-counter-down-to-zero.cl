// `k` is never below 0, so only the break ends this.
// global: 1
// buffer: x int 4 iota
kernel void reverse_sums(global int *x)
{
    for (uint k = 2; k >= 0; k--) { //~
        if (k > 2) {
            break;
        }
        x[k] += x[k + 1];
    }
}
