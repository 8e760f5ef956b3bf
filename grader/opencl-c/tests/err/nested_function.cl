__kernel void outer(__global int *a) {
    int helper(int x) { return x + 1; }
    a[0] = helper(1);
}
