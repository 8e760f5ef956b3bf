__kernel void first(__global int *a) {
    if (a[0]) {
        a[1] = 2;
}

__kernel void second(__global int *a) {
    a[0] = 1;
}
