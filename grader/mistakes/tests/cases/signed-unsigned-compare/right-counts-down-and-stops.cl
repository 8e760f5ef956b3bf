// An unsigned counter goes down by asking before it subtracts.
// global: 1
// buffer: x int 4 iota
kernel void reverse_sums(global int *x)
{
    for (uint k = 3; k-- > 0;) {
        x[k] += x[k + 1];
    }
}
